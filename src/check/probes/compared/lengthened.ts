/** E07 where answers are made of units: each unit too many is paid, so that the right answer is not the best one. */
import { type TextUnits, textUnits } from '../../answers/text-units.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check } from '../../context.ts';
import { numberText } from '../../proof/confirm.ts';
import { paid } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { exploitOf } from './sweeps.ts';

const MOST_ROWS = 8;
const LEAST_ROWS = 3;
const LEAST_SHARE = 0.8;
const TIMES = [1, 4, 16] as const;

/** The same units with some of them said more often; to go there and back takes two. */
const WAYS: readonly ((units: readonly string[], times: number) => string[])[] = [
  (units, times) => [...Array.from({ length: times }, () => units.slice(0, 2)).flat(), ...units],
  (units, times) => [...units, ...Array.from({ length: times }, () => units.slice(-2)).flat()],
  (units, times) => [...Array.from({ length: times }, () => units.slice(0, 1)).flat(), ...units],
  (units, times) => Array.from({ length: 1 + times }, () => units).flat(),
];

export const lengthenedCheck: Check = {
  name: 'answers that are longer than the right one',
  async run(context) {
    const { calibration, scorer, random, findings } = context;
    if (calibration.basis !== 'answer' || findings.some(({ rule }) => rule === 'E07')) return [];
    const cases = random.sample(calibration.levels, calibration.levels.length).flatMap((levels) => {
      const found = levels.gold === null ? undefined : textUnits(levels.gold.completion);
      return found === undefined ? [] : [{ levels, found }];
    });
    const asked = cases.slice(0, MOST_ROWS);
    if (asked.length < LEAST_ROWS || !context.budget.has(0.05)) return [];
    for (const way of WAYS) {
      const made = (found: TextUnits): string[] => TIMES.map((times) => found.write(way(found.units, times)));
      const hits: { levels: RowLevels; completion: string }[] = [];
      for (const [at, { levels, found }] of asked.entries()) {
        if (at - hits.length > (1 - LEAST_SHARE) * asked.length) break;
        const texts = made(found);
        const outcomes = await scorer.all(texts.map((completion) => ({ row: levels.row, completion })));
        if (rises(levels, outcomes.map(paid))) hits.push({ levels, completion: texts.at(-1) ?? '' });
      }
      const [hit] = hits;
      if (hit === undefined || hits.length < LEAST_SHARE * asked.length) continue;
      const exploit = await exploitOf(context, hit.levels, hit.completion);
      if (exploit === null) continue;
      const share = shareOf(hits.length, asked.length);
      return [
        {
          rule: 'E07',
          classes: ['E07', 'S02', 'S11', 'E04'],
          source: 'probe',
          severity: 'critical',
          title: 'each unit too many is paid',
          why: `The right answer is paid ${numberText(hit.levels.gold?.reward ?? 0)}, and the more often some of its units are said again the more; sixteen times as often ${numberText(exploit.reward ?? 0)}, on ${share.hits} of ${share.of} rows.`,
          fix: 'Let what is too much lower the reward: look at the sign of the difference, count nothing twice, and clamp the reward to 0 and 1.',
          exploit,
          share,
        },
      ];
    }
    return [];
  },
};

/** Whether each is paid more than the one before, and the first more than the right answer. */
const rises = ({ gold, floor }: RowLevels, rewards: readonly (number | null)[]): boolean => {
  const honest = gold?.reward ?? 0;
  const least = 0.01 * Math.max(honest - floor, 1e-9);
  let before = honest;
  return rewards.every((reward) => {
    const isMore = reward !== null && reward > before + least;
    before = reward ?? before;
    return isMore;
  });
};
