/**
 * Outcomes as JSON text, the same wherever one is written.
 *
 * Integers beyond 2^53 keep the digits that Python gave them. Floats of that size are written with an exponent:
 * as `9223372036854776000` Python would read another number.
 */
import { randomUUID } from 'node:crypto';
import type { Outcome } from './outcome.ts';

/** In front of what is to be written without quotes. Random, so that no text of a module looks like it. */
const MARK = `number:${randomUUID()}:`;
const MARKED = new RegExp(`"${MARK}([^"]+)"`, 'g');
/** Most processes never meet such a number, and their texts need not be searched. */
let isMarked = false;

/** JSON text of fields that hold what `valuesOf`, `rowFields` or `exact` gave. */
export const toJson = (value: unknown): string => unmarked(JSON.stringify(value));

/** The same for people, and for figures: every large number in it is a float. */
export const toIndentedJson = (value: unknown): string =>
  unmarked(JSON.stringify(value, (_key, each: unknown) => exact(each), 2));

const unmarked = (text: string): string => (isMarked ? text.replace(MARKED, '$1') : text);

/** One outcome as it stands in rows and answers. */
export const outcomeJson = (outcome: Outcome): string => toJson(rowFields(outcome));

/** What `toJson` writes as this number. @param digits the integer that it was in Python */
export const exact = <Value>(value: Value, digits?: string): Value | string => {
  if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  isMarked = true;
  return MARK + (digits !== undefined && Number(digits) === value ? digits : value.toExponential());
};

/** Reward and info for `toJson`. */
export const valuesOf = ({
  reward,
  info,
  digits,
}: Pick<Outcome, 'reward' | 'info' | 'digits'>): {
  reward: number | string | null;
  info: Record<string, number | string>;
} => ({ reward: exact(reward, digits?.reward), info: hasLarge(info) ? exactInfo(info, digits?.info) : info });

const hasLarge = (info: Outcome['info']): boolean => {
  for (const key in info) {
    const value = info[key];
    if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) return true;
  }
  return false;
};

// fromEntries makes properties of its own, also of a key named `__proto__`.
const exactInfo = (info: Outcome['info'], digits: Readonly<Record<string, string>> = {}): Outcome['info'] =>
  Object.fromEntries(
    Object.entries(info).map(([key, value]) => [
      key,
      exact(value, Object.hasOwn(digits, key) ? digits[key] : undefined),
    ]),
  );

/** The fields of an outcome that stand behind status, reward and info, in the order of the rows. */
export const measuresOf = (outcome: Outcome) => ({
  duration_ms: outcome.duration_ms,
  queue_ms: outcome.queue_ms,
  cpu_ms: outcome.cpu_ms,
  max_rss_bytes: outcome.max_rss_bytes,
  error: outcome.error,
  stack: outcome.stack,
  stdout: outcome.stdout,
  stderr: outcome.stderr,
  warnings: rowWarnings(outcome),
  evidence: outcome.evidence,
  fresh: outcome.fresh,
  level: outcome.level,
  version: outcome.version,
});

/** The fields of a result row (docs/files.md), in its order, and no other. */
export const rowFields = (outcome: Outcome) => ({
  status: outcome.status,
  ...valuesOf(outcome),
  ...measuresOf(outcome),
});

/** JSON has no NaN: such a value is written as null, and the row says so. */
const rowWarnings = ({ info, warnings }: Outcome): string[] => {
  const names = Object.keys(info).filter(
    (name) => typeof info[name] === 'number' && !Number.isFinite(info[name]),
  );
  if (names.length === 0) return warnings;
  return [...warnings, ...names.map((name) => `info \`${name}\` was ${info[name]}, written as null`)];
};
