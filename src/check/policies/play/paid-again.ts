/** The same actions again and again, each time paid. */
import { kindOf, type StepSeen, type Trace } from './trace.ts';

/** All that can be had where parts of 1 are paid, and half of that again. */
export const BEYOND_ALL = 1.5;
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
