/** How a row is named, everywhere: `line 8 (id "a")`. */
import { groupDigits, oneLine } from './visible.ts';

const LONGEST_ID = 40;

/**
 * @param index 0-based line of its file; it is named from 1, as editors count
 * @param id JSON text of its id; null where it has none
 */
export const rowName = (index: number, id: string | null = null): string =>
  `line ${groupDigits(index + 1)}${id === null ? '' : ` (id ${oneLine(id, LONGEST_ID)})`}`;

/** The same of a row of which the fields are there. */
export const rowNameOf = (index: number, { id }: Readonly<Record<string, unknown>>): string =>
  rowName(index, typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : null);

/** The same of a row of which the JSON text of the fields is there; what is no such text names no id. */
export const rowNameIn = (index: number, text: string): string => {
  try {
    return rowNameOf(index, Object(JSON.parse(text)));
  } catch {
    return rowName(index);
  }
};
