/** Rounds that are paid again and again, found over the states of the class itself. */
import type { CheckRow } from '../../subject/subject.ts';
import type { Attack } from '../play/attack.ts';
import { MOST_STEPS, type Policy } from '../play/player.ts';
import { kindOf, type StepSeen, type Trace } from '../play/trace.ts';
import type { Calibrated } from '../ways/honest.ts';
import type { Seeker } from '../ways/seek.ts';

const EPSILON = 1e-6;
/** Rounds of the same that are no luck: where all that was said was the same too, and where it was not. */
const LEAST_ROUNDS = 6;
const LEAST_MOVING = 12;

const paid = (steps: readonly StepSeen[]): number =>
  steps.reduce((sum, { reward }) => sum + (reward ?? 0), 0);

export interface Rounds {
  /** Actions of one round. */
  period: number;
  count: number;
  /** The same was said each time, numbers aside: nothing came of it. */
  isStill: boolean;
}

/** The rounds of the same actions, each of them paid, with which an episode ends; null: it does not. */
export const roundsOf = ({ steps }: Pick<Trace, 'steps'>): Rounds | null => {
  // The very end may cut a round off, and may not be paid.
  for (const period of [1, 2, 3])
    for (let left = 0; left <= period; left++) {
      const end = steps.length - left;
      const last = steps.slice(end - period, end);
      const due = paid(last);
      if (last.length < period || due <= EPSILON) continue;
      let count = 1;
      let isStill = true;
      for (let at = end - 2 * period; at >= 0; at -= period) {
        const round = steps.slice(at, at + period);
        if (round.some(({ action }, index) => action !== last[index]?.action)) break;
        if (paid(round) < 0.5 * due || paid(round) > 2 * due) break;
        const isSame = round.every(
          (step, index) =>
            kindOf(step.observation, step.action) ===
            kindOf((last[index] as StepSeen).observation, step.action),
        );
        if (!isSame && count < LEAST_ROUNDS) isStill = false;
        count++;
      }
      if (count >= (isStill ? LEAST_ROUNDS : LEAST_MOVING)) return { period, count, isStill };
    }
  return null;
};

/** Growth on these is no luck. */
const MOST_ROWS = 4;

/** What programs may take for all rows: what is paid may be some steps away. */
const SECONDS = 2;
/** All that can be had where parts of 1 are paid, and half of that again. */
const BEYOND_ALL = 1.5;

interface Paid {
  before: string[];
  round: string[];
  /** What each of its steps is paid. */
  rate: number;
  /** After each round all is as it was. */
  still: boolean;
}

/** To where it is paid, and then round after round. */
const circling =
  ({ before, round }: Paid): Policy =>
  ({ step }) =>
    before[step] ?? (round[(step - before.length) % round.length] as string);

/**
 * Whether rounds are no way to an end, where nobody knows one: they leave all as it was, and each is paid a part of 1.
 * As many as one can make may be what is asked for where each is paid by itself.
 */
const isForNothing = ({ round, rate, still }: Paid): boolean => still && rate * round.length < 1 - 1e-6;

/**
 * F02 and F11.
 * @param honest how rows are won: what is paid on the way may be paid again
 */
export const paidRounds = async (
  seeker: Seeker,
  rows: readonly CheckRow[],
  honest: Calibrated['honest'],
): Promise<Attack[]> => {
  const asked = rows.slice(0, MOST_ROWS);
  const isKnown = asked.some((row) => honest.has(row));
  const found = await seeker.ask<{ best: Paid | null }>(
    'rounds',
    asked.map((row) => ({ row, way: honest.get(row)?.actions })),
    { seconds: SECONDS },
    MOST_ROWS,
  );
  const best = new Map(
    asked.map((row, at) => {
      const paid = found[at]?.best ?? null;
      return [row, paid !== null && (isKnown || isForNothing(paid)) ? paid : null];
    }),
  );
  const all = [...best.values()].filter((each) => each !== null);
  if (all.length === 0) return [];
  const isOne = all.every(({ round }) => round.length === 1);
  return [
    {
      rule: isOne ? 'F02' : 'F11',
      does: isOne
        ? 'goes where an action is paid, and repeats it,'
        : 'goes where something is paid, takes it back and does it again, round after round,',
      most: MOST_STEPS,
      isFarming: true,
      isBound: true,
      ...(isKnown ? {} : { least: BEYOND_ALL }),
      policy: (row: CheckRow): Policy | null => {
        const paid = best.get(row) ?? null;
        return paid === null ? null : circling(paid);
      },
    },
  ];
};
