/** The right answer among others, or with words behind it: what is paid says how it is looked for (B10, B12). */
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { paid } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { filler } from '../text/filler.ts';
import { goldOf, wrongOf } from '../text/material.ts';
import { wrap } from '../text/shells.ts';
import { exploitOf } from './sweeps.ts';

const MOST_ROWS = 8;
const LEAST_ROWS = 4;
const LEAST_SHARE = 0.8;
const FAR = 3_000;
/** Words behind the answer. */
const MORE = [2, 6, 20];
/** How near a reward must be to the share of the text that the answer is. */
const NEAR = 0.15;

interface Sight {
  levels: RowLevels;
  completion: string;
}

type Look = (context: Context, levels: RowLevels, honest: number) => Promise<string | null>;

const rewardsOf = async ({ scorer }: Context, { row, floor }: RowLevels, completions: readonly string[]) =>
  (await scorer.all(completions.map((completion) => ({ row, completion })))).map(
    (outcome) => paid(outcome) ?? floor,
  );

/** B10: any of several answers counts near one end of the text, and none far from it. */
const window: Look = async (context, levels, honest) => {
  const gold = goldOf(context, levels);
  const [wrong, next] = wrongOf(context, levels).filter((text) => !text.includes(gold ?? ''));
  if (gold === null || gold === '' || gold.length > 60 || wrong === undefined) return null;
  const other = next ?? wrong;
  const several = [wrong, gold, other].map(wrap(context)).join(' ');
  const far = filler(FAR);
  const texts = [
    `${far}\n${several}`,
    `${several}\n${far}`,
    `${far}\n${[wrong, other].map(wrap(context)).join(' ')}`,
  ];
  const [last = 0, first = 0, none = 0] = await rewardsOf(context, levels, texts);
  const isFull = (reward: number): boolean => reward >= honest - 1e-9;
  if (isFull(none) || isFull(last) === isFull(first)) return null;
  return texts[isFull(last) ? 0 : 1] ?? null;
};

/** B12: the longer what stands in the place of the answer, the less is paid, in proportion. */
const proportion: Look = async (context, levels, honest) => {
  const gold = goldOf(context, levels);
  if (gold === null || gold === '' || gold.length > 60) return null;
  const words = filler(400).trim().split(/\s+/);
  const answers = MORE.map((count) => `${gold} ${words.slice(0, count).join(' ')}`);
  const shares = (await rewardsOf(context, levels, answers.map(wrap(context)))).map(
    (reward) => (reward - levels.floor) / (honest - levels.floor),
  );
  const wordsIn = (text: string): number => text.split(/\s+/).length;
  const sizes = [(text: string) => text.length, wordsIn];
  const isOf = (size: (text: string) => number): boolean =>
    answers.every((text, at) => {
      const expected = size(gold) / size(text);
      return Math.abs((shares[at] ?? 0) - expected) <= NEAR * expected;
    });
  return sizes.some(isOf) ? wrap(context)(answers[0] ?? '') : null;
};

const LOOKS: readonly (Pick<NewFinding, 'rule' | 'title' | 'fix'> & {
  look: Look;
  what: string;
  classes: string[];
})[] = [
  {
    rule: 'B10',
    classes: ['B10'],
    title: 'one of several answers counts where it is near one end of the text',
    what: 'The right answer between two wrong ones is paid in full near one end of a long text and not near the other',
    fix: 'Read one answer from one place; a window of the last characters still holds a list of candidates.',
    look: window,
  },
  {
    rule: 'B12',
    classes: ['B12', 'A01'],
    title: 'a longer text that holds the right answer is paid by its share of it',
    what: 'The right answer with more words behind it is paid as much of full marks as it is of the text',
    fix: 'Do not pay `len(gold) / len(answer)` for an answer that only contains the right one: compare for equality.',
    look: proportion,
  },
];

export const asidesCheck: Check = {
  name: 'right answers beside other words',
  async run(context) {
    const { basis, levels: all } = context.calibration;
    if (basis !== 'answer') return [];
    const known = all.filter(({ gold, floor }) => gold !== null && gold.reward > floor).slice(0, MOST_ROWS);
    const findings: NewFinding[] = [];
    for (const { look, what, classes, rule, title, fix } of LOOKS) {
      if (known.length < LEAST_ROWS || !context.budget.has(0.05)) break;
      if (context.findings.some((finding) => finding.rule === rule && finding.severity !== 'info')) continue;
      const sights: Sight[] = [];
      for (const [at, levels] of known.entries()) {
        const completion = await look(context, levels, levels.gold?.reward ?? 0);
        if (completion !== null) sights.push({ levels, completion });
        if (at + 1 - sights.length > (1 - LEAST_SHARE) * known.length) break;
      }
      const [sight] = sights;
      if (sight === undefined || sights.length < LEAST_SHARE * known.length) continue;
      const exploit = await exploitOf(context, sight.levels, sight.completion);
      if (exploit === null) continue;
      const share = shareOf(sights.length, known.length);
      const why = `${what}, on ${share.hits} of ${share.of} rows that were tried.`;
      findings.push({ rule, classes, source: 'probe', severity: 'warning', title, why, fix, exploit, share });
    }
    return findings;
  },
};
