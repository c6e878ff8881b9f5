/** Honest play in tool calls: those that a row speaks of, in the order in which they win. */
import { unique } from '../../lists.ts';
import type { CheckRow } from '../../subject.ts';
import { rowCalls, toolsIn } from '../actions/row-calls.ts';
import type { RowExplorer } from '../actions/row-moves.ts';
import { actionsOf, type Trace } from '../play/trace.ts';
import type { Seeker } from './seek.ts';

/** Of so few calls nothing has to be found out. */
const LEAST_TOOLS = 2;
const MOST_CALLS = 90;
/** Share of the budget that is left for all that comes after. */
const LEFT = 0.5;
const EPSILON = 1e-9;

/** What is paid most on each row, of all that can be said with its own values in the calls that were shown. */
export const callWays = async (
  { player, space }: RowExplorer,
  seeker: Seeker | null,
  rows: readonly CheckRow[],
): Promise<Trace[]> => {
  const tools = toolsIn(space.words?.examples ?? []);
  if (seeker === null || tools.length < LEAST_TOOLS) return [];
  const ends = space.live.filter(({ action, done }) => done && action.length <= 200);
  const traces: Trace[] = [];
  for (const isNear of [true, false]) {
    if (!player.budget.has(LEFT)) break;
    const solved = new Set(traces.map(({ row }) => row));
    const left = rows.filter((row) => !solved.has(row));
    const among = (row: CheckRow): string[] =>
      unique([...rowCalls(row, tools, isNear), ...ends.map(({ action }) => action)]).slice(0, MOST_CALLS);
    for (const [row, actions] of await seeker.among(left, among)) {
      const trace = await player.play(row, actions);
      if (trace.status === 'ok' && trace.return > EPSILON) traces.push(trace);
    }
    if (traces.length >= 0.6 * rows.length) break;
  }
  return traces;
};

/** Whether most of them say several values: what does is no answer with an end behind it. */
export const isOfSeveral = (ways: readonly Trace[]): boolean =>
  ways.filter((trace) => valuesIn(actionsOf(trace)) > 1).length > ways.length / 2;

const valuesIn = (actions: readonly string[]): number =>
  toolsIn(unique(actions)).reduce((sum, { places }) => sum + places.length, 0);
