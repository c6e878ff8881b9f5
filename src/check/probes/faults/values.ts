/** Values that the answer of a row should not have, and texts that deserve nothing. */
import { pairsIn } from '../../answers/programs/test-pairs.ts';
import type { Wrapper } from '../../calibration.ts';
import { jsonValue } from '../../lists.ts';

/** Whether an answer is missing: `undefined` is a field that is. */
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
