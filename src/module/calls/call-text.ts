/** Turns a call into the JSON texts that go on the wire, and refuses what cannot go there. */
import { SandboxError } from '../../errors.ts';
import type { Call, CallText, ValueCall } from './call.ts';
import { faultOfCall } from './call-fault.ts';

/** Bytes of one call's row; for its completion there is an option. */
export const MAX_ROW_BYTES = 256 * 2 ** 20;
/** Whatever the option says: a call must fit into a frame. */
const MAX_COMPLETION_BYTES = 1024 * 2 ** 20;

/** Bytes that JSON takes for a character, or for a byte of UTF-8, at most: `\u0000`. */
const MOST_ESCAPED = 6;
/** What takes two. */
const SHORT_ESCAPES = new Set(Buffer.from('"\\\b\t\n\f\r'));

/** Bytes of the JSON of a text. It is not made: no string may be as long as that of a text that is far too large. */
const jsonSizeOf = (text: Uint8Array | string): number => {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  let size = bytes.length + 2;
  for (const byte of bytes) {
    if (SHORT_ESCAPES.has(byte)) size += 1;
    else if (byte < 0x20) size += MOST_ESCAPED - 1;
  }
  return size;
};

/** What is wrong with a completion that is larger than it may be; undefined when it is not. */
export const completionTooLarge = (text: CallText, limit: number): string | undefined => {
  const most = Math.min(limit, MAX_COMPLETION_BYTES);
  const { completion } = text;
  const isText = typeof completion === 'string' || text.completionIsText === true;
  const isSurelySmall = isText && completion.length * MOST_ESCAPED + 2 <= most;
  if (isSurelySmall) return undefined;
  const length = isText ? jsonSizeOf(completion) : completion.length;
  return length <= most
    ? undefined
    : `the completion has ${length} bytes of JSON, more than the limit of ${most}: raise --max-completion (maxCompletion)`;
};

/** What is wrong with a row that is larger than it may be; undefined when it is not. */
export const rowTooLarge = ({ row }: CallText): SandboxError | undefined =>
  row.length <= MAX_ROW_BYTES
    ? undefined
    : new SandboxError(
        'RS101',
        `The row of a call has ${row.length} bytes; at most ${MAX_ROW_BYTES} are allowed`,
      );

/**
 * @param index where the call stands among several; null: it is the only one
 * @throws SandboxError RS101 when it is no call, a value has no JSON form (a cycle, a bigint), the row is larger than
 *   MAX_ROW_BYTES, or its seed or step is no non-negative integer.
 */
export const callText = (call: Call, index: number | null = null): CallText => {
  const fault = faultOfCall(call, 'a call');
  if (fault !== undefined) throw index === null ? fault : faultOfCall(call, `call ${index}`);
  const text: CallText =
    'row' in call
      ? { row: call.row, completion: call.completionRow, completionIsRow: true, seed: call.seed }
      : valueText(call);
  const tooLarge = rowTooLarge(text);
  if (tooLarge !== undefined) throw tooLarge;
  checkNumber(call.seed, "a call's `seed`");
  checkNumber(call.step, "a call's `step`");
  return text;
};

/** JSON text of the completion. */
export const saidOf = ({ completion, completionIsRow, completionIsText }: CallText): Buffer => {
  if (typeof completion === 'string') return Buffer.from(JSON.stringify(completion));
  const text = Buffer.from(completion.buffer, completion.byteOffset, completion.byteLength);
  if (completionIsText === true) return Buffer.from(JSON.stringify(text.toString()));
  if (!completionIsRow) return text;
  return Buffer.from(
    JSON.stringify((JSON.parse(text.toString()) as { completion?: unknown }).completion ?? null),
  );
};

/** A seed, or a training step. @throws SandboxError RS101 when it is none */
export const checkNumber = (given: number | undefined, what: string): void => {
  if (given === undefined || (Number.isSafeInteger(given) && given >= 0)) return;
  throw new SandboxError('RS101', `Expected ${what} to be a non-negative integer, got \`${given}\``);
};

const EMPTY_ROW = Buffer.from('{}');

const valueText = ({ completion, kwargs, seed }: ValueCall): CallText => ({
  row: kwargs === undefined ? EMPTY_ROW : jsonText(kwargs, "The call's `kwargs`"),
  completion:
    typeof completion === 'string' && completion.isWellFormed()
      ? completion
      : jsonText(completion, "The call's `completion`"),
  completionIsRow: false,
  seed,
});

/**
 * The JSON text of a value. Lone surrogates become escapes, so that every string survives UTF-8.
 * @param what the value in words, at the beginning of a sentence
 * @throws SandboxError RS101 when JSON would not say the same
 */
export const jsonText = (value: unknown, what: string): Buffer => {
  try {
    refuseUnfaithful(value);
    return Buffer.from(JSON.stringify(value));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    throw new SandboxError('RS101', `${what} has no JSON form: ${reason}`, { cause });
  }
};

/** Refuses what JSON.stringify would quietly turn into something else. @throws Error */
const refuseUnfaithful = (value: unknown): void => {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`${value} is not JSON`);
  } else if (typeof value === 'function' || typeof value === 'symbol') {
    throw new Error(`a ${typeof value} is not JSON`);
  } else if (Array.isArray(value)) {
    for (const item of value) refuseUnfaithful(item);
  } else if (typeof value === 'object' && value !== null && !('toJSON' in value)) {
    if (ArrayBuffer.isView(value) || value instanceof Map || value instanceof Set) {
      throw new Error(`a ${value.constructor.name} is not JSON; make an array of it`);
    }
    for (const item of Object.values(value)) refuseUnfaithful(item);
  }
};
