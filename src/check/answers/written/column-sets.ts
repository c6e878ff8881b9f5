/** Columns of a row that may be one answer together. */
import type { CheckRow } from '../../subject/subject.ts';
import { recordsOf } from './answer-forms.ts';

/** Columns of a row as an object; numbers as they are written in the file. */
export const columnsOf = (row: CheckRow, columns: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    columns.map((name) => {
      const value = row.fields[name];
      return [name, typeof value === 'number' ? (row.texts[name] ?? String(value)) : value];
    }),
  );

/** Two to four columns that hold numbers are often one answer, whatever they are called. */
export const columnSets = (row: CheckRow): string[][] => {
  const numbers = Object.keys(row.texts).filter((name) => typeof row.fields[name] === 'number');
  const sets = [...recordsOf(row), ...(numbers.length >= 2 && numbers.length <= 4 ? [numbers] : [])];
  const seen = new Set<string>();
  return sets.filter((set) => !seen.has(set.join()) && seen.add(set.join()) !== undefined);
};
