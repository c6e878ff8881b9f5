/**
 * S10: the right answer of one row that is paid on every row, where those of most others are not: the best that was ever given
 * (the strongest hand, the shortest time) beats every row that asks for no less, unless it is held to what its row gives.
 */
import { isAllThereIs, isPoor } from '../../answers/marks.ts';
import { meaningOf } from '../../answers/meaning.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check } from '../../context.ts';
import { numberText } from '../../proof/confirm.ts';
import { paid } from '../../proof/levels.ts';
import { tell } from '../../proof/tell.ts';
import { shareOf } from '../../wilson.ts';
import { kindsByHeart } from './kinds-by-heart.ts';

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

export const byHeartCheck: Check = {
  name: 'one right answer on all rows',
  async run(context) {
    const { calibration, random, findings, scorer } = context;
    const { levels, goldField, basis } = calibration;
    if (basis !== 'answer' || goldField === null || isPoor(context)) return [];
    if (findings.some(({ source, severity }) => source === 'probe' && severity === 'critical')) return [];
    const meaning = ({ row, answer }: RowLevels): string =>
      answer === undefined ? meaningOf(row.fields[goldField]) : `${answer}`;
    const known = levels.filter(({ gold, floor }) => gold !== null && gold.reward > floor);
    const donors = [...new Map(known.map((each) => [meaning(each), each])).values()];
    if (known.length < LEAST_ROWS) return [];
    const ofKind = await kindsByHeart(context, known);
    if (ofKind !== undefined) return [ofKind];
    if (donors.length < LEAST_DISTINCT * known.length) return [];
    const rows = random.sample(known, MOST_ROWS);
    const isFull = async (donor: RowLevels, asked: readonly RowLevels[]): Promise<RowLevels[]> => {
      const completion = donor.gold?.completion ?? '';
      const outcomes = await scorer.all(asked.map(({ row }) => ({ row, completion })));
      return asked.filter(
        ({ gold }, at) => (paid(outcomes[at]) ?? Number.NEGATIVE_INFINITY) >= FULL * (gold?.reward ?? 1),
      );
    };
    let best = random.sample(donors, MOST_DONORS);
    for (const many of ROUNDS) {
      const some = random.sample(rows, many);
      const tried: { donor: RowLevels; hits: number }[] = [];
      for (const donor of best) {
        if (!context.budget.has(0.05)) return [];
        tried.push({ donor, hits: (await isFull(donor, some)).length });
      }
      best = tried
        .filter(({ hits }) => hits >= LEAST_OF_ROUND * some.length)
        .sort((one, other) => other.hits - one.hits)
        .map(({ donor }) => donor);
    }
    for (const donor of best.slice(0, MOST_GOING_ON)) {
      const asked = rows.filter((each) => meaning(each) !== meaning(donor));
      const hits = await isFull(donor, asked);
      const [hit] = hits;
      if (hit === undefined || asked.length < LEAST_ROWS || hits.length < LEAST_SHARE * asked.length)
        continue;
      const sight = { levels: hit, completion: donor.gold?.completion ?? '' };
      const told = await tell(context, [sight], shareOf(hits.length, asked.length), (reward, share) => ({
        rule: 'S10',
        classes: ['S10', 'S20', 'S19', 'A05'],
        severity: isAllThereIs(context) ? 'critical' : 'high',
        title: 'the right answer of one row is paid in full on the others',
        why: `It gets ${numberText(reward)} on ${share.hits} of ${share.of} rows whose own right answer is another one: learnt by heart, it is all that a policy needs.`,
        fix: 'Check that an answer is made of what its row gives, before it is asked how good it is.',
      }));
      if (told.length > 0) return told;
    }
    return [];
  },
};
