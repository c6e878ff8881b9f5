/** Requests → handlers, and whatever goes wrong → problems. */
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
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
import { Ask } from './ask.ts';
import type { makeAuth } from './auth.ts';
import * as page from './page.ts';
import { causeText, HttpProblem, problemOf } from './problem.ts';

type Handler = (service: Service, ask: Ask) => Promise<Response>;

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

type Bindings = { Bindings: HttpBindings };

export const makeApp = (service: Service, authorise: ReturnType<typeof makeAuth>): Hono<Bindings> => {
  const app = new Hono<Bindings>();
  const handle =
    (handler: Handler, operation: Pick<Operation, 'open' | 'path'>) =>
    async (context: Context<Bindings>): Promise<Response> => {
      const begun = performance.now();
      const ask = askOf(service, context);
      context.env.outgoing.setHeader('x-request-id', ask.id); // here, so that connections.ts knows it, too
      service.running.add(ask);
      let answer: Response;
      let problem: HttpProblem | undefined;
      try {
        authorise(context.env.incoming.headers, operation.open === true);
        answer = await handler(service, ask);
      } catch (error) {
        problem = problemOf(error);
        answer = refuse(service, ask, problem);
      }
      const { method } = context.req;
      note(
        service,
        ask,
        { method, route: operation.path, status: answer.status, problem: problem?.kind },
        begun,
      );
      return answer;
    };
  for (const route of ROUTES)
    app.on(
      route.method.toUpperCase(),
      route.path.replace(/\{(\w+)\}/g, ':$1'),
      handle(HANDLERS[route.id], route),
    );
  for (const path of new Set(ROUTES.map((route) => route.path))) {
    const methods = ROUTES.filter((route) => route.path === path).map(({ method }) => method.toUpperCase());
    app.all(path.replace(/\{(\w+)\}/g, ':$1'), handle(refuseMethod(methods), { path, open: true }));
  }
  app.all('*', handle(refusePath, { path: '(unknown)', open: true }));
  // What `handle` did not foresee, such as an answer that cannot be made.
  app.onError((error) => {
    service.log.event('error', 'internal', { error: causeText(error) });
    return problemAnswer(problemOf(error));
  });
  return app;
};

const askOf = (service: Service, { env, req }: Context<Bindings>): Ask =>
  new Ask({
    incoming: env.incoming,
    outgoing: env.outgoing,
    param: (name) => req.param(name) ?? '',
    query: (name) => req.query(name),
    queries: (name) => req.queries(name) ?? [],
    limits: service.limits,
  });

const refuseMethod =
  (methods: readonly string[]): Handler =>
  async () => {
    const allow = methods.join(', ');
    throw new HttpProblem('method-not-allowed', `This route only accepts ${allow}`, { headers: { allow } });
  };

const refusePath: Handler = async () => {
  throw new HttpProblem('not-found', 'There is no such route', { help: 'GET /openapi.json lists them' });
};

export const problemAnswer = (problem: HttpProblem, requestId?: string): Response =>
  new Response(JSON.stringify(problem.body(requestId)), { status: problem.status, headers: problem.headers });

const refuse = (service: Service, ask: Ask, problem: HttpProblem): Response => {
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
