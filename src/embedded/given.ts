/** What programs hand over, looked at before it is used. They may be plain JavaScript, which no compiler has read. */
import { z } from 'zod';
import { SandboxError } from '../errors.ts';
import { helpFor, wrong } from '../module/calls/call-fault.ts';

const signal = z.custom<AbortSignal>((value) => value instanceof AbortSignal, 'an AbortSignal').optional();
/** Looked at where they are used: their faults have words there. */
const number = z.custom<number>().optional();

export const scoreAllSchema = z.strictObject({ ordered: z.boolean().optional(), signal });
export const startSchema = z.strictObject({ seed: number, step: number, signal });

/** @throws SandboxError RS101 where something else was given than calls; each is looked at when it is its turn */
export const checkCalls = (calls: unknown): void => {
  if (
    typeof calls === 'object' &&
    calls !== null &&
    (Symbol.asyncIterator in calls || Symbol.iterator in calls)
  )
    return;
  throw wrong('the calls', 'an iterable of calls, such as an array', calls);
};

/** What is wrong with options of `score`, which has none. The second one that `map` hands over is a number. */
export const faultOfOptions = (options: unknown): SandboxError | undefined =>
  typeof options !== 'object' || options === null
    ? undefined
    : new SandboxError('RS101', '`score` takes a call and no options', {
        help: '`signal`, `seed` and `step` are fields of the call: `score({ completion, signal })`',
      });

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
