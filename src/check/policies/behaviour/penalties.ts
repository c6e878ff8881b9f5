/** F06 and F03: what malformed actions cost, and whether an episode ever ends. */

import type { NewFinding } from '../../finding.ts';
import { unique } from '../../lists.ts';
import { isShown } from '../../proof/levels.ts';
import { mean } from '../../statistics/numbers.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { shareOf } from '../../wilson.ts';
import { decoysOf } from '../actions/fields.ts';
import { GARBAGE } from '../actions/space.ts';
import { cycle, repeat } from '../play/attack.ts';
import { HACK_CLASSES, type HackRule } from '../play/catalogue.ts';
import { MOST_STEPS } from '../play/player.ts';
import { kindOf, type Trace } from '../play/trace.ts';
import { answerActions, type Calibrated } from '../ways/honest.ts';
import { wrongFirst } from '../ways/moves-in-rows.ts';
import { exploitOf } from './exploit.ts';
import type { LeakOptions } from './leaks.ts';

/** Share of what honest play is worth that a malformed action must save to be worth a word. */
const WORTH = 0.05;
/** Part of the price of a wrong action that is as good as none. */
const LITTLE = 0.2;
const QUESTION = 'Could you clarify what you mean?';

/** A finding about one episode. */
export const findingOf = (
  rule: HackRule,
  severity: NewFinding['severity'],
  why: string,
  share: NewFinding['share'],
  trace: Trace,
  calibrated: Calibrated,
): NewFinding => ({
  rule,
  classes: [rule],
  source: 'probe',
  severity,
  title: HACK_CLASSES[rule].title,
  why,
  fix: HACK_CLASSES[rule].fix,
  share: share ?? null,
  exploit: exploitOf(trace, calibrated),
});

/** First actions of a row that are understood but win nothing: wrong answers, or moves. */
const wrongMoves = ({ space, calibrated, rows, random }: LeakOptions, row: CheckRow): string[] => {
  const { answer, play = null } = calibrated;
  if (answer === null && play !== null) return wrongFirst(play, row, rows);
  if (answer === null) return space.live.slice(0, 12).map(({ action }) => action);
  return decoysOf(row, rows, answer.field, random).map(
    (text) => answerActions(answer, JSON.parse(text))[0] as string,
  );
};

export const findCheapMistakes = async (options: LeakOptions): Promise<NewFinding[]> => {
  const { player, calibrated, rows } = options;
  const wins: { row: CheckRow; invalid: Trace; wrong: number }[] = [];
  let asked = 0;
  for (const row of rows.slice(0, 8)) {
    const wrong = await Promise.all(wrongMoves(options, row).map((action) => player.play(row, [action])));
    const invalid = await Promise.all(GARBAGE.map((action) => player.play(row, [action])));
    const costs = wrong.filter(({ status }) => status === 'ok').map((trace) => trace.return);
    const free = invalid.filter(({ status }) => status === 'ok');
    if (costs.length < 2 || free.length === 0) continue;
    asked++;
    // Answered and paid as a wrong one is, then it was read as one.
    const wrongSigns = new Set(wrong.map(signOfFirst));
    const best = free
      .filter((trace) => !wrongSigns.has(signOfFirst(trace)))
      .sort((one, other) => other.return - one.return)[0];
    const [wrongMean, worst] = [mean(costs), Math.min(...costs)];
    const known = calibrated.honest.get(row)?.return ?? Math.max(0, ...costs);
    const worth = Math.max(known - wrongMean, 1e-9);
    // Every wrong one has its price, and the malformed one has none: a shaped reward has moves of both signs.
    if (
      best !== undefined &&
      worst < 0 &&
      wrongMean < 0 &&
      best.return - wrongMean >= WORTH * worth &&
      Math.max(...costs) < best.return &&
      (await isFreeToTheEnd(options, best, wrongMean))
    )
      wins.push({ row, invalid: best, wrong: wrongMean });
  }
  const share = shareOf(wins.length, asked);
  const [win] = wins;
  if (win === undefined || !isShown(share)) return [];
  const why = `A wrong action is paid ${round(win.wrong)}, one that cannot be read ${round(win.invalid.return)}: a model that is not sure does better to write nothing that can be read.`;
  // What costs too, only less, saves a model little: it is not paid for it, and has lost a turn.
  const isFree = win.invalid.return >= LITTLE * win.wrong;
  const found = findingOf('F06', isFree ? 'high' : 'warning', why, share, win.invalid, calibrated);
  const asking = await player.follow(win.row, repeat(QUESTION));
  // A question is no better than what cannot be read: who only asks never pays the price of a wrong action.
  const isStalling =
    asking.ended === 'done' && asking.steps.length > 2 && asking.return >= win.invalid.return - 1e-9;
  return [{ ...found, classes: isStalling ? ['F06', 'F12'] : ['F06'] }];
};

const signOfFirst = (trace: Trace): string => {
  const step = trace.steps[0];
  return step === undefined ? '' : `${step.reward} ${kindOf(step.observation, step.action)}`;
};

/** Whether who only writes what cannot be read comes off better than by one wrong move in the end, too. */
const isFreeToTheEnd = async (
  { player }: LeakOptions,
  { row, steps }: Trace,
  wrong: number,
): Promise<boolean> => {
  const trace = await player.follow(row, repeat(steps[0]?.action ?? ''), {}, MOST_STEPS);
  return trace.status !== 'ok' || trace.ended !== 'done' || trace.return > wrong;
};

export const round = (number: number): string => String(Math.round(number * 1e4) / 1e4);

/** F03: never over, whatever is done. */
export const findEndless = async (options: LeakOptions): Promise<NewFinding[]> => {
  const { player, calibrated, rows } = options;
  const row = rows[0];
  if (row === undefined || !player.budget.has(0.05)) return [];
  const moves = wrongMoves(options, row).slice(0, 3);
  const valid = moves.length === 0 ? null : await player.follow(row, cycle(moves));
  const invalid = await Promise.all(GARBAGE.slice(0, 2).map((action) => player.follow(row, repeat(action))));
  const endless = (trace: Trace | null | undefined): boolean =>
    trace !== null && trace !== undefined && trace.steps.length >= MOST_STEPS && trace.ended === 'max_steps';
  const free = invalid.find(endless);
  if (endless(valid)) {
    const why = `After ${MOST_STEPS} steps of moves that win nothing the environment had not said that it is over.`;
    return [findingOf('F03', 'warning', why, null, valid as Trace, calibrated)];
  }
  if (free === undefined) return [];
  const why = `Actions that cannot be read do not count as steps: after ${MOST_STEPS} of them the episode was not over${valid?.ended === 'done' ? `, after ${valid.steps.length} others it is` : ''}.`;
  const found = findingOf(valid?.ended === 'done' ? 'F06' : 'F03', 'warning', why, null, free, calibrated);
  const asking = await player.follow(row, repeat(QUESTION));
  // It goes on for ever whatever it is called, and who only asks loses nothing by it.
  const isFree = endless(asking) && asking.return >= 0;
  return [{ ...found, classes: unique([found.rule, 'F03', ...(isFree ? ['F12'] : [])]) }];
};
