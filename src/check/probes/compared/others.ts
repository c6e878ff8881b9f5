/** A05 and A09: what right answers of other rows are all paid, the form is paid; where that is everything, nothing binds an answer to its row. */
import { isAllThereIs } from '../../answers/marks.ts';
import type { Check, Context } from '../../context.ts';
import { FLOOR_GAP, fullMarks, HIGH_GAP, MORE_GAP, PROOF_GAP, paid } from '../../proof/levels.ts';
import { tell } from '../../proof/tell.ts';
import { answerOf, answersOf, type Least, payingAll } from './cross-pay.ts';

const MOST_ROWS = 40;
/** Wrong answers of one row: the least that one of them is paid counts, so that luck and partial credit do not. */
const DONORS = 6;
const LEAST_DONORS = 3;
/** Share of rows on which it must hold: of a form there is no luck. */
const LEAST_SHARE = 0.9;

/** A floor is told already that is as high: most are, and the form of an answer with nothing in it gets less than some. */
const isTold = ({ findings, notes }: Context, reward: number): boolean =>
  notes.floorIsKnown && findings.some(({ exploit }) => (exploit?.reward ?? -Infinity) >= 0.9 * reward);

/** Of what its own answer gets; undefined where nothing is known of full marks. */
const gapIn = ({ calibration }: Context, { levels, reward }: Least): number | undefined => {
  const full = levels.gold === null ? levels.plausible?.reward : fullMarks(levels, calibration);
  // A penalty for no form at all makes no reward of the form.
  const floor = levels.floor < 0 && (full ?? 0) > 0 ? 0 : levels.floor;
  return full === null || full === undefined || full <= floor ? undefined : (reward - floor) / (full - floor);
};

/**
 * Whether more than half is paid for the form itself: also where every part of the answer is another one. Right answers of one kind
 * may have much in common: labels, keys, a template.
 */
const isOfForm = async (context: Context, hits: readonly Least[]): Promise<boolean> => {
  const { goldField, columns } = context.calibration;
  if (goldField === null || columns !== undefined || !isAllThereIs(context)) return false;
  for (const { levels } of hits.slice(0, LEAST_DONORS)) {
    const { row, gold, decoys } = levels;
    if (gold === null || decoys.length === 0) return false;
    const { completion } = gold;
    const shots = decoys.map((text) => ({ row, completion, changed: { [goldField]: text } }));
    const rewards = (await context.scorer.all(shots)).map(paid);
    const gaps = rewards.map((reward) => reward !== null && gapIn(context, { levels, completion, reward }));
    if (!gaps.every((gap) => Number(gap) >= MORE_GAP)) return false;
  }
  return true;
};

export const othersCheck: Check = {
  name: 'right answers of other rows',
  async run(context) {
    const { calibration, random } = context;
    const rows = random.sample(calibration.levels, MOST_ROWS);
    const donors = answersOf(context, random.sample(calibration.levels, MOST_ROWS));
    const { hits: all, of } = await payingAll(
      context,
      rows,
      (levels) => {
        const own = answerOf(calibration, levels);
        const others = donors.filter(
          ({ completion, meaning }) => completion !== own?.completion && meaning !== own?.meaning,
        );
        return own === undefined || others.length < LEAST_DONORS
          ? []
          : others.slice(0, DONORS).map(({ completion }) => completion);
      },
      () => true,
    );
    for (const limit of [PROOF_GAP, HIGH_GAP, FLOOR_GAP]) {
      const hits = all
        .map((least) => ({ ...least, gap: gapIn(context, least) ?? Number.NEGATIVE_INFINITY }))
        .filter(({ gap }) => gap >= limit)
        .sort((one, other) => one.gap - other.gap);
      const [hit] = hits;
      if (hit === undefined || of < LEAST_DONORS || hits.length < LEAST_SHARE * of) continue;
      const isAll = limit === PROOF_GAP;
      const isHalf = limit === HIGH_GAP;
      const isProof = isHalf && hits.every(({ gap }) => gap >= MORE_GAP) && (await isOfForm(context, hits));
      const told = await tell(context, hits, of, (_, share) => {
        const on = `on ${share.hits} of ${share.of} rows`;
        if (isAll)
          return {
            rule: 'A05',
            classes: ['A05', 'A08', 'A09'],
            severity: isAllThereIs(context) ? 'critical' : 'high',
            title: 'the right answer of any row is paid in every row',
            why: `Right answers of other rows are paid as much as its own${calibration.goldField === null ? ', corrupted ones less' : ''}, ${on}: one of them, learnt by heart, is all that a policy needs.`,
            fix: 'Check the answer against its row as well: that it keeps what was given, and solves this task and no other.',
          };
        return {
          rule: 'A09',
          classes: ['A09', 'A12'],
          // Of partial credit some is honest: two answers of one kind can have much in common.
          severity: isProof ? 'critical' : isHalf ? 'high' : 'warning',
          title: 'pays for the form of an answer',
          why: `Right answers of other rows, wrong here, are all paid at least ${Math.round(100 * hit.gap)} % of what its own gets, ${on}.`,
          fix: 'Pay for form only when the answer is right (multiply, do not add). A wrong answer and no answer should both get the minimum.',
        };
      });
      if (!isAll && told.some(({ exploit }) => isTold(context, exploit?.reward ?? 0))) return [];
      if (told.length === 0) continue;
      context.notes.floorIsKnown = true;
      return told;
    }
    return [];
  },
};
