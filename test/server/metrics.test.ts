/** `GET /metrics`, and the dashboard that is made of it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DURATION_BOUNDS } from '../../src/protocol/frames.ts';
import { Tallies } from '../../src/server/counts/tallies.ts';
import { processesFor } from '../helpers/processes.ts';
import { outcome } from '../run/fake-reward.ts';
import { type Family, parseExposition } from './exposition.ts';
import { answerOf, type Serving, when, withServer } from './serving.ts';

const DASHBOARD = join(import.meta.dirname, '../../sandbox/grafana/runrl-sandbox.json');

const metricsOf = async ({ url }: Serving): Promise<Map<string, Family>> => {
  const { headers, text } = await answerOf(await fetch(`${url}/metrics`));
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  return parseExposition(text);
};

const figure = (
  families: Map<string, Family>,
  name: string,
  labels: Record<string, string> = {},
): number | undefined => {
  for (const { samples } of families.values()) {
    const found = samples
      .get(`runrl_sandbox_${name}`)
      ?.find((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value));
    if (found !== undefined) return found.value;
  }
  return undefined;
};

/** Of each metric its type, and the labels of its samples. */
const NAMES: Readonly<Record<string, [string, string[]]>> = {
  calls_total: ['counter', ['kind', 'status']],
  call_duration_seconds: ['histogram', ['kind', 'le', 'status']],
  queue_wait_seconds: ['histogram', ['kind', 'le']],
  audit_unearned_ratio: ['gauge', []],
  audit_level_ratio: ['gauge', []],
  audit_e_value: ['gauge', []],
  audit_echo_reward: ['gauge', []],
  audit_alarms_total: ['counter', []],
  calls_in_progress: ['gauge', ['kind']],
  queue_depth: ['gauge', []],
  slots: ['gauge', []],
  saturation_ratio: ['gauge', []],
  zygote_ready: ['gauge', []],
  workers: ['gauge', ['state']],
  worker_restarts_total: ['counter', ['reason']],
  fork_duration_seconds: ['histogram', ['le']],
  episodes_active: ['gauge', []],
  episode_steps: ['histogram', ['le']],
  reward: ['summary', []],
  info: ['summary', ['key']],
  info_dropped_total: ['counter', []],
  clients: ['gauge', []],
  build_info: ['gauge', ['version']],
};

const play = async ({ post }: Serving, actions: readonly string[]): Promise<string> => {
  const id = (await post('/v1/episodes', { module: 'plays' })).json.episode_id;
  for (const action of actions) await post(`/v1/episodes/${id}/step`, { action });
  return id;
};

it('has every metric with its type and labels, and figures that are true', async () => {
  await withServer({ only: ['obeys', 'plays'] }, async (serving) => {
    const { post, url } = serving;
    await post('/v1/score', {
      module: 'obeys',
      calls: ['number 1', 'number -3', 'raise x', 'span 20'].map((completion) => ({ completion })),
    });
    await play(serving, ['a', 'b', 'end']);
    const live = await play(serving, ['a']);
    const families = await metricsOf(serving);
    const seen = [...families].map(([name, { type, samples }]) => [
      name.replace('runrl_sandbox_', ''),
      [type, [...new Set([...samples.values()].flat().flatMap(({ labels }) => Object.keys(labels)))].sort()],
    ]);
    expect(Object.fromEntries(seen)).toEqual(NAMES);
    const figures: [string, Record<string, string>, number][] = [
      ['calls_total', { kind: 'call', status: 'ok' }, 3],
      ['calls_total', { kind: 'call', status: 'raised' }, 1],
      ['calls_total', { kind: 'setup', status: 'ok' }, 2],
      ['calls_total', { kind: 'step', status: 'ok' }, 4],
      ['call_duration_seconds_count', { kind: 'call', status: 'ok' }, 3],
      ['call_duration_seconds_bucket', { kind: 'call', status: 'ok', le: '300' }, 3],
      ['queue_wait_seconds_count', { kind: 'step' }, 4],
      ['calls_in_progress', { kind: 'call' }, 0],
      ['queue_depth', {}, 0],
      ['zygote_ready', {}, 1],
      ['episodes_active', {}, 1],
      ['episode_steps_count', {}, 1],
      ['episode_steps_sum', {}, 3],
      ['episode_steps_bucket', { le: '2' }, 0],
      ['episode_steps_bucket', { le: '5' }, 1],
      ['reward_count', {}, 7],
      ['reward_sum', {}, 1 - 3 + 1 + (1 + 2 + 3) + 1],
      ['info_count', { key: 'begin' }, 1],
      ['build_info', { version: '0.0.0' }, 1],
    ];
    for (const [name, labels, value] of figures)
      expect([name, labels, figure(families, name, labels)]).toEqual([name, labels, value]);
    // One that is closed has ended, too; each is told once.
    await fetch(`${url}/v1/episodes/${live}`, { method: 'DELETE' });
    await metricsOf(serving);
    expect(figure(await metricsOf(serving), 'episode_steps_count')).toBe(2);
  });
});

it('tells what runs and what waits', async () => {
  await withServer({}, async (serving) => {
    const { post, server } = serving;
    const calls = Array.from({ length: 5 }, () => ({ completion: 'hang' }));
    const headers = { 'x-request-id': 'hung' };
    const hung = post('/v1/score', { module: 'obeys', calls }, { headers });
    await when(() => server.service.limits.taken === 5);
    const families = await metricsOf(serving);
    expect(figure(families, 'calls_in_progress', { kind: 'call' })).toBe(2); // its `concurrency`
    expect(figure(families, 'queue_depth')).toBe(3);
    const slots = figure(families, 'slots') ?? 0;
    expect(slots).toBeGreaterThan(2);
    expect(figure(families, 'saturation_ratio')).toBeCloseTo(5 / slots);
    await post('/v1/cancel', { request_id: 'hung' });
    await hung;
    expect(figure(await metricsOf(serving), 'saturation_ratio')).toBe(0);
  });
});

it('counts workers by state, and those that were replaced by reason, also when a module is loaded again', async () => {
  await withServer({ only: ['obeys'] }, async (serving) => {
    const { post, server, folder } = serving;
    const score = (completion: string) => post('/v1/score', { module: 'obeys', completion });
    await score('exit 3');
    const headers = { 'x-request-id': 'hung' };
    const hung = post('/v1/score', { module: 'obeys', completion: 'hang' }, { headers });
    await when(() => server.service.limits.taken === 1);
    const busy = async (): Promise<Map<string, Family>> => {
      const families = await metricsOf(serving);
      return figure(families, 'workers', { state: 'busy' }) === 1 ? families : busy();
    };
    const during = await busy();
    expect(figure(during, 'worker_restarts_total', { reason: 'crashed' })).toBe(1);
    expect(figure(during, 'worker_restarts_total', { reason: 'cancelled' })).toBe(0);
    expect(figure(during, 'fork_duration_seconds_count')).toBeGreaterThan(0);
    expect(figure(during, 'fork_duration_seconds_sum')).toBeGreaterThan(0);
    await post('/v1/cancel', { request_id: 'hung' });
    await hung;
    const after = await metricsOf(serving);
    expect(figure(after, 'worker_restarts_total', { reason: 'cancelled' })).toBe(1);
    const [obeys] = server.service.modules.all;
    writeFileSync(join(folder, 'obeys.py'), 'def reward_fn(completion, **kwargs):\n    return 1\n');
    await obeys?.load(server.service.sandbox);
    const again = await metricsOf(serving);
    expect(figure(again, 'worker_restarts_total', { reason: 'crashed' })).toBe(1);
    expect(figure(again, 'fork_duration_seconds_count')).toBeGreaterThanOrEqual(
      figure(after, 'fork_duration_seconds_count') ?? Number.NaN,
    );
  });
});

it('counts an agent that died as a restart, and answers while one is silent', async () => {
  await withServer({ only: ['obeys'] }, async (serving) => {
    const { post, folder } = serving;
    const agent = () =>
      processesFor(join(folder, 'obeys.py')).find(({ command }) => command.includes('main.py'));
    const pid = agent()?.pid ?? 0;
    const score = async (completion: string) =>
      (await post('/v1/score', { module: 'obeys', completion })).json;
    expect((await score('exit 3')).status).toBe('crashed');
    await metricsOf(serving); // what it counts after that is lost with it
    process.kill(pid, 'SIGSTOP');
    const during = await metricsOf(serving);
    expect(figure(during, 'worker_restarts_total', { reason: 'crashed' })).toBe(1);
    expect(agent()?.state).toBe('T'); // it was not waited for until it was told to go on
    process.kill(pid, 'SIGKILL');
    await when(() => !existsSync(`/proc/${pid}`));
    expect((await score('number 2')).reward).toBe(2);
    const after = await metricsOf(serving);
    expect(figure(after, 'worker_restarts_total', { reason: 'sandbox' })).toBe(1);
    expect(figure(after, 'worker_restarts_total', { reason: 'crashed' })).toBe(1);
  });
});

it('is not ready while it loads', async () => {
  const body = async (serving: Serving): Promise<void> => {
    const families = await metricsOf(serving);
    expect([figure(families, 'zygote_ready'), figure(families, 'saturation_ratio')]).toEqual([0, 0]);
  };
  await withServer({}, body, false);
});

it('bounds the names that modules choose, and counts what it leaves out', () => {
  const tallies = new Tallies();
  for (let name = 0; name < 100; name++) tallies.note('call', outcome({ info: { [`n${name}`]: 1 } }));
  tallies.note('call', outcome({ info: { n1: Number.NaN, n2: 5, text: 'x' } }));
  expect([tallies.info.size, tallies.infoDropped, tallies.info.get('n2')?.sum]).toEqual([64, 37, 6]);
});

it('takes what a program came to for no reward', () => {
  const tallies = new Tallies();
  tallies.note('run_code', outcome({ reward: 5, info: { n: 1 } }));
  expect([tallies.durations.run_code.get('ok')?.n, tallies.reward.n, tallies.info.size]).toEqual([1, 0, 0]);
});

it('puts durations into the buckets that end with or above them', () => {
  const tallies = new Tallies();
  for (const ms of [0.5, 0.6, 1e9]) tallies.note('call', outcome({ duration_ms: ms }));
  const { counts } = tallies.durations.call.get('ok') ?? { counts: [] };
  expect([DURATION_BOUNDS[0], counts[0], counts[1], counts.at(-1)]).toEqual([0.0005, 1, 1, 1]);
});

interface Panel {
  title: string;
  targets?: { expr: string }[];
  panels?: Panel[];
}

const METRIC = /\brunrl_sandbox_\w+/g;

it('has a dashboard for Grafana whose queries name metrics that there are', async () => {
  const text = readFileSync(DASHBOARD, 'utf8');
  const { panels, uid, templating } = JSON.parse(text) as {
    panels: Panel[];
    uid: string;
    templating: { list: { name: string; query: string }[] };
  };
  expect(uid).toBe('runrl-sandbox');
  const queries = panels
    .flatMap((panel) => [panel, ...(panel.panels ?? [])])
    .flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
  expect(queries.length).toBeGreaterThan(10);
  const named = queries.flatMap(({ expr }) => expr.match(METRIC) ?? []);
  expect(queries.filter(({ expr }) => expr.search(METRIC) < 0)).toEqual([]);
  await withServer({ only: ['obeys'] }, async (serving) => {
    await serving.post('/v1/score', { module: 'obeys', completion: 'span 1' });
    for (const step of [1, 2]) {
      const calls = [1, 2, 3].map((id) => ({ completion: 'span 1', kwargs: { id, prompt: 'number 1' } }));
      await serving.post('/v1/score', { module: 'obeys', step, calls });
      await serving.server.service.audits.settle();
    }
    await play(serving, ['end']);
    const families = await metricsOf(serving);
    const there = new Set([...families.values()].flatMap(({ samples }) => [...samples.keys()]));
    const unknown = [...named, ...templating.list.flatMap(({ query }) => query.match?.(METRIC) ?? [])];
    expect(unknown.filter((name) => !there.has(name))).toEqual([]);
    // And nothing that there is is left out, but for what is said by another.
    const used = [...families.keys()].filter((name) => !named.some((query) => query.startsWith(name)));
    expect(used).toEqual(['runrl_sandbox_build_info']);
  });
});
