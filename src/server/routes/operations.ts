/** Every route: what it takes and gives. The server answers these and no other; openapi.ts describes them. */
import * as steps from '../../view/store/step-schemas.ts';
import { OPENENV_OPERATIONS } from '../dialects/openenv-operations.ts';
import * as dialects from '../dialects/schemas.ts';
import type { Operation } from './operation.ts';
import * as schemas from './schemas.ts';
import { VIEW_OPERATIONS } from './view-operations.ts';

/** Trainers know only an address, so what a body has elsewhere stands behind it. */
const module = 'name of the reward; may be left out when there is only one';

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
  openRlhfReward: {
    method: 'post',
    path: '/get_reward',
    summary: 'Scores for OpenRLHF (`--reward.remote_url`).',
    body: [dialects.openRlhfBody],
    query: {
      module,
      info: 'names of numbers of the info, with commas between, that are to be logged as well',
    },
    answer: dialects.openRlhfAnswer,
  },
  slimeReward: {
    method: 'post',
    path: '/slime',
    summary: 'Scores for slime (`--rm-type remote_rm --rm-url`).',
    body: [dialects.slimeBody],
    query: { module, key: 'answers with an object that has the number there, for `--reward-key`' },
    answer: dialects.slimeAnswer,
  },
  llamaFactoryScores: {
    method: 'post',
    path: '/v1/score/evaluation',
    summary: 'Scores for LLaMA-Factory (`reward_model_type: api`).',
    body: [dialects.llamaFactoryBody],
    query: { module },
    answer: dialects.llamaFactoryAnswer,
  },
  runCode: {
    method: 'post',
    path: '/run_code',
    summary: 'Runs a Python program for clients of SandboxFusion; with `--run-code` only.',
    body: [dialects.runCodeBody],
    answer: dialects.runCodeAnswer,
  },
  pingRunCode: {
    method: 'get',
    path: '/v1/ping',
    summary: 'How clients of SandboxFusion see that it lives.',
    answer: dialects.pong,
    open: true,
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
    body: [schemas.validateReward, schemas.validateEnvironment],
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
  listSteps: {
    method: 'get',
    path: '/v1/steps',
    summary: 'What the calls of each training step came to, by module: the numbers.',
    query: {
      module: 'name of a module; without it those of all',
      from: 'the first step (default: 0)',
      limit: 'how many steps at most (default: 100, at most 1000)',
    },
    answer: steps.stepList,
  },
  readStep: {
    method: 'get',
    path: '/v1/steps/{step}',
    summary: 'What the calls of one training step came to, with samples of the strings that they returned.',
    query: { module: 'name of a module; without it those of all' },
    answer: steps.oneStep,
  },
  ...VIEW_OPERATIONS,
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
  ...OPENENV_OPERATIONS,
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;

/** Every operation at every path that it has. */
export const ROUTES: readonly (Operation & { id: OperationId; isAlias: boolean })[] = (
  Object.entries(OPERATIONS) as [OperationId, Operation][]
).flatMap(([id, operation]) => [
  { ...operation, id, isAlias: false },
  ...(operation.alias === undefined ? [] : [{ ...operation, path: operation.alias, id, isAlias: true }]),
]);
