/** Routes of the page: its files, and what it asks for. Its client knows them by docs/watch.md. */
import { records, wholeStep } from '../../view/routes/records.ts';
import * as view from '../../view/routes/schemas.ts';
import type { Operation } from './operation.ts';

const module = 'name of a module; without it the first of the run';
const range = { from: 'the first step (default: 0)', to: 'the last step (default: the latest)' };

export const VIEW_OPERATIONS = {
  page: {
    method: 'get',
    path: '/',
    summary: 'The page to watch runs with.',
    answer: 'text/html',
    open: true,
  },
  pageFile: {
    method: 'get',
    path: '/assets/{name}',
    summary: 'A file of the page.',
    answer: 'text/javascript',
    open: true,
  },
  viewRuns: {
    method: 'get',
    path: '/v1/view/runs',
    summary: 'What there is to look at, and what has to be known of it.',
    answer: view.runs,
  },
  viewKeys: {
    method: 'get',
    path: '/v1/view/runs/{run}/keys',
    summary: 'Names of the numbers and strings of a run; what is counted here begins with `@`.',
    query: { module },
    answer: view.keys,
  },
  viewSteps: {
    method: 'get',
    path: '/v1/view/runs/{run}/steps',
    summary: 'The numbers of all steps of a run.',
    query: { module },
    answer: view.steps,
  },
  viewSeries: {
    method: 'get',
    path: '/v1/view/runs/{run}/series',
    summary: 'Numbers by step, as columns. Where there are more steps than points, neighbours are joined.',
    query: {
      module,
      ...range,
      key: 'a number to tell; several times for several (default: all, at most 200)',
      points: 'rows at most (default: 1000; 10 to 20000)',
      since: 'a `version` of before: rows before `start` are as they were, and left out',
    },
    answer: view.series,
  },
  viewStep: {
    method: 'get',
    path: '/v1/view/runs/{run}/steps/{step}',
    summary:
      'One step (a number, `first`, `latest`; `all` where there are none): figures, and samples of one string.',
    query: { module, key: 'the string; `@calls` for calls as they are (default: the first string)' },
    answer: view.oneStep,
  },
  viewFailures: {
    method: 'get',
    path: '/v1/view/runs/{run}/failures',
    summary: 'Failed calls by cause, the most frequent first.',
    query: { module, ...range },
    answer: view.failures,
  },
  viewFailure: {
    method: 'get',
    path: '/v1/view/runs/{run}/failures/{cause}',
    summary: 'One cause of failures, with examples and how to run them again.',
    query: { module },
    answer: view.oneCause,
  },
  viewEpisodes: {
    method: 'get',
    path: '/v1/view/runs/{run}/episodes',
    summary: 'Episodes, the newest first.',
    query: {
      module: 'name of a module; without it those of all',
      state: '`live` or `ended`',
      from: 'how many to leave out (default: 0)',
      limit: 'how many at most (default: 100, at most 1000)',
    },
    answer: view.episodes,
  },
  viewEpisode: {
    method: 'get',
    path: '/v1/view/runs/{run}/episodes/{episode}',
    summary: 'One episode, step by step.',
    answer: view.oneEpisode,
  },
  viewPrompts: {
    method: 'get',
    path: '/v1/view/runs/{run}/prompts',
    summary: 'Rows of the prompt file, in their order.',
    query: {
      search: 'rows whose text has it, in capital or small letters (default: all)',
      from: 'the first line that is looked at (default: 1)',
      limit: 'how many at most (default: 100, at most 1000)',
    },
    answer: view.prompts,
  },
  viewPrompt: {
    method: 'get',
    path: '/v1/view/runs/{run}/prompts/{line}',
    summary: 'One row of the prompt file.',
    answer: view.onePrompt,
  },
  viewAudit: {
    method: 'get',
    path: '/v1/view/runs/{run}/audit',
    summary: 'What the live audit says, by step, and its alarms.',
    query: { module },
    answer: view.audit,
  },
  viewFindings: {
    method: 'get',
    path: '/v1/view/runs/{run}/findings',
    summary: 'The report of `check` that lies beside the run.',
    answer: view.findings,
  },
  viewRecords: {
    method: 'get',
    path: '/v1/view/runs/{run}/records',
    summary: 'Steps as they are kept, for programs that show several servers as one.',
    query: { since: 'a `version` of before: only what is new since (default: all)' },
    answer: records,
  },
  viewRecord: {
    method: 'get',
    path: '/v1/view/runs/{run}/records/{step}',
    summary: 'One step as it is kept, with its samples and examples of its failures.',
    query: { module },
    answer: wholeStep,
  },
  viewWorkers: {
    method: 'get',
    path: '/v1/view/workers',
    summary: 'What the workers of each served module do.',
    answer: view.workers,
  },
  viewEvents: {
    method: 'get',
    path: '/v1/view/events',
    summary: 'Server-sent events: `change` when there is something new, `end` when the server ends.',
    answer: 'text/event-stream',
  },
} as const satisfies Record<string, Operation>;
