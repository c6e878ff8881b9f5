/** F01: on many rows it is right to change nothing, and who closes at once is paid there, whatever is said in closing. */
import type { NewFinding } from '../../finding.ts';
import { unique } from '../../lists.ts';
import type { CheckRow } from '../../subject.ts';
import { shareOf } from '../../wilson.ts';
import { fillTool, type Tool, toolsIn } from '../actions/row-calls.ts';
import type { Space } from '../actions/space.ts';
import { CLOSING } from '../attacks/attacks.ts';
import { LEAST_SHARE } from '../oracle.ts';
import type { Trace } from '../play/trace.ts';
import type { LeakOptions } from './leaks.ts';
import { findingOf, round } from './penalties.ts';

const LEAST_ROWS = 8;
const MOST_SAID = 6;
const FULL = 0.9;
const EPSILON = 1e-9;

/** Ways to say that it is over: those that were shown, and such as nobody would say. */
interface Closing {
  shown: string[];
  odd: string[];
}

const oddOf = (value: unknown): unknown =>
  typeof value === 'number' ? value + 41 : typeof value === 'boolean' ? !value : 'zqxvkj';

const closingOf = (tool: Tool): Closing => ({
  shown: fillTool(
    tool,
    tool.places.map(({ shown }) => shown),
    MOST_SAID,
  ),
  odd:
    tool.places.length === 0
      ? []
      : fillTool(
          tool,
          tool.places.map(({ shown }) => [oddOf(shown[0])]),
          1,
        ),
});

/** Closings that end an episode: calls that were shown, and plain words. */
const closingsOf = ({ words, live }: Space): Closing[] => {
  const tools = toolsIn(words.examples).map(closingOf);
  const plain = live.filter(({ action, done }) => done && /^[\w ]{2,30}$/.test(action));
  return [...tools, ...plain.map(({ action }) => ({ shown: [action], odd: [] }))]
    .filter(({ shown }) => shown.some((action) => CLOSING.test(action)))
    .slice(0, 4);
};

/** An episode of nothing but the closing that is paid as honest play is, whichever closing it is; null: which one it is counts. */
const idle = async (
  { player, calibrated }: LeakOptions,
  row: CheckRow,
  closing: Closing,
): Promise<Trace | null> => {
  const honest = calibrated.honest.get(row)?.return ?? 0;
  const isPaid = (trace: Trace): boolean => trace.status === 'ok' && trace.return >= FULL * honest - EPSILON;
  const said = await Promise.all(closing.shown.map((action) => player.play(row, [action])));
  const [first] = said;
  if (first === undefined || !said.every(isPaid)) return null;
  if (closing.shown.length > 1 || closing.odd.length === 0) return first;
  const odd = await Promise.all(closing.odd.map((action) => player.play(row, [action])));
  return odd.every(isPaid) ? first : null;
};

export const findIdleRows = async (options: LeakOptions): Promise<NewFinding[]> => {
  const { player, calibrated, rows, space } = options;
  const known = rows.filter((row) => (calibrated.honest.get(row)?.return ?? 0) > EPSILON);
  if (known.length < LEAST_ROWS) return [];
  for (const closing of closingsOf(space)) {
    const paid: Trace[] = [];
    let asked = 0;
    for (const row of known) {
      if (!player.budget.has(0.02)) break;
      asked++;
      const trace = await idle(options, row, closing);
      if (trace !== null) paid.push(trace);
    }
    const share = shareOf(paid.length, asked);
    const [trace] = paid;
    // Where it is paid everywhere, doing nothing is what is paid, and that is told elsewhere.
    if (trace === undefined || paid.length === asked || share.low <= LEAST_SHARE) continue;
    const again = await Promise.all(
      unique([player.seed + 101, player.seed + 202]).map((seed) =>
        player.play(
          trace.row,
          trace.steps.map(({ action }) => action),
          { seed },
        ),
      ),
    );
    if (again.some((other) => other.return < trace.return - EPSILON)) continue;
    const fresh = await player.playFresh(
      trace.row,
      trace.steps.map(({ action }) => action),
    );
    if (fresh.return < trace.return - EPSILON) continue;
    const why = `Who closes at once, and does nothing before, is paid ${round(fresh.return)} as honest play is on ${paid.length} of ${asked} rows, whatever is said in closing: there nothing is to be changed, and nobody asks whether that was decided or not even tried.`;
    return [findingOf('F01', 'high', why, share, fresh, calibrated)];
  }
  return [];
};
