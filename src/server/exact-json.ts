/**
 * Bodies are read twice: as values, to be checked, and as text, to be handed on. Python reads the original text, so
 * that `18.0` stays a float, `2**70` exact and `1e400` an infinity.
 */
import { columnAt } from '../formats/json-fault.ts';
import { parseJsonLine } from '../formats/json-line.ts';
import { members, nameOf, type Span, wholeValue } from '../formats/json-locate.ts';
import { HttpProblem } from './problem.ts';

export interface JsonBody {
  text: string;
  value: unknown;
}

/** @throws HttpProblem `malformed`, with the place and the reason */
export const parseBody = (bytes: Buffer): JsonBody => {
  if (bytes.length === 0) throw new HttpProblem('malformed', 'The body is empty; it must be a JSON object');
  const parsed = parseJsonLine(bytes);
  if (parsed.fault === undefined) return parsed;
  const { fault, text } = parsed;
  const before = text.slice(0, fault.offset);
  const line = before.split('\n').length;
  const column = columnAt(
    text.slice(before.lastIndexOf('\n') + 1),
    fault.offset - before.lastIndexOf('\n') - 1,
  );
  const reason = fault.reason.replaceAll('the line ends', 'the body ends');
  throw new HttpProblem('malformed', `No JSON: line ${line}, column ${column} of the body: ${reason}`, {
    help: parsed.notUtf8 ? 'bodies are UTF-8' : fault.help,
  });
};

/** Where the fields of an object stand, by name; of duplicate names the last, which is the one that counts. */
export const fieldsOf = (text: string, object: Span): Map<string, Span> => {
  const fields = new Map<string, Span>();
  for (const { key, value } of members(text, object))
    if (key !== undefined) fields.set(nameOf(text, key), value);
  return fields;
};

/** The fields of the body itself. */
export const fieldsOfBody = ({ text }: JsonBody): Map<string, Span> => fieldsOf(text, wholeValue(text));

/** The elements of an array. */
export const elementsOf = (text: string, array: Span): Span[] =>
  [...members(text, array)].map(({ value }) => value);

/** The original text of a value as bytes; `otherwise` when there is none. */
export const bytesOf = (text: string, span: Span | undefined, otherwise: string): Buffer =>
  Buffer.from(span === undefined ? otherwise : text.slice(span.start, span.end));
