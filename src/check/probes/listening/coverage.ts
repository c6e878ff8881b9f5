/**
 * Searches for completions that are paid: texts are changed as comparisons and the source suggest, and those are kept that
 * come to new comparisons or raise the reward. The loop itself runs in the sandbox, beside the file (solve.py); what it finds
 * is judged here as any other attack.
 */

import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { escapedPattern, unique } from '../../lists.ts';
import { answerOf, loadBeside } from '../../loading/beside.ts';
import { FLOOR_GAP, gapOf, paid } from '../../proof/levels.ts';
import { minimise } from '../../proof/minimise.ts';
import { runProbes } from '../../proof/oracle.ts';
import type { Probe } from '../../proof/probe.ts';
import { rowText } from '../../subject/subject.ts';
import { answerText, goldOf } from '../text/material/material.ts';

/** What the search is asked for: `Task` of python-shim/runrl_audit/solve.py. */
interface Task {
  seeds: readonly string[];
  /** CPU time, where calls are slow. */
  seconds: number;
  /** Where they are quick. */
  calls: number;
  per_call: number;
  seed: number;
  /** What texts are composed of. */
  tokens: readonly string[];
  templates: readonly string[];
}

interface Found {
  best: readonly (readonly [string, number])[];
  calls: number;
}

const MARK = '\u0000';
const MOST_ROWS = 2;
const CALLS = 3_000;
/** CPU time, where calls are slow. */
const SECONDS = 8;
/** What a search takes of the calls that there are: it makes its own in one process. */
const SEARCH = 200;
const PER_CALL_S = 0.25;
const MOST_COMPLETIONS = 12;
/** Texts that are made small, and calls for each. */
const MOST_DISTILLED = 2;
const MOST_TRIES = 150;
const LONGEST_TOKEN = 80;
/** For its own start and end, beyond the seconds of the search. */
const ROOM_MS = 30_000;

/** Words and texts that a search begins with; none of them knows the answer. */
const materialFor = (context: Context, levels: RowLevels): Pick<Task, 'seeds' | 'tokens' | 'templates'> => {
  const { analysis, calibration } = context;
  const gold = (goldOf(context, levels) ?? '').toLowerCase();
  const isFree = (text: string): boolean => gold === '' || !text.toLowerCase().includes(gold);
  const wrong = answerText(levels.decoys[0] ?? '"x"');
  const templates = unique([
    ...calibration.wrappers.slice(0, 6).map((wrapper) => wrapper.wrap(MARK)),
    ...analysis.patterns.flatMap((pattern) => pattern.templates.slice(0, 3)),
  ]).slice(0, 40);
  const tokens = unique([
    ...analysis.constants.filter((text) => text.length <= LONGEST_TOKEN),
    ...analysis.actionKeys.map((key) => JSON.stringify(key)),
    ...analysis.numbers.slice(0, 20).map(String),
    ...['yes', 'no', 'true', 'A', 'x', 'First,', 'Therefore', '- ', '1. ', '```', '{}', '**', '9', '('],
  ]).filter(isFree);
  const fill = (text: string): string[] => templates.map((template) => template.replaceAll(MARK, () => text));
  const [marks, words] = [tokens.filter(isMark), tokens.filter((token) => !isMark(token))];
  // Lines as headings and lists have them.
  const lists = marks
    .slice(0, 8)
    .flatMap((mark) => [words.map((word) => mark + word).join('\n'), `${mark}x\n${mark}x\n${mark}x`]);
  return {
    seeds: unique([
      ...lists,
      '',
      'x',
      wrong,
      tokens.join(' '),
      tokens.join('\n'),
      ...fill('x'),
      ...fill(wrong),
    ]).filter(isFree),
    tokens: tokens.slice(0, 120),
    templates: templates.filter((template) => template.includes(MARK)),
  };
};

/** What begins a line, not what stands in one: `## `, `- `, `1. `. */
const isMark = (token: string): boolean => /^[^\p{L}]{1,4}$/u.test(token) && !/^[\d.]+$/.test(token);

/**
 * Texts that are paid more than content-free ones, best first, made without the answer of any row: searched for on a few
 * rows. Never throws: a file that cannot be searched gives nothing.
 */
export const explore = async (context: Context): Promise<string[]> => {
  const { budget, calibration, notes, scorer } = context;
  const rows = calibration.levels.slice(0, MOST_ROWS);
  if (rows.length === 0 || !budget.has(0.2)) return [];
  // It makes thousands of calls, one after the other: of slow ones a few hundred are all that there are.
  if (budget.reach < 1) {
    notes.leftOut('there are too few calls: no texts were searched for by what the file compares');
    return [];
  }
  const found: { levels: RowLevels; answer: Found }[] = [];
  try {
    await using explorer = await loadBeside(context, { timeout: ROOM_MS });
    for (const levels of rows) {
      const task: Task = {
        ...materialFor(context, levels),
        calls: CALLS,
        seconds: SECONDS,
        per_call: PER_CALL_S,
        seed: scorer.seed,
      };
      const outcome = await explorer.score({
        row: Buffer.from(rowText(levels.row)),
        completionRow: Buffer.from(JSON.stringify({ completion: JSON.stringify(task) })),
        seed: scorer.seed,
      });
      const answer = answerOf<Found>(outcome);
      if (answer === undefined) continue;
      budget.count(answer.calls, SEARCH);
      found.push({ levels, answer });
    }
  } catch (error) {
    notes.leftOut(`no texts were searched for by what the file compares: ${(error as Error).message}`);
  }
  const completions: string[] = [];
  for (const { levels, answer } of found) completions.push(...(await distilled(context, levels, answer)));
  return unique(completions).slice(0, MOST_COMPLETIONS);
};

/** Texts of a search that are paid in a worker as well: small, and without words that do not matter; best first. */
const distilled = async (context: Context, levels: RowLevels, { best }: Found): Promise<string[]> => {
  const { scorer, calibration, budget } = context;
  const rewardsOf = async (texts: readonly string[]): Promise<(number | null)[]> =>
    (await scorer.all(texts.map((completion) => ({ row: levels.row, completion })))).map(paid);
  const texts = best.map(([text]) => text);
  const rewards = await rewardsOf(texts);
  // What nothing was known to be paid before is paid now: from here on this is what much is.
  const top = Math.max(...rewards.map((reward) => reward ?? Number.NEGATIVE_INFINITY));
  if (top > levels.top) levels.top = top;
  const high = texts.flatMap((text, at) => {
    const reward = rewards[at] ?? null;
    const gap = gapOf(reward, levels, calibration) ?? 0;
    return reward === null || gap < FLOOR_GAP ? [] : [{ text, reward, gap }];
  });
  high.sort((one, other) => other.gap - one.gap || one.text.length - other.text.length);
  const distilledTexts: string[] = [];
  for (const { text, reward } of high.slice(0, MOST_DISTILLED)) {
    const holds = async (each: readonly string[]): Promise<boolean[]> =>
      (await rewardsOf(each)).map((one) => one !== null && one >= reward - 1e-9);
    const small = await minimise(text, holds, { tries: MOST_TRIES, goOn: () => budget.has(0.1) });
    const empty = withoutWords(small, context.analysis.constants);
    distilledTexts.push((await holds([empty]))[0] === true ? empty : small);
  }
  return [...distilledTexts, ...high.map(({ text }) => text)];
};

/** With dots in place of words that the source does not name: of what is left nobody can say that it is an answer. */
const withoutWords = (text: string, constants: readonly string[]): string => {
  const named = constants.filter((each) => each !== '').sort((one, other) => other.length - one.length);
  const escaped = named.map(escapedPattern);
  const pattern = new RegExp(`(${[...escaped, '</?[\\w-]+>'].join('|')})|[\\p{L}\\p{N}]+`, 'gu');
  return text.replace(pattern, (_, name: string | undefined) => name ?? '.');
};

/** The same completions for every row: what is paid for all of them needs no skill. */
export const exploredProbe = (completions: readonly string[]): Probe => ({
  rule: 'A08',
  title: 'says a text that was found by trying: it has the form that is paid, and no content',
  fix: 'Pay for the answer, not for words, counts and layout that a text without content can have.',
  kind: 'attack',
  make: () => completions,
});

/** Searches, and has what it found judged. Where something worse is known already, there is nothing to gain. */
const coverageFindings = async (context: Context): Promise<NewFinding[]> => {
  if (context.findings.some(({ severity }) => severity === 'critical')) return [];
  const explored = await explore(context);
  return explored.length === 0 ? [] : runProbes(context, [exploredProbe(explored)]);
};

export const coverageCheck: Check = { name: 'searching for texts that are paid', run: coverageFindings };
