/** Places in a completion that are filled from the row it is sent to: so that one way to write answers serves rows that differ. */
import type { CheckRow } from './subject.ts';

/** What a row has for a place; undefined where it has nothing. */
export type RowPart = (row: CheckRow) => string | undefined;

/** Of the private use area: no text that anybody writes has them. */
const OPEN = '\uE0A1';
const CLOSE = '\uE0A2';
const PLACE = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g');

/** The place of the n-th part. */
export const markOf = (nth: number): string => `${OPEN}${nth}${CLOSE}`;

/** A completion as a row gets it. */
export const filled = (text: string, row: CheckRow, parts: readonly RowPart[]): string =>
  parts.length === 0 || !text.includes(OPEN)
    ? text
    : text.replace(PLACE, (_, nth: string) => parts[Number(nth)]?.(row) ?? '');
