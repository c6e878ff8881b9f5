/** What the page asks for. */
import { Readable } from 'node:stream';
import { totalOf } from '../../formats/statistics.ts';
import { activityOf } from '../../module/activity.ts';
import { ViewFault } from '../../view/routes/fault.ts';
import { type Answer, valueAnswer } from '../http/answers.ts';
import type { Ask } from '../http/ask.ts';
import { invalid } from '../http/check-body.ts';
import { HttpProblem } from '../http/problem.ts';
import type { ServedModule } from '../modules.ts';
import type { Service } from '../service.ts';
import { wholeNumber } from './handle-steps.ts';
import { changeEvents } from './view-events.ts';

const LIMIT = 100;
const MOST = 1_000;
const POINTS = 1_000;
const MOST_POINTS = 20_000;
/** Calls that run longest, of each module. */
const OLDEST = 5;
/** Single workers that are told of, of each module: for each, /proc has to be read. */
const WORKERS = 32;
/** Of those that run shorter nobody needs a stack, which has to be asked for. */
const LONG_MS = 1_000;

type Handler = (service: Service, ask: Ask) => Promise<Answer>;

/** @throws HttpProblem in the place of a ViewFault */
const answer =
  (ask: (service: Service, ask: Ask) => Promise<unknown>): Handler =>
  async (service, asked) => {
    try {
      return valueAnswer(await ask(service, asked));
    } catch (error) {
      if (!(error instanceof ViewFault)) throw error;
      if (error.kind === 'invalid') throw invalid('step', error.message);
      const help = error.help === undefined ? {} : { help: error.help };
      throw new HttpProblem(error.kind, error.message, help);
    }
  };

const numberOf = (ask: Ask, name: string, fallback: number, least: number, most: number): number =>
  wholeNumber(name, ask.query(name) ?? String(fallback), least, most);
const rangeOf = (ask: Ask): { from: number; to: number } => ({
  from: numberOf(ask, 'from', 0, 0, Number.MAX_SAFE_INTEGER),
  to: numberOf(ask, 'to', Number.MAX_SAFE_INTEGER - 1, 0, Number.MAX_SAFE_INTEGER),
});
const runOf = (ask: Ask): string => ask.param('run');
const moduleOf = (ask: Ask): string | undefined => ask.query('module');

export const viewRuns = answer(({ views }) => views.runs());
export const viewKeys = answer(({ views }, ask) => views.keys(runOf(ask), moduleOf(ask)));
export const viewSteps = answer(({ views }, ask) => views.steps(runOf(ask), moduleOf(ask)));
export const viewSeries = answer(({ views }, ask) => {
  const keys = ask.queries('key');
  return views.series(runOf(ask), {
    module: moduleOf(ask),
    keys: keys.length === 0 ? undefined : keys,
    ...rangeOf(ask),
    points: numberOf(ask, 'points', POINTS, 10, MOST_POINTS),
    since: numberOf(ask, 'since', 0, 0, Number.MAX_SAFE_INTEGER),
  });
});
export const viewStep = answer(({ views }, ask) =>
  views.step(runOf(ask), ask.param('step'), { module: moduleOf(ask), key: ask.query('key') }),
);
export const viewFailures = answer(({ views }, ask) =>
  views.failures(runOf(ask), { module: moduleOf(ask), ...rangeOf(ask) }),
);
export const viewFailure = answer(({ views }, ask) =>
  views.failure(runOf(ask), ask.param('cause'), { module: moduleOf(ask) }),
);
export const viewEpisodes = answer(({ views }, ask) => {
  const state = ask.query('state');
  if (state !== undefined && state !== 'live' && state !== 'ended')
    throw invalid('state', '`state`: expected `live` or `ended`');
  return views.episodes(runOf(ask), {
    module: moduleOf(ask),
    state,
    from: numberOf(ask, 'from', 0, 0, Number.MAX_SAFE_INTEGER),
    limit: numberOf(ask, 'limit', LIMIT, 1, MOST),
  });
});
export const viewEpisode = answer(({ views }, ask) => views.episode(runOf(ask), ask.param('episode')));
export const viewPrompts = answer(({ views }, ask) =>
  views.prompts(runOf(ask), {
    search: (ask.query('search') ?? '').slice(0, MOST),
    from: numberOf(ask, 'from', 1, 1, Number.MAX_SAFE_INTEGER),
    limit: numberOf(ask, 'limit', LIMIT, 1, MOST),
  }),
);
export const viewPrompt = answer(({ views }, ask) =>
  views.prompt(runOf(ask), wholeNumber('line', ask.param('line'), 1, Number.MAX_SAFE_INTEGER)),
);
export const viewAudit = answer(({ views }, ask) => views.audit(runOf(ask), moduleOf(ask)));
export const viewFindings = answer(({ views }, ask) => views.findings(runOf(ask)));

export const viewRecords = answer(({ views }, ask) =>
  views.records(runOf(ask), numberOf(ask, 'since', 0, 0, Number.MAX_SAFE_INTEGER)),
);
export const viewRecord = answer(({ views }, ask) =>
  views.wholeStep(
    runOf(ask),
    wholeNumber('step', ask.param('step'), 0, Number.MAX_SAFE_INTEGER),
    moduleOf(ask),
  ),
);

export const viewWorkers = answer(async (service) => {
  service.loaded().catch(() => {}); // `trouble` says it
  return {
    now: Date.now(),
    modules: await Promise.all(service.modules.all.map((served) => moduleTold(served, service))),
  };
});

const moduleTold = async (served: ServedModule, { level, loadError }: Service) => {
  const { setting, module } = served;
  const failed = module === undefined ? (served.error ?? loadError) : undefined;
  const trouble = failed?.message ?? served.trouble;
  const activity = await activityOf(module, WORKERS);
  const running = totalOf(activity?.running ?? {});
  const oldest =
    module !== undefined && 'running' in module && running > 0 ? await module.running(OLDEST) : [];
  return {
    module: setting.name,
    kind: setting.kind,
    file: setting.file,
    version: module?.version ?? null,
    level,
    state:
      failed !== undefined || (module !== undefined && trouble !== undefined)
        ? 'failed'
        : module === undefined
          ? 'loading'
          : 'ready',
    trouble: trouble ?? null,
    queue: activity?.waiting ?? 0,
    running,
    concurrency: activity?.slots ?? 0,
    states: { starting: 0, ready: 0, busy: 0, ending: 0, ...activity?.workers.states },
    restarts: activity?.workers.restarts ?? {},
    oldest: oldest.map(({ running_ms, stack }) => ({
      running_ms,
      stack: running_ms < LONG_MS ? null : stack,
    })),
    workers: activity?.workers.single ?? null,
    ended: activity?.workers.ended ?? [],
  };
};

export const viewEvents: Handler = async (service, ask) => {
  const stop = AbortSignal.any([ask.signal, service.draining]);
  return {
    status: 200,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
    body: Readable.from(changeEvents(service.views, stop)),
  };
};
