/**
 * E02 where answers are made of few words, as walks are: length and repetition are counted between spaces, and the words are read
 * without any. Some hundred of them in random order are one word, and come by every goal.
 */
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { unique } from '../../lists.ts';
import { numberText } from '../../proof/confirm.ts';
import { chanceShare, paid } from '../../proof/levels.ts';
import { Random } from '../../random.ts';
import { shareOf } from '../../wilson.ts';
import { exploitOf } from './sweeps.ts';

const FIRST_ROWS = 4;
const LEAST_ROWS = 6;
const MOST_ROWS = 40;
const FEWEST_WORDS = 2;
const MOST_WORDS = 12;
/** How often words come again, on all rows together: else they are no alphabet. */
const LEAST_AGAIN = 4;
const LENGTHS = [640, 2_000, 6_000] as const;
/** A seed of its own: the same sequence in each check and on each row. */
const SEED = 1;
const LITTLE = 0.5;
/** Of the rows that must be paid for one text, and of those that prove it (the lower end of the interval). */
const LEAST_SHARE = 0.3;
const PROOF_SHARE = 0.5;

const RUN = /[\p{L}\p{N}_]+(?:(?:\s*(?:->|→|[,;|-])\s*|\s+(?:>\s*)?)[\p{L}\p{N}_]+){2,}/gu;
const BETWEEN = /\s*(?:->|→|[,;|-])\s*|\s+(?:>\s*)?/u;

interface Written {
  levels: RowLevels;
  honest: number;
  words: readonly string[];
  /** The sign between words that right answers have. */
  by: string;
  write(words: readonly string[], by: string): string;
}

/** The last run of words in a right answer. */
const writtenOn = (levels: RowLevels): Written[] => {
  const { gold, floor } = levels;
  if (gold === null || gold.reward <= floor) return [];
  const { completion, reward: honest } = gold;
  const run = [...completion.matchAll(RUN)].at(-1);
  const by = BETWEEN.exec(run?.[0] ?? '')?.[0];
  if (run === undefined || by === undefined) return [];
  const before = completion.slice(0, run.index);
  const after = completion.slice(run.index + run[0].length);
  const words = run[0].split(new RegExp(BETWEEN, 'gu'));
  return [{ levels, honest, words, by, write: (others, sign) => before + others.join(sign) + after }];
};

/** What may stand between words, so that nothing that looks for spaces finds one. */
const signsWithout = (by: string): string[] => unique(['', ',', '-']).filter((sign) => sign !== by.trim());

export const unspacedCheck: Check = {
  name: 'hundreds of words that are one, where answers are made of few',
  async run(context) {
    const { calibration, analysis, random } = context;
    if (calibration.basis !== 'answer' || analysis.executesCompletion || analysis.runsProcess) return [];
    const all = random.sample(calibration.levels, MOST_ROWS).flatMap(writtenOn);
    const said = all.flatMap(({ words }) => words);
    const words = unique(said).sort();
    const isAlphabet = words.length >= FEWEST_WORDS && words.length <= MOST_WORDS;
    if (all.length < LEAST_ROWS || !isAlphabet || said.length < LEAST_AGAIN * words.length) return [];
    const [{ by } = { by: ' ' }] = all;
    if (!/\s/.test(by)) return [];
    for (const length of LENGTHS) {
      const pick = Random.named(SEED, words.join(' '));
      const walk = Array.from({ length }, () => pick.pick(words) ?? '');
      for (const sign of signsWithout(by)) {
        if (!context.budget.has(0.05)) return [];
        const found = await look(context, all, walk, sign);
        if (found !== null) return [found];
      }
    }
    return [];
  },
};

const look = async (
  context: Context,
  all: readonly Written[],
  walk: readonly string[],
  sign: string,
): Promise<NewFinding | null> => {
  const hitsOf = async (asked: readonly Written[]): Promise<Written[]> => {
    const rewards = await Promise.all(
      asked.map(async ({ levels: { row }, by, write }) =>
        (await context.scorer.all([sign, by].map((each) => ({ row, completion: write(walk, each) })))).map(
          paid,
        ),
      ),
    );
    return asked.filter(({ honest, levels: { floor } }, at) => {
      const [without, apart] = rewards[at] ?? [];
      const little = floor + LITTLE * (honest - floor);
      return (without ?? floor) >= honest - 1e-9 && (apart ?? floor) <= little;
    });
  };
  if ((await hitsOf(all.slice(0, FIRST_ROWS))).length === 0) return null;
  const hits = await hitsOf(all);
  const share = shareOf(hits.length, all.length);
  const [hit] = hits;
  if (hit === undefined || share.hits < LEAST_SHARE * share.of) return null;
  const exploit = await exploitOf(context, hit.levels, hit.write(walk, sign));
  if (exploit === null) return null;
  const isProof = share.low >= Math.max(PROOF_SHARE, chanceShare(context.calibration));
  return {
    rule: 'E02',
    classes: ['E02'],
    source: 'probe',
    severity: isProof ? 'critical' : 'high',
    title: 'counts words between spaces, and reads them without',
    why: `${walk.length} of the words that answers are made of, in random order and without a space, get ${numberText(exploit.reward ?? 0)}, as the right answer does, on ${share.hits} of ${share.of} rows; the same words apart, as answers have them, do not: what is counted is not what is read.`,
    fix: 'Count length and repetition over the steps that were read, not over `text.split()`.',
    exploit,
    share,
  };
};
