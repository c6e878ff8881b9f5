/** Fields of rows by their path (`state.target`), and other values in their place. */
import { isObject } from '../../answers/meaning.ts';
import { unique } from '../../lists.ts';
import type { Random } from '../../random.ts';
import type { CheckRow } from '../../subject/subject.ts';

const UNTOLD = new Set(['prompt', 'id']);
const MOST_DEPTH = 3;
const MOST_FIELDS = 32;

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Paths of all fields, those inside of objects after the objects: lists are one value. */
export const pathsOf = (row: CheckRow): string[] => {
  const inside = (value: unknown, path: string, depth: number): string[] => [
    path,
    ...(isObject(value) && depth < MOST_DEPTH
      ? Object.entries(value)
          .slice(0, 12)
          .flatMap(([key, inner]) => inside(inner, `${path}.${key}`, depth + 1))
      : []),
  ];
  return Object.entries(row.fields)
    .flatMap(([name, value]) => (UNTOLD.has(name) ? [] : inside(value, name, 0)))
    .slice(0, MOST_FIELDS);
};

/** A name that has a dot itself is taken before a path. */
const partsOf = (row: CheckRow, path: string): string[] => (path in row.fields ? [path] : path.split('.'));

export const valueAt = (row: CheckRow, path: string): unknown =>
  partsOf(row, path).reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    row.fields,
  );

/** The value of a field as it is said: a list or an object by its first scalar would not be an answer. */
export const ownValue = (row: CheckRow, path: string): unknown => {
  const value = valueAt(row, path);
  return isScalar(value) ? value : undefined;
};

/** Its own name, without those of the objects that it is in. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

const textAt = (row: CheckRow, path: string): string | undefined => {
  if (path in row.texts) return row.texts[path];
  const value = valueAt(row, path);
  return value === undefined ? undefined : JSON.stringify(value);
};

/** Which field of the row to replace, and by what JSON text, to have another value at a path. */
export const changeOf = (row: CheckRow, path: string, text: string): Record<string, string> => {
  const [top, ...rest] = partsOf(row, path) as [string, ...string[]];
  if (rest.length === 0) return { [top]: text };
  const put = (value: unknown, [key, ...more]: readonly string[]): unknown =>
    key === undefined
      ? (JSON.parse(text) as unknown)
      : { ...(isObject(value) ? value : {}), [key]: put(isObject(value) ? value[key] : undefined, more) };
  return { [top]: JSON.stringify(put(row.fields[top], rest)) };
};

/** Another row's value in the place of this one's, as JSON text; several, none like the row's own. */
export const decoysOf = (
  row: CheckRow,
  rows: readonly CheckRow[],
  path: string,
  random: Random,
): string[] => {
  const own = textAt(row, path);
  const others = [...new Set(rows.map((other) => textAt(other, path)))].filter(
    (text): text is string => text !== undefined && text !== own,
  );
  return random.for(`${row.line} ${path}`).sample(others, 2);
};

export const otherValue = (row: CheckRow, rows: readonly CheckRow[], path: string): unknown => {
  const own = ownValue(row, path);
  const other = rows
    .map((each) => ownValue(each, path))
    .find((value) => value !== undefined && value !== own);
  if (other !== undefined) return other;
  if (typeof own === 'number') return own + 1;
  if (typeof own === 'boolean') return !own;
  return typeof own === 'string' ? `not ${own}` : undefined;
};

/** Whether a text has a value in it that is no part of another word or number. */
export const says = (text: string, value: unknown): boolean => {
  const wanted = String(value).trim();
  if (wanted.length === 0 || typeof value === 'boolean') return false;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text.slice(at + wanted.length, at + wanted.length + 2);
    if (!/[\w.]/.test(before) && !/^(?:\w|\.\d)/.test(after)) return true;
  }
  return false;
};

/** How often a text says a value. */
export const timesSaid = (text: string, value: unknown): number => {
  const wanted = String(value).trim();
  if (wanted.length === 0) return 0;
  return text.split(wanted).filter((part, at, parts) => {
    const [before, after] = [parts[at - 1], part];
    return before !== undefined && !/[\w.]$/.test(before) && !/^(?:\w|\.\d)/.test(after);
  }).length;
};

/** So many values of the field in one prompt are a choice. */
const CHOICES = 3;

/** Whether the prompt says the value of a field: as one of several that it may be, it is not told. */
export const isToldIn = (row: CheckRow, rows: readonly CheckRow[], path: string): boolean => {
  if (!tells(row.prompt, valueAt(row, path))) return false;
  const values = unique(rows.map((other) => String(spoken(valueAt(other, path)))));
  return values.filter((value) => tells(row.prompt, value)).length < CHOICES;
};

/** Whether a text says a value: a list with its quotes and brackets, or without. */
export const tells = (text: string, value: unknown): boolean => {
  const bare = (one: unknown): string =>
    String(one)
      .replace(/[[\]'"]/g, '')
      .replace(/,\s*/g, ', ');
  const own = spoken(value);
  return own !== undefined && (says(text, own) || says(bare(text), bare(own)));
};

/** A value as a text has it that prints it: a list as Python writes one. */
export const spoken = (value: unknown): unknown => {
  if (!Array.isArray(value)) return typeof value === 'object' ? undefined : value;
  const items = value.map((item) => (typeof item === 'string' ? `'${item}'` : String(item)));
  return value.length > 1 && value.every((item) => typeof item !== 'object')
    ? `[${items.join(', ')}]`
    : undefined;
};
