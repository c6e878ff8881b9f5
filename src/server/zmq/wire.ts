/**
 * The bytes that clients and server exchange: docs/serving-protocol.md describes them, and
 * test/vectors/serving.json has examples that Python is checked against, too.
 */
import { z } from 'zod';
import type { CallText } from '../../module/calls/call.ts';
import { faultText } from '../../options/fault.ts';
import type { Outcome } from '../../outcome.ts';
import { toJson, valuesOf } from '../../outcome-json.ts';
import { CALL_FLAGS } from '../../protocol/messages.ts';
import { packr } from '../../protocol/packr.ts';
import { SERVED_CALL as CALL } from '../../protocol/serving.ts';
import { Refusal } from './refusal.ts';

/** Of a header alone: what is large travels in blocks. A `cancel` of all calls that there may be fits. */
const MAX_HEADER = 2 ** 20;
const MAX_CANCELS = 65_536;
/** Of a cap: what a keeper sums up must stay exact, and what it waits for must come. */
const MOST_CALLS = 1e7;
const LONGEST_CALL_MS = 86_400_000;
const TWO_32 = 2 ** 32;
const FORMS = CALL_FLAGS.completionText | CALL_FLAGS.completionRow;

const int = z.int().min(0);
const id = z.int().min(1);
const any = { ack: int.nullish(), id: int.nullish() };
const asked = { ...any, call: id };
const name = z.string().nullish();

const offered = {
  kind: z.enum(['reward', 'environment']),
  name: z.string().regex(/^[\w.-]{1,100}$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
};

const header = z.discriminatedUnion('type', [
  z.object({
    ...any,
    type: z.literal('hello'),
    protocol: int,
    session: z.instanceof(Uint8Array).refine(({ length }) => length === 16, '16 bytes'),
    token: name,
    name: z.string().max(64).nullish(),
  }),
  z.object({ ...any, type: z.literal('score'), count: id, module: name, step: int.nullish() }),
  z.object({ ...asked, type: z.literal('start'), module: name, seed: int.nullish(), step: int.nullish() }),
  z.object({ ...asked, type: z.literal('step'), episode: z.string() }),
  z.object({
    ...asked,
    type: z.literal('branch'),
    episode: z.string(),
    n: id.max(10_000),
    same_random: z.boolean().nullish(),
  }),
  z.object({ ...asked, type: z.literal('close'), episode: z.string() }),
  z.object({
    ...any,
    type: z.literal('lease'),
    name: z.string().max(200),
    cap: id.max(MOST_CALLS),
    holder: z.string().max(64),
    seq: id,
    wanted: int.max(MOST_CALLS),
    held: int.max(MOST_CALLS),
    call_ms: int.max(LONGEST_CALL_MS),
  }),
  z.object({ ...any, ...offered, type: z.literal('offer') }),
  z.object({ ...any, ...offered, type: z.literal('code'), main: z.string().max(500) }),
  z.object({ ...any, type: z.literal('cancel'), calls: z.array(id).max(MAX_CANCELS) }),
  z.object({ ...any, type: z.literal('ack'), ack: int }),
  z.object({ ...any, type: z.literal('ping') }),
  z.object({ ...any, type: z.literal('bye') }),
]);

export type Header = z.output<typeof header>;
export type HeaderOf<Type extends Header['type']> = Extract<Header, { type: Type }>;

const TYPES: readonly string[] = header.options.map(({ shape }) => shape.type.value);
/** The others have no block. */
export const WITH_BLOCK: readonly string[] = ['score', 'start', 'step', 'code'] satisfies Header['type'][];

export const encodeHeader = (value: Readonly<Record<string, unknown>>): Buffer => packr.pack(value);

/** Something of which nothing is known yet. @throws Error when it is no msgpack */
export const decodeMap = (bytes: Uint8Array): Record<string, unknown> => mapOf(packr.unpack(bytes));

/** @throws Refusal `malformed`, `unknown-type` */
export const decodeHeader = (bytes: Uint8Array): Header => {
  if (bytes.length > MAX_HEADER)
    throw new Refusal('malformed', `A header of ${bytes.length} bytes; at most ${MAX_HEADER}`);
  let value: unknown;
  try {
    value = packr.unpack(bytes);
  } catch {
    throw new Refusal('malformed', 'The header is not valid msgpack');
  }
  const parsed = header.safeParse(value);
  if (parsed.success) return parsed.data;
  const { type, id: request } = mapOf(value);
  const named = { id: Number.isSafeInteger(request) ? (request as number) : undefined };
  if (typeof type === 'string' && !TYPES.includes(type))
    throw new Refusal('unknown-type', `Unknown message type \`${type.slice(0, 40)}\``, named);
  throw new Refusal('malformed', `The header is malformed: ${faultText(header, value)}`, named);
};

const mapOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** A number of 64 bits of which 53 count; undefined when it is larger. */
const readInt = (block: Buffer, offset: number): number | undefined => {
  const value = block.readUInt32LE(offset) + block.readUInt32LE(offset + 4) * TWO_32;
  return value <= Number.MAX_SAFE_INTEGER ? value : undefined;
};

export const writeInt = (block: Buffer, value: number, offset: number): void => {
  block.writeUInt32LE(value % TWO_32, offset);
  block.writeUInt32LE(Math.floor(value / TWO_32), offset + 4);
};

/** Where a call stands in its block. Only when it is run are its texts taken out: thousands may wait. */
export interface CallFrame {
  call: number;
  offset: number;
  /** Of its texts. */
  bytes: number;
}

/** @throws Refusal `malformed` unless the block is made of `count` whole frames */
export const decodeCalls = (block: Buffer, count: number): CallFrame[] => {
  const frames: CallFrame[] = [];
  const bad = (what: string): Refusal =>
    new Refusal('malformed', `Call frame ${frames.length} of the block: ${what}`);
  for (let offset = 0; offset < block.length; ) {
    const left = block.length - offset;
    if (frames.length === count) throw bad(`the header counts ${count} only`);
    if (left < CALL.size) throw bad('it is cut off');
    const size = block.readUInt32LE(offset + CALL.at.size);
    const rowSize = block.readUInt32LE(offset + CALL.at.row_size);
    const call = readInt(block, offset + CALL.at.call);
    const flags = block.readUInt8(offset + CALL.at.flags);
    if (size > left || size < CALL.size + rowSize) throw bad(`its size of ${size} bytes is wrong`);
    if (call === undefined || call === 0) throw bad('its `call` is 0, or too large');
    if (flags > (CALL_FLAGS.completionText | CALL_FLAGS.seeded | CALL_FLAGS.completionRow))
      throw bad(`unknown flags ${flags}`);
    if ((flags & FORMS) === FORMS) throw bad('its completion cannot be text and an object');
    if (readInt(block, offset + CALL.at.seed) === undefined)
      throw bad('its `seed` is too large, or negative');
    frames.push({ call, offset, bytes: size - CALL.size });
    offset += size;
  }
  if (frames.length < count) throw bad(`it is missing: the header counts ${count}`);
  return frames;
};

/** The texts of a call, as parts of its block. */
export const textOf = (block: Buffer, { offset, bytes }: CallFrame): CallText => {
  const flags = block.readUInt8(offset + CALL.at.flags);
  const row = offset + CALL.size;
  const completion = row + block.readUInt32LE(offset + CALL.at.row_size);
  return {
    row: block.subarray(row, completion),
    completion: block.subarray(completion, row + bytes),
    completionIsRow: (flags & CALL_FLAGS.completionRow) !== 0,
    completionIsText: (flags & CALL_FLAGS.completionText) !== 0,
    seed: (flags & CALL_FLAGS.seeded) === 0 ? undefined : readInt(block, offset + CALL.at.seed),
  };
};

/** What is not empty of an outcome. @param more `,"name":value` of further fields */
export const jsonOf = (outcome: Outcome, more = ''): string => {
  const { error, stack, stdout, stderr, warnings, evidence } = outcome;
  const { reward, info } = valuesOf(outcome);
  let text = more;
  if (typeof reward === 'string') text += `,"reward":${toJson(reward)}`;
  for (const _ in info) {
    text += `,"info":${toJson(info)}`;
    break;
  }
  if (error !== null) text += `,"error":${JSON.stringify(error)}`;
  if (stack !== null) text += `,"stack":${JSON.stringify(stack)}`;
  if (stdout !== '') text += `,"stdout":${JSON.stringify(stdout)}`;
  if (stderr !== '') text += `,"stderr":${JSON.stringify(stderr)}`;
  if (warnings.length > 0) text += `,"warnings":${JSON.stringify(warnings)}`;
  if (evidence.length > 0) text += `,"evidence":${JSON.stringify(evidence)}`;
  return text === '' ? '' : `{${text.slice(1)}}`;
};
