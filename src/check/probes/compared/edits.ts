/** Right answers with one change, each of which makes them wrong: what a comparison that is no equality does not see. */
import { meaningOf } from '../../answers/meaning.ts';

/** A change: the wrong value, and one that shows that a sound function would see the difference. */
export interface Edit {
  value: unknown;
  /** Paid in full as well, the change says nothing: where the order does not matter, another order does not either. */
  control?: unknown;
}

/** @param others right answers of other rows: where wrong parts come from */
export type MakeEdit = (value: unknown, others: readonly unknown[]) => Edit | null;

const LEAST_WORDS = 5;

const same = (one: unknown, other: unknown): boolean => meaningOf(one) === meaningOf(other);

const listOf = (value: unknown, least: number): readonly unknown[] | null =>
  Array.isArray(value) && value.length >= least ? value : null;

const objectOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;

const isDistinct = (list: readonly unknown[]): boolean => new Set(list.map(meaningOf)).size === list.length;
const rotated = <T>(list: readonly T[]): T[] => [...list.slice(1), ...list.slice(0, 1)];

/** An element of another row's answer that this one has not. */
const strange = (list: readonly unknown[], others: readonly unknown[]): unknown => {
  const kind = typeof list[0];
  return others
    .flatMap((other) => (Array.isArray(other) ? other : []))
    .find((each) => typeof each === kind && !list.some((own) => same(own, each)));
};

/** The largest becomes the smallest, and so on: as far from right as numbers in these bounds can be. */
const flippedNumbers = (numbers: readonly unknown[]): number[] | null => {
  if (numbers.length < 3 || !numbers.every((each) => typeof each === 'number')) return null;
  const sum = Math.max(...numbers) + Math.min(...numbers);
  const flipped = numbers.map((each) => Number((sum - each).toPrecision(12)));
  const inOrder = (list: readonly number[]): string => [...list].sort((one, other) => one - other).join();
  // The same numbers in another order may be the same answer.
  const isSame = inOrder(flipped) === inOrder(numbers) && !isDistinct(numbers);
  return isSame || flipped.every((each, at) => each === numbers[at]) ? null : flipped;
};

export const flipped: MakeEdit = (value) => {
  const list = listOf(value, 3);
  if (list !== null) {
    const numbers = flippedNumbers(list);
    return numbers === null ? null : { value: numbers, control: rotated(list) };
  }
  const object = objectOf(value);
  if (object === null) return null;
  const names = Object.keys(object);
  const values = Object.values(object);
  const numbers = flippedNumbers(values);
  const named = (all: readonly unknown[]): unknown =>
    Object.fromEntries(names.map((name, at) => [name, all[at]]));
  return numbers === null ? null : { value: named(numbers), control: named(rotated(values)) };
};

export const backwards: MakeEdit = (value) => {
  const list = listOf(value, 4);
  return list === null || !isDistinct(list) ? null : { value: list.toReversed(), control: rotated(list) };
};

export const withoutLast: MakeEdit = (value) => {
  const list = listOf(value, 2);
  return list === null ? null : { value: list.slice(0, -1) };
};

export const withoutFirst: MakeEdit = (value) => {
  const list = listOf(value, 2);
  return list === null ? null : { value: list.slice(1) };
};

export const withOneMore: MakeEdit = (value, others) => {
  const list = listOf(value, 1);
  const more = list === null ? undefined : strange(list, others);
  return list === null || more === undefined ? null : { value: [...list, more] };
};

const changedAt =
  (place: number): MakeEdit =>
  (value, others) => {
    const list = listOf(value, 2);
    const wrong = list === null ? undefined : strange(list, others);
    return list === null || wrong === undefined ? null : { value: list.with(place, wrong) };
  };
export const firstChanged = changedAt(0);
export const lastChanged = changedAt(-1);

export const withoutKey: MakeEdit = (value) => {
  const object = objectOf(value);
  const entries = object === null ? [] : Object.entries(object);
  return entries.length < 2 ? null : { value: Object.fromEntries(entries.slice(0, -1)) };
};

export const keyChanged: MakeEdit = (value, others) => {
  const object = objectOf(value);
  const [name, own] = object === null ? [] : (Object.entries(object).at(-1) ?? []);
  if (object === null || name === undefined || Object.keys(object).length < 2) return null;
  const wrong = others
    .map((other) => objectOf(other)?.[name])
    .find((each) => !isNone(each) && !same(each, own));
  return wrong === undefined ? null : { value: { ...object, [name]: wrong } };
};

const isNone = (value: unknown): boolean => value === undefined || value === null;

const numeralOf = (value: unknown): RegExpExecArray | null =>
  /^(-?)([1-9]\d*)(?:\.(\d+))?$/.exec(
    typeof value === 'string' || typeof value === 'number' ? `${value}` : '',
  );

/** The same digits, and the point elsewhere: ten times too much, or a tenth or less. */
export const pointMoved: MakeEdit = (value) => {
  const numeral = numeralOf(value);
  if (numeral === null) return null;
  const [, sign = '', whole = '', places = ''] = numeral;
  const digits = whole + places;
  // Behind three digits that follow it a point may stand between thousands.
  const at = places === '' ? (whole.length === 4 ? 2 : 1) : whole.length + 1;
  const moved = `${sign}${digits.slice(0, at)}${at < digits.length ? '.' : ''}${digits.slice(at)}`;
  return digits.length < 2 || Number(moved) === Number(value) ? null : { value: moved };
};

export const signChanged: MakeEdit = (value, others) => {
  const isNegative = (each: unknown): boolean => numeralOf(each)?.[1] === '-';
  const numeral = numeralOf(value);
  // Where no answer has a sign, nobody has to read one.
  if (numeral === null || ![value, ...others].some(isNegative)) return null;
  return { value: isNegative(value) ? `${value}`.slice(1) : `-${value}` };
};

const BETWEEN = /\s*(?:->|→|=>|[>|;,\n])\s*/;

/** A way from one thing to the next that goes so often from the second back to the first: as a list, or as a text with signs between. */
export const thereAndBack = (value: unknown, times: number): unknown => {
  const between = typeof value === 'string' ? BETWEEN.exec(value)?.[0] : undefined;
  const steps = typeof value === 'string' && between !== undefined ? value.split(between) : value;
  if (!Array.isArray(steps) || steps.length < 2 || !isDistinct(steps)) return null;
  const longer = [...Array(times).fill(steps.slice(0, 2)).flat(), ...steps.slice(2)];
  return between === undefined ? longer : longer.join(between);
};

/** The words of a text; null where it is none: a list, a number, a program. */
const wordsOf = (value: unknown): string[] | null => {
  const words = typeof value === 'string' && !/[\n{}[\]<>=|\\]/.test(value) ? value.trim().split(/\s+/) : [];
  const letters = words.filter((word) => /^\p{L}[\p{L}'’-]*[.,;:!?]?$/u.test(word));
  const isText =
    letters.length >= 0.8 * words.length &&
    words.filter((word) => /[,;]$/.test(word)).length <= words.length / 3;
  return words.length >= LEAST_WORDS && isText ? words : null;
};

const ofWords =
  (change: (words: readonly string[]) => readonly string[]): MakeEdit =>
  (value) => {
    const words = wordsOf(value);
    const changed = words === null ? [] : change(words);
    return words === null || changed.join(' ') === words.join(' ') ? null : { value: changed.join(' ') };
  };

export const fewWords = ofWords((words) => words.slice(0, 3));
export const halfOfWords = ofWords((words) => words.slice(0, Math.ceil(words.length / 2)));
export const wordsBackwards = ofWords((words) => words.toReversed());
export const wordsTwice = ofWords((words) => [...words, ...words, ...words]);
