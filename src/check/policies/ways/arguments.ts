/** Honest play of one action with several values in it: each of them a field of the row. */

import { isObject } from '../../answers/meaning.ts';
import type { CheckRow } from '../../subject.ts';
import { slotsOf } from '../actions/command-forms.ts';
import { fillAll } from '../actions/commands.ts';
import { pathsOf, valueAt } from '../actions/fields.ts';
import type { Player } from '../play/player.ts';
import type { RowPlay } from './moves-in-rows.ts';

const MOST_FIELDS = 7;
const MOST_PLACES = 3;
const MOST_TEMPLATES = 6;
/** Fillings of all templates that are tried on one row. */
const MOST_TRIES = 320;
/** Share of the budget that is left for searches, and for attacks. */
const LEFT = 0.55;
const AT_ONCE = 8;
const LONGEST = 400;
const SOLVED = 0.9;
const EPSILON = 1e-9;

/** A text with places; what stands in each of them where no field does. */
interface Template {
  places: number;
  /** Whether a place may keep what was shown there. */
  keeps: boolean;
  /** With a value for each place; null keeps what was shown. */
  with(values: readonly unknown[]): string;
}

export interface ArgumentsOptions {
  player: Player;
  /** JSON objects that were shown as actions. */
  examples: readonly string[];
  /** Commands with several slots. */
  commands: readonly string[];
  finishes: readonly (string | null)[];
}

/** Places of an object: all that is no object itself, lists as one. */
const placesOf = (value: unknown, path: readonly string[] = []): string[][] =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, key]))
    : [[...path]];

const putAt = (value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown =>
  key === undefined
    ? put
    : { ...(value as object), [key]: putAt((value as Record<string, unknown>)[key], rest, put) };

const exampleTemplate = (example: string): Template | null => {
  const value: unknown = JSON.parse(example);
  const all = placesOf(value);
  // The first is the name of the tool where there are more than can be values.
  const places = all.length > MOST_PLACES ? all.slice(1) : all;
  if (places.length < 2 || places.length > MOST_PLACES) return null;
  return {
    places: places.length,
    keeps: true,
    with: (values) =>
      JSON.stringify(
        places.reduce(
          (made, path, at) => (values[at] === null ? made : putAt(made, path, values[at])),
          value,
        ),
      ),
  };
};

const commandTemplate = (form: string): Template | null => {
  const places = slotsOf(form);
  return places < 2 || places > MOST_PLACES
    ? null
    : { places, keeps: false, with: (values) => fillAll(form, values) };
};

/** A field in each place, no field twice; at least one of them. */
const choicesOf = ({ places, keeps }: Template, fields: readonly string[]): (string | null)[][] => {
  const grow = (count: number, used: readonly string[]): (string | null)[][] =>
    count === 0
      ? [[]]
      : [...fields.filter((field) => !used.includes(field)), ...(keeps ? [null] : [])].flatMap((field) =>
          grow(count - 1, field === null ? used : [...used, field]).map((rest) => [field, ...rest]),
        );
  return grow(places, []).filter((choice) => choice.some((field) => field !== null));
};

/** Those of the row itself first: what is inside of one may be many, such as texts to be read. */
const fieldsOf = (row: CheckRow): string[] =>
  pathsOf(row)
    .sort((one, other) => Number(other in row.fields) - Number(one in row.fields))
    .filter((path) => {
      const value = valueAt(row, path);
      const text = JSON.stringify(value) ?? '';
      return text.length <= LONGEST && !isObject(value) && value !== null && typeof value !== 'boolean';
    })
    .slice(0, MOST_FIELDS);

const playOf = (template: Template, choice: readonly (string | null)[], finish: string | null): RowPlay => ({
  on: (row) => {
    const values = choice.map((field) => (field === null ? null : valueAt(row, field)));
    if (values.includes(undefined)) return null;
    return [template.with(values), ...(finish === null ? [] : [finish])];
  },
});

/**
 * Finds which fields a call takes, and in which of its places.
 * @returns how it is played on a row; null: no filling is paid more than that of another row
 */
export const findArguments = async (
  { player, examples, commands, finishes }: ArgumentsOptions,
  rows: readonly CheckRow[],
): Promise<RowPlay | null> => {
  const [first, ...others] = rows;
  if (first === undefined) return null;
  const templates = [...examples.map(exampleTemplate), ...commands.map(commandTemplate)]
    .filter((each) => each !== null)
    .slice(0, MOST_TEMPLATES);
  const fields = fieldsOf(first);
  const plays = finishes.flatMap((finish) =>
    templates.flatMap((template) =>
      choicesOf(template, fields).map((choice) => playOf(template, choice, finish)),
    ),
  );
  const paid: { play: RowPlay; paid: number }[] = [];
  for (let at = 0; at < Math.min(plays.length, MOST_TRIES) && player.budget.has(LEFT); at += AT_ONCE) {
    const part = plays.slice(at, at + AT_ONCE);
    const traces = await Promise.all(part.map((play) => player.play(first, play.on(first) ?? [])));
    for (const [index, trace] of traces.entries())
      if (trace.status === 'ok' && trace.return > EPSILON)
        paid.push({ play: part[index] as RowPlay, paid: trace.return });
    if (paid.some((each) => each.paid >= SOLVED)) break;
  }
  // The best on one row may be luck: of the best few that one which is its row's own elsewhere, too.
  for (const { play } of paid.sort((one, other) => other.paid - one.paid).slice(0, 4))
    if (await isOwn(player, play, [first, ...others])) return play;
  return null;
};

/** Whether most rows pay their own filling more than that of another row. */
const isOwn = async (player: Player, play: RowPlay, rows: readonly CheckRow[]): Promise<boolean> => {
  let own = 0;
  for (const [at, row] of rows.entries()) {
    const actions = play.on(row);
    const strange = play.on(rows[(at + 1) % rows.length] as CheckRow);
    if (actions === null || strange === null) continue;
    const [mine, theirs] = await Promise.all([player.play(row, actions), player.play(row, strange)]);
    if (mine.return > Math.max(0, theirs.return) + EPSILON) own++;
  }
  return own >= Math.min(2, rows.length) && own >= rows.length / 2;
};
