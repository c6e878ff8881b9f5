/** What single completions cannot show: how a reward moves with length, repetition, and the count of a word. */
import type { RowLevels } from '../../calibration.ts';
import type { Shot } from '../../calls/scorer.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { unique } from '../../lists.ts';
import { type Sight, tell } from '../../proof/tell.ts';
import { minedLengths } from '../text/lengths.ts';
import { filler } from '../text/material/filler.ts';
import { materialOf } from '../text/material/material.ts';
import { dosesRise, isBlindToRepetition, secondRise } from './series.ts';

const MOST_ROWS = 6;
/** Of these rows so many must show it. */
const LEAST_SHARE = 0.8;
const LONGEST = 16_384;
const DOSES = [0, 1, 3, 10, 30] as const;
const MOST_WORDS = 12;

/** One row, one series of completions, and what they are paid (null: the call failed). */
interface Series {
  levels: RowLevels;
  completions: readonly string[];
  rewards: readonly (number | null)[];
}

/** What was seen on one row: the completion that shows it, and in what numbers. */
interface Seen extends Sight {
  text: string;
}

export const sweepCheck: Check = {
  name: 'length, repetition and counts of words',
  async run(context) {
    const findings: NewFinding[] = [];
    for (const sweep of [sweepLengths, sweepRepetition, sweepWords]) {
      if (!context.budget.has(0.05)) break;
      findings.push(...(await sweep(context)));
    }
    return findings;
  },
};

const rowsOf = ({ calibration }: Context): readonly RowLevels[] => calibration.levels.slice(0, MOST_ROWS);

const score = async (
  { scorer }: Context,
  levels: RowLevels,
  completions: readonly string[],
): Promise<Series> => {
  const outcomes = await scorer.all(completions.map((completion): Shot => ({ row: levels.row, completion })));
  return {
    levels,
    completions,
    rewards: outcomes.map(({ status, reward }) => (status === 'ok' ? reward : null)),
  };
};

/** What rows show, one after the other, until so many show nothing that the others cannot make up for them. */
const sightsOf = async (
  context: Context,
  rows: readonly RowLevels[],
  completionsOf: (levels: RowLevels) => readonly string[],
  sightOf: (series: Series) => Seen | null,
): Promise<Seen[]> => {
  const sights: Seen[] = [];
  for (const [at, levels] of rows.entries()) {
    const missed = at - sights.length;
    if (rows.length - missed < LEAST_SHARE * rows.length || !context.budget.has(0.05)) break;
    const sight = sightOf(await score(context, levels, completionsOf(levels)));
    if (sight !== null) sights.push(sight);
  }
  return sights;
};

/** From the smallest to the largest reward that was seen of this function. */
const span = ({ scorer }: Context): number => scorer.range.high - scorer.range.low;

/** E01: longer is worse, and much longer is better again. */
const sweepLengths = async (context: Context): Promise<NewFinding[]> => {
  const sizes = lengthsOf(context);
  const ways: ((levels: RowLevels) => string[])[] = [
    () => sizes.map(filler),
    ({ gold }) => (gold === null ? [] : sizes.map((size) => `${filler(size)}\n${gold.completion}`)),
  ];
  for (const way of ways) {
    const rows = rowsOf(context).filter((levels) => way(levels).length > 0);
    const sights = await sightsOf(context, rows, way, ({ levels, completions, rewards }) => {
      const found = secondRise(rewards, 0.3 * span(context));
      if (found === null) return null;
      const [top, bottom, again] = found;
      const at = (index: number): string => `${numeral(rewards[index])} at ${sizes[index]} characters`;
      const text = `paid ${at(top)}, ${at(bottom)}, and ${at(again)}`;
      return { levels, completion: completions[again] ?? '', text };
    });
    const finding = await confirmed(context, sights, rows.length, {
      rule: 'E01',
      title: 'pays again for what is far too long',
      what: 'The same text, padded',
      fix: 'Clamp the length before it enters a schedule: `progress = min(length / max_length, 1.0)`; a cosine repeats.',
    });
    if (finding !== null) return [finding];
  }
  return [];
};

/** A grid up to four times the longest length that the source speaks of. */
const lengthsOf = (context: Context): number[] => {
  const mined = minedLengths(context).slice(-3);
  const around = mined.flatMap((size) =>
    [0.5, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4].map((factor) => size * factor),
  );
  const grid = [50, 100, 250, 500, 750, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000, 8_000];
  return unique([...around, ...grid].map(Math.round))
    .filter((size) => size <= LONGEST)
    .sort((one, other) => one - other);
};

/** E02: repetition is punished, unless it has no spaces. */
const sweepRepetition = async (context: Context): Promise<NewFinding[]> => {
  const texts = [filler(1_200), 'na '.repeat(400).trim(), 'na'.repeat(600)];
  const ways: ((levels: RowLevels) => string[])[] = [
    () => texts,
    // Where only right answers are paid, what stands before one.
    ({ gold }) => (gold === null ? [] : texts.map((text) => `${text}\n${gold.completion}`)),
  ];
  for (const way of ways) {
    const rows = rowsOf(context).filter((levels) => way(levels).length > 0);
    const sights = await sightsOf(context, rows, way, ({ levels, completions, rewards }) => {
      if (!isBlindToRepetition(rewards, 0.3 * span(context))) return null;
      const [varied, spaced, unspaced] = rewards.map(numeral);
      const text = `paid ${spaced} when repeated with spaces, ${unspaced} without, as much as a varied text (${varied})`;
      return { levels, completion: completions[2] ?? '', text };
    });
    const finding = await confirmed(context, sights, rows.length, {
      rule: 'E02',
      title: 'punishes repetition only between spaces',
      what: 'One syllable, 600 times,',
      fix: 'Count n-grams of characters as well as of words: one token without spaces has no repeated word.',
    });
    if (finding !== null) return [finding];
  }
  return [];
};

/** E04: each further time that a word stands there is paid. */
const sweepWords = async (context: Context): Promise<NewFinding[]> => {
  const words = materialOf(context)
    .tokens.filter((token) => /\p{L}/u.test(token))
    .slice(0, MOST_WORDS);
  const rows = rowsOf(context);
  const findings: NewFinding[] = [];
  for (const word of words) {
    const completions = DOSES.map((dose) =>
      `${filler(120)}\n${Array(dose).fill(word.trim()).join(' ')}`.trim(),
    );
    const sights = await sightsOf(
      context,
      rows,
      () => completions,
      ({ levels, rewards }) => {
        if (!dosesRise(rewards, 0.1 * span(context))) return null;
        const [none, one, , ten] = rewards.map(numeral);
        const text = `paid ${none} without the word, ${one} with one, ${ten} with ten`;
        return { levels, completion: completions[3] ?? '', text };
      },
    );
    const finding = await confirmed(context, sights, rows.length, {
      rule: 'E04',
      title: `pays for each \`${word.trim()}\``,
      what: `A text with more of \`${word.trim()}\``,
      fix: 'Cap what one word can add, and pay for words only where the answer is right; a count of words is the first thing that a policy learns to raise.',
    });
    if (finding !== null) findings.push(finding);
    if (findings.length === 3 || !context.budget.has(0.05)) break;
  }
  return findings;
};

const numeral = (reward: number | null | undefined): string =>
  reward === null || reward === undefined ? 'nothing' : String(Number(reward.toPrecision(3)));

interface Words {
  rule: string;
  title: string;
  what: string;
  fix: string;
}

/** The finding, when enough rows show it and a fresh worker pays the same. */
const confirmed = async (
  context: Context,
  sights: readonly Seen[],
  of: number,
  { rule, title, what, fix }: Words,
): Promise<NewFinding | null> => {
  const [sight] = sights;
  if (sight === undefined || sights.length < LEAST_SHARE * of) return null;
  const [found = null] = await tell(context, sights, of, (_, share) => ({
    rule,
    severity: 'high',
    title,
    why: `${what} is ${sight.text}, on ${share.hits} of ${of} rows that were tried.`,
    fix,
  }));
  return found;
};
