/** What is wrong with a call of a program. It may be plain JavaScript, which no compiler has read. */
import { nearestName, SandboxError } from '../../errors.ts';

type Fields = Readonly<Record<string, unknown>>;

const CALL_FIELDS = ['completion', 'kwargs', 'row', 'completionRow', 'seed', 'step', 'signal'];
/** Further fields may be the program's own, but not those that look like one of these. Short names look like too many. */
const LONG_FIELDS = CALL_FIELDS.filter((name) => name.length > 4);

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

/** What was expected, and what came. */
export const wrong = (what: string, expected: string, got: unknown, help?: string): SandboxError =>
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
  const { row, completionRow, completion, kwargs } = call;
  const isText = row instanceof Uint8Array && completionRow instanceof Uint8Array;
  if (isText && completion === undefined && kwargs === undefined) return undefined; // nearly all, without a list made
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

export const helpFor = (value: unknown): string | undefined => {
  if (value instanceof Promise) return '`await` it';
  if (value instanceof Map) return '`Object.fromEntries(map)` makes an object';
  if (value instanceof Uint8Array) return '`bytes.toString()` makes a string of a Buffer';
  return isObject(value) && 'role' in value ? 'put the message into an array' : undefined;
};
