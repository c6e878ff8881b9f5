/** What rows hold, also inside of objects and of JSON texts: numbers, lists and names stand in `metadata` as often as beside it. */
import { jsonValue } from '../lists.ts';
import type { CheckRow } from '../subject/subject.ts';
import { isObject } from './meaning.ts';

/** A value of a row, and the way to it. */
export interface Inside {
  /** The column. */
  field: string;
  /** Keys from there on; empty for the column itself. */
  path: readonly string[];
  /** `metadata.puzzle.edges`. */
  name: string;
  value: unknown;
}

const DEEPEST = 3;
const MOST_KEYS = 16;
const MOST_PLACES = 60;
/** Keys that are names of columns, and no names of things. */
const COLUMN = /^[a-z][a-zA-Z0-9_]{0,40}$/;

/** The object that a text is, as some files hold all that belongs to a row. */
const opened = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*\{/.test(value) ? (jsonValue(value) ?? value) : value;

const within = (field: string, path: readonly string[], value: unknown): Inside[] => {
  const own: Inside = { field, path, name: [field, ...path].join('.'), value };
  const object = opened(value);
  if (!isObject(object) || path.length >= DEEPEST) return [own];
  const keys = Object.keys(object);
  if (keys.length > MOST_KEYS || !keys.every((key) => COLUMN.test(key))) return [{ ...own, value: object }];
  return [{ ...own, value: object }, ...keys.flatMap((key) => within(field, [...path, key], object[key]))];
};

/** All values of a row but its prompt: columns first, then what is in them. */
export const insideOf = (row: CheckRow): Inside[] =>
  Object.entries(row.fields)
    .filter(([field]) => field !== 'prompt')
    .flatMap(([field, value]) => within(field, [], value))
    .sort((one, other) => one.path.length - other.path.length)
    .slice(0, MOST_PLACES);

const changedIn = (value: unknown, path: readonly string[], next: unknown): unknown => {
  const [key, ...rest] = path;
  if (key === undefined) return next;
  const object = opened(value);
  const changed = { ...(isObject(object) ? object : {}) };
  changed[key] = changedIn(changed[key], rest, next);
  return typeof value === 'string' ? JSON.stringify(changed) : changed;
};

/** The column as JSON text, with another value at the end of the way; a text stays a text. */
export const changedAt = (row: CheckRow, { field, path, value }: Inside, next: unknown): string =>
  JSON.stringify(changedIn(row.fields[field], path, typeof value === 'string' ? String(next) : next));
