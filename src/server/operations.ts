/** Every route: what it takes and gives. The server answers these and no other; openapi.ts describes them. */
import type { z } from 'zod';
import * as schemas from './schemas.ts';

export interface Operation {
  method: 'get' | 'post' | 'delete';
  /** With `{name}` for parameters. */
  path: string;
  summary: string;
  /** Schemas of the JSON body, any of which may be meant; `text` for a body that is no JSON. */
  body?: readonly z.ZodType[] | 'text';
  /** Parameters behind the `?`, with what they mean. */
  query?: Readonly<Record<string, string>>;
  /** What the answer 200 is. A string is its type, where it is no JSON. Absent: 204. */
  answer?: z.ZodType | string;
  /** Another form of the answer, by type. */
  otherAnswer?: { type: string; schema: z.ZodType };
  /** Nobody needs a token for it. */
  open?: true;
}

export const OPERATIONS = {
  score: {
    method: 'post',
    path: '/v1/score',
    summary: 'Scores one completion, or many. Many come line by line with `Accept: application/x-ndjson`.',
    body: [schemas.oneCall, schemas.manyCalls],
    answer: schemas.outcome.or(schemas.outcomes),
    otherAnswer: { type: 'application/x-ndjson', schema: schemas.outcomeLine },
  },
  start: {
    method: 'post',
    path: '/v1/episodes',
    summary: 'Starts an episode: `setup` is called with the fields of the row.',
    body: [schemas.startBody],
    answer: schemas.started,
  },
  step: {
    method: 'post',
    path: '/v1/episodes/{id}/step',
    summary: 'Takes a step. Steps of one episode are taken one after the other.',
    body: [schemas.stepBody],
    answer: schemas.stepped,
  },
  branch: {
    method: 'post',
    path: '/v1/episodes/{id}/branch',
    summary: 'Makes copies of a running episode; each goes on for itself.',
    body: [schemas.branchBody],
    answer: schemas.branched,
  },
  close: {
    method: 'delete',
    path: '/v1/episodes/{id}',
    summary: 'Ends an episode. Answers the same when it has ended already, or never was.',
  },
  validatePrompts: {
    method: 'post',
    path: '/v1/validate/prompts',
    summary: 'Says what is wrong with a prompt file. The body is the file (JSON Lines).',
    body: 'text',
    query: {
      key: 'field that must hold a string or a number, each only once',
      module: 'name of the module that the rows are for: its reserved names are looked at too',
    },
    answer: schemas.promptReport,
  },
  validateModule: {
    method: 'post',
    path: '/v1/validate/module',
    summary: 'Says whether a Python file loads as a reward or an environment; it is loaded in the sandbox.',
    body: [schemas.validateModuleBody],
    answer: schemas.moduleReport,
  },
  cancel: {
    method: 'post',
    path: '/v1/cancel',
    summary:
      'Ends what a request has running: its outcomes are `cancelled`. Nothing happens when it is over.',
    body: [schemas.cancelBody],
    answer: schemas.cancelled,
  },
  stats: {
    method: 'get',
    path: '/v1/stats',
    summary: 'What is served, and what it has come to so far.',
    answer: schemas.stats,
  },
  metrics: {
    method: 'get',
    path: '/metrics',
    summary: 'Figures for Prometheus.',
    answer: 'text/plain',
  },
  livez: {
    method: 'get',
    path: '/livez',
    summary: 'Whether the server is alive; also while it drains.',
    answer: schemas.alive,
    open: true,
  },
  readyz: {
    method: 'get',
    path: '/readyz',
    summary: 'Whether work may be sent: 200 or 503. Every module is loaded and has answered a no-op.',
    answer: schemas.checks,
    open: true,
  },
  openapi: {
    method: 'get',
    path: '/openapi.json',
    summary: 'This description.',
    answer: 'application/json',
    open: true,
  },
  docs: {
    method: 'get',
    path: '/docs',
    summary: 'A page to try all this.',
    answer: 'text/html',
    open: true,
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;
