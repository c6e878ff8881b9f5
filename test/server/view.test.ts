/** The page's routes over HTTP: data of real calls, who may ask, below a path, in a frame, and what comes by itself. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROUTES } from '../../src/server/routes/operations.ts';
import { newFolder } from '../helpers/with-reward.ts';
import { answerOf, type Serving, shareServer, withServer } from './serving.ts';

const withShared = shareServer();
const get = async ({ url }: Serving, path: string, init: RequestInit = {}) =>
  answerOf(await fetch(`${url}/${path}`, init));

/** What is answered is what is described: nothing missing, nothing else. */
const described = async (serving: Serving, path: string, id: string) => {
  const answer = await get(serving, path);
  expect([path, answer.status, answer.text.slice(0, 300)]).toEqual([path, 200, answer.text.slice(0, 300)]);
  const schema = ROUTES.find((route) => route.id === id)?.answer;
  if (schema === undefined || typeof schema === 'string') throw new Error(`${id} has no schema`);
  expect(schema.parse(answer.json)).toEqual(answer.json);
  return answer.json;
};

it('answers what the page asks for, as it is described', async () => {
  await withShared(async (serving) => {
    const { post } = serving;
    const kwargs = { prompt: 'What is <b>1</b>?', id: 'one' };
    const score = (completion: string) => ({ completion, kwargs });
    await post('/v1/score', {
      module: 'obeys',
      step: 1,
      calls: ['number 1', 'number 4', 'raise x', 'exit 3'].map(score),
    });
    await post('/v1/score', { module: 'tells', step: 2, calls: [score('<script>alert(1)</script>')] });
    const { json: started } = await post('/v1/episodes', {
      module: 'plays',
      kwargs: { prompt: 'play' },
      step: 3,
    });
    await post(`/v1/episodes/${started.episode_id}/step`, { action: 'a' });

    const { runs } = await described(serving, 'v1/view/runs', 'viewRuns');
    expect(runs).toMatchObject([
      { id: 'r0', kind: 'served', by: 'step', steps: 3, first: 1, latest: 3, calls: 6 },
    ]);
    const keys = await described(serving, 'v1/view/runs/r0/keys?module=obeys', 'viewKeys');
    expect(keys.numbers.map(({ key }: { key: string }) => key)).toEqual(['@duration', '@reward']);
    expect((await described(serving, 'v1/view/runs/r0/steps?module=tells', 'viewSteps')).steps).toEqual([2]);
    const series = await described(
      serving,
      'v1/view/runs/r0/series?module=obeys&key=@reward&key=nothing',
      'viewSeries',
    );
    expect(series).toMatchObject({
      calls: [4],
      statuses: { ok: [2], raised: [1], crashed: [1] },
      columns: { '@reward': { n: [2], mean: [2.5], sd: [1.5], missing: [2] } },
      groups: { n: [1], equal: [0] },
    });
    const step = await described(serving, 'v1/view/runs/r0/steps/2?module=tells&key=completion', 'viewStep');
    expect(step.samples.random).toMatchObject([
      {
        prompt: 'What is <b>1</b>?',
        completion: '<script>alert(1)</script>',
        value: "'<script>alert(1)</script>'",
        id: 'one',
        again: { request: { body: score('<script>alert(1)</script>') } },
      },
    ]);
    const failures = await described(serving, 'v1/view/runs/r0/failures?module=obeys', 'viewFailures');
    expect(failures).toMatchObject({ total: 2, calls: 4, left_out: 0 });
    const raised = failures.causes.find(({ status }: { status: string }) => status === 'raised');
    const cause = await described(
      serving,
      `v1/view/runs/r0/failures/${raised.cause}?module=obeys`,
      'viewFailure',
    );
    const { request } = cause.examples[0].again;
    expect(request.body).toEqual({ module: 'obeys', completion: 'raise x', kwargs });
    expect((await post(`/${request.route}`, request.body)).json.status).toBe('raised');
    expect(cause.examples[0].frames[0]).toMatchObject({
      own: true,
      file: expect.stringContaining('obeys.py'),
    });
    const { episodes } = await described(serving, 'v1/view/runs/r0/episodes?state=live', 'viewEpisodes');
    expect(episodes).toMatchObject([{ module: 'plays', step: 3, steps: 1, state: 'live', prompt: 'play' }]);
    expect(JSON.stringify(episodes)).not.toContain(started.episode_id);
    await fetch(`${serving.url}/v1/episodes/${started.episode_id}`, { method: 'DELETE' });
    const episode = await described(
      serving,
      `v1/view/runs/r0/episodes/${episodes[0].episode}`,
      'viewEpisode',
    );
    expect(episode).toMatchObject({
      state: 'ended',
      ended: 'closed',
      timeline: [{ at: 1, action: 'a', status: 'ok' }],
    });
    const { modules } = await described(serving, 'v1/view/workers', 'viewWorkers');
    expect(modules).toMatchObject([
      { module: 'obeys', state: 'ready' },
      { module: 'tells' },
      { module: 'plays' },
    ]);
    const [obeys, , plays] = modules;
    // Each worker is a process of ours that is there, and `exit 3` has ended one in its call.
    const workers = [...obeys.workers, ...plays.workers];
    expect(workers.length).toBeGreaterThan(1);
    for (const { pid, state } of workers)
      if (state === 'ready') expect(existsSync(`/proc/${pid}`)).toBe(true);
    const served = obeys.workers.reduce((sum: number, { calls }: { calls: number }) => sum + calls, 0);
    const before = obeys.ended.reduce((sum: number, { calls }: { calls: number }) => sum + calls, 0);
    expect(served + before).toBeGreaterThanOrEqual(3);
    expect(obeys.ended).toContainEqual(expect.objectContaining({ reason: 'crashed' }));
    expect(workers.find(({ rss_bytes }) => rss_bytes > 2 ** 20)).toBeDefined();
    expect(await described(serving, 'v1/view/runs/r0/findings', 'viewFindings')).toEqual({
      path: null,
      report: null,
    });
    await described(serving, 'v1/view/runs/r0/audit', 'viewAudit');
  });
});

it('says what is wrong with a question', async () => {
  await withShared(async (serving) => {
    await serving.post('/v1/score', { module: 'tells', step: 70, completion: 'x' });
    const kinds = async (path: string) => {
      const { status, json } = await get(serving, `v1/view/${path}`);
      return [status, json.type.split(':').at(-1)];
    };
    expect(await kinds('runs/r7/keys')).toEqual([404, 'not-found']);
    expect(await kinds('runs/r0/keys?module=no')).toEqual([404, 'not-found']);
    expect(await kinds('runs/r0/series?points=3')).toEqual([422, 'invalid']);
    expect(await kinds('runs/r0/steps/x?module=tells')).toEqual([422, 'invalid']);
    expect(await kinds('runs/r0/steps/99?module=tells')).toEqual([404, 'unknown-step']);
    expect(await kinds('runs/r0/steps/70?module=tells&key=no')).toEqual([404, 'not-found']);
    expect(await kinds('runs/r0/failures/0')).toEqual([404, 'not-found']);
    expect(await kinds('runs/r0/episodes?state=dead')).toEqual([422, 'invalid']);
    expect(await kinds('runs/r0/episodes/e999')).toEqual([404, 'not-found']);
  });
});

/** Events as they come. */
async function* eventsOf(response: Response): AsyncGenerator<[string, unknown]> {
  let text = '';
  for await (const bytes of response.body as AsyncIterable<Uint8Array>) {
    text += Buffer.from(bytes).toString();
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)/.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      if (event !== undefined) yield [event, JSON.parse(data as string)];
    }
  }
}

it('tells pages at once when there is something new, and when it ends', async () => {
  await withServer({ only: ['tells'] }, async (serving) => {
    const events = eventsOf(await fetch(`${serving.url}/v1/view/events`));
    expect((await events.next()).value).toMatchObject([
      'change',
      { serving: true, runs: [{ id: 'r0', latest: null, calls: 0 }] },
    ]);
    await serving.post('/v1/score', { module: 'tells', step: 4, completion: 'x' });
    expect((await events.next()).value).toMatchObject(['change', { runs: [{ latest: 4, calls: 1 }] }]);
    const closed = serving.server.close();
    expect((await events.next()).value).toEqual(['end', {}]);
    expect((await events.next()).done).toBe(true);
    await closed;
  });
});

const PAGE = '<!doctype html><script src="./assets/page-1.js"></script>';
const pageFolder = (): string => {
  const folder = newFolder();
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'assets', 'page-1.js'), 'let page;');
  return folder;
};

it('gives the files of the page, and no others, with a policy that lets nothing else run', async () => {
  await withServer({ only: ['obeys'], pageFolder: pageFolder(), token: 'a'.repeat(20) }, async (serving) => {
    const page = await get(serving, '');
    expect([page.status, page.text, page.headers.get('content-type')]).toEqual([
      200,
      PAGE,
      'text/html; charset=utf-8',
    ]);
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    const script = await get(serving, 'assets/page-1.js');
    expect([
      script.text,
      script.headers.get('content-type'),
      script.headers.get('x-content-type-options'),
    ]).toEqual(['let page;', 'text/javascript; charset=utf-8', 'nosniff']);
    const etag = script.headers.get('etag') ?? '';
    expect((await get(serving, 'assets/page-1.js', { headers: { 'if-none-match': etag } })).status).toBe(304);
    for (const path of ['assets/..%2findex.html', 'assets/.hidden', 'assets/no.js'])
      expect([path, (await get(serving, path)).status]).toEqual([path, 404]);
    // Its data are for those who have the token.
    for (const { path } of ROUTES.filter(({ path }) => path.startsWith('/v1/view/')))
      expect([path, (await get(serving, path.slice(1))).status]).toEqual([path, 401]);
    const authorization = `Bearer ${'a'.repeat(20)}`;
    expect((await get(serving, 'v1/view/runs', { headers: { authorization } })).status).toBe(200);
  });
}, 60_000);

it('works below a path, and in the frames that are named', async () => {
  const options = { pageFolder: pageFolder(), basePath: '/runs/7', frameAncestors: ['https://lab.example'] };
  await withServer(
    options,
    async (serving) => {
      const bare = await fetch(`${serving.url}/runs/7`, { redirect: 'manual' });
      expect([bare.status, bare.headers.get('location')]).toEqual([308, '/runs/7/']);
      const page = await get(serving, 'runs/7/');
      expect(page.text).toBe(PAGE);
      expect(page.headers.get('content-security-policy')).toContain('frame-ancestors https://lab.example');
      expect((await get(serving, 'runs/7/assets/page-1.js')).status).toBe(200);
      for (const path of ['runs/7/v1/view/runs', 'v1/view/runs'])
        expect((await get(serving, path)).status).toBe(200);
    },
    false,
  );
});
