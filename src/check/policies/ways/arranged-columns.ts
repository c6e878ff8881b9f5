/** Honest play that is one action: a list or an object of the row, written as its prompt shows it, `1: billing` line by line. */
import { type ArrangedForm, valueIn } from '../../answers/arrange.ts';
import { arrangedOf } from '../../answers/arranged.ts';
import { isObject } from '../../answers/meaning.ts';
import { unique } from '../../lists.ts';
import type { CheckRow } from '../../subject.ts';
import { says } from '../actions/fields.ts';
import type { Player } from '../play/player.ts';
import type { RowPlay } from './moves-in-rows.ts';

const FIRST_ROWS = 3;
const MOST_FORMS = 120;
const AT_ONCE = 8;
/** Share of the budget that is left for searches, and for attacks. */
const LEFT = 0.6;
const LONGEST = 4_000;
const MOST_FINISHES = 3;
/** More values than these are no choice. */
const MOST_CHOICES = 12;
/** What a game is mostly worth that is won: nothing better is looked for. */
const SOLVED = 0.9;
const EPSILON = 1e-9;

/** A way to write a column, by the key of its form, and what ends the play. */
export interface ArrangedColumn {
  key: string;
  finish: string | null;
}

const known = new WeakMap<CheckRow, readonly ArrangedForm[]>();

const formsOf = (row: CheckRow): readonly ArrangedForm[] => {
  const before = known.get(row);
  if (before !== undefined) return before;
  const forms = arrangedOf(row).filter(({ answer }) => answer.length <= LONGEST);
  known.set(row, forms);
  return forms;
};

const formOf = (row: CheckRow, key: string): ArrangedForm | undefined =>
  formsOf(row).find((form) => form.key === key);

const withEnd = (said: string, finish: string | null): string[] =>
  finish === null ? [said] : [said, finish];

const actionsOf = ({ key, finish }: ArrangedColumn, row: CheckRow): string[] | null => {
  const form = formOf(row, key);
  return form === undefined ? null : withEnd(form.answer, finish);
};

/** What a form writes down of a row. */
const heldBy = (form: ArrangedForm, row: CheckRow): unknown =>
  form.path.reduce<unknown>(
    (value, name) => (isObject(value) ? valueIn(value[name]) : undefined),
    valueIn(row.fields[form.field]),
  );

const partsOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];

/** Values that any part may have, and that the prompt lists. */
const choicesOf = (form: ArrangedForm, row: CheckRow, rows: readonly CheckRow[]): unknown[] => {
  const all = unique(
    rows.flatMap((other) => {
      const same = formOf(other, form.key);
      return same === undefined ? [] : partsOf(heldBy(same, other));
    }),
  );
  const isPlain = all.every((each) => typeof each === 'string' || typeof each === 'number');
  return isPlain && all.length <= MOST_CHOICES ? all.filter((each) => says(row.prompt, each)) : [];
};

/** Actions that give each part the same value: whoever has not read what it is about can say them. */
const constantsOn = ({ key }: ArrangedColumn, row: CheckRow, rows: readonly CheckRow[]): string[] => {
  const form = formOf(row, key);
  if (form === undefined || form.columns !== undefined) return [];
  const held = heldBy(form, row);
  const choices = choicesOf(form, row, rows);
  if (partsOf(held).length < 2 || choices.length < 2) return [];
  return choices
    .map((choice) =>
      form.arrange(
        Array.isArray(held)
          ? held.map(() => choice)
          : Object.fromEntries(Object.keys(held as object).map((name) => [name, choice])),
      ),
    )
    .filter((said) => said !== undefined && said !== form.answer) as string[];
};

/**
 * Finds how a column is written as one action that is paid more than that of another row.
 * @param finishes what may end the play
 * @returns the play; null: there is none
 */
export const findArranged = async (
  player: Player,
  rows: readonly CheckRow[],
  finishes: readonly (string | null)[],
): Promise<RowPlay | null> => {
  const [first] = rows;
  if (first === undefined) return null;
  const seen = new Set<string>();
  const forms = formsOf(first)
    .filter(({ answer }) => !seen.has(answer) && seen.add(answer) !== undefined)
    .slice(0, MOST_FORMS);
  let best: { column: ArrangedColumn; mean: number } | null = null;
  for (const finish of finishes.slice(0, MOST_FINISHES)) {
    for (let at = 0; at < forms.length && player.budget.has(LEFT); at += AT_ONCE) {
      const part = forms.slice(at, at + AT_ONCE).map(({ key }) => ({ key, finish }));
      const means = await Promise.all(part.map((column) => worthOf(player, column, rows)));
      for (const [index, mean] of means.entries())
        if (mean !== null && (best === null || mean > best.mean + EPSILON))
          best = { column: part[index] as ArrangedColumn, mean };
      if (best !== null && best.mean >= SOLVED) break;
    }
    if (best !== null) break;
  }
  if (best === null) return null;
  const { column } = best;
  return {
    on: (row) => actionsOf(column, row),
    constants: (row, all) => constantsOn(column, row, all).map((said) => withEnd(said, column.finish)),
  };
};

/** What a column is paid on the first rows, where most of them are paid more than by that of another row. */
const worthOf = async (
  player: Player,
  column: ArrangedColumn,
  rows: readonly CheckRow[],
): Promise<number | null> => {
  const asked = rows.slice(0, FIRST_ROWS);
  const paid: number[] = [];
  let own = 0;
  for (const row of asked) {
    const actions = actionsOf(column, row);
    if (actions === null) return null;
    const mine = await player.play(row, actions);
    if (mine.status !== 'ok' || mine.return <= EPSILON) return null;
    const strange = rows
      .map((other) => actionsOf(column, other))
      .find((other) => other !== null && other[0] !== actions[0]);
    if (strange === undefined || strange === null) return null;
    const theirs = await player.play(row, strange);
    if (mine.return > theirs.return + EPSILON) own++;
    paid.push(mine.return);
  }
  return own < Math.min(2, asked.length) ? null : paid.reduce((sum, each) => sum + each, 0) / paid.length;
};
