/** Tests that the prompt shows, and programs that know nothing else (C08, C09). */
import type { Outcome } from '../../../index.ts';
import { testFields } from '../../answers/programs.ts';
import { assertionsIn, otherLiteral } from '../../answers/python-tests.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { Exploit, NewFinding } from '../../finding.ts';
import { gapOf, PROOF_GAP, paid } from '../../proof/levels.ts';
import { minimise } from '../../proof/minimise.ts';
import { rowText } from '../../subject.ts';
import { shareOf } from '../../wilson.ts';
import { countingProgram, type Examples, examplesIn, tablesOf } from './examples.ts';
import { mayRunPrograms, runWrappers, waitsForJudge } from './runs.ts';
import { entryNames } from './text.ts';

const MOST_ROWS = 10;
const LEAST_SHARE = 0.2;
/** Where it is not known what right programs get, only this is taken for all of it. */
const FULL = 0.99;
/** What a table of wrong results may get, as a part of what the right one gets. */
const MOST_OF_WRONG = 0.5;
const MOST_TRIES = 30;

/** A way to cheat that works on a row is tried on the others: the n-th program, in the n-th wrapper. */
interface Way {
  program: number;
  wrapper: number;
}

interface Hit {
  levels: RowLevels;
  examples: Examples;
  completion: string;
  reward: number;
}

const isFull = (context: Context, levels: RowLevels, outcome: Outcome | undefined): boolean => {
  const reward = paid(outcome);
  const { basis } = context.calibration;
  if (reward === null || reward <= levels.floor) return false;
  if (basis === 'none') return reward >= FULL && reward >= PROOF_GAP * context.scorer.range.high;
  return (gapOf(reward, levels, context.calibration) ?? 0) >= PROOF_GAP;
};

/** Examples of the functions that the tests of a row call, or of all where it is not known what they call. */
const examplesOf = (context: Context, { row }: RowLevels): Examples => {
  const names = entryNames(context, row);
  const found = examplesIn(row.prompt, names[0] ?? 'solve');
  const called = found.calls.filter(([name]) => names.includes(name));
  return called.length > 0 ? { ...found, calls: called } : found;
};

const wrong = ({ calls, texts }: Examples): Examples => ({
  calls: calls.map(([name, given, expected]) => [name, given, otherLiteral(expected, 1)]),
  texts: texts.map(({ stdin, stdout }) => ({ stdin, stdout: `${stdout.trimEnd()}9\n` })),
});

const completionOf = (
  context: Context,
  levels: RowLevels,
  examples: Examples,
  { program, wrapper }: Way,
): string | undefined => {
  const source = tablesOf(examples, levels.row)[program];
  return source === undefined ? undefined : runWrappers(context, levels)[wrapper]?.wrap(source);
};

/** The first way in which the examples of a row are paid in full, and the same ones with wrong results are not. */
const wayOf = async (context: Context, levels: RowLevels, examples: Examples): Promise<Way | undefined> => {
  const programs = tablesOf(examples, levels.row);
  for (const [wrapper] of runWrappers(context, levels).entries()) {
    for (const [program] of programs.entries()) {
      const way = { program, wrapper };
      if ((await hitOf(context, levels, examples, way)) !== undefined) return way;
    }
  }
  return undefined;
};

const hitOf = async (
  context: Context,
  levels: RowLevels,
  examples: Examples,
  way: Way,
): Promise<Hit | undefined> => {
  const { row } = levels;
  const completion = completionOf(context, levels, examples, way);
  if (completion === undefined) return undefined;
  const outcome = await context.scorer.score({ row, completion });
  if (!isFull(context, levels, outcome)) return undefined;
  const control = completionOf(context, levels, wrong(examples), way);
  if (control === undefined) return undefined;
  const reward = paid(outcome) ?? 0;
  const other = paid(await context.scorer.score({ row, completion: control })) ?? levels.floor;
  return other - levels.floor <= MOST_OF_WRONG * (reward - levels.floor)
    ? { levels, examples, completion, reward }
    : undefined;
};

/** The completion, as short as it can be, if two fresh workers pay it in full and the same. */
const repeated = async (context: Context, { levels, completion }: Hit): Promise<Hit | undefined> => {
  const { budget, scorer } = context;
  const { row } = levels;
  const holds = (texts: readonly string[]): Promise<boolean[]> =>
    Promise.all(
      texts.map(async (text) => isFull(context, levels, await scorer.score({ row, completion: text }))),
    );
  const limits = { tries: MOST_TRIES, goOn: () => budget.has(0.3) };
  for (const text of new Set([await minimise(completion, holds, limits), completion])) {
    const shot = { row, completion: text };
    const [first, second] = await Promise.all([scorer.scoreFresh(shot), scorer.scoreFresh(shot)]);
    const reward = paid(first);
    if (reward !== null && reward === paid(second) && isFull(context, levels, first))
      return { levels, examples: { calls: [], texts: [] }, completion: text, reward };
  }
  return undefined;
};

const exploitOf = (context: Context, { levels, completion, reward }: Hit): Exploit => ({
  row: levels.row.line,
  fields: rowText(levels.row),
  completion,
  seed: context.scorer.seed,
  status: 'ok',
  reward,
  honest: levels.gold?.reward ?? null,
  floor: levels.floor,
  decoy: null,
});

/** What the tests of a row expect, as Python writes it, in their order. */
const expectedIn = ({ row }: RowLevels): string[] =>
  testFields(row).flatMap((field) => {
    const value = row.fields[field];
    const texts = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
    return texts.flatMap((text) => assertionsIn(text)).map(({ expected }) => expected);
  });

/** Whether a program that looks at nothing but the number of the call is paid in full. */
const isPaidForCounting = async (
  context: Context,
  levels: RowLevels,
  results: readonly string[],
): Promise<Hit | undefined> => {
  if (new Set(results).size < 2) return undefined;
  const { row } = levels;
  const source = countingProgram(entryNames(context, row), results);
  for (const { wrap } of runWrappers(context, levels)) {
    const completion = wrap(source);
    const outcome = await context.scorer.score({ row, completion });
    if (isFull(context, levels, outcome))
      return { levels, examples: { calls: [], texts: [] }, completion, reward: paid(outcome) ?? 0 };
  }
  return undefined;
};

const OTHER_INPUTS =
  'test with inputs that the prompt does not show: made by chance for each call and compared with a reference, or kept in a field of the row that the prompt leaves out';
const OWN_PROCESS = 'give each test a process of its own, in an order that changes from call to call';

const tables = async (context: Context): Promise<NewFinding[]> => {
  const { budget, calibration, random, notes } = context;
  const sample = random.sample(calibration.levels, MOST_ROWS);
  const shown = sample
    .map((levels) => ({ levels, examples: examplesOf(context, levels) }))
    .filter(({ examples }) => examples.calls.length + examples.texts.length > 0);
  notes.probes++;
  const hits: Hit[] = [];
  let way: Way | undefined;
  for (const { levels, examples } of shown) {
    if (!budget.has(0.1)) break;
    // Rows without a hit at first are no reason to try every way on all of them.
    if (way === undefined && hits.length === 0 && levels !== shown[0]?.levels && levels !== shown[1]?.levels)
      break;
    way ??= await wayOf(context, levels, examples);
    const hit = way === undefined ? undefined : await hitOf(context, levels, examples, way);
    if (hit !== undefined) hits.push(hit);
  }
  const share = shareOf(hits.length, sample.length);
  const [first] = hits.toSorted((one, other) => one.completion.length - other.completion.length);
  if (first === undefined || share.low <= LEAST_SHARE) return [];
  const confirmed = await repeated(context, first);
  if (confirmed === undefined) return [];
  const results = first.examples.calls.map(([, , expected]) => expected);
  const counts = (await isPaidForCounting(context, first.levels, results)) !== undefined;
  return [
    {
      rule: 'C08',
      classes: ['C08', ...(counts ? ['C09'] : [])],
      source: 'probe',
      severity: 'critical',
      title: 'is a table of the examples that the prompt shows',
      why: `A program that knows the examples of the prompt and nothing else is paid ${confirmed.reward}, as much as a right one, on ${share.hits} of ${share.of} rows; with other results in the table it is not: nothing is tested that the prompt does not show.${counts ? ' One that looks at nothing but the number of the call is paid as well.' : ''}`,
      fix: counts ? `${OTHER_INPUTS}; ${OWN_PROCESS}` : OTHER_INPUTS,
      exploit: exploitOf(context, confirmed),
      share,
    },
  ];
};

/** Made with what the tests expect, so it is no attack: it says that calls of one program see each other. */
const counting = async (context: Context): Promise<NewFinding[]> => {
  const { calibration, random } = context;
  const rows = random.sample(calibration.levels, 3);
  const hits: Hit[] = [];
  for (const levels of rows) {
    const hit = await isPaidForCounting(context, levels, expectedIn(levels));
    if (hit === undefined) break;
    hits.push(hit);
  }
  const [hit] = hits;
  if (hit === undefined || hits.length < rows.length) return [];
  return [
    {
      rule: 'C09',
      classes: ['C09'],
      source: 'probe',
      severity: 'info',
      title: 'answers by the number of the call',
      why: `A program that never looks at its arguments and gives the expected results in the order of the tests is paid ${hit.reward}: one process makes all calls, so that a program can keep what it was asked before.`,
      fix: OWN_PROCESS,
      exploit: exploitOf(context, hit),
      share: shareOf(hits.length, rows.length),
    },
  ];
};

/** Tables of what the prompt shows. About 20 calls, and none where prompts show no examples. */
export const shownExamplesCheck: Check = {
  name: 'examples of the prompt',
  async run(context) {
    const { calibration, subject } = context;
    if (subject.kind !== 'reward' || waitsForJudge(context) || !mayRunPrograms(context)) return [];
    if (calibration.basis === 'judge' || context.analysis.asksJudge) return [];
    const found = await tables(context);
    return found.some(({ classes }) => classes?.includes('C09'))
      ? found
      : [...found, ...(await counting(context))];
  },
};
