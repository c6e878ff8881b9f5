/** Requests → handlers, and whatever goes wrong → problems. */
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { Ask } from './ask.ts';
import * as episodes from './handle-episodes.ts';
import * as others from './handle-others.ts';
import { score } from './handle-score.ts';
import { OPERATIONS, type Operation, type OperationId } from './operations.ts';
import { causeText, HttpProblem, problemOf } from './problem.ts';
import type { Service } from './service.ts';

type Handler = (service: Service, ask: Ask) => Promise<Response>;

const HANDLERS: Readonly<Record<OperationId, Handler>> = { score, ...episodes, ...others };

type Bindings = { Bindings: HttpBindings };

/** @param authorise throws HttpProblem for those who may not ask */
export const makeApp = (
  service: Service,
  authorise: (headers: HttpBindings['incoming']['headers']) => void,
): Hono<Bindings> => {
  const app = new Hono<Bindings>();
  const entries = Object.entries(OPERATIONS) as [OperationId, Operation][];
  const handle =
    (handler: Handler, operation: Pick<Operation, 'open' | 'path'>) =>
    async (context: Context<Bindings>): Promise<Response> => {
      const begun = performance.now();
      const ask = askOf(service, context);
      service.running.add(ask);
      let answer: Response;
      try {
        if (operation.open !== true) authorise(context.env.incoming.headers);
        answer = await handler(service, ask);
      } catch (error) {
        answer = refuse(service, ask, error);
      }
      answer.headers.set('x-request-id', ask.id);
      note(service, ask, context.req.method, operation.path, answer.status, begun);
      return answer;
    };
  for (const [id, operation] of entries)
    app.on(
      operation.method.toUpperCase(),
      operation.path.replace(/\{(\w+)\}/g, ':$1'),
      handle(HANDLERS[id], operation),
    );
  for (const path of new Set(entries.map(([, operation]) => operation.path))) {
    const methods = entries
      .filter(([, operation]) => operation.path === path)
      .map(([, { method }]) => method.toUpperCase());
    app.all(path.replace(/\{(\w+)\}/g, ':$1'), handle(refuseMethod(methods), { path, open: true }));
  }
  app.all('*', handle(refusePath, { path: '(unknown)', open: true }));
  app.onError((error) => problemAnswer(problemOf(error)));
  return app;
};

const askOf = (service: Service, { env, req }: Context<Bindings>): Ask =>
  new Ask({
    incoming: env.incoming,
    outgoing: env.outgoing,
    param: (name) => req.param(name) ?? '',
    query: (name) => req.query(name),
    limits: service.limits,
  });

const refuseMethod =
  (methods: readonly string[]): Handler =>
  async () => {
    const allow = methods.join(', ');
    throw new HttpProblem('method-not-allowed', `The route takes ${allow}`, { headers: { allow } });
  };

const refusePath: Handler = async () => {
  throw new HttpProblem('not-found', 'There is no such route', { help: 'GET /openapi.json lists them' });
};

export const problemAnswer = (problem: HttpProblem, requestId?: string): Response =>
  new Response(JSON.stringify(problem.body(requestId)), { status: problem.status, headers: problem.headers });

const refuse = (service: Service, ask: Ask, error: unknown): Response => {
  const problem = problemOf(error);
  if (problem.kind === 'internal')
    service.log.event('error', 'internal', { request_id: ask.id, error: causeText(problem.cause) });
  return problemAnswer(problem, ask.id);
};

/** Routes are logged as patterns: the id of an episode is as good as a key to it. */
const note = (
  service: Service,
  ask: Ask,
  method: string,
  route: string,
  status: number,
  begun: number,
): void => {
  service.requests[status] = (service.requests[status] ?? 0) + 1;
  const level = status >= 500 ? 'warn' : status >= 400 ? 'info' : 'debug';
  service.log.event(level, 'request', {
    request_id: ask.id,
    method,
    route,
    status,
    ms: Math.round((performance.now() - begun) * 10) / 10,
    ...(ask.gone ? { client: 'gone' } : {}),
  });
};
