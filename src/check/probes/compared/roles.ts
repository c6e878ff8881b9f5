/** A14: the mark of a turn, written by the completion itself: what stands before it, or behind it, is not looked at any more. */
import { meaningOf } from '../../answers/meaning.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { unique } from '../../lists.ts';
import { HIGH_GAP, PROOF_GAP, paid } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { ROLES } from '../text/formats.ts';
import { exploitOf } from './sweeps.ts';

const MOST_ROWS = 10;
const LEAST_ROWS = 3;
const MOST_MARKS = 4;
const LEAST_SHARE = 0.8;
/** Answers of which there are few enough for a turn each. */
const FEWEST_ANSWERS = 2;
const MOST_ANSWERS = 60;
const FIX =
  'Score the completion that the trainer passes; do not split text at a marker that the completion can hold too.';

/** Marks that the source looks for. */
const marksIn = ({ analysis }: Context): string[] =>
  unique(
    [...analysis.constants, ...analysis.patterns.map(({ pattern }) => pattern.replaceAll('\\', ''))].filter(
      (text) => ROLES.test(text),
    ),
  ).slice(0, MOST_MARKS);

interface Pair {
  levels: RowLevels;
  right: string;
  wrong: string;
}

/** The right answer of each row, with one of another row. */
const pairsOf = ({ calibration, random }: Context): Pair[] => {
  const { goldField, levels } = calibration;
  const known = levels.flatMap((each) =>
    each.gold === null
      ? []
      : [
          {
            levels: each,
            right: each.gold.completion,
            meaning: goldField === null ? '' : meaningOf(each.row.fields[goldField]),
          },
        ],
  );
  return random.sample(known, MOST_ROWS).flatMap(({ levels: each, right, meaning }) => {
    const other = known.find((one) => one.meaning !== meaning && one.right !== right);
    return other === undefined ? [] : [{ levels: each, right, wrong: other.right }];
  });
};

/** Right behind the mark, and before it. */
const ORDERS: readonly ((pair: Pair) => readonly [string, string])[] = [
  ({ right, wrong }) => [wrong, right],
  ({ right, wrong }) => [right, wrong],
];

/** Paid in full with the mark between a right and a wrong answer, and little without it. */
export const rolesCheck: Check = {
  name: 'marks of turns',
  async run(context) {
    const { calibration, scorer, budget } = context;
    if (calibration.basis !== 'answer') return [];
    const pairs = pairsOf(context);
    if (pairs.length < LEAST_ROWS) return [];
    for (const mark of marksIn(context)) {
      for (const order of ORDERS) {
        if (!budget.has(0.05)) return [];
        const seen = await Promise.all(
          pairs.map(async (pair) => {
            const [first, last] = order(pair);
            const { row, floor, gold } = pair.levels;
            const completion = `${first}\n${mark}\n${last}`;
            const outcomes = await scorer.all(
              [completion, `${first}\n${last}`].map((text) => ({ row, completion: text })),
            );
            const [marked, plain] = outcomes.map(
              (each) => ((paid(each) ?? floor) - floor) / ((gold?.reward ?? 0) - floor),
            );
            return (marked ?? 0) >= PROOF_GAP && (plain ?? 1) < HIGH_GAP
              ? [{ levels: pair.levels, completion }]
              : [];
          }),
        );
        const hits = seen.flat();
        const [hit] = hits;
        if (hit === undefined || hits.length < LEAST_SHARE * pairs.length) continue;
        const exploit = await exploitOf(context, hit.levels, hit.completion);
        if (exploit === null) continue;
        return [(await turnForEach(context, mark)) ?? findingOf(mark, hits.length, pairs.length, exploit)];
      }
    }
    return [];
  },
};

/** Proof: one text for all rows with a turn for each answer of the file. In both orders, so that no single turn of it is what is read. */
const turnForEach = async (context: Context, mark: string): Promise<NewFinding | undefined> => {
  const known = context.calibration.levels.filter(({ gold }) => gold !== null);
  const answers = unique(known.flatMap(({ gold }) => gold?.completion ?? []));
  if (answers.length < FEWEST_ANSWERS || answers.length > MOST_ANSWERS) return undefined;
  const paidOn = async (all: readonly string[]) => {
    const completion = all.map((answer) => `${mark}\n${answer}`).join('\n');
    const outcomes = await context.scorer.all(known.map(({ row }) => ({ row, completion })));
    const hits = known.filter(
      ({ gold, floor }, at) =>
        (paid(outcomes[at]) ?? floor) - floor >= PROOF_GAP * ((gold?.reward ?? Infinity) - floor),
    );
    return { completion, hits };
  };
  const { completion, hits } = await paidOn(answers);
  const back = await paidOn([...answers].reverse());
  const [hit] = hits;
  const least = LEAST_SHARE * known.length;
  if (hit === undefined || hits.length < least || back.hits.length < least) return undefined;
  const exploit = await exploitOf(context, hit, completion);
  if (exploit === null) return undefined;
  const share = shareOf(hits.length, known.length);
  return {
    rule: 'A14',
    classes: ['A14', 'A05', 'A10'],
    source: 'probe',
    severity: 'critical',
    title: 'writes a turn for each answer of the whole file',
    why: `One text with ${JSON.stringify(mark.trim())} before each of the ${answers.length} answers that there are is paid as the right one, on ${share.hits} of ${share.of} rows: the text is cut at a mark that it can hold itself, and the best part of it counts.`,
    fix: FIX,
    exploit,
    share,
  };
};

const findingOf = (
  mark: string,
  hits: number,
  of: number,
  exploit: NonNullable<NewFinding['exploit']>,
): NewFinding => ({
  rule: 'A14',
  classes: ['A14'],
  source: 'probe',
  severity: 'warning',
  title: 'writes the mark of a turn between a wrong answer and the right one',
  why: `With ${JSON.stringify(mark.trim())} between them, a right and a wrong answer are paid as the right one alone, on ${hits} of ${of} rows that were tried; without it they are not: the text is cut at a mark that it can hold itself.`,
  fix: FIX,
  exploit,
  share: shareOf(hits, of),
});
