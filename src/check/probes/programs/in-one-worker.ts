/** Calls that one worker serves one after the other, and findings that rest on such calls. */
import type { Outcome, Reward } from '../../../index.ts';
import type { RowLevels } from '../../calibration.ts';
import { exploitOfShot } from '../../calls/exploit.ts';
import { costOf } from '../../calls/scorer.ts';
import type { Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { loadAgain } from '../../loading/load.ts';
import { type CheckRow, rowText } from '../../subject/subject.ts';

/** As parts of what is paid at most: smaller differences are rounding, or noise that S05 speaks of. */
export const DIFFERENCE = 1e-6;

export interface Step {
  row: CheckRow;
  completion: string;
}

export const score = async (
  { scorer, budget }: Context,
  reward: Reward,
  { row, completion }: Step,
): Promise<Outcome> => {
  const outcome = await reward.score({
    row: Buffer.from(rowText(row)),
    completionRow: Buffer.from(JSON.stringify({ completion })),
    seed: scorer.seed,
  });
  // One after the other, so nothing is taken together.
  budget.call(costOf(outcome));
  return outcome;
};

export const numberOf = (outcome: Outcome | undefined): number | null =>
  outcome !== undefined && (outcome.status === 'ok' || outcome.status === 'tampered') ? outcome.reward : null;

/** One worker for a body, which serves all its calls in their order. */
export const inOneWorker = async <T>(context: Context, body: (reward: Reward) => Promise<T>): Promise<T> => {
  await using reward = await loadAgain(context, {
    reward: { reuse: 'always', concurrency: 1, onTamper: 'keep' },
  });
  return await body(reward);
};

export const stateFinding = (
  context: Context,
  levels: RowLevels,
  steps: readonly Step[],
  last: Outcome,
  alone: number | null,
  found: Pick<NewFinding, 'rule' | 'classes' | 'severity' | 'title' | 'why' | 'fix'>,
): NewFinding => ({
  ...found,
  source: 'probe',
  exploit: {
    ...exploitOfShot(context.scorer.seed, levels, { completion: steps.at(-1)?.completion ?? '' }, last),
    before: steps.slice(0, -1).map(({ row, completion }) => ({ fields: rowText(row), completion })),
    floor: alone,
  },
});
