/** Where in a field the answer may stand: lists and objects inside of it, and of an object that says more the part that is asked for. */
import { escapedPattern } from '../../lists.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { insideOf } from '../inside.ts';
import { isObject } from '../meaning.ts';

export interface AnswerPlace {
  path: readonly string[];
  /** For people: keys that lead there, and which of its keys are meant. */
  name: string;
  value: unknown;
  /** What is meant of another value at this place. */
  pick(value: unknown): unknown;
}

const MOST_PLACES = 8;
/** One key of an object is a field of its own. */
const LEAST_KEYS = 2;

const isNamed = (prompt: string, key: string): boolean => {
  const escaped = escapedPattern(key);
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, 'iu').test(prompt);
};

/** Places in a field that hold several values, the field itself first; `value` is what it is, or what its text stands for. */
export const answerPlaces = (row: CheckRow, field: string, value: unknown): AnswerPlace[] => {
  const inner = insideOf(row).filter((each) => each.field === field && each.path.length > 0);
  return [{ path: [] as readonly string[], value }, ...inner]
    .filter((place) => typeof place.value === 'object' && place.value !== null)
    .slice(0, MOST_PLACES)
    .flatMap(({ path, value: own }): AnswerPlace[] => {
      const name = [field, ...path].join('.');
      const whole = { path, name, value: own, pick: (each: unknown) => each };
      const part = isObject(own) ? partOf(row, own) : undefined;
      return part === undefined
        ? [whole]
        : [
            whole,
            { path, name: `${name} (${part.keys.join(', ')})`, value: part.pick(own), pick: part.pick },
          ];
    });
};

/** The keys that the prompt names, where these are some of several. */
const partOf = (
  { prompt }: CheckRow,
  value: Readonly<Record<string, unknown>>,
): { keys: string[]; pick(value: unknown): unknown } | undefined => {
  const keys = Object.keys(value).filter((key) => isNamed(prompt, key));
  if (keys.length < LEAST_KEYS || keys.length === Object.keys(value).length) return undefined;
  const pick = (each: unknown): unknown =>
    isObject(each) && keys.every((key) => key in each)
      ? Object.fromEntries(keys.map((key) => [key, each[key]]))
      : each;
  return { keys, pick };
};
