/**
 * S10: the right answer of one row that is paid on every row, where those of most others are not (the strongest hand beats every row
 * that asks for no less). Learnt by heart, it is all that a policy needs.
 */
import { isAllThereIs, isPoor } from '../../answers/marks.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { numberText } from '../../proof/confirm.ts';
import { tell } from '../../proof/tell.ts';
import { shareOf } from '../../wilson.ts';
import { answerOf, answersOf, leastPaid } from './cross-pay.ts';

const MOST_ROWS = 40;
const MOST_DONORS = 60;
/** Rows on which all donors are tried, then those that are left; how many of them must pay one, and how many go on to all. */
const ROUNDS = [4, 20] as const;
const LEAST_OF_ROUND = 0.75;
const MOST_GOING_ON = 4;
/** Rows with other right answers: of fewer nothing can be told. */
const LEAST_ROWS = 12;
const LEAST_SHARE = 0.9;
/** Distinct right answers, as a share of the rows: of a few classes one may be most. */
const LEAST_DISTINCT = 0.5;
const FULL = 0.99;

const isFull = ({ gold, floor }: RowLevels, reward: number): boolean =>
  reward > floor && reward >= FULL * (gold?.reward ?? 1);

/** Rows that pay this answer in full. */
const payingFull = async (
  context: Context,
  rows: readonly RowLevels[],
  completion: string,
): Promise<RowLevels[]> => {
  const paid = await Promise.all(rows.map((levels) => leastPaid(context, levels, [completion])));
  return rows.filter((levels, at) => {
    const reward = paid[at]?.reward;
    return reward !== undefined && isFull(levels, reward);
  });
};

export const byHeartCheck: Check = {
  name: 'one right answer on all rows',
  async run(context) {
    const { calibration, findings } = context;
    if (calibration.basis !== 'answer' || calibration.goldField === null || isPoor(context)) return [];
    if (findings.some(({ source, severity }) => source === 'probe' && severity === 'critical')) return [];
    const known = calibration.levels.filter(({ gold, floor }) => gold !== null && gold.reward > floor);
    if (known.length < LEAST_ROWS) return [];
    return oneForAll(context, known);
  },
};

const oneForAll = async (context: Context, known: readonly RowLevels[]): Promise<NewFinding[]> => {
  const { random, calibration } = context;
  const donors = answersOf(context, known);
  if (donors.length < LEAST_DISTINCT * known.length) return [];
  const rows = random.sample(known, MOST_ROWS);
  let best = random.sample(donors, MOST_DONORS);
  for (const many of ROUNDS) {
    const some = random.sample(rows, many);
    const tried: { donor: (typeof best)[number]; hits: number }[] = [];
    for (const donor of best) {
      if (!context.budget.has(0.05)) return [];
      tried.push({ donor, hits: (await payingFull(context, some, donor.completion)).length });
    }
    best = tried
      .filter(({ hits }) => hits >= LEAST_OF_ROUND * some.length)
      .sort((one, other) => other.hits - one.hits)
      .map(({ donor }) => donor);
  }
  for (const { meaning, completion } of best.slice(0, MOST_GOING_ON)) {
    const asked = rows.filter((levels) => answerOf(calibration, levels)?.meaning !== meaning);
    const hits = await payingFull(context, asked, completion);
    const [levels] = hits;
    if (levels === undefined || asked.length < LEAST_ROWS || hits.length < LEAST_SHARE * asked.length)
      continue;
    const told = await tell(
      context,
      [{ levels, completion }],
      shareOf(hits.length, asked.length),
      (reward, share) => ({
        rule: 'S10',
        classes: ['S10', 'S20', 'S19', 'A05'],
        severity: isAllThereIs(context) ? 'critical' : 'high',
        title: 'the right answer of one row is paid in full on the others',
        why: `It gets ${numberText(reward)} on ${share.hits} of ${share.of} rows whose own right answer is another one: learnt by heart, it is all that a policy needs.`,
        fix: 'Check that an answer is made of what its row gives, before it is asked how good it is.',
      }),
    );
    if (told.length > 0) return told;
  }
  return [];
};
