/** E07: an error that is paid with the wrong sign, so that the right answer is not the best one. */
import { direction } from '../../answers/direction.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check } from '../../context.ts';
import { numberText } from '../../proof/confirm.ts';
import { paid } from '../../proof/levels.ts';
import { tell } from '../../proof/tell.ts';
import { shareOf } from '../../wilson.ts';

const MOST_ROWS = 12;
const LEAST_ROWS = 3;
const LEAST_SHARE = 0.8;
/** The same for all rows: far from every answer. */
const FAR = ['999999999', '1000000', '10000', '99999', '0'];

export const wrongSignCheck: Check = {
  name: 'errors that are paid with the wrong sign',
  async run(context) {
    const { calibration, random, scorer } = context;
    const { basis, goldField: field, levels: all, wrappers } = calibration;
    const [wrapper] = wrappers;
    if (basis !== 'answer' || field === null || wrapper === undefined) return [];
    const rows = random.sample(
      all.filter(({ gold }) => gold !== null),
      MOST_ROWS,
    );
    if (rows.length < LEAST_ROWS) return [];
    const place = { field, wrap: wrapper.wrap };
    const signs = await Promise.all(rows.map(({ row }) => direction(scorer, row, place)));
    const sign = Math.sign(signs.reduce<number>((sum, each) => sum + each, 0));
    const shown = rows.filter((_, at) => signs[at] === sign);
    if (sign === 0 || shown.length < LEAST_SHARE * rows.length) return [];
    const texts = FAR.map((text) => wrapper.wrap(sign > 0 || text === '0' ? text : `-${text}`));
    const tries = await Promise.all(
      texts.map(async (completion) => {
        const outcomes = await scorer.all(shown.map(({ row }) => ({ row, completion })));
        const hits = shown.filter((levels, at) => isMore(levels, paid(outcomes[at])));
        return { completion, hits };
      }),
    );
    const [best] = tries.sort((one, other) => other.hits.length - one.hits.length);
    const [levels] = best?.hits ?? [];
    if (best === undefined || levels === undefined) return [];
    const share = shareOf(best.hits.length, rows.length);
    const told = await tell(context, [{ levels, completion: best.completion }], share, (reward) =>
      isMore(levels, reward)
        ? {
            rule: 'E07',
            severity: share.hits >= LEAST_SHARE * rows.length ? 'critical' : 'high',
            title: 'the error is paid with the wrong sign',
            why: `Of the numbers around the right one always the ${sign > 0 ? 'larger' : 'smaller'} is paid more, on ${shown.length} of ${rows.length} rows that were tried. One far from every answer is paid ${numberText(reward)}, the right answer ${numberText(levels.gold?.reward ?? 0)}; so on ${share.hits} of ${share.of} rows.`,
            fix: 'Take the absolute value of the distance (`abs(answer - right)`), and clamp what comes of it to 0 and 1.',
          }
        : null,
    );
    if (told.length > 0) {
      context.notes.overpaid = best.completion;
      context.notes.floorIsKnown = true;
    }
    return told;
  },
};

const isMore = ({ gold, floor }: RowLevels, reward: number | null): boolean =>
  gold !== null && reward !== null && reward > gold.reward + 0.01 * Math.abs(gold.reward - floor);
