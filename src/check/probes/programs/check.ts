/** Proves that completions are executed by the process of the reward function: canaries whose run is seen. */
import type { Outcome } from '../../../index.ts';
import type { RowLevels, Wrapper } from '../../calibration.ts';
import { exploitOfShot } from '../../calls/exploit.ts';
import type { Shot } from '../../calls/scorer.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding, Place } from '../../finding.ts';
import { writingExpression } from './payloads/escapes.ts';
import { takesNamesAway } from './payloads/frames.ts';
import { define } from './payloads/payloads.ts';
import { codeWrappers, entryNames } from './payloads/text.ts';
import { readsClock } from './payloads/words.ts';
import { mayRunPrograms, noteRuns, waitsForJudge } from './runs.ts';

interface Canary {
  /** Digits that stand in its source and nowhere else. */
  mark: string;
  /** What it writes to stdout when it runs: the source does not contain it. */
  product: string;
  expression: boolean;
  /** Made without a name that can be taken away. */
  escapes?: true;
  wrapper: Wrapper;
  shot: Shot;
}

export interface Seen {
  canary: Canary;
  outcome: Outcome;
  /** In the process that holds the answer, as the evidence says. */
  inProcess: boolean;
  /** What it wrote was seen: it could do what it wanted. */
  acted: boolean;
}

const MOST_ROWS = 2;
/** With fewer calls in its time one row is shown canaries, in the likeliest forms. */
const FEW_CALLS = 60;
const FEW_WRAPPERS = 3;
const IN_PROCESS: readonly string[] = ['completion_executed', 'code_executed'];

/** Canaries for a row: as a program, and as an expression. */
const canariesFor = (context: Context, levels: RowLevels, isShort: boolean): Canary[] => {
  const { random, calibration } = context;
  const all = codeWrappers(context, levels.row);
  const paid = calibration.basis === 'tests' ? calibration.wrappers.slice(0, 1) : [];
  const wrappers = !isShort ? all : paid.length > 0 ? paid : all.slice(0, FEW_WRAPPERS);
  const canaries = wrappers.flatMap((wrapper) =>
    [false, true].map((expression): Canary => {
      const left = 1_000_003 + random.below(8_000_000);
      const right = 1_000_003 + random.below(8_000_000);
      const write = `__import__("os").write(1, str(${left} * ${right}).encode())`;
      const code = expression
        ? write
        : `import os\nos.write(1, str(${left} * ${right}).encode())\n${define(entryNames(context, levels.row), 'return None')}`;
      const shot = { row: levels.row, completion: wrapper.wrap(code) };
      return { mark: String(left), product: String(left * right), expression, wrapper, shot };
    }),
  );
  if (!takesNamesAway(context.subject.source)) return canaries;
  // What is refused for its words never runs: these have none of the usual ones.
  return [...canaries, ...canaries.map((each) => escapeOf(context, each))];
};

/** The same without a single built-in name: classes lead to modules. */
const escapeOf = ({ random }: Context, canary: Canary): Canary => {
  const left = 1_000_003 + random.below(8_000_000);
  const right = 1_000_003 + random.below(8_000_000);
  const code = `${canary.expression ? '' : 'pass\n'}${writingExpression(left, right)}`;
  const shot = { ...canary.shot, completion: canary.wrapper.wrap(code) };
  return { ...canary, escapes: true, mark: String(left), product: String(left * right), shot };
};

/** What was seen of a canary; undefined: nothing. */
const seenOf = (canary: Canary, outcome: Outcome): Seen | undefined => {
  const inProcess = outcome.evidence.some(
    ({ kind, source }) => IN_PROCESS.includes(kind) && source?.includes(canary.mark) === true,
  );
  const acted = `${outcome.stdout}${outcome.stderr}`.includes(canary.product);
  return inProcess || acted ? { canary, outcome, inProcess, acted } : undefined;
};

/** `reward.py:14` of evidence, as a place. */
const placeOf = ({ subject }: Context, outcome: Outcome): Place | null => {
  const where = outcome.evidence.find(({ kind }) => IN_PROCESS.includes(kind))?.where;
  const line = Number(/:(\d+)$/.exec(where ?? '')?.[1] ?? Number.NaN);
  const text = subject.source.split('\n')[line - 1];
  if (text === undefined) return null;
  const column = text.length - text.trimStart().length + 1;
  return { file: subject.file, line, column, endLine: line, endColumn: text.trimEnd().length + 1 };
};

/** What such a run shows to be open: the clock and the names that were taken away are within reach as well. */
const classesOf = (context: Context, { canary, acted }: Seen, escaped: boolean): string[] => [
  ...(canary.expression ? ['B04', 'C19'] : ['C19', 'C06', 'C21']),
  ...(acted && !canary.expression && readsClock(context) ? ['C14'] : []),
  ...(escaped ? ['C20'] : []),
];

const finding = (
  context: Context,
  seen: Seen,
  levels: RowLevels,
  confirmed: Outcome,
  escaped: boolean,
): NewFinding => {
  const { canary, acted } = seen;
  const where = confirmed.evidence.find(({ kind }) => IN_PROCESS.includes(kind))?.where;
  const expression = canary.expression;
  return {
    rule: expression ? 'B04' : 'C19',
    classes: classesOf(context, seen, escaped),
    source: 'probe',
    severity: acted ? 'critical' : 'high',
    title: expression
      ? 'completions are evaluated as Python inside the grader'
      : 'completions are executed inside the grader',
    why:
      `A canary ${expression ? 'expression' : 'program'} in ${canary.wrapper.name} was executed by the process of the reward function` +
      `${where === undefined || where === null ? '' : ` (${where})`}${acted ? `, with all that Python can do${escaped ? ', although names were taken away from it: classes lead back to them' : ''}` : ', although it could not call the system'}: ` +
      'such a completion can read the answer, replace the comparison, and change what later calls are paid.',
    fix: expression
      ? 'parse instead of evaluating: `ast.literal_eval`, `fractions.Fraction`, a walk over `ast.parse` that knows numbers and operators only'
      : 'run completions with `runrl.run_function` or `runrl.run_code` (docs/run-code.md), and compare out here what comes back',
    place: placeOf(context, confirmed),
    exploit: exploitOfShot(context.scorer.seed, levels, canary.shot, confirmed),
  };
};

/** Fires canaries, notes which wrappers lead to a run, and says where completions run in the grader itself. */
export const programCheck: Check = {
  name: 'programs',
  async run(context) {
    const { budget, calibration, random, scorer, subject } = context;
    if (subject.kind !== 'reward' || waitsForJudge(context)) return [];
    const seen: { seen: Seen; levels: RowLevels }[] = [];
    // Every function is shown two canaries: not each that evaluates text says so in words that the analysis knows.
    const isShort = budget.left < FEW_CALLS;
    const most = mayRunPrograms(context) && !isShort ? MOST_ROWS : 1;
    for (const levels of random.sample(calibration.levels, most)) {
      if (!budget.has()) break;
      const canaries = canariesFor(context, levels, isShort);
      const outcomes = await scorer.all(canaries.map(({ shot }) => shot));
      for (const [index, outcome] of outcomes.entries()) {
        const found = seenOf(canaries[index] as Canary, outcome);
        if (found !== undefined) seen.push({ seen: found, levels });
      }
    }
    if (seen.length === 0) return [];
    const best = [...seen].sort((one, other) => weight(other.seen) - weight(one.seen));
    const first = best[0] as (typeof best)[number];
    const wrappers = new Map(best.map(({ seen: each }) => [each.canary.wrapper.name, each.canary.wrapper]));
    noteRuns(subject, {
      wrappers: [...wrappers.values()],
      inProcess: first.seen.inProcess,
      expressions: first.seen.canary.expression,
    });
    if (!first.seen.inProcess) return [];
    // Where names were taken away: what was seen to run may still get at the system.
    const canary = first.seen.acted ? first.seen.canary : escapeOf(context, first.seen.canary);
    for (const each of new Set([canary, first.seen.canary])) {
      const confirmed = await scorer.scoreFresh(each.shot);
      const again = seenOf(each, confirmed);
      const isEnough = again?.inProcess === true && (again.acted || each === first.seen.canary);
      if (again !== undefined && isEnough)
        return [finding(context, again, first.levels, confirmed, again.acted && each.escapes === true)];
    }
    return [];
  },
};

/** Programs before expressions: they can do the same and are easier to read. So are those without an escape. */
const weight = ({ inProcess, acted, canary }: Seen): number =>
  (inProcess ? 8 : 0) + (acted ? 2 : 0) + (canary.expression ? 0 : 1) - (canary.escapes ? 4 : 0);
