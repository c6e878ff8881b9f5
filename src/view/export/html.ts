/** Runs as one file that opens from disk: the page, with the answers of its routes inside. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { SandboxError } from '../../errors.ts';
import { PAGE_FOLDER } from '../page-folder.ts';
import { ViewFault } from '../routes/fault.ts';
import type { Views } from '../routes/views.ts';

export const TEMPLATE = join(PAGE_FOLDER, 'single.html');
const PLACEHOLDER = '<script type="application/octet-stream" id="runrl-data"></script>';
const POINTS = 2_000;
/** Steps whose samples are in the file: the first, the last, and some evenly between. */
const MOST_STEPS = 200;
const MOST_EPISODES = 200;

export interface Embedded {
  schema: 'runrl-sandbox.view-data/1';
  routes: Record<string, unknown>;
}

export const embeddedOf = async (views: Views): Promise<Embedded> => {
  const routes: Record<string, unknown> = {};
  const { runs, ...rest } = await views.runs();
  routes['v1/view/runs'] = { ...rest, serving: false, runs: runs.map((run) => ({ ...run, live: false })) };
  for (const { id, modules } of runs) {
    const base = `v1/view/runs/${id}`;
    routes[`${base}/findings`] = await views.findings(id).catch(none);
    for (const { name } of modules) await embedModule(views, routes, id, name);
  }
  return { schema: 'runrl-sandbox.view-data/1', routes };
};

const embedModule = async (
  views: Views,
  routes: Embedded['routes'],
  run: string,
  module: string,
): Promise<void> => {
  const put = (path: string, answer: unknown, key?: string): void => {
    const query = [
      ...(key === undefined ? [] : [`key=${encodeURIComponent(key)}`]),
      `module=${encodeURIComponent(module)}`,
    ];
    routes[`v1/view/runs/${run}/${path}?${query.join('&')}`] = answer;
  };
  put('keys', await views.keys(run, module));
  put('series', await views.series(run, { module, points: POINTS }));
  put('audit', await views.audit(run, module));
  const failures = await views.failures(run, { module });
  put('failures', failures);
  for (const { cause } of failures.causes)
    put(`failures/${cause}`, await views.failure(run, cause, { module }));
  const episodes = await views.episodes(run, { module, state: undefined, from: 0, limit: MOST_EPISODES });
  put('episodes', { ...episodes, total: episodes.episodes.length, next: null });
  for (const { episode } of episodes.episodes)
    routes[`v1/view/runs/${run}/episodes/${episode}`] = await views.episode(run, episode);
  const { steps, version } = await views.steps(run, module);
  const kept: number[] = [];
  for (const step of someOf(steps, MOST_STEPS)) {
    try {
      const first = await views.step(run, String(step), { module });
      for (const { key } of first.strings)
        put(`steps/${step}`, await views.step(run, String(step), { module, key }), key);
      kept.push(step);
    } catch (error) {
      if (!(error instanceof ViewFault)) throw error; // its samples are not kept any more
    }
  }
  put('steps', { version, steps: kept });
};

const none = (): { path: null; report: null } => ({ path: null, report: null });

/** The first, the last, and as many evenly between. */
export const someOf = <T>(all: readonly T[], most: number): T[] => {
  if (all.length <= most) return [...all];
  const chosen = new Set(
    Array.from({ length: most }, (_, at) => Math.round((at * (all.length - 1)) / (most - 1))),
  );
  return [...chosen].map((at) => all[at] as T);
};

/** @throws SandboxError RS102 when the package has no page */
export const singleFile = (embedded: Embedded, template = TEMPLATE): string => {
  let page: string;
  try {
    page = readFileSync(template, 'utf8');
  } catch (cause) {
    throw new SandboxError('RS102', 'This build of runrl-sandbox has no page to put the data into', {
      help: 'build it: `npm run build`; other formats need none',
      cause,
    });
  }
  // Base64 has nothing that could end a script, whatever models wrote.
  const data = gzipSync(JSON.stringify(embedded)).toString('base64');
  const [before, after, ...more] = page.split(PLACEHOLDER);
  if (before === undefined || after === undefined || more.length > 0)
    throw new SandboxError('RS102', `\`${template}\` has no place for the data`);
  return `${before}${PLACEHOLDER.replace('><', `>${data}<`)}${after}`;
};

export const writeHtml = async (views: Views, file: string): Promise<void> =>
  writeFileSync(file, singleFile(await embeddedOf(views)), { mode: 0o600 });
