/** Requests → handlers, and whatever goes wrong → problems. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProblemKind } from '../../errors/refusals.ts';
import { pingRunCode, runCode } from '../dialects/handle-code.ts';
import { llamaFactoryScores, openRlhfReward, slimeReward } from '../dialects/handle-rewards.ts';
import * as openenv from '../dialects/openenv-http.ts';
import * as episodes from '../routes/handle-episodes.ts';
import * as others from '../routes/handle-others.ts';
import { score } from '../routes/handle-score.ts';
import * as steps from '../routes/handle-steps.ts';
import * as view from '../routes/handle-view.ts';
import type { Operation } from '../routes/operation.ts';
import { type OperationId, ROUTES } from '../routes/operations.ts';
import type { Service } from '../service.ts';
import { type Answer, sendAnswer } from './answers.ts';
import { Ask } from './ask.ts';
import type { makeAuth } from './auth.ts';
import * as page from './page.ts';
import { causeText, HttpProblem, problemOf } from './problem.ts';
import { Router, targetOf } from './router.ts';

type Handler = (service: Service, ask: Ask) => Promise<Answer>;

const dialects = { openRlhfReward, slimeReward, llamaFactoryScores, runCode, pingRunCode, ...openenv };
const { readStep, listSteps } = steps;
const HANDLERS: Readonly<Record<OperationId, Handler>> = {
  score,
  ...episodes,
  ...dialects,
  readStep,
  listSteps,
  ...view,
  ...page,
  ...others,
};

/** What answers a request, and which requests those are. */
interface Place {
  handler: Handler;
  operation: Pick<Operation, 'open' | 'path'>;
}

/** By method; `otherwise` is for all others. */
type Methods = ReadonlyMap<string, Place> & { otherwise: Place };

const placesOf = (): Map<string, Methods> => {
  const places = new Map<string, Methods>();
  for (const path of new Set(ROUTES.map((route) => route.path))) {
    const routes = ROUTES.filter((route) => route.path === path);
    const byMethod = new Map<string, Place>();
    for (const operation of routes)
      byMethod.set(operation.method.toUpperCase(), { handler: HANDLERS[operation.id], operation });
    const otherwise = {
      handler: refuseMethod([...byMethod.keys()]),
      operation: { path, open: true } as const,
    };
    places.set(path, Object.assign(byMethod, { otherwise }));
  }
  return places;
};

export const makeListener = (
  service: Service,
  authorise: ReturnType<typeof makeAuth>,
): ((incoming: IncomingMessage, outgoing: ServerResponse) => void) => {
  const router = new Router(placesOf());
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = '' } = incoming;
    const target = targetOf(incoming);
    const { place: methods, params = {} } = router.find(target.pathname) ?? {};
    // The answer to HEAD is that to GET; Node leaves its body out.
    const { handler, operation } =
      methods === undefined
        ? NOWHERE
        : (methods.get(method === 'HEAD' ? 'GET' : method) ?? methods.otherwise);
    const begun = performance.now();
    const ask = new Ask({ incoming, outgoing, params, target, limits: service.limits });
    let answer: Answer;
    let problem: HttpProblem | undefined;
    try {
      service.running.add(ask);
      authorise(incoming.headers, operation.open === true);
      answer = await handler(service, ask);
    } catch (error) {
      problem = problemOf(error);
      answer = refuse(service, ask, problem);
    }
    sendAnswer(answer, outgoing, failed, ask.id);
    // The client has its answer before anything is counted.
    const { status } = answer;
    note(service, ask, { method, route: operation.path, status, problem: problem?.kind }, begun);
  };
  /** The answer to a malformed request, or to a bug of ours. */
  const failed = (error: unknown): Answer => {
    const problem = problemOf(error);
    if (problem.kind === 'internal') service.log.event('error', 'internal', { error: causeText(error) });
    else service.log.event('info', 'unreadable', { error: problem.message });
    return problemAnswer(problem);
  };
  return (incoming, outgoing) => {
    serve(incoming, outgoing)
      .catch((error: unknown) => sendAnswer(failed(error), outgoing, failed))
      .catch((error: unknown) => {
        failed(error);
        outgoing.destroy();
      });
  };
};

const refuseMethod =
  (methods: readonly string[]): Handler =>
  async () => {
    const allow = methods.join(', ');
    throw new HttpProblem('method-not-allowed', `This route only accepts ${allow}`, { headers: { allow } });
  };

const refusePath: Handler = async () => {
  throw new HttpProblem('not-found', 'There is no such route', { help: 'GET /openapi.json lists them' });
};
const NOWHERE: Place = { handler: refusePath, operation: { path: '(unknown)', open: true } };

const problemAnswer = (problem: HttpProblem, requestId?: string): Answer => ({
  status: problem.status,
  headers: problem.headers,
  body: JSON.stringify(problem.body(requestId)),
});

const refuse = (service: Service, ask: Ask, problem: HttpProblem): Answer => {
  if (problem.kind === 'internal')
    service.log.event('error', 'internal', { request_id: ask.id, error: causeText(problem.cause) });
  ask.sayWhy(problem.reason);
  return problemAnswer(problem, ask.id);
};

/** Routes are logged as patterns: the id of an episode is as good as a key to it. */
const note = (
  service: Service,
  ask: Ask,
  what: { method: string; route: string; status: number; problem: ProblemKind | undefined },
  begun: number,
): void => {
  const { status } = what;
  service.requests[status] = (service.requests[status] ?? 0) + 1;
  const level =
    what.problem === 'module-failed' // the log has it once, from when the module was given up
      ? 'debug'
      : status >= 500
        ? 'warn'
        : status >= 400
          ? 'info'
          : 'debug';
  service.log.event(level, 'request', {
    request_id: ask.id,
    ...what,
    ms: Math.round((performance.now() - begun) * 10) / 10,
    ...(ask.gone ? { client: 'gone' } : {}),
  });
};
