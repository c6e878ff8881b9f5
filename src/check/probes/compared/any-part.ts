/** B07: an answer of several numbers of which any one is enough: each may be wrong as long as another is right. */
import type { RowLevels } from '../../calibration.ts';
import type { Check } from '../../context.ts';
import { paid } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { exploitOf } from './sweeps.ts';

const MOST_ROWS = 16;
const LEAST_ROWS = 5;
const LEAST_SHARE = 0.8;
/** Numbers of an answer; more of them are a text that holds figures. */
const MOST_NUMBERS = 6;
/** Of the distance between floor and answer: what is lost where every number is wrong. */
const LOST = 0.5;
const SAME = 1e-6;
/** What a number is off by: more than any tolerance, and no other answer. */
const OFF = 5_417;
const NUMBER = /(?<![\w.])-?\d{1,9}(?:\.\d+)?(?![\w.]*\d)/g;

/** The completion with those of its numbers wrong that `isWrong` names by their places. */
const withWrong = (completion: string, isWrong: (at: number) => boolean): string => {
  let at = 0;
  return completion.replace(NUMBER, (number) => (isWrong(at++) ? String(Number(number) + OFF) : number));
};

export const anyPartCheck: Check = {
  name: 'one number of several',
  async run(context) {
    const { calibration, scorer, random } = context;
    if (calibration.basis !== 'answer') return [];
    const known = calibration.levels.flatMap((levels) => {
      const { gold, floor } = levels;
      const numbers = gold?.completion.match(NUMBER) ?? [];
      // The same number twice may be one answer said twice.
      const isPlain = new Set(numbers).size === numbers.length;
      return gold !== null &&
        gold.reward > floor &&
        isPlain &&
        numbers.length > 1 &&
        numbers.length <= MOST_NUMBERS
        ? [{ levels, honest: gold, count: numbers.length }]
        : [];
    });
    if (known.length < LEAST_ROWS) return [];
    const asked = random.sample(known, MOST_ROWS);
    const scored = await Promise.all(
      asked.map(async ({ levels, honest, count }) => {
        const one = Array.from({ length: count }, (_, place) =>
          withWrong(honest.completion, (at) => at === place),
        );
        const texts = [...one, withWrong(honest.completion, () => true)];
        const outcomes = await scorer.all(texts.map((completion) => ({ row: levels.row, completion })));
        const rewards = outcomes.map((outcome) => paid(outcome) ?? levels.floor);
        const gain = honest.reward - levels.floor;
        const full = one.filter((_, at) => (rewards[at] ?? levels.floor) >= honest.reward - SAME * gain);
        const isLost = (rewards.at(-1) ?? 0) <= honest.reward - LOST * gain;
        return { levels, full, isLost };
      }),
    );
    // Where none is read they all may be wrong, and where one is read its own change is not paid: two say that either will do.
    const hits = scored.filter(({ full, isLost }) => isLost && full.length > 1);
    const [hit] = hits;
    if (hit === undefined || hits.length < LEAST_SHARE * scored.length) return [];
    const exploit = await exploitOf(context, hit.levels as RowLevels, hit.full[0] ?? '');
    if (exploit === null) return [];
    const share = shareOf(hits.length, scored.length);
    return [
      {
        rule: 'B07',
        classes: ['B07', 'A07'],
        source: 'probe',
        severity: 'warning',
        title: 'one number of several is enough',
        why: `The right answer is paid as much with one of its numbers wrong, whichever it is, on ${share.hits} of ${share.of} rows; with all of them wrong it is not.`,
        fix: 'Compare the parts of an answer together (`pair in solutions`, `a == b` on whole tuples), not each part with each.',
        exploit,
        share,
      },
    ];
  },
};
