/** `POST /run_code`, as SandboxFusion has it: docs/dialects.md. */
import { keepProto } from '../../formats/json/own-proto.ts';
import { type Answer, valueAnswer } from '../http/answers.ts';
import type { Ask } from '../http/ask.ts';
import { checkBody } from '../http/check-body.ts';
import { HttpProblem } from '../http/problem.ts';
import type { Service } from '../service.ts';
import { answerOfRun, callOfCode, unsupported } from './code-call.ts';
import type { CodeRuns } from './code-runs.ts';
import { fileText, type RunCodeAnswer, type RunCodeBody, runCodeBody } from './schemas.ts';

/** What a client waits beyond the times that it names, less the time that an answer may need. */
const PATIENCE_MS = 5_000;
/** The longest that a timer can. */
const FOR_EVER_MS = 2 ** 31 - 1;
/** verl asks again after this status and after no other; clients that do so for others do so for this one, too. */
const ASK_AGAIN = 504;

export const runCode = async (service: Service, ask: Ask): Promise<Answer> => {
  const { code } = service;
  if (code === undefined)
    throw new HttpProblem('not-found', 'This server does not run programs', {
      help: 'start it with `--run-code`',
    });
  // Any user of this machine may ask then, and would run code as the user of the server.
  if (service.hasSandbox && service.sandbox.level === 'none' && !service.options.hasToken)
    throw new HttpProblem('forbidden', 'Without a sandbox and a token, a server does not run programs', {
      help: 'start it with --token-file, or without `--sandbox none`',
    });
  try {
    return valueAnswer(await run(service, code, ask));
  } catch (error) {
    if (error instanceof HttpProblem && error.retryable)
      throw new HttpProblem(error.kind, error.message, { ...error.extra, status: ASK_AGAIN });
    throw error;
  }
};

const run = async (service: Service, code: CodeRuns, ask: Ask): Promise<RunCodeAnswer> => {
  service.mustTakeWork();
  const { value } = await ask.json();
  const body = checkBody(runCodeBody, value, () => Object.keys(runCodeBody.shape));
  if (body.files)
    keepProto((value as RunCodeBody).files, body.files, (own) => checkBody(fileText, own, () => []));
  service.mustTakeWork(); // the body may have been long on its way
  if (body.language !== 'python') return unsupported(body.language);
  ask.onDone(service.limits.take(1));
  const giveBack = await code.turns.take(waitMs(body), ask.signal);
  if (giveBack === undefined)
    throw new HttpProblem(
      'busy',
      'Too many programs are running: this one waited as long as its client allows',
    );
  try {
    const { module, release } = code.served.lease();
    try {
      if (!('score' in module)) throw new Error('the module of run_code is no reward');
      const outcome = await module.score({ ...callOfCode(body, code.options), signal: ask.signal });
      service.note('run_code', outcome);
      return answerOfRun(outcome);
    } finally {
      release();
    }
  } finally {
    giveBack();
  }
};

/** verl, ROLL and the like give up after the times that they name and a little more. Others wait. */
const waitMs = ({ compile_timeout: named }: RunCodeBody): number =>
  named === undefined ? FOR_EVER_MS : named * 1_000 + PATIENCE_MS;

export const pingRunCode = async (service: Service): Promise<Answer> => {
  if (service.code === undefined) throw new HttpProblem('not-found', 'This server does not run programs');
  return valueAnswer('pong');
};
