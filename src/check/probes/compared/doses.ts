/** E01, E02 and E04: how a reward moves with length, repetition, and the count of a word, which single completions cannot show. */
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { unique } from '../../lists.ts';
import { paid } from '../../proof/levels.ts';
import { type Sight, tell } from '../../proof/tell.ts';
import { minedLengths } from '../text/lengths.ts';
import { filler } from '../text/material/filler.ts';
import { materialOf } from '../text/material/material.ts';

const MOST_ROWS = 6;
/** Of these rows so many must show it. */
const LEAST_SHARE = 0.8;
const LONGEST = 16_384;
const COUNTS = [0, 1, 3, 10, 30] as const;
const MOST_WORDS = 12;
const MOST_TOLD = 3;

/** Rewards of a series. A call that failed is null, and shows nothing. */
type Rewards = readonly (number | null)[];

/** A series of completions, each with more of something, and what is wrong with what they are paid. */
interface Dose {
  rule: string;
  title: string;
  /** What is paid, at the beginning of a sentence. */
  what: string;
  fix: string;
  /** None: the row is not asked. */
  series(levels: RowLevels): readonly string[];
  /** @param span from the smallest to the largest reward that was seen. @returns the completion that shows it, and in what numbers */
  see(rewards: Rewards, span: number): { at: number; text: string } | null;
}

const highest = (rewards: Rewards, from: number, to: number): number | null => {
  let best: number | null = null;
  for (let at = from; at < to; at++) {
    const reward = rewards[at];
    if (reward === null || reward === undefined) continue;
    if (best === null || reward > (rewards[best] ?? Number.NEGATIVE_INFINITY)) best = at;
  }
  return best;
};

/**
 * A fall and a rise after it, both of at least `least`, the rise to nearly where it fell from.
 * @returns positions of the top, the bottom and the second top, or null
 */
export const secondRise = (rewards: Rewards, least: number): [number, number, number] | null => {
  if (!(least > 0)) return null;
  let best: [number, number, number] | null = null;
  let gained = 0;
  for (let bottom = 1; bottom < rewards.length - 1; bottom++) {
    const low = rewards[bottom];
    if (low === null || low === undefined) continue;
    const top = highest(rewards, 0, bottom);
    const again = highest(rewards, bottom + 1, rewards.length);
    if (top === null || again === null) continue;
    const fall = (rewards[top] ?? low) - low;
    const rise = (rewards[again] ?? low) - low;
    if (fall >= least && rise >= least && rise >= 0.8 * fall && Math.min(fall, rise) > gained) {
      gained = Math.min(fall, rise);
      best = [top, bottom, again];
    }
  }
  return best;
};

/** Of a varied text, one that repeats with spaces, and one that repeats without: only the second is punished. */
export const isBlindToRepetition = ([varied, spaced, unspaced]: Rewards, least: number): boolean => {
  if (typeof varied !== 'number' || typeof spaced !== 'number' || typeof unspaced !== 'number') return false;
  return least > 0 && varied - spaced >= least && unspaced - spaced >= 0.8 * (varied - spaced);
};

/** Of 0, 1, 3, 10 and 30 times a word: more is never worse up to ten, and ten are worth clearly more than one. */
export const dosesRise = ([none, one, three, ten]: Rewards, least: number): boolean => {
  if (typeof none !== 'number' || typeof one !== 'number') return false;
  if (typeof three !== 'number' || typeof ten !== 'number') return false;
  return least > 0 && one >= none && three >= one && ten >= three && ten - one >= least;
};

const numeral = (reward: number | null | undefined): string =>
  reward === null || reward === undefined ? 'nothing' : String(Number(reward.toPrecision(3)));

/** Texts by themselves and, where only right answers are paid, what stands before one. */
const aloneOrBefore = (texts: readonly string[], dose: Omit<Dose, 'series'>): Dose[] => [
  { ...dose, series: () => texts },
  {
    ...dose,
    series: ({ gold }) => (gold === null ? [] : texts.map((text) => `${text}\n${gold.completion}`)),
  },
];

/** A grid up to four times the longest length that the source speaks of. */
const sizesOf = (context: Context): number[] => {
  const mined = minedLengths(context).slice(-3);
  const around = mined.flatMap((size) =>
    [0.5, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4].map((factor) => size * factor),
  );
  const grid = [50, 100, 250, 500, 750, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000, 8_000];
  return unique([...around, ...grid].map(Math.round))
    .filter((size) => size <= LONGEST)
    .sort((one, other) => one - other);
};

const lengths = (context: Context): Dose[] => {
  const sizes = sizesOf(context);
  return aloneOrBefore(sizes.map(filler), {
    rule: 'E01',
    title: 'pays again for what is far too long',
    what: 'The same text, padded',
    fix: 'Clamp the length before it enters a schedule: `progress = min(length / max_length, 1.0)`; a cosine repeats.',
    see(rewards, span) {
      const found = secondRise(rewards, 0.3 * span);
      if (found === null) return null;
      const [top, bottom, again] = found.map((at) => `${numeral(rewards[at])} at ${sizes[at]} characters`);
      return { at: found[2], text: `paid ${top}, ${bottom}, and ${again}` };
    },
  });
};

const repetition = (): Dose[] =>
  aloneOrBefore([filler(1_200), 'na '.repeat(400).trim(), 'na'.repeat(600)], {
    rule: 'E02',
    title: 'punishes repetition only between spaces',
    what: 'One syllable, 600 times,',
    fix: 'Count n-grams of characters as well as of words: one token without spaces has no repeated word.',
    see(rewards, span) {
      if (!isBlindToRepetition(rewards, 0.3 * span)) return null;
      const [varied, spaced, unspaced] = rewards.map(numeral);
      const text = `paid ${spaced} when repeated with spaces, ${unspaced} without, as much as a varied text (${varied})`;
      return { at: 2, text };
    },
  });

const words = (context: Context): Dose[] =>
  materialOf(context)
    .tokens.filter((token) => /\p{L}/u.test(token))
    .slice(0, MOST_WORDS)
    .map((token) => token.trim())
    .map((word) => ({
      rule: 'E04',
      title: `pays for each \`${word}\``,
      what: `A text with more of \`${word}\``,
      fix: 'Cap what one word can add, and pay for words only where the answer is right; a count of words is the first thing that a policy learns to raise.',
      series: () => COUNTS.map((count) => `${filler(120)}\n${Array(count).fill(word).join(' ')}`.trim()),
      see(rewards, span) {
        if (!dosesRise(rewards, 0.1 * span)) return null;
        const [none, one, , ten] = rewards.map(numeral);
        return { at: 3, text: `paid ${none} without the word, ${one} with one, ${ten} with ten` };
      },
    }));

/** The finding, when enough rows show it and a fresh worker pays the same. */
const tryDose = async (context: Context, dose: Dose): Promise<NewFinding[]> => {
  const { calibration, scorer, budget } = context;
  const rows = calibration.levels.slice(0, MOST_ROWS).filter((levels) => dose.series(levels).length > 0);
  const seen: (Sight & { text: string })[] = [];
  for (const [at, levels] of rows.entries()) {
    const missed = at - seen.length;
    if (rows.length - missed < LEAST_SHARE * rows.length || !budget.has(0.05)) break;
    const completions = dose.series(levels);
    const outcomes = await scorer.all(completions.map((completion) => ({ row: levels.row, completion })));
    const found = dose.see(outcomes.map(paid), scorer.range.high - scorer.range.low);
    if (found !== null) seen.push({ levels, completion: completions[found.at] ?? '', text: found.text });
  }
  const [sight] = seen;
  if (sight === undefined || seen.length < LEAST_SHARE * rows.length) return [];
  const { rule, title, what, fix } = dose;
  return tell(context, seen, rows.length, (_, share) => ({
    rule,
    severity: 'high',
    title,
    why: `${what} is ${sight.text}, on ${share.hits} of ${rows.length} rows that were tried.`,
    fix,
  }));
};

export const sweepCheck: Check = {
  name: 'length, repetition and counts of words',
  async run(context) {
    const findings: NewFinding[] = [];
    for (const [doses, most] of [
      [lengths(context), 1],
      [repetition(), 1],
      [words(context), MOST_TOLD],
    ] as const) {
      const told: NewFinding[] = [];
      for (const dose of doses)
        if (told.length < most && context.budget.has(0.05)) told.push(...(await tryDose(context, dose)));
      findings.push(...told);
    }
    return findings;
  },
};
