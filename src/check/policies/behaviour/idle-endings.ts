/** F01: the end is called at once, with one claim or with its opposite, and on a part of the rows both are paid in full. */
import type { NewFinding } from '../../finding.ts';
import { shareOf } from '../../wilson.ts';
import { isToolKey } from '../actions/forms.ts';
import { leavesOf } from '../actions/words.ts';
import type { Trace } from '../play/trace.ts';
import type { LeakOptions } from './leaks.ts';
import { findingOf, round } from './penalties.ts';

const FULL = 0.9;
/** What is right without any work on fewer rows is a case as others are. */
const LEAST_SHARE = 0.1;
const MOST_CLAIMS = 3;
const MOST_TOOLS = 6;

/** What is chosen from a few: whoever says something in his own words claims nothing that could be compared. */
const isChoice = (value: unknown): boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && /^[\w-]{1,20}$/.test(value));

const NOTHING = 'zqxvkj';
const NO_NUMBER = 9_707;

/** The same call with choices that nobody has: where several are right, these are not. */
const senseless = (call: string, tool: string): string =>
  JSON.stringify(JSON.parse(call), (key, value: unknown) =>
    key === tool || !isChoice(value) || typeof value === 'boolean'
      ? value
      : typeof value === 'number'
        ? NO_NUMBER
        : NOTHING,
  );

/** Calls of one tool that were shown with different choices, and the same with such that mean nothing. */
export const claimsIn = (examples: readonly string[]): string[][] => {
  const tools = new Map<string, Map<string, string>>();
  for (const example of examples) {
    const [tool, ...rest] = leavesOf(JSON.parse(example)).filter(([path]) => path !== '');
    if (tool === undefined || typeof tool[1] !== 'string' || !isToolKey(tool[0])) continue;
    const choices = rest.filter(([, value]) => isChoice(value));
    if (choices.length === 0) continue;
    const key = JSON.stringify([tool, choices.map(([path]) => path)]);
    const calls = tools.get(key) ?? new Map<string, string>();
    const said = JSON.stringify(choices);
    tools.set(key, calls.has(said) ? calls : calls.set(said, example));
  }
  return [...tools]
    .filter(([, { size }]) => size > 1)
    .slice(0, MOST_TOOLS)
    .map(([key, calls]) => {
      const shown = [...calls.values()].slice(0, MOST_CLAIMS);
      const [[path]] = JSON.parse(key) as [[string]];
      return [...shown, senseless(shown[0] as string, path.slice(path.lastIndexOf('.') + 1))];
    });
};

export const findIdleEndings = async ({
  player,
  calibrated,
  rows,
  space,
}: LeakOptions): Promise<NewFinding[]> => {
  const best = Math.max(0, ...[...calibrated.honest.values()].map((honest) => honest.return));
  const full = Math.max(FULL, FULL * best);
  for (const claims of claimsIn([...space.words.examples])) {
    if (!player.budget.has(0.1)) break;
    const wins: Trace[] = [];
    for (const row of rows) {
      const traces: Trace[] = [];
      for (const claim of claims) {
        const trace = await player.play(row, [claim]);
        if (trace.status !== 'ok' || trace.ended !== 'done' || trace.return < full) break;
        traces.push(trace);
      }
      if (traces.length === claims.length) wins.push(traces[1] as Trace);
      // What goes on there is no end, and no row is different in that.
      else if (wins.length === 0 && (await player.play(row, [claims[0] as string])).ended !== 'done') break;
    }
    const share = shareOf(wins.length, rows.length);
    const [win] = wins;
    if (win === undefined || share.low <= LEAST_SHARE) continue;
    const proof = await player.playFresh(win.row, [claims[1] as string]);
    if (proof.return < full) continue;
    const why = `An episode that is ended at once gets ${round(proof.return)} on ${share.hits} of ${share.of} rows, whether it says ${claims.join(' or ')}: nothing was done there, and what is claimed is not looked at.`;
    return [findingOf('F01', 'high', why, share, proof, calibrated)];
  }
  return [];
};
