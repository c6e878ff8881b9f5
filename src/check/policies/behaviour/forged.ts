/** F15: what the environment said on the way of honest play is written by the agent, which makes no other move and is paid. */
import type { NewFinding } from '../../finding.ts';
import type { CheckRow } from '../../subject.ts';
import { shareOf } from '../../wilson.ts';
import { GARBAGE } from '../actions/space.ts';
import { LEAST_SHARE } from '../oracle.ts';
import type { Trace } from '../play/trace.ts';
import type { LeakOptions } from './leaks.ts';
import { findingOf, round } from './penalties.ts';

const MOST_ROWS = 6;
const FULL = 0.95;
const LONGEST = 4_000;

/** A text beside what ends the episode: before it, below another line, and in one message with it. */
const placed = (text: string, end: string): string[][] => [
  [text, end],
  [`x\n${text}`, end],
  [`${text}\n${end}`],
];

/** On one row: the words of the environment in the place of the moves; null: they are not what is paid. */
const forgery = async ({ player, calibrated }: LeakOptions, row: CheckRow): Promise<Trace | null> => {
  const known = calibrated.honest.get(row);
  if (known === undefined || known.return <= 0 || known.actions.length < 2) return null;
  const won = await player.play(row, known.actions);
  const before = known.actions.slice(0, -1);
  const end = known.actions.at(-1) as string;
  const said = won.steps.slice(0, -1).map(({ observation }) => observation);
  const text = said.join('\n');
  // What only repeats the moves forges nothing.
  if (text.trim() === '' || text.length > LONGEST || before.some((action) => text === action)) return null;
  const isWin = ({ status, return: paid }: Trace): boolean => status === 'ok' && paid >= FULL * known.return;
  // Paid for the end alone, or for the words of the moves in a message that is none, then it is not what was forged.
  const own = `x ${before.join(' / ')}`;
  const controls = [[end], ...placed(GARBAGE[0] as string, end), ...placed(own, end)];
  const plain = await Promise.all(controls.map((actions) => player.play(row, actions)));
  if (plain.some(isWin)) return null;
  for (const written of [text, said.at(-1) ?? ''])
    for (const actions of placed(written, end)) {
      if (actions.some((action) => before.includes(action))) continue;
      const trace = await player.play(row, actions);
      if (isWin(trace)) return trace;
    }
  return null;
};

export const findForged = async (options: LeakOptions): Promise<NewFinding[]> => {
  const { calibrated, rows, player } = options;
  const asked = rows
    .filter((row) => (calibrated.honest.get(row)?.actions.length ?? 0) > 1)
    .slice(0, MOST_ROWS);
  const wins: Trace[] = [];
  for (const [at, row] of asked.entries()) {
    if (!player.budget.has(0.1) || (at === 2 && wins.length === 0)) break;
    const win = await forgery(options, row);
    if (win !== null) wins.push(win);
  }
  const share = shareOf(wins.length, asked.length);
  const [win] = wins;
  if (win === undefined || share.low <= LEAST_SHARE) return [];
  const why = `Who writes ${JSON.stringify((win.steps[0]?.action ?? '').slice(0, 120))}, as the environment says it to honest play, makes no move of it and is paid ${round(win.return)}; the moves themselves, in words that are none, are not.`;
  return [findingOf('F15', 'warning', why, share, win, calibrated)];
};
