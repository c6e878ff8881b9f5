/** What programs hand over, looked at before it is used. They may be plain JavaScript, which no compiler has read. */
import { z } from 'zod';
import { nearestName, SandboxError } from '../errors.ts';
import type { Call } from '../module/calls/call.ts';

type Fields = Readonly<Record<string, unknown>>;

const CALL_FIELDS = ['completion', 'kwargs', 'row', 'completionRow', 'seed', 'step', 'signal'];
/** Further fields may be the program's own, but not those that look like one of these. Short names look like too many. */
const LONG_FIELDS = CALL_FIELDS.filter((name) => name.length > 4);

const signal = z.custom<AbortSignal>((value) => value instanceof AbortSignal, 'an AbortSignal').optional();
/** Looked at where they are used: their faults have words there. */
const number = z.custom<number>().optional();

export const scoreAllSchema = z.strictObject({ ordered: z.boolean().optional(), signal });
export const startSchema = z.strictObject({ seed: number, step: number, signal });

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Texts are not shown: they may be long, and said by a model. */
const kindOf = (value: unknown): string => {
  if (typeof value === 'string') return value === '' ? 'an empty string' : 'a string';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  if (typeof value === 'function') return 'a function';
  if (!isObject(value)) return `\`${String(value)}\``;
  const name = value.constructor?.name ?? 'Object';
  return name === 'Object' ? 'an object' : `a ${name}`;
};

const wrong = (what: string, expected: string, got: unknown, help?: string): SandboxError =>
  new SandboxError(
    'RS101',
    `Expected ${what} to be ${expected}, got ${kindOf(got)}`,
    help === undefined ? {} : { help },
  );

/** What is wrong with a call. @param what in words: `a call` */
export const faultOfCall = (call: unknown, what: string): SandboxError | undefined => {
  if (!isObject(call) || call instanceof Promise)
    return wrong(what, 'an object with a `completion`', call, helpFor(call));
  for (const name in call) {
    if (CALL_FIELDS.includes(name)) continue;
    const near = nearestName(name, LONG_FIELDS);
    if (near === undefined || near in call) continue;
    return new SandboxError('RS101', `Unknown field \`${name}\` of ${what}`, {
      help: `did you mean \`${near}\`?`,
    });
  }
  if (call.signal !== undefined && !(call.signal instanceof AbortSignal))
    return wrong(`the \`signal\` of ${what}`, 'an AbortSignal', call.signal);
  return 'row' in call || 'completionRow' in call ? faultOfTexts(call, what) : faultOfValues(call, what);
};

const faultOfTexts = (call: Fields, what: string): SandboxError | undefined => {
  const values = ['completion', 'kwargs'].filter((name) => call[name] !== undefined);
  // With values, what is missing is no field of bytes, but the choice between the two forms.
  const bytes = ['row', 'completionRow'].filter((name) => name in call || values.length === 0);
  for (const name of bytes) {
    if (call[name] instanceof Uint8Array) continue;
    const help =
      typeof call[name] === 'string'
        ? '`Buffer.from(text)` makes bytes'
        : 'values go into `completion` and `kwargs`';
    return wrong(`the \`${name}\` of ${what}`, 'bytes of JSON (a Buffer or Uint8Array)', call[name], help);
  }
  if (values.length === 0) return undefined;
  return new SandboxError(
    'RS101',
    `Expected ${what} to have values or bytes of JSON, got \`${values[0]}\` and \`${bytes[0]}\``,
    {
      help: 'give `completion` and `kwargs`, or `row` and `completionRow`',
    },
  );
};

const isMessage = (value: unknown): boolean => isObject(value) && typeof value.role === 'string';

const faultOfValues = ({ completion, kwargs }: Fields, what: string): SandboxError | undefined => {
  if (typeof completion !== 'string') {
    const field = `the \`completion\` of ${what}`;
    if (!Array.isArray(completion) || completion.length === 0)
      return wrong(field, 'a string, or an array of at least one message', completion, helpFor(completion));
    const bad = completion.findIndex((message) => !isMessage(message));
    if (bad >= 0)
      return wrong(`message ${bad} in ${field}`, 'an object with `role` and `content`', completion[bad]);
  }
  if (kwargs === undefined || (isObject(kwargs) && !(kwargs instanceof Map))) return undefined;
  return wrong(`the \`kwargs\` of ${what}`, 'an object of fields', kwargs, helpFor(kwargs));
};

const helpFor = (value: unknown): string | undefined => {
  if (value instanceof Promise) return '`await` it';
  if (value instanceof Map) return '`Object.fromEntries(map)` makes an object';
  if (value instanceof Uint8Array) return '`bytes.toString()` makes a string of a Buffer';
  return isObject(value) && 'role' in value ? 'put the message into an array' : undefined;
};

/** The calls as they come, each looked at. @throws SandboxError RS101 */
export const lookedAt = (calls: Iterable<Call> | AsyncIterable<Call>): typeof calls => {
  const given: unknown = calls;
  if (typeof given === 'object' && given !== null) {
    if (Symbol.asyncIterator in given) return lookedAtLater(given as AsyncIterable<Call>);
    if (Symbol.iterator in given) return lookedAtNow(given as Iterable<Call>);
  }
  throw wrong('the calls', 'an iterable of calls, such as an array', given);
};

const checked = (call: Call, index: number): Call => {
  const fault = faultOfCall(call, `call ${index}`);
  if (fault !== undefined) throw fault;
  return call;
};

async function* lookedAtLater(calls: AsyncIterable<Call>): AsyncGenerator<Call> {
  let index = 0;
  for await (const call of calls) yield checked(call, index++);
}

/** Not asynchronous itself, which would cost each call more than the look. What reads it awaits promises. */
function* lookedAtNow(calls: Iterable<Call>): Generator<Call> {
  let index = 0;
  for (const call of calls) {
    const at = index++;
    yield call instanceof Promise
      ? (call.then((known: Call) => checked(known, at)) as unknown as Call)
      : checked(call, at);
  }
}

/** What is wrong with the row of an episode where JSON would not say so. */
export const faultOfRow = (row: unknown): SandboxError | undefined =>
  row instanceof Promise || row instanceof Map
    ? wrong("an episode's row", 'an object of fields', row, helpFor(row))
    : undefined;

/** @throws SandboxError RS101 when the path of a module is none */
export const checkPath = (file: unknown, what: string): void => {
  if (typeof file === 'string' && file !== '') return;
  throw wrong(
    `the ${what}`,
    'a path',
    file,
    file instanceof URL ? '`fileURLToPath(url)` makes a path' : undefined,
  );
};
