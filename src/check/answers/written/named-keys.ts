/** Columns in the places of keys that a prompt only names: `reply as JSON with "total" and "sources"`, for `amount` and `evidence`. */
import type { CheckRow } from '../../subject/subject.ts';
import type { ExampleForm } from './example-columns.ts';

const MOST_FORMS = 12;
const LEAST_COLUMNS = 2;
const MOST_COLUMNS = 6;
const MOST_KEYS = 4;
const REMARK = 'I worked this out from what is given.';

/** Keys of an object that a prompt names in quotes behind the word JSON, where it shows none. */
export const namedKeys = (prompt: string): string[] => {
  if (/["'`][A-Za-z_]\w{0,30}["'`]\s*:/.test(prompt)) return [];
  const said = /\bjson\b[^.\n]{0,240}/i.exec(prompt)?.[0] ?? '';
  return [...new Set([...said.matchAll(/["'`]([A-Za-z_]\w{0,30})["'`]/g)].map(([, key = '']) => key))];
};

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** All ways to put columns in the places of named keys; those that use most columns first. */
export const namedKeysOf = (row: CheckRow): ExampleForm[] => {
  const keys = namedKeys(row.prompt);
  const own = Object.keys(row.fields).filter((name) => name !== 'prompt' && row.fields[name] !== null);
  const isFew = own.length >= LEAST_COLUMNS && own.length <= MOST_COLUMNS;
  if (keys.length < LEAST_COLUMNS || keys.length > MOST_KEYS || !isFew) return [];
  const sameName = (key: string): string | undefined =>
    own.find((name) => plainName(name) === plainName(key));
  const taken = keys.map(sameName);
  // Where all are called the same, columns as one object are that.
  if (!taken.includes(undefined) && taken.every((name, at) => name === keys[at])) return [];
  const free = own.filter((name) => !taken.includes(name));
  let ways: (readonly (string | undefined)[])[] = [[]];
  for (const [at] of keys.entries()) {
    const fixed = taken[at];
    ways = ways.flatMap((way) =>
      (fixed !== undefined ? [fixed] : [...free.filter((name) => !way.includes(name)), undefined]).map(
        (name) => [...way, name],
      ),
    );
  }
  const count = (way: readonly (string | undefined)[]): number =>
    way.filter((name) => name !== undefined).length;
  return ways
    .filter((way) => count(way) >= LEAST_COLUMNS)
    .sort((one, other) => count(other) - count(one))
    .slice(0, MOST_FORMS)
    .map((way) => formOf(row, keys, way));
};

const formOf = (
  row: CheckRow,
  keys: readonly string[],
  way: readonly (string | undefined)[],
): ExampleForm => ({
  name: `as an object, with ${keys.map((key, at) => `${key}: ${way[at] ?? '…'}`).join(', ')}`,
  columns: way.filter((name) => name !== undefined),
  write(values) {
    const parts = keys.map((key, at) => {
      const column = way[at];
      const value = column === undefined ? REMARK : values[column];
      // Numbers come as the row has them: `1.50` stays that.
      const isNumber = column !== undefined && typeof row.fields[column] === 'number';
      const text =
        isNumber && /^-?\d+(?:\.\d+)?$/.test(String(value)) ? String(value) : JSON.stringify(value);
      return text === undefined ? undefined : `${JSON.stringify(key)}: ${text}`;
    });
    return parts.includes(undefined) ? undefined : `{${parts.join(', ')}}`;
  },
});
