/** Honest play that rows hold themselves, under whatever name: a list of moves, played one after the other. */

import { isObject } from '../../answers/meaning.ts';
import { mean } from '../../statistics/numbers.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { slotsOf } from '../actions/command-forms.ts';
import { fillAll } from '../actions/commands.ts';
import { pathsOf, valueAt } from '../actions/fields.ts';
import { fill } from '../actions/forms.ts';
import { SLOT } from '../actions/words.ts';
import type { Player } from '../play/player.ts';

/** Rows that say whether a column is one of moves. */
const FIRST_ROWS = 3;
const MOST_PATHS = 10;
const MOST_KEYS = 5;
/** Columns that are tried on one row, and how many side by side. */
const MOST_COLUMNS = 240;
const AT_ONCE = 8;
/** Share of the budget that is left for searches, and for attacks. */
const LEFT = 0.6;
const MOST_FORMS = 8;
const JOINS = [' ', '', ', ', '\n'];
/** More moves than these no episode has. */
const MOST_MOVES = 60;
const LONGEST = 2_000;
/** What a game is mostly worth that is won: nothing better is looked for. */
const SOLVED = 0.9;
const EPSILON = 1e-9;

/** How a column is played: its path, the form of each of its items, and what ends the play. */
export interface MovesColumn {
  path: string;
  /** What of each item is said, by its name or place, `[]` where lists are said item by item; null: the whole of it. */
  key: string | null;
  form: string;
  /** What stands between the items where all of them are one action; null: each is one of its own. */
  join: string | null;
  finish: string | null;
}

export interface MovesOptions {
  player: Player;
  /** Forms with one or more slots for what is no whole action by itself. */
  forms: readonly string[];
  finishes: readonly (string | null)[];
}

/** Stands for the items of all lists in one list, one after the other: the cells of each ship. */
const FLAT = '[]';

const isMove = (item: unknown): boolean =>
  typeof item === 'string'
    ? item.length <= LONGEST
    : typeof item === 'number' || isObject(item) || Array.isArray(item);

/** Of a list its items, of a text its lines, of a mapping its pairs. */
const listOf = (value: unknown): unknown[] | null => {
  if (isObject(value)) return Object.entries(value);
  if (typeof value !== 'string') return Array.isArray(value) ? value : null;
  const lines = value
    .split(/\r?\n|;/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.length > 1 ? lines : null;
};

/** The items that may be moves, or what each of them has under a key. */
const itemsOf = (value: unknown, key: string | null = null): unknown[] | null => {
  const whole = listOf(value);
  if (whole === null || whole.length === 0 || whole.length > MOST_MOVES) return null;
  const at = (item: unknown): unknown =>
    typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[key ?? ''] : undefined;
  const items = key === null ? whole : key === FLAT ? whole.flat() : whole.map(at);
  return items.length <= MOST_MOVES && items.every(isMove) ? items : null;
};

/** Names that all items have which are objects, and places of those that are lists: the answer of each question, say. */
const keysOf = (value: unknown): string[] => {
  const whole = listOf(value) ?? [];
  const [first] = whole;
  if (typeof first !== 'object' || first === null) return [];
  const isNested = Array.isArray(value) && whole.every(Array.isArray);
  return [...Object.keys(first).slice(0, MOST_KEYS), ...(isNested ? [FLAT] : [])].filter(
    (key) => itemsOf(value, key)?.every((item) => typeof item !== 'object') === true,
  );
};

/** One action for an item: in a form with several places each of its parts, in another the whole of it; null: it does not fit. */
const actionOf = (form: string, item: unknown): string | null => {
  if (slotsOf(form) <= 1) return fill(form, item);
  const parts = typeof item === 'object' && item !== null ? Object.values(item) : [];
  return parts.length === slotsOf(form) ? fillAll(form, parts) : null;
};

export const movesOf = ({ path, key, form, join, finish }: MovesColumn, row: CheckRow): string[] | null => {
  const items = itemsOf(valueAt(row, path), key);
  if (items === null) return null;
  const isFlat = items.every((item) => typeof item !== 'object');
  if (join !== null && (!isFlat || items.length < 2)) return null;
  const said = (join === null ? items : [items.join(join)]).map((item) => actionOf(form, item));
  if (said.includes(null)) return null;
  return [...(said as string[]), ...(finish === null ? [] : [finish])];
};

/** What may be columns of moves, the likely ones first. */
const columnsOf = ({ forms, finishes }: MovesOptions, row: CheckRow): MovesColumn[] => {
  const paths = pathsOf(row).filter((path) => itemsOf(valueAt(row, path)) !== null);
  const sources = paths
    .slice(0, MOST_PATHS)
    .flatMap((path) => [null, ...keysOf(valueAt(row, path))].map((key) => ({ path, key })));
  const single = forms.filter((form) => slotsOf(form) === 1 && form !== SLOT).slice(0, MOST_FORMS);
  const several = forms.filter((form) => slotsOf(form) > 1).slice(0, MOST_FORMS);
  const of = (join: string | null, finish: string | null): MovesColumn[] =>
    [SLOT, ...several, ...single].flatMap((form) =>
      sources.map((source) => ({ ...source, form, join, finish })),
    );
  return [
    ...of(null, null),
    ...finishes.flatMap((finish) => (finish === null ? [] : of(null, finish))),
    ...JOINS.flatMap((join) => of(join, null)),
  ].filter((column) => movesOf(column, row) !== null);
};

/**
 * Finds the column whose items, played in their order, are paid more than those of another row.
 * @returns the column; null: there is none
 */
export const findMoves = async (
  options: MovesOptions,
  rows: readonly CheckRow[],
): Promise<MovesColumn | null> => {
  const { player } = options;
  const [first, ...others] = rows;
  if (first === undefined) return null;
  const columns = columnsOf(options, first).slice(0, MOST_COLUMNS);
  let best: { column: MovesColumn; mean: number } | null = null;
  for (let at = 0; at < columns.length && player.budget.has(LEFT); at += AT_ONCE) {
    const part = columns.slice(at, at + AT_ONCE);
    const means = await Promise.all(part.map((column) => worthOf(player, column, first, others)));
    for (const [index, mean] of means.entries())
      if (mean !== null && (best === null || mean > best.mean + EPSILON))
        best = { column: part[index] as MovesColumn, mean };
    if (best !== null && best.mean >= SOLVED) break;
  }
  return best?.column ?? null;
};

/** What the moves of a column are paid on the first rows, where most of them are paid more than those of another row are. */
const worthOf = async (
  player: Player,
  column: MovesColumn,
  first: CheckRow,
  others: readonly CheckRow[],
): Promise<number | null> => {
  const asked = [first, ...others.slice(0, FIRST_ROWS - 1)];
  const paid: number[] = [];
  let own = 0;
  for (const row of asked) {
    const moves = movesOf(column, row);
    const strange = [first, ...others]
      .map((other) => movesOf(column, other))
      .find((other) => other !== null && JSON.stringify(other) !== JSON.stringify(moves));
    if (moves === null || strange === undefined || strange === null) return null;
    const mine = await player.play(row, moves);
    if (mine.status !== 'ok' || mine.return <= EPSILON) return null;
    const theirs = await player.play(row, strange);
    if (mine.return > theirs.return + EPSILON) own++;
    paid.push(mine.return);
  }
  return own < Math.min(2, asked.length) ? null : mean(paid);
};
