/** The text of flags → values of options. Every complaint names the flag as it was typed. */
import type { z } from 'zod';
import { nearestName, type SandboxError } from '../../errors.ts';
import { faultOf } from '../../options/fault.ts';
import { FlagError } from '../../options/flag-error.ts';
import {
  flagKey,
  flagName,
  isRepeatable,
  type OptionType,
  type Row,
  type Table,
} from '../../options/rows.ts';
import { SANDBOX } from '../../options/sandbox.ts';
import { countText } from '../../options/schema.ts';
import { parseDuration, parseSize } from '../../options/units.ts';
import { optionError } from '../../options.ts';

/** `loadTimeout` → `--load-timeout`, `level` → `--sandbox`. */
export const flagOf = (option: string): string =>
  flagName(option, (SANDBOX as Table)[option] ?? { type: 'text', help: '' });

const bad = (flag: string, expected: string, value: string, help?: string): SandboxError =>
  new FlagError(
    flag.slice(2),
    `: expected ${expected}, got \`${value}\``,
    help === undefined ? {} : { help },
  );

export const withoutUndefined = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/**
 * Checks options as the library does, in the words of the command line.
 * @throws SandboxError RS101
 */
export const checkOptions = (schema: z.ZodObject, values: Readonly<Record<string, unknown>>): void => {
  const fault = faultOf(schema, values);
  if (fault === undefined) return;
  const [option, position] = fault.path;
  if (fault.kind === 'unknown' || option === undefined) throw optionError(fault, Object.keys(schema.shape));
  const given = values[String(option)];
  const value = String(Array.isArray(given) && typeof position === 'number' ? given[position] : given);
  const near = nearestName(value, fault.choices);
  throw bad(
    flagOf(String(option)),
    fault.expected,
    value,
    near === undefined ? undefined : `did you mean \`${near}\`?`,
  );
};

/** @throws SandboxError RS101 */
export const wholeNumber = (
  flag: string,
  text: string | undefined,
  least: number,
  most: number,
): number | undefined => {
  if (text === undefined) return undefined;
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw bad(flag, countText(least, most), text);
};

/**
 * A number, or null for none.
 * @throws SandboxError RS101
 */
export const policy = (flag: string, text: string | undefined, other = ''): number | null | undefined => {
  if (text === undefined || text === 'null') return text === undefined ? undefined : null;
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(number)) return number;
  throw bad(flag, `a number${other}, or \`null\` for none`, text);
};

export interface Unit {
  parse: (text: string) => number | undefined;
  expected: string;
  /** What people write instead → what they mean. */
  meant: readonly (readonly [RegExp, string])[];
  /** Which of them can mean nothing else, and are taken. */
  plain: RegExp;
}

export const DURATION: Unit = {
  parse: parseDuration,
  expected: 'a duration such as `500ms`, `2s` or `5m`',
  meant: [
    [/^(sec|secs|seconds?)?$/i, 's'],
    [/^(min|mins|minutes?)$/i, 'm'],
    [/^(hours?|hrs?)$/i, 'h'],
    [/^(millis|milliseconds?)$/i, 'ms'],
  ],
  plain: /^(sec|min|h)?$/,
};

export const SIZE: Unit = {
  parse: parseSize,
  expected: 'a size such as `64KiB`, `256MiB` or `1GiB`',
  meant: [
    [/^ki?b?$/i, 'KiB'],
    [/^(mi?b?)?$/i, 'MiB'],
    [/^gi?b?$/i, 'GiB'],
  ],
  plain: /^[KMG]i?$/i,
};

/** Also takes `512M`, and `5` for seconds, as `timeout` and `sleep` do. Not `512`, nor `512MB`, which may be 512,000,000. */
export const withUnit = (flag: string, text: string | undefined, unit: Unit): string | undefined => {
  if (text === undefined || unit.parse(text) !== undefined) return text;
  const [, number, letters] = /^(\d+(?:\.\d+)?) *([a-zA-Z]*)$/.exec(text) ?? [];
  const meant =
    letters === undefined ? undefined : unit.meant.find(([pattern]) => pattern.test(letters))?.[1];
  if (meant !== undefined && unit.plain.test(letters ?? 'x')) return `${number}${meant}`;
  throw bad(
    flag,
    unit.expected,
    text,
    meant === undefined ? undefined : `did you mean \`${number}${meant}\`?`,
  );
};

type Reader = (flag: string, text: string, row: Row) => unknown;

/** What is not here is taken as it is, and looked at by the schema. */
const READERS: Partial<Record<OptionType, Reader>> = {
  duration: (flag, text) => withUnit(flag, text, DURATION),
  size: (flag, text) => withUnit(flag, text, SIZE),
  count: (flag, text, { min = 0, max = Number.MAX_SAFE_INTEGER }) => wholeNumber(flag, text, min, max),
  choice: (flag, text, { values = [] }) =>
    values.some((value) => typeof value === 'number') ? wholeNumber(flag, text, 0, 999) : text,
  reward: (flag, text) => policy(flag, text),
  rewardOrKeep: (flag, text) => (text === 'keep' ? text : policy(flag, text, ', `keep`')),
};

/**
 * The options of a table from the flags that were given; absent flags are left out.
 * @throws SandboxError RS101
 */
export const optionsOf = (table: Table, flags: object): Record<string, unknown> => {
  const given = Object.entries(table).map(([name, row]) => {
    const value: unknown = Reflect.get(flags, flagKey(name, row));
    const read = READERS[row.type];
    if (typeof value !== 'string' || isRepeatable(row) || read === undefined) return [name, value];
    return [name, read(flagName(name, row), value, row)];
  });
  return withoutUndefined(Object.fromEntries(given));
};
