/** What is known of how a reward function runs completions: from its source, and from canaries that were seen to run. */
import type { RowLevels, Wrapper } from '../../calibration.ts';
import type { Context } from '../../context.ts';
import type { Subject } from '../../subject/subject.ts';
import { codeWrappers } from './payloads/text.ts';

export interface ProgramRuns {
  /** Wrappers from which a canary was executed, in the function's own process or seen elsewhere. */
  wrappers: readonly Wrapper[];
  /** Executed by the process of the reward function itself. */
  inProcess: boolean;
  /** Only expressions were: `eval`. */
  expressions: boolean;
}

const KNOWN = new WeakMap<Subject, ProgramRuns>();

export const noteRuns = (subject: Subject, runs: ProgramRuns): void => {
  KNOWN.set(subject, runs);
};

export const knownRuns = (subject: Subject): ProgramRuns | undefined => KNOWN.get(subject);

const RUNS_CODE =
  /\b(?:exec|eval|compile|sympify|parse_expr|run_code\w*|run_function\w*|Popen|create_subprocess_\w+|run_path|runpy|pytest|unittest|InteractiveInterpreter)\s*\(|\bsubprocess\b|\bmultiprocessing\b|\bos\.(?:system|popen|fork|spawn\w+)\b/;

/** Whether programs are worth a try. A wrong yes costs calls, never a finding. */
export const mayRunPrograms = ({ analysis, calibration, subject }: Context): boolean =>
  analysis.executesCompletion ||
  analysis.runsProcess ||
  calibration.basis === 'tests' ||
  knownRuns(subject) !== undefined ||
  RUNS_CODE.test(subject.source);

/** Ways to mark a program that are worth a try, at most so many; only those that were seen to work where any were. */
export const runWrappers = (context: Context, levels: RowLevels, most = 2): readonly Wrapper[] => {
  const { basis, wrappers } = context.calibration;
  // Of a process whose output is caught no canary is seen; that right programs are paid shows as much.
  const seen = knownRuns(context.subject)?.wrappers ?? (basis === 'tests' ? wrappers : []);
  return (seen.length > 0 ? seen : codeWrappers(context, levels.row)).slice(0, seen.length > 0 ? 1 : most);
};

/** Whether calls do nothing here but wait for a judge that cannot be reached: canaries would only use up the time. */
export const waitsForJudge = ({ analysis, calibration }: Context): boolean =>
  calibration.basis === 'judge' && !analysis.executesCompletion && !analysis.runsProcess;
