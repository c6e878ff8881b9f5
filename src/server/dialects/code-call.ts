/** A request of SandboxFusion's → a call of python-shim/runrl_served/run_code.py, and its outcome → their answer. */
import type { TextCall } from '../../module/calls/call.ts';
import type { Outcome } from '../../outcome.ts';
import { invalid } from '../http/check-body.ts';
import { HttpProblem } from '../http/problem.ts';
import type { CodeOptions } from './code-runs.ts';
import type { RunCodeAnswer, RunCodeBody } from './schemas.ts';

/** Of stdout, and of stderr: as much as theirs reads. */
const OUTPUT_LIMIT = 2 ** 20;
const SIGKILL = 9;

/** What the module prints of a run (docs/run-code.md). */
interface Run {
  status: 'ok' | 'failed' | 'killed' | 'timeout' | 'memory';
  exit_code: number | null;
  signal: number | null;
  stdout: string;
  stderr: string;
  truncated: boolean;
  duration_ms: number;
  files: Record<string, string>;
  skipped: Record<string, string>;
}

export const callOfCode = (body: RunCodeBody, { memory, packages, timeout }: CodeOptions): TextCall => {
  const asked = body.memory_limit_MB > 0 ? body.memory_limit_MB * 2 ** 20 : memory;
  const row = {
    stdin: body.stdin ?? '',
    input_files: body.files ?? {},
    fetch_files: body.fetch_files ?? [],
    timeout: Math.min(body.run_timeout, timeout / 1e3),
    memory: Math.min(asked, memory),
    output_limit: OUTPUT_LIMIT,
    packages,
  };
  return {
    row: Buffer.from(JSON.stringify(row)),
    completionRow: Buffer.from(JSON.stringify({ completion: body.code })),
  };
};

const answer = (
  status: RunCodeAnswer['status'],
  message: string,
  run: RunCodeAnswer['run_result'] = null,
  files: Record<string, string> = {},
): RunCodeAnswer => ({
  status,
  message,
  compile_result: null,
  run_result: run,
  executor_pod_name: null,
  files,
});

export const unsupported = (language: string): RunCodeAnswer =>
  answer(
    'SandboxError',
    `the language ${JSON.stringify(language.slice(0, 60))} is not supported: only "python" is`,
  );

/**
 * @throws HttpProblem `invalid` for names of files and the like, `no-reward` when it was lost or cancelled
 */
export const answerOfRun = ({ status, stdout, error }: Outcome): RunCodeAnswer => {
  if (status === 'lost' || status === 'cancelled')
    throw new HttpProblem('no-reward', `The run has no result: it was \`${status}\``);
  if (status !== 'ok') return answer('SandboxError', `the run failed (${status}): ${error?.message ?? ''}`);
  const run = JSON.parse(stdout) as Run | { refused: string };
  if ('refused' in run) throw invalid('', run.refused);
  const timedOut = run.status === 'timeout';
  return answer(
    run.status === 'ok' ? 'Success' : 'Failed',
    notesOf(run),
    {
      status: timedOut ? 'TimeLimitExceeded' : 'Finished',
      execution_time: run.duration_ms / 1e3,
      return_code: timedOut ? null : (run.exit_code ?? -(run.signal ?? SIGKILL)),
      stdout: run.stdout,
      stderr: run.stderr,
    },
    run.files,
  );
};

/** What their answer has no field for. */
const notesOf = ({ status, truncated, skipped }: Run): string =>
  [
    ...(status === 'memory' ? ['the program had more memory than it may'] : []),
    ...(truncated ? [`stdout or stderr was cut at ${OUTPUT_LIMIT} bytes`] : []),
    ...Object.entries(skipped).map(([name, why]) => `${name} was not fetched: ${why}`),
  ].join('; ');
