/** What an honest player gets: by the script of the row, by its answer in the right form, or by search. */

import type { Random } from '../../random.ts';
import { mean } from '../../statistics/numbers.ts';
import type { CheckRow, Subject } from '../../subject/subject.ts';
import { changeOf, decoysOf, nameOf, otherValue, ownValue, pathsOf, says } from '../actions/fields.ts';
import { fill } from '../actions/forms.ts';
import type { RowExplorer } from '../actions/row-moves.ts';
import { GARBAGE, type Space } from '../actions/space.ts';
import { SLOT } from '../actions/words.ts';
import { BEYOND_ALL, roundsOf } from '../play/paid-again.ts';
import type { Player } from '../play/player.ts';
import { actionsOf, type Trace } from '../play/trace.ts';
import { findMoves, movesOf } from './moves-in-rows.ts';
import type { Seeker } from './seek.ts';

/** Actions that are paid, and how they were found. */
export interface Honest {
  actions: readonly string[];
  return: number;
  how: 'script' | 'answer' | 'search';
}

/** How this environment wants its answer. */
export interface AnswerForm {
  form: string;
  field: string;
  /** Played after it, where an answer alone is not paid. */
  finish: string | null;
}

export interface Calibrated {
  honest: ReadonlyMap<CheckRow, Honest>;
  answer: AnswerForm | null;
  /** Fields of which the honest return depends: a wrong value in their place and the same actions lose. */
  goldFields: readonly string[];
  /** The least that was seen on a row, and never above 0 where the honest return is positive. */
  floors: Map<CheckRow, number>;
}

const FINISH =
  /submit|done|finish|final|answer|end|stop|checkout|complete|commit|check|guess|quit|\brun_?(?:all_?)?tests?|\btests?["')]*\W*$|verify|validate|evaluate|close|resolve|confirm|deploy|\bpay\b/i;
/** What fields with answers are often called; only an order in which to try. */
const ANSWER_NAME =
  /answer|secret|target|solution|expected|gold|label|truth|goal|word|code|password|correct|hidden/i;
const SETTING_NAME =
  /^(?:limit|max_?\w*|min_?\w*|steps?|budget|seed|low|high|size|width|height|turns?|attempts?|difficulty|level|range\w*|num_\w+|n)$/i;

const EPSILON = 1e-9;
/** What a game is mostly worth that is won. */
export const SOLVED = 0.9;

/** Less than that is a part of what can be had. */
const POOR = 0.8;

/** An object or a list is said as its JSON, alone or in a fence. */
const WHOLE_FORMS = [SLOT, `\`\`\`json\n${SLOT}\n\`\`\``];
const LONGEST_WHOLE = 4_000;

/** Whether a field is an object or a list of the row itself that an answer may be. */
const isWhole = (row: CheckRow, path: string): boolean =>
  path in row.fields &&
  typeof row.fields[path] === 'object' &&
  row.fields[path] !== null &&
  (row.texts[path]?.length ?? 0) <= LONGEST_WHOLE;

/** The value of a field as an answer says it. */
const answerOf = (row: CheckRow, path: string): unknown =>
  isWhole(row, path) ? row.fields[path] : ownValue(row, path);

const wrongOf = (row: CheckRow, rows: readonly CheckRow[], path: string): unknown =>
  isWhole(row, path)
    ? rows.find((other) => isWhole(other, path) && other.texts[path] !== row.texts[path])?.fields[path]
    : otherValue(row, rows, path);

/** Rewards of one action in a form with the value of each row, and with that of another row. */
const tryAnswers = async (
  player: Player,
  space: Space,
  rows: readonly CheckRow[],
  finishes: readonly (string | null)[],
): Promise<{ form: AnswerForm; mean: number; edge: number } | null> => {
  const [first] = rows;
  if (first === undefined) return null;
  const paths = pathsOf(first);
  // What a row is told of has many values inside of it; an answer mostly stands outside.
  const depth = (path: string): number => (path in first.fields ? 0 : path.split('.').length);
  const fields = paths
    .filter((path) => ownValue(first, path) !== undefined)
    .sort((one, other) => rank(one) - rank(other) || depth(one) - depth(other))
    .slice(0, 8);
  const wholes = paths.filter((path) => isWhole(first, path)).sort((one, other) => rank(one) - rank(other));
  // The answer by itself first: a value of another row may be no move that shows, so it may not rank at all.
  const forms = [...new Set([SLOT, ...space.forms.slice(0, 24)])];
  const tries = [
    ...fields.flatMap((field) => forms.map((form) => ({ field, form }))),
    ...wholes.slice(0, 3).flatMap((field) => WHOLE_FORMS.map((form) => ({ field, form }))),
  ];
  let best: { form: AnswerForm; mean: number; edge: number } | null = null;
  for (const { field, form } of tries)
    for (const finish of finishes) {
      if (!player.budget.has(0.5)) return best;
      if (best !== null && isWhole(first, field)) return best;
      const own = await returnOf(player, first, form, answerOf(first, field), finish);
      const wrong = await returnOf(player, first, form, wrongOf(first, rows, field), finish);
      if (own === null || wrong === null || own <= wrong + EPSILON) continue;
      const more = await Promise.all(
        rows.slice(1).map(async (row) => ({
          own: await returnOf(player, row, form, answerOf(row, field), finish),
          wrong: await returnOf(player, row, form, wrongOf(row, rows, field), finish),
        })),
      );
      const pairs = [{ own, wrong }, ...more].map((pair) => ({
        own: pair.own ?? 0,
        wrong: pair.wrong ?? 0,
      }));
      const won = pairs.filter((pair) => pair.own > pair.wrong + EPSILON).length;
      if (won < 0.7 * pairs.length) continue;
      const worth = mean(pairs.map((pair) => pair.own));
      const edge = mean(pairs.map((pair) => pair.own - pair.wrong));
      if (best === null || worth > best.mean + EPSILON)
        best = { form: { form, field, finish }, mean: worth, edge };
    }
  return best;
};

const rank = (path: string): number =>
  ANSWER_NAME.test(nameOf(path)) ? 0 : SETTING_NAME.test(nameOf(path)) ? 2 : 1;

const returnOf = async (
  player: Player,
  row: CheckRow,
  form: string,
  value: unknown,
  finish: string | null,
): Promise<number | null> => {
  if (value === undefined) return null;
  const trace = await player.play(row, answerActions({ form, field: '', finish }, value));
  return trace.status === 'ok' ? trace.return : null;
};

export const answerActions = ({ form, finish }: AnswerForm, value: unknown): string[] => [
  fill(form, value),
  ...(finish === null ? [] : [finish]),
];

/** Which fields the return of honest actions hangs on. */
const sensitiveFields = async (
  player: Player,
  rows: readonly CheckRow[],
  honest: ReadonlyMap<CheckRow, Honest>,
  floors: ReadonlyMap<CheckRow, number>,
  random: Random,
): Promise<string[]> => {
  const chosen = [...honest.keys()].slice(0, 4);
  const names = [...new Set(chosen.flatMap(pathsOf))].filter((path) => !SETTING_NAME.test(nameOf(path)));
  // What honest play says is what it hangs on, most likely.
  const isSaid = (path: string): boolean =>
    chosen.some((row) => {
      const own = ownValue(row, path);
      const actions = honest.get(row)?.actions ?? [];
      return typeof own !== 'boolean' && own !== undefined && actions.some((each) => says(each, own));
    });
  const order = new Map(names.map((name) => [name, isSaid(name) ? -1 : rank(name)]));
  const found: string[] = [];
  names.sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0));
  for (const name of names.slice(0, 12)) {
    let lost = 0;
    let asked = 0;
    for (const row of chosen) {
      const known = honest.get(row) as Honest;
      for (const decoy of decoysOf(row, rows, name, random).slice(0, 2)) {
        const trace = await player.play(row, known.actions, {
          changed: changeOf(row, name, decoy),
        });
        if (trace.setup.status !== 'ok') continue;
        asked++;
        if (trace.return < known.return - 0.1 * Math.abs(known.return - (floors.get(row) ?? 0)) - EPSILON)
          lost++;
      }
    }
    if (asked > 0 && lost >= asked / 2) found.push(name);
  }
  return found;
};

const isSolved = (honest: ReadonlyMap<CheckRow, Honest>): boolean =>
  [...honest.values()].some((each) => each.return >= SOLVED);

export const calibrateHonest = async (
  explorer: RowExplorer,
  subject: Subject,
  rows: readonly CheckRow[],
  random: Random,
  seeker: Seeker | null = null,
): Promise<Calibrated> => {
  const { player, space } = explorer;
  const honest = new Map<CheckRow, Honest>();
  const floors = new Map<CheckRow, number>();
  const keep = (row: CheckRow, how: Honest['how'], trace: Trace | null): void => {
    const known = honest.get(row);
    if (
      trace === null ||
      trace.setup.status !== 'ok' ||
      trace.return <= (known?.return ?? -Infinity) + EPSILON
    )
      return;
    honest.set(row, { actions: actionsOf(trace), return: trace.return, how });
  };
  for (const row of rows) {
    const actions = subject.actions.get(row.line);
    if (actions !== undefined) keep(row, 'script', await player.play(row, actions));
  }
  const ending = space.live.filter(({ action, done }) => done || FINISH.test(action));
  const finishes = [
    null,
    ...[...ending.filter(({ action }) => FINISH.test(action)), ...ending]
      .map(({ action }) => action)
      .filter((action, at, all) => all.indexOf(action) === at)
      .slice(0, 4),
  ];
  const found =
    (await tryAnswers(player, space, rows.slice(0, 4), [null])) ??
    (await tryAnswers(player, space, rows.slice(0, 3), finishes.slice(1)));
  const answer = found?.form ?? null;
  if (answer !== null)
    for (const row of rows) {
      const value = answerOf(row, answer.field);
      if (value !== undefined && honest.get(row)?.how !== 'script')
        keep(row, 'answer', await player.play(row, answerActions(answer, value)));
    }
  // A list that rows hold, move by move or as one action.
  const moves = isSolved(honest)
    ? null
    : await findMoves({ player, forms: [...explorer.commands, ...space.forms], finishes }, rows.slice(0, 4));
  for (const row of moves === null ? [] : rows) {
    const actions = moves && movesOf(moves, row);
    const trace = actions === null ? null : await player.play(row, actions);
    // A list that is paid a part need not be one of moves.
    keep(row, (trace?.return ?? 0) >= SOLVED ? 'script' : 'search', trace);
  }
  if (honest.size === 0 && seeker !== null)
    for (const [row, actions] of await seeker.ways(rows, true))
      keep(row, 'search', await player.play(row, actions));
  const most = Math.max(0, ...[...honest.values()].map((each) => each.return));
  if (most < POOR && seeker !== null && player.budget.has(0.4))
    for (const [row, actions] of await seeker.ways(rows))
      keep(row, 'search', await player.play(row, actions));
  // More than all there is, by the same again and again, is no play to compare with.
  for (const [row, { how, actions, return: paid }] of honest)
    if (how === 'search' && paid > BEYOND_ALL && roundsOf(await player.play(row, actions))?.isStill === true)
      honest.delete(row);
  for (const row of rows) {
    const traces = await Promise.all(GARBAGE.slice(0, 2).map((action) => player.play(row, [action])));
    const least = Math.min(...traces.map((trace) => trace.return));
    const high = honest.get(row)?.return ?? 0;
    floors.set(row, high > 0 ? Math.min(0, least) : least);
    // The best of a search that is no better than rubbish is nothing to compare with.
    const known = honest.get(row);
    if (known?.how === 'search' && known.return <= Math.max(0, least) + EPSILON) honest.delete(row);
  }
  const sensitive = await sensitiveFields(player, rows, honest, floors, random);
  const goldFields = answer === null ? sensitive : [...new Set([answer.field, ...sensitive])];
  return { honest, answer, goldFields, floors };
};
