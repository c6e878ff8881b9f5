/** What a run leaves behind for its caller: JSON, the exit code, and the words at the end. */
import { statSync } from 'node:fs';
import { ERRORS } from '../../errors/codes.ts';
import { EXIT, formatError, type SandboxError } from '../../errors.ts';
import { InputError } from '../../formats/problems.ts';
import { FlagError } from '../../options/flag-error.ts';
import { toIndentedJson } from '../../outcome-json.ts';
import type { EnvironmentRunSummary } from '../../run/summary/environment-shape.ts';
import type { RunSummary } from '../../run/summary/shape.ts';
import { resumeCommand } from '../shell.ts';
import type { RunFlags } from './flags.ts';

export type AnySummary = RunSummary | EnvironmentRunSummary;

export const exitCodeOf = (summary: AnySummary, { strict, maxFailures }: RunFlags): number => {
  const { state, failure } = summary;
  if (failure !== null) return ERRORS[failure.code].exit;
  if (state === 'interrupted') return EXIT.interrupted;
  const { done, failed } = countsOf(summary);
  const allowed = strict ? 0 : maxFailures === undefined ? done : allowedFailures(maxFailures, done);
  const noneSucceeded = done > 0 && failed === done;
  return noneSucceeded || failed > allowed ? EXIT.failed : EXIT.ok;
};

const countsOf = (summary: AnySummary): { done: number; failed: number } => {
  const done = 'rows' in summary ? summary.rows : summary.episodes;
  return { done, failed: done - summary.statuses.ok };
};

/**
 * How many of `done` calls may fail.
 * @param text a count, `10`, or a share, `5%`
 * @throws SandboxError RS101
 */
export const allowedFailures = (text: string, done: number): number => {
  const match = /^(\d+(?:\.\d+)?)%$|^(\d+)$/.exec(text.trim());
  const share = Number(match?.[1] ?? 0);
  if (match === null || share > 100) {
    throw new FlagError('max-failures', `: expected a count or a share of at most 100%, got \`${text}\``, {
      help: 'for example `--max-failures 10` or `--max-failures 5%`',
    });
  }
  return match[2] === undefined ? (share / 100) * done : Number(match[2]);
};

/** Rows own stdout when they are written there. */
export const printJson = ({ output }: RunFlags, value: unknown): void => {
  const stream = output === '-' ? process.stderr : process.stdout;
  stream.write(`${toIndentedJson(value)}\n`);
};

export const jsonOfError = (error: SandboxError, { environment }: RunFlags) => {
  const { code, help = null, exitCode } = error;
  const schema = environment === undefined ? 'runrl-sandbox.run/1' : 'runrl-sandbox.run-environment/1';
  const refused = { schema, state: 'refused', exit: exitCode };
  if (!(error instanceof InputError)) return { ...refused, error: { code, message: error.message, help } };
  const problems = error.problems.map(({ excerpt: _excerpt, help: hint = null, ...problem }) => ({
    ...problem,
    help: hint,
  }));
  return { ...refused, error: { code, message: error.summary, help }, errors: error.total, problems };
};

/** What to do next, also with `--quiet`: an interrupted run must not look like a finished one. */
export const tellTheEnd = (flags: RunFlags, summary: AnySummary, say: (line: string) => void): void => {
  const { failure, state, remaining, output } = summary;
  const { done: count, failed } = countsOf(summary);
  if (flags.json && flags.output === '-') return;
  if (failure !== null) say(formatError(failure));
  if (state === 'finished') {
    if (!flags.quiet && !flags.json) {
      if (output === null) say('The rows were not written: `-o results.jsonl` writes them.');
      else if (output !== '-') say(`The rows are in ${output}.`);
    }
    const what = flags.environment === undefined ? 'call' : 'episode';
    if (count > 0 && failed === count) say(`No ${what} succeeded.`);
    return;
  }
  const done = flags.environment === undefined ? 'scored' : 'played';
  const left = `${remaining} of ${summary.completions} completions are not ${done}.`;
  if (failure?.help?.includes('--resume'))
    say(left); // how to go on, the failure says
  else if (output === null || !isFile(output))
    say(`${left} Without an output file (\`-o FILE\`) there is nothing to resume.`);
  else
    say(
      `${left} The finished rows are in ${output}. To continue:\n  ${resumeCommand(process.argv, process.env)}`,
    );
};

/** Not stdout (`-`), and no pipe. */
const isFile = (output: string): boolean => statSync(output, { throwIfNoEntry: false })?.isFile() ?? false;
