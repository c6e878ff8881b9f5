/**
 * A15: what a comparison does not see in right answers of words and signs: digits, a `not`, an operator, the order of letters.
 * One of them is changed where it stands in the honest completion; a word that is changed beside it must be seen.
 */
import { insideOf } from '../../answers/inside.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { paid } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { BLURS, type Blur, strangeWord } from './blurs.ts';
import { exploitOf } from './sweeps.ts';

const MOST_ROWS = 16;
const LEAST_ROWS = 4;
const LEAST_SHARE = 0.8;
const MOST_FINDINGS = 2;
const LONGEST = 400;
/** Of the distance between floor and answer. */
const SAME = 1e-6;
const MUCH = 0.25;
/** Rules of probes that say the same of such an answer. */
const RULE = 'A15';

interface Case {
  levels: RowLevels;
  honest: number;
  text: string;
  write(text: string): string;
}

/** Texts of the row that the answer is made of, the longest first. */
const textsOf = ({ row }: RowLevels, goldField: string | null): string[] =>
  insideOf(row)
    .filter(({ field, value }) => field === goldField && typeof value === 'string')
    .map(({ value }) => String(value).trim())
    .filter((text) => text.length > 1 && text.length <= LONGEST)
    .sort((one, other) => other.length - one.length);

const caseOf = (levels: RowLevels, goldField: string | null, isText: boolean): Case[] => {
  const { gold, floor } = levels;
  if (gold === null || gold.reward <= floor) return [];
  const { completion, reward } = gold;
  const held = textsOf(levels, goldField).find((each) => completion.includes(each));
  // A test that is compared as a text may be written otherwise than the row has it.
  const text = held ?? (isText && completion.length <= LONGEST ? completion : undefined);
  if (text === undefined) return [];
  const at = completion.lastIndexOf(text);
  const write = (other: string): string =>
    completion.slice(0, at) + other + completion.slice(at + text.length);
  return [{ levels, honest: reward, text, write }];
};

export const overlookedCheck: Check = {
  name: 'changes that a comparison does not see',
  async run(context) {
    const { analysis, calibration } = context;
    const { basis, levels, goldField } = calibration;
    // A line of a test is compared as a text where nothing is run.
    const isText = basis === 'tests' && !analysis.executesCompletion && !analysis.runsProcess;
    if (basis !== 'answer' && !isText) return [];
    const cases = context.random.sample(levels, MOST_ROWS).flatMap((each) => caseOf(each, goldField, isText));
    if (cases.length < LEAST_ROWS) return [];
    // Where a word in the place of any of its words is paid as well, nothing is compared: others say that.
    const seen = await readOnes(context, cases);
    const findings: NewFinding[] = [];
    for (const blur of BLURS) {
      if (!context.budget.has(0.05) || findings.length >= MOST_FINDINGS) break;
      const finding = await tried(context, blur, seen);
      if (finding !== null) findings.push(finding);
    }
    return findings;
  },
};

const rewardsOf = async (
  { scorer }: Context,
  shots: readonly { levels: RowLevels; completion: string }[],
): Promise<(number | null)[]> =>
  (await scorer.all(shots.map(({ levels: { row }, completion }) => ({ row, completion })))).map(paid);

/** Those that lose reward when one of their words is another. */
const readOnes = async (context: Context, cases: readonly Case[]): Promise<Case[]> => {
  const shots = cases.map((each) => ({ ...each, completion: each.write(strangeWord(each.text)) }));
  const rewards = await rewardsOf(context, shots);
  return cases.filter(
    ({ honest, levels: { floor } }, at) => (rewards[at] ?? floor) <= honest - MUCH * (honest - floor),
  );
};

const tried = async (
  context: Context,
  { what, change }: Blur,
  cases: readonly Case[],
): Promise<NewFinding | null> => {
  const texts = new Set(cases.map(({ text }) => text.toLowerCase()));
  const made = cases.flatMap((each) => {
    const other = change(each.text);
    // What is the right answer of another row is wrong here, and may be right beside it: both of two that are equal.
    return other === null || other === each.text || texts.has(other.toLowerCase())
      ? []
      : [{ ...each, completion: each.write(other) }];
  });
  if (made.length < LEAST_ROWS) return null;
  const rewards = await rewardsOf(context, made);
  const full = made.filter(
    ({ honest, levels: { floor } }, at) => (rewards[at] ?? floor) >= honest - SAME * (honest - floor),
  );
  const [sight] = full;
  if (sight === undefined || full.length < LEAST_SHARE * made.length) return null;
  const exploit = await exploitOf(context, sight.levels, sight.completion);
  if (exploit === null) return null;
  const share = shareOf(full.length, made.length);
  return {
    rule: RULE,
    classes: [RULE],
    source: 'probe',
    severity: 'warning',
    title: `${what} makes no difference`,
    why: `The right answer is paid as much when ${what} in it is another, on ${share.hits} of ${share.of} rows; another word is not paid so.`,
    fix: 'Remove less before answers are compared: spaces, case and quotes around them, and nothing that tells two answers apart.',
    exploit,
    share,
  };
};
