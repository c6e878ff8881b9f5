/** Finds an expression of given numbers that makes a target: the honest answer of a family of puzzles without one. */
import type { CheckRow } from '../../subject/subject.ts';
import type { Form } from './answer-forms.ts';

/** Beyond so many numbers the search takes too long. */
const MOST_NUMBERS = 6;
/** Pairs that are combined before it is given up. */
const MOST_STEPS = 200_000;

interface Term {
  value: number;
  text: string;
}

/** An expression that uses each number once, with `+ - * /` and brackets, and makes the target; undefined: none. */
export const expressionFor = (numbers: readonly number[], target: number): string | undefined => {
  let steps = MOST_STEPS;
  const search = (terms: readonly Term[]): string | undefined => {
    if (terms.length === 1) {
      const [only] = terms;
      return only !== undefined && Math.abs(only.value - target) < 1e-9 ? only.text : undefined;
    }
    for (const [at, one] of terms.entries()) {
      for (const [other, two] of terms.entries()) {
        if (at === other) continue;
        const rest = terms.filter((_, index) => index !== at && index !== other);
        for (const joined of combined(one, two, at < other)) {
          if (steps-- <= 0) return undefined;
          const found = search([...rest, joined]);
          if (found !== undefined) return found;
        }
      }
    }
    return undefined;
  };
  return search(numbers.map((value) => ({ value, text: String(value) })));
};

/** @param ordered sums and products are the same both ways: only one of them is looked at */
const combined = (one: Term, two: Term, ordered: boolean): Term[] => {
  const joined = (sign: string, value: number): Term => ({
    value,
    text: `(${one.text} ${sign} ${two.text})`,
  });
  const terms = [joined('-', one.value - two.value)];
  if (ordered) terms.push(joined('+', one.value + two.value), joined('*', one.value * two.value));
  if (two.value !== 0 && Number.isInteger(one.value / two.value))
    terms.push(joined('/', one.value / two.value));
  return terms;
};

/** Expressions of each list of numbers of a row that make each number of it. */
export const solutionsOf = (row: CheckRow): Form[] => {
  const entries = Object.entries(row.fields);
  const lists = entries.filter(
    (entry): entry is [string, number[]] =>
      Array.isArray(entry[1]) &&
      entry[1].length > 1 &&
      entry[1].length <= MOST_NUMBERS &&
      entry[1].every((each) => typeof each === 'number'),
  );
  const targets = entries.flatMap(([name, value]) => {
    const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
    return typeof number === 'number' ? [[name, number] as const] : [];
  });
  return lists.flatMap(([list, numbers]) =>
    targets.flatMap(([field, target]) => {
      const found = expressionFor(numbers, target);
      if (found === undefined) return [];
      const answer = found.startsWith('(') ? found.slice(1, -1) : found;
      return [{ key: `expression of ${list} for ${field}`, field, path: [], answer }];
    }),
  );
};
