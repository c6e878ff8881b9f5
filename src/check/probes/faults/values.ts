/** Values that the answer of a row should not have, and texts that deserve nothing: what faults are injected with. */
import { pairsIn } from '../../answers/programs/test-pairs.ts';
import type { Wrapper } from '../../calibration.ts';
import { jsonValue } from '../../lists.ts';

/** A value in the place of the answer, as JSON text; undefined: the field is left out. */
export interface Fault {
  /** `empty`, for people: where the answer is it. */
  name: string;
  rule: 'A19' | 'A20' | 'C07';
  text: string | undefined;
  /** An empty answer would be right by plain comparison. */
  isEmpty: boolean;
}

/** The value with every list in it emptied, however deep. */
const emptied = (value: unknown): unknown => {
  if (Array.isArray(value)) return [];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, emptied(each)]));
};

/** Faults for a value of this kind, as JSON text. `isTests`: it holds tests, not an answer. */
export const faultsOf = (text: string, isTests: boolean): Fault[] => {
  const value = jsonValue(text);
  const inner = typeof value === 'string' ? jsonValue(value) : value;
  const isNested = typeof inner === 'object' && inner !== null && !Array.isArray(value);
  const none = JSON.stringify(emptied(inner));
  const all: readonly (readonly [name: string, text: string | undefined, isRead?: boolean])[] = [
    ['an empty text', '""'],
    ['white space', '"   "'],
    ['an empty list', '[]'],
    ...(isNested ? [['empty inside', typeof value === 'string' ? JSON.stringify(none) : none] as const] : []),
    ['null', 'null', true],
    ['missing', undefined],
    ['unreadable', typeof value === 'string' ? JSON.stringify('\\frac{?}{') : '"not known"', true],
    ['NaN', 'NaN', true],
  ];
  return all
    .filter(([name]) => !(isTests && /unreadable|NaN/.test(name)))
    .map(([name, fault, isRead = false]) => ({
      name,
      rule: isTests ? 'C07' : /unreadable|NaN/.test(name) ? 'A20' : 'A19',
      text: fault,
      isEmpty: !isRead,
    }));
};

/** Whether a row has such a value by itself: `undefined` is a field that is missing. */
export const isFaulty = (text: string | undefined): boolean => {
  if (text === undefined || text === 'null' || text === 'NaN') return true;
  const value = jsonValue(text);
  if (typeof value === 'string') {
    const inner = /^\s*[[{]/.test(value) ? jsonValue(value) : undefined;
    return value.trim() === '' || (typeof inner === 'object' && inner !== null && hasNothing(inner));
  }
  return typeof value === 'object' && value !== null && (hasNothing(value) || expectsNothing(text));
};

/** Whether there are tests, none of which says what it expects. */
export const expectsNothing = (text: string | undefined): boolean => {
  const value = text === undefined ? undefined : jsonValue(text);
  if (!Array.isArray(value) || value.length === 0) return false;
  const pairs = pairsIn(value);
  const expected = pairs.length === value.length ? pairs.map((pair) => pair.expected) : (value as unknown[]);
  return expected.every((each) => each === null || (typeof each === 'string' && each.trim() === ''));
};

const hasNothing = (value: object): boolean =>
  Object.values(value).every((each) => Array.isArray(each) && each.length === 0);

/** Whether a value is one that `if answer` takes for none: 0, 0.0, False. */
export const isFalsy = (text: string | undefined): boolean =>
  text !== undefined && /^(?:-?0(?:\.0+)?|false)$/.test(text);

/** A text that answers nothing. */
export interface Junk {
  completion: string;
  /** Says nothing at all: right by plain comparison where the answer is empty. */
  isEmpty: boolean;
}

/** Junk in every form that could be read as an answer. */
export const junkOf = (wrappers: readonly Wrapper[], program: string | null): Junk[] =>
  [
    ...wrappers.flatMap(({ wrap }) =>
      program === null ? [wrap('zzqx'), wrap('918273'), wrap('')] : [wrap(program)],
    ),
    'I do not know.',
    '',
  ].map((completion) => ({
    completion,
    isEmpty: completion === '' || (program === null && wrappers.some(({ wrap }) => completion === wrap(''))),
  }));
