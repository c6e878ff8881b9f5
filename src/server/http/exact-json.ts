/**
 * Bodies are read twice: as values, to be checked, and as bytes, to be handed on. Python reads the original text, so
 * that `18.0` stays a float, `2**70` exact and `1e400` an infinity. Each field is parsed for itself, and none that would
 * keep everybody else waiting.
 */
import { isUtf8 } from 'node:buffer';
import { columnAt, findJsonFault, type JsonFault } from '../../formats/json/json-fault.ts';
import { parseJsonLine } from '../../formats/json/json-line.ts';
import { pathText } from '../../formats/rows/messages-schema.ts';
import { oneLine } from '../../formats/text/visible.ts';
import { FIELD_WEIGHT, type Part, type Parts, partsOf, skipSpace } from './json-parts.ts';
import { HttpProblem } from './problem.ts';

export interface JsonBody {
  bytes: Buffer;
  value: unknown;
  /** Where the fields stand when it is an object; of duplicate names the last, which is the one that counts. */
  fields: ReadonlyMap<string, Part>;
}

/** About as much as is parsed and checked in a tenth of a second: a million elements, or 100,000 fields. */
export const MAX_WEIGHT = 1_000_000;
/** Fields of a body, or of a call. There are no more than a handful that we know, and nobody counts further. */
const MAX_FIELDS = 10_000;
/** In longer texts the fault is not put into words: that takes looking at each character. */
const EXPLAINED = 2 ** 20;

/**
 * @param apart a field whose elements are to be looked at one by one: when it is an array, its value is `[]` here
 * @throws HttpProblem `malformed`, with the place and the reason; `too-large`
 */
export const parseBody = async (bytes: Buffer, apart?: string): Promise<JsonBody> => {
  if (bytes.length === 0) throw new HttpProblem('malformed', 'The body is empty; it must be a JSON object');
  if (!isUtf8(bytes)) throw malformed(bytes, undefined);
  const start = skipSpace(bytes, 0);
  if (bytes[start] !== 0x7b) return { bytes, value: parseSmall(bytes), fields: new Map() };
  const found = await partsOf(bytes, start, bytes.length, MAX_FIELDS);
  if (found.end !== undefined && skipSpace(bytes, found.end) < bytes.length)
    throw malformed(bytes, found.end);
  return objectOf(bytes, found, apart);
};

/** The elements of an array, each of which is one more body. @param most further ones are not looked for */
export const elementsOf = async (bytes: Buffer, { start, end }: Part, most: number): Promise<Parts> => {
  const found = await partsOf(bytes, start, end, most);
  if (!found.more && found.end !== end) throw malformed(bytes, found.fault ?? end);
  return found;
};

/** An element as a value, with its fields. @throws HttpProblem `malformed`, `too-large` */
export const parseElement = (bytes: Buffer, part: Part): JsonBody | Promise<JsonBody> => {
  const { start, end } = part;
  if (bytes[start] !== 0x7b) return { bytes, value: parsePart(bytes, part), fields: new Map() };
  const elementOf = (found: Parts): JsonBody => {
    if (found.end !== undefined && found.end !== end) throw malformed(bytes, found.end);
    return objectOf(bytes, found, undefined);
  };
  const parts = partsOf(bytes, start, end, MAX_FIELDS);
  return parts instanceof Promise ? parts.then(elementOf) : elementOf(parts);
};

/** Of JSON Lines: each line is parsed at one go. @throws HttpProblem `too-large` for one that nobody could wait for */
export const refuseHeavyLines = async (bytes: Buffer): Promise<void> => {
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline;
    // Short ones cannot be heavy, and there may be very many of them.
    if (end - start > MAX_WEIGHT / FIELD_WEIGHT) {
      const { parts, more } = await partsOf(bytes, skipSpace(bytes, start), end, MAX_FIELDS);
      if (more) throw tooLarge(`a line with more than ${MAX_FIELDS} fields`);
      if (parts.some(({ weight }) => weight > MAX_WEIGHT)) throw tooLarge('a line with too many values');
    }
    start = end + 1;
  }
};

/** The original text of a field as bytes; `otherwise` when there is none. */
export const bytesOf = ({ bytes, fields }: JsonBody, name: string, otherwise: string): Buffer => {
  const part = fields.get(name);
  return part === undefined ? Buffer.from(otherwise) : bytes.subarray(part.start, part.end);
};

const objectOf = (bytes: Buffer, { parts, fault, more }: Parts, apart: string | undefined): JsonBody => {
  if (more) throw tooLarge(`more than ${MAX_FIELDS} fields`);
  if (fault !== undefined) throw malformed(bytes, fault);
  const fields = new Map<string, Part>();
  const values: [string, unknown][] = [];
  let twice: string | undefined;
  for (const part of parts) {
    const { key } = part;
    const name = key === undefined ? '' : nameAt(bytes, key);
    if (fields.has(name)) twice ??= name;
    fields.set(name, part);
    const isApart = name === apart && bytes[part.start] === 0x5b;
    values.push([name, isApart ? [] : parsePart(bytes, part)]);
  }
  if (twice !== undefined)
    throw new HttpProblem('invalid', `the field \`${twice.slice(0, 60)}\` appears twice`);
  return { bytes, value: Object.fromEntries(values), fields };
};

const parsePart = (bytes: Buffer, { start, end, weight, suspicious }: Part): unknown => {
  if (weight > MAX_WEIGHT) throw tooLarge('a field or call with too many values');
  if (suspicious && (end - start > EXPLAINED || findJsonFault(bytes.toString('utf8', start, end)) !== null))
    throw malformed(bytes, start);
  return parseAt(bytes, start, end);
};

const nameAt = (bytes: Buffer, { start, end }: { start: number; end: number }): string => {
  const plain = bytes.toString('latin1', start + 1, end - 1);
  return /^\w*$/.test(plain) ? plain : String(parseAt(bytes, start, end));
};

const parseAt = (bytes: Buffer, start: number, end: number): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8', start, end));
  } catch {
    throw malformed(bytes, start);
  }
};

/** What is no object: a text that is short, or refused. */
const parseSmall = (bytes: Buffer): unknown => {
  if (bytes.length > EXPLAINED) throw new HttpProblem('invalid', 'the body must be an object');
  const parsed = parseJsonLine(bytes, 'body');
  if (parsed.fault !== undefined) throw explained(parsed.text, parsed.fault, parsed.notUtf8);
  return parsed.value;
};

const tooLarge = (what: string): HttpProblem =>
  new HttpProblem('too-large', `The body has ${what}`, {
    help: 'at most a million elements, or 100000 fields of objects, in one call; hand larger data over as a string, or in a file',
  });

/** @param offset of the byte behind which the fault is; undefined when it may be anywhere */
const malformed = (bytes: Buffer, offset: number | undefined): HttpProblem => {
  const parsed = bytes.length > EXPLAINED ? undefined : parseJsonLine(bytes, 'body');
  if (parsed?.fault !== undefined) return explained(parsed.text, parsed.fault, parsed.notUtf8);
  if (offset === undefined)
    return new HttpProblem('malformed', 'Malformed JSON: the body is not UTF-8', {
      help: 'bodies are UTF-8',
    });
  return new HttpProblem('malformed', `Malformed JSON: at or after byte ${offset} of the body`);
};

const explained = (text: string, fault: JsonFault, notUtf8: boolean): HttpProblem => {
  const before = text.slice(0, fault.offset);
  const line = before.split('\n').length;
  const column = columnAt(
    text.slice(before.lastIndexOf('\n') + 1),
    fault.offset - before.lastIndexOf('\n') - 1,
  );
  const path = oneLine(pathText(fault.path), 80);
  const place = path === '' ? '' : `, in \`${path}\``;
  const message = `Malformed JSON: line ${line}, column ${column} of the body${place}: ${fault.reason}`;
  const help = notUtf8 ? 'bodies are UTF-8' : fault.help;
  return new HttpProblem('malformed', message, { help, errors: [{ path, message, help }] });
};
