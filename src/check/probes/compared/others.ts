/**
 * The right answers of other rows, as answers to this one: wrong, and of the right form in everything. What all of them
 * are paid, the form is paid; where that is everything, nothing binds the answer to its row.
 */
import { isAllThereIs } from '../../answers/marks.ts';
import { meaningOf } from '../../answers/meaning.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { Share } from '../../finding.ts';
import { FLOOR_GAP, fullMarks, HIGH_GAP, PROOF_GAP, paid } from '../../proof/levels.ts';
import { tell, type Words } from '../../proof/tell.ts';

const MOST_ROWS = 40;
/** Wrong answers of one row: the least that one of them is paid counts, so that luck and partial credit do not. */
const DONORS = 6;
const LEAST_DONORS = 3;
/** Share of rows on which it must hold: of a form there is no luck. */
const LEAST_SHARE = 0.9;

const FLOOR_CLASSES = /^(?:A08|A09|A1[123]|E)/;

interface Answer {
  completion: string;
  meaning: string;
}

export const othersCheck: Check = {
  name: 'right answers of other rows',
  async run(context) {
    const { calibration, random } = context;
    const rows = random.sample(calibration.levels, MOST_ROWS);
    const donors = distinctAnswers(random.sample(calibration.levels, MOST_ROWS), calibration.goldField);
    const sights: { levels: RowLevels; completion: string; gap: number }[] = [];
    let of = 0;
    for (const levels of rows) {
      if (!context.budget.has(0.05)) break;
      const own = answerOf(levels, calibration.goldField);
      if (own === undefined) continue;
      const others = donors
        .filter(({ completion, meaning }) => completion !== own.completion && meaning !== own.meaning)
        .slice(0, DONORS);
      if (others.length < LEAST_DONORS) continue;
      of++;
      const least = await leastPaid(context, levels, others);
      if (least !== undefined) sights.push({ levels, ...least });
    }
    for (const gap of [PROOF_GAP, FLOOR_GAP]) {
      const hits = sights.filter((sight) => sight.gap >= gap);
      const [hit] = hits.sort((one, other) => one.gap - other.gap);
      if (hit === undefined || of < LEAST_DONORS || hits.length < LEAST_SHARE * of) continue;
      const told = await tell(context, hits, of, (_, share) => wordsOf(context, gap, hit.gap, share));
      if (gap === FLOOR_GAP && told.some(({ exploit }) => isTold(context, exploit?.reward ?? 0))) return [];
      if (told.length === 0) continue;
      context.notes.floorIsKnown = true;
      return told;
    }
    return [];
  },
};

/** A floor is told already that is as high: most are, and the form of an answer with nothing in it gets less than some. */
const isTold = ({ findings, notes }: Context, reward: number): boolean =>
  notes.floorIsKnown &&
  findings.some(
    ({ classes = [], exploit }) =>
      classes.some((name) => FLOOR_CLASSES.test(name)) &&
      (exploit?.reward ?? Number.NEGATIVE_INFINITY) >= 0.9 * reward,
  );

const answerOf = (
  { row, gold, plausible, answer }: RowLevels,
  goldField: string | null,
): Answer | undefined => {
  const completion = gold?.completion ?? plausible?.completion;
  if (completion === undefined) return undefined;
  const meaning = goldField === null || answer !== undefined ? completion : meaningOf(row.fields[goldField]);
  return { completion, meaning };
};

const distinctAnswers = (levels: readonly RowLevels[], goldField: string | null): Answer[] => {
  const answers = new Map<string, Answer>();
  for (const each of levels) {
    const answer = answerOf(each, goldField);
    if (answer !== undefined && !answers.has(answer.meaning)) answers.set(answer.meaning, answer);
  }
  return [...answers.values()];
};

/** The least paid one; undefined where a call failed or nothing is known of full marks. */
const leastPaid = async (
  { calibration, scorer }: Context,
  levels: RowLevels,
  others: readonly Answer[],
): Promise<{ completion: string; gap: number } | undefined> => {
  const full = levels.gold === null ? levels.plausible?.reward : fullMarks(levels, calibration);
  // A penalty for no form at all makes no reward of the form.
  const floor = levels.floor < 0 && (full ?? 0) > 0 ? 0 : levels.floor;
  if (full === null || full === undefined || full <= floor) return undefined;
  const outcomes = await scorer.all(others.map(({ completion }) => ({ row: levels.row, completion })));
  const rewards = outcomes.map(paid);
  let least: { completion: string; gap: number } | undefined;
  for (const [at, reward] of rewards.entries()) {
    if (reward === null) return undefined;
    const gap = (reward - floor) / (full - floor);
    if (least === undefined || gap < least.gap) least = { completion: others[at]?.completion as string, gap };
  }
  return least;
};

const wordsOf = (context: Context, limit: number, gap: number, share: Share): Words => {
  const { calibration } = context;
  const isAll = limit === PROOF_GAP;
  const on = `on ${share.hits} of ${share.of} rows`;
  return {
    rule: isAll ? 'A05' : 'A09',
    classes: isAll ? ['A05', 'A08', 'A09'] : ['A09', 'A12', ...(gap >= HIGH_GAP ? ['E06'] : [])],
    // Of partial credit some is honest: two answers of one kind can have much in common.
    severity: isAll ? (isAllThereIs(context) ? 'critical' : 'high') : 'warning',
    title: isAll ? 'the right answer of any row is paid in every row' : 'pays for the form of an answer',
    why: isAll
      ? `Right answers of other rows are paid as much as its own${calibration.goldField === null ? ', corrupted ones less' : ''}, ${on}: one of them, learnt by heart, is all that a policy needs.`
      : `Right answers of other rows, wrong here, are all paid at least ${Math.round(100 * gap)} % of what its own gets, ${on}.`,
    fix: isAll
      ? 'Check the answer against its row as well: that it keeps what was given, and solves this task and no other.'
      : 'Pay for form only when the answer is right (multiply, do not add). A wrong answer and no answer should both get the minimum.',
  };
};
