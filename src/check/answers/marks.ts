/** What full marks are where no right answer is known, or where the best that is known is a poor one. */
import type { RowLevels } from '../calibration.ts';
import type { Context } from '../context.ts';
import { median } from '../lists.ts';
import type { Analysis } from '../static/analysis.ts';
import type { CheckRow } from '../subject/subject.ts';
import { mayHoldAnswer } from './written/answer-forms.ts';

/** What is found to be paid so much less than the source speaks of is no right answer, or is not written rightly. */
const POOR = 0.75;
/** Rewards that differ from row to row: a scale on which right answers get the same is one of its own. */
const LEAST_DIFFERENT = 3;

/** Whether the most that was seen may be all there is: not where the source speaks of 1 and a small part of it was paid. */
export const isFullMarks = ({ analysis, scorer }: Context): boolean =>
  scorer.range.high > 0.5 || !analysis.numbers.includes(1);

/** Whether rows have different right answers that the source reads: what all of them pay in full was compared with none. */
export const isComparedWithNothing = ({ analysis, subject, scorer }: Context): boolean =>
  scorer.range.high >= 1 &&
  analysis.fields.some((name) => {
    const values = new Set(subject.rows.map(({ texts }) => texts[name]));
    return mayHoldAnswer(name) && values.size > subject.rows.length / 2;
  });

/** Of what is paid: less is a part of something. And what the source may speak of as the most, where less than 1 was seen. */
const LEAST_FULL = 0.5;
const NEARLY = 0.9;
const MOST_SPOKEN_OF = 2;
const MOST_WEIGHTS = 8;
const SAME = 1e-3;
/** Of fewer values of a field one may be right for all rows. */
const LEAST_VALUES = 3;
/** Names of fields that only say which row it is, or where it is from. */
const LABEL =
  /(?:^|_)(?:id|ids|uid|uuid|guid|index|idx|seed|source|split|hash|url|date|name|title|topic|subject)$/i;

/** Whether the most that was seen is all there is, as far as anybody can say: the source speaks of no more. */
export const isAllThereIs = ({ analysis, scorer }: Context): boolean => {
  const { high } = scorer.range;
  return (
    high >= LEAST_FULL &&
    (high >= NEARLY || !analysis.numbers.some((most) => NEARLY * most > high && most <= MOST_SPOKEN_OF))
  );
};

/** Names of fields that are about a row: how it was made, by whom, and what somebody noted. */
const ABOUT = /(?:^|_)(?:notes?|author|licen[cs]e|version|created|generator|meta|metadata|instructions?)$/i;

/** Whether a field, by its name, only says something about the row. */
export const isAbout = (name: string): boolean => LABEL.test(name) || ABOUT.test(name);

const valuesOf = ({ subject }: Context, name: string): ReadonlySet<string | undefined> =>
  new Set(subject.rows.map(({ texts }) => texts[name]));

/** Whether the source reads a field of the rows that is another one in each: then one text is not right for all of them. */
const readsRows = (context: Context): boolean =>
  context.analysis.fields.some((name) => name !== 'prompt' && valuesOf(context, name).size >= LEAST_VALUES);

/**
 * A field that somebody wrote down for each row, where the source does not even name it: a text that prompts do not show, as
 * answers are, or a list or an object, of which answers speak; undefined: none.
 */
const unreadAnswer = (context: Context): string | undefined => {
  const { rows } = context.subject;
  return Object.keys(rows[0]?.fields ?? {}).find(
    (name) =>
      isUnread(context, name) &&
      valuesOf(context, name).size >= (mayHoldAnswer(name) ? LEAST_VALUES : NEARLY * rows.length),
  );
};

/** Whether somebody wrote down this field for each row, prompts do not show it, and the source does not even name it. */
export const isUnread = (
  { analysis, subject }: Pick<Context, 'analysis' | 'subject'>,
  name: string,
): boolean => {
  const { rows, source } = subject;
  if (name === 'prompt' || isAbout(name) || analysis.fields.includes(name)) return false;
  if (new RegExp(`["'.]${name.replace(/\W/g, '\\$&')}\\b`).test(source)) return false;
  return rows.filter(({ fields, prompt }) => isHidden(fields[name], prompt)).length >= NEARLY * rows.length;
};

const isHidden = (value: unknown, prompt: string): boolean =>
  (typeof value === 'string' && value.length > 1 && !prompt.includes(value)) ||
  (typeof value === 'object' && value !== null);

const promptsDiffer = ({ subject: { rows } }: Context): boolean =>
  new Set(rows.map(({ prompt }) => prompt)).size >= NEARLY * rows.length;

/**
 * Whether the right answers that are known get little, where more was seen or is spoken of: they are only a part of what is asked
 * for (one of several rules), and what gets as much as they do is no proof.
 */
export const isPoor = ({ analysis, calibration, scorer }: Context): boolean => {
  const usual = median(calibration.levels.flatMap(({ gold }) => (gold === null ? [] : [gold.reward])));
  if (usual === null || usual <= 0 || usual >= POOR) return false;
  if (NEARLY * scorer.range.high > usual) return true;
  return usual < LEAST_FULL ? analysis.numbers.includes(1) : !isSumOf(usual, analysis.numbers);
};

/** Whether an amount is what some weights of the source come to: a share of rules (two of three) is none. */
const isSumOf = (amount: number, numbers: readonly number[]): boolean => {
  const weights = numbers.filter((each) => each > 0 && each <= amount + SAME).slice(0, MOST_WEIGHTS);
  const sums = [0];
  for (const weight of weights) sums.push(...sums.map((sum) => sum + weight));
  return sums.some((sum) => Math.abs(sum - amount) < SAME);
};

/** Whether prompts differ, and rows have answers of their own: what all of them pay was compared with nothing. */
export const rowsDiffer = (context: Context): boolean =>
  promptsDiffer(context) && (readsRows(context) || unreadAnswer(context) !== undefined);

/** Of fewer prompts some may say the same by chance. */
const LEAST_PROMPTS = 7;
/** Of one or two characters, as often as they stand there: `1111-11-11`, `xxxx`. */
const MOST_DISTINCT = 2;

const shared = new WeakMap<readonly CheckRow[], readonly string[]>();

/** Words that all prompts have, where these differ. */
const wordsOfAll = (context: Context): readonly string[] => {
  const { rows } = context.subject;
  const before = shared.get(rows);
  if (before !== undefined) return before;
  const [first, ...others] = rows.map(({ prompt }) => new Set(prompt.match(/[\p{L}_]{3,}/gu) ?? []));
  const words = others.length < LEAST_PROMPTS || !promptsDiffer(context) ? [] : [...(first ?? [])];
  const common = words.filter((word) => others.every((each) => each.has(word)));
  common.sort((one, other) => other.length - one.length);
  shared.set(rows, common);
  return common;
};

/**
 * Where no answer is known, full marks say little: a good text may be what is wanted. A shell without content, the same
 * for all rows, is not: nothing but what the source itself names.
 */
export const isShell = (context: Context, hits: readonly { completion: string }[]): boolean => {
  const { analysis } = context;
  const [first] = hits;
  if (first === undefined || hits.some(({ completion }) => completion !== first.completion)) return false;
  let rest = first.completion;
  for (const constant of [...analysis.constants].sort((one, other) => other.length - one.length)) {
    if (constant !== '') rest = rest.replaceAll(constant, '');
  }
  // Nor do words that every prompt says of the form: `Duration:`.
  for (const word of wordsOfAll(context)) rest = rest.replaceAll(word, '');
  // Nor does the language of an empty block say anything.
  rest = rest.replace(/```\w*/g, '').replace(/<\/?[\w-]+>/g, '');
  const said = rest.replace(/[^\p{L}\p{N}]/gu, '');
  return said.length <= 4 || (isComparedWithNothing(context) && new Set(said).size <= MOST_DISTINCT);
};

/**
 * What right answers must be able to get, where the best answers that were found get clearly less and not the same on
 * all rows; undefined where these may be right. Attacks are then measured by it and not by poor answers.
 */
export const marksBeyond = (
  levels: readonly RowLevels[],
  analysis: Analysis,
  high: number,
): number | undefined => {
  const rewards = levels.flatMap(({ gold }) => (gold === null ? [] : [gold.reward])).sort((a, b) => a - b);
  const usual = rewards[Math.floor(rewards.length / 2)];
  if (usual === undefined || usual <= 0 || high > 1 || !analysis.numbers.includes(1)) return undefined;
  const different = new Set(rewards.map((reward) => reward.toFixed(6))).size;
  return different >= LEAST_DIFFERENT && usual < POOR ? 1 : undefined;
};
