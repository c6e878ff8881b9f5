/** What a search gets where no field of a row is the answer: moves one after the other, and values one by one. */
import type { CheckRow } from '../../subject/subject.ts';
import { fill } from '../actions/forms.ts';
import type { RowExplorer } from '../actions/row-moves.ts';
import type { Space } from '../actions/space.ts';
import type { Player } from '../play/player.ts';
import { actionsOf, kindOf, type StepSeen, type Trace } from '../play/trace.ts';
import type { Honest } from './play.ts';

const EPSILON = 1e-9;
/** Moves that a search tries in each state: plain ones, and those of the row. */
const MOST_PLAIN = 12;
const MOST_OWN = 12;

/** The best that a small search over live actions finds on one row; gold-free, but it may try a row many times. */
const search = async (explorer: RowExplorer, row: CheckRow, depth: number): Promise<Trace | null> => {
  const { player, space } = explorer;
  const own = (await explorer.of(row)).live.slice(0, MOST_OWN);
  const plain = [...new Set(space.live.map(({ action }) => action))].slice(0, MOST_PLAIN);
  const moves = [...new Set([...plain, ...own])];
  let best: Trace | null = null;
  let beam: Trace[] = [await player.play(row, [])];
  const met = new Map<string, number>();
  for (let step = 0; step < depth && beam.length > 0 && player.budget.has(0.65); step++) {
    const tries = beam.flatMap((trace) => moves.map((move) => [...actionsOf(trace), move]));
    const traces = await Promise.all(tries.map((actions) => player.play(row, actions)));
    const open: { trace: Trace; rarity: number }[] = [];
    const histories = new Set<string>();
    for (const trace of traces) {
      if (trace.status !== 'ok') continue;
      if (best === null || trace.return > best.return + EPSILON) best = trace;
      const last = trace.steps.at(-1) as StepSeen;
      const kind = kindOf(last.observation, last.action);
      const rarity = (met.get(kind) ?? 0) + 1;
      met.set(kind, rarity);
      const history = JSON.stringify(trace.steps.map(({ observation, reward }) => [observation, reward]));
      if (trace.ended === 'stopped' && !histories.has(history)) open.push({ trace, rarity: 0 });
      histories.add(history);
    }
    for (const each of open) {
      const last = each.trace.steps.at(-1) as StepSeen;
      each.rarity = met.get(kindOf(last.observation, last.action)) ?? 0;
    }
    // What pays most goes on; among equals, what was answered as few others were.
    beam = open
      .sort((one, other) => other.trace.return - one.trace.return || one.rarity - other.rarity)
      .slice(0, 6)
      .map(({ trace }) => trace);
    if (best !== null && best.return > EPSILON && best.ended === 'done' && step > 3) break;
  }
  return best;
};

/** One step with each value that an answer may have, on one row. */
const sweep = async (player: Player, space: Space, row: CheckRow): Promise<Trace | null> => {
  const numbers = [...space.words.numbers]
    .map(Number)
    .filter((number) => Number.isInteger(number) && Math.abs(number) <= 2_000);
  const [low, high] = [Math.min(0, ...numbers), Math.max(20, ...numbers)];
  const stride = Math.max(1, Math.ceil((high - low) / 256));
  const values: unknown[] = [...space.words.words].slice(0, 40);
  for (let value = low; value <= high; value += stride) values.push(value);
  let best: Trace | null = null;
  for (const form of space.forms.slice(0, 2)) {
    if (!player.budget.has(0.65)) break;
    const traces = await Promise.all(values.map((value) => player.play(row, [fill(form, value)])));
    for (const trace of traces)
      if (trace.status === 'ok' && trace.return > (best?.return ?? EPSILON)) best = trace;
  }
  return best;
};

export const searchRows = async (
  explorer: RowExplorer,
  rows: readonly CheckRow[],
  keep: (row: CheckRow, how: Honest['how'], trace: Trace | null) => void,
): Promise<void> => {
  const { player, space } = explorer;
  const [first, ...others] = rows;
  if (first === undefined) return;
  const found = [await search(explorer, first, 8), await sweep(player, space, first)]
    .filter((trace) => trace !== null)
    .sort((one, other) => other.return - one.return)[0];
  if (found === undefined) return;
  keep(first, 'search', found);
  if (found.return <= EPSILON) return;
  let searched = 0;
  for (const row of others) {
    // What won elsewhere may win here too; else it is searched for, on a few rows.
    const again = await player.play(row, actionsOf(found));
    if (again.return >= 0.9 * found.return) keep(row, 'search', again);
    else if (searched++ < 2) keep(row, 'search', await search(explorer, row, 6));
  }
};
