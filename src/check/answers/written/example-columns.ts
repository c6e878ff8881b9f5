/** An example of JSON in a prompt whose keys are not called as the columns are: `"to": "Name"` for `recipient`. */
import type { CheckRow } from '../../subject/subject.ts';
import { plainExamplesIn } from './json-examples.ts';

/** Columns in the places of the keys of an example; what the example says for the other keys stays. */
export interface ExampleForm {
  name: string;
  columns: readonly string[];
  write(values: Readonly<Record<string, unknown>>): string | undefined;
}

const MOST_FORMS = 24;
const LEAST_COLUMNS = 2;
const MOST_COLUMNS = 8;

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** A number as the row has it, which may be given as its text. */
const written = (value: unknown, isNumber: boolean): string | undefined => {
  const text = String(value);
  if (!isNumber) return JSON.stringify(text);
  return /^-?\d+(?:\.\d+)?$/.test(text) ? text : undefined;
};

/** All ways to put columns of the right type in the places of keys; those that use most columns first. */
export const exampleColumnsOf = (row: CheckRow): ExampleForm[] => {
  const own = Object.keys(row.fields).filter(
    (name) => name !== 'prompt' && /^(?:string|number)$/.test(typeof row.fields[name]),
  );
  if (own.length < LEAST_COLUMNS || own.length > MOST_COLUMNS) return [];
  return plainExamplesIn(row.prompt).flatMap((example) => {
    const keys = Object.keys(example);
    const byName = new Map(
      keys.flatMap((key) => {
        const name = own.find((each) => plainName(each) === plainName(key));
        return name === undefined ? [] : [[key, name] as const];
      }),
    );
    // Where all are called the same, columns as one object are that.
    if (byName.size === keys.length) return [];
    const ways: (readonly (string | undefined)[])[] = [];
    const assign = (at: number, used: readonly (string | undefined)[]): void => {
      const key = keys[at];
      if (key === undefined) {
        ways.push(used);
        return;
      }
      const fixed = byName.get(key);
      if (fixed !== undefined) {
        assign(at + 1, [...used, fixed]);
        return;
      }
      for (const name of own) {
        const isFree = !used.includes(name) && ![...byName.values()].includes(name);
        if (isFree && typeof row.fields[name] === typeof example[key]) assign(at + 1, [...used, name]);
      }
      assign(at + 1, [...used, undefined]);
    };
    assign(0, []);
    const count = (way: readonly (string | undefined)[]): number =>
      way.filter((name) => name !== undefined).length;
    return ways
      .filter((way) => count(way) >= LEAST_COLUMNS)
      .sort((one, other) => count(other) - count(one))
      .slice(0, MOST_FORMS)
      .map((way) => formOf(example, way));
  });
};

const formOf = (
  example: Readonly<Record<string, unknown>>,
  way: readonly (string | undefined)[],
): ExampleForm => {
  const keys = Object.keys(example);
  const columns = way.filter((name) => name !== undefined);
  const name = `as the example, with ${keys.map((key, at) => `${key}: ${way[at] ?? JSON.stringify(example[key])}`).join(', ')}`;
  return {
    name,
    columns,
    write(values) {
      const parts = keys.map((key, at) => {
        const column = way[at];
        const text =
          column === undefined
            ? JSON.stringify(example[key])
            : written(values[column], typeof example[key] === 'number');
        return text === undefined ? undefined : `${JSON.stringify(key)}: ${text}`;
      });
      return parts.some((part) => part === undefined) ? undefined : `{${parts.join(', ')}}`;
    },
  };
};
