/** What the server tells of itself, looks at for others, loads again, and how it ends. */
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { validatePrompts } from '../../src/server/http/validate.ts';
import { VIEW_OPERATIONS } from '../../src/server/routes/view-operations.ts';
import { newFolder } from '../helpers/with-reward.ts';
import { answerOf, type Serving, shareServer, when, withServer } from './serving.ts';

const withShared = shareServer();

it('says that it lives and is ready, and what it serves', async () => {
  await withServer({}, async ({ url, post }) => {
    const get = async (path: string) => answerOf(await fetch(url + path));
    expect(await get('/livez')).toMatchObject({ status: 200, json: { alive: true } });
    const ready = await get('/readyz');
    expect(ready).toMatchObject({ status: 200, json: { ready: true } });
    await post('/v1/score', {
      module: 'obeys',
      calls: [{ completion: 'number 1' }, { completion: 'raise x' }],
    });
    const { json } = await get('/v1/stats');
    expect(json).toMatchObject({
      state: 'ready',
      outcomes: { ok: 1, raised: 1 },
      queue: { taken: 0, limit: 100 },
    });
    const { name, kind, ready: isReady, function: called, loads } = json.modules[2];
    expect([name, kind, isReady, called, loads]).toEqual(['plays', 'environment', true, 'Plays', 1]);
  });
});

it('describes every route, from the schemas that bodies are checked with', async () => {
  await withShared(async ({ url }) => {
    const { json } = await answerOf(await fetch(`${url}/openapi.json`));
    expect(json.openapi).toBe('3.1.0');
    expect(Object.keys(json.paths)).toEqual([
      '/v1/score',
      '/v1/episodes',
      '/v1/episodes/{id}/step',
      '/v1/episodes/{id}/branch',
      '/v1/episodes/{id}',
      '/get_reward',
      '/slime',
      '/v1/score/evaluation',
      '/run_code',
      '/v1/ping',
      '/v1/validate/prompts',
      '/v1/validate/module',
      '/v1/cancel',
      '/v1/stats',
      '/v1/steps',
      '/v1/steps/{step}',
      ...Object.values(VIEW_OPERATIONS).map(({ path }) => path),
      '/metrics',
      '/livez',
      '/readyz',
      '/openapi.json',
      '/docs',
      // Of OpenEnv: each for the environment of that name, and for the only one.
      ...['reset', 'step', 'state', 'health', 'metadata', 'schema', 'mcp'].flatMap((name) => [
        `/openenv/{module}/${name}`,
        `/${name}`,
      ]),
      '/openenv/{module}/openapi.json',
    ]);
    const operations = Object.values(json.paths).flatMap((path) => Object.values(path as object));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const [one, many] = json.paths['/v1/score'].post.requestBody.content['application/json'].schema.oneOf;
    expect(one.required).toEqual(['completion']);
    expect(many).toMatchObject({ required: ['calls'], additionalProperties: false });
  });
});

it('has a page that loads nothing from elsewhere', async () => {
  await withShared(async ({ url }) => {
    const page = await answerOf(await fetch(`${url}/docs`));
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    expect(page.text).not.toMatch(/https?:|\bsrc=|<link|innerHTML/);
  });
});

it('says what is wrong with prompts, and whether a module loads', async () => {
  await withShared(async ({ post, server }) => {
    const rows =
      '{"prompt":[{"role":"user","content":"a"}]}\n{"prompt":[{"role":"usr","content":"a"}],"self":1}\n';
    const { json } = await post('/v1/validate/prompts', rows);
    expect(json).toMatchObject({ valid: false, counts: { rows: 2, valid: 1, invalid: 1, errors: 2 } });
    expect(json.errors[0]).toMatchObject({ line: 2, code: 'RS103', help: 'did you mean "user"?' });
    expect((await post('/v1/validate/prompts', rows.split('\n')[0] ?? '')).json.valid).toBe(true);
    const look = async (source: string, kind = 'reward') =>
      (await post('/v1/validate/module', { kind, source })).json;
    expect(await look('def reward_fn(completion, **kwargs):\n    return 1\n')).toMatchObject({
      valid: true,
      function: 'reward_fn',
    });
    const broken = await look('def reward_fn(completion:\n');
    expect(broken).toMatchObject({ valid: false, errors: [{ code: 'RS201' }] });
    expect(broken.errors[0].message).toMatch(/^reward\.py:1:/);
    expect((await look('raise SystemExit\n', 'environment')).valid).toBe(false);
    const needs = '# /// script\n# dependencies = ["numpy"]\n# ///\n';
    expect((await look(needs)).status).toBe(422);
    expect(server.service.modules.ready).toBe(true);
  });
});

it('keeps prompts that it looks at from other users of the machine', async () => {
  const folder = newFolder();
  vi.stubEnv('TMPDIR', folder);
  try {
    const rows = '{"prompt":[{"role":"user","content":"a"}]}\n'.repeat(50_000);
    let over = false;
    const report = validatePrompts(Buffer.from(rows), undefined, undefined).finally(() => {
      over = true;
    });
    const GONE = { throwIfNoEntry: false } as const;
    const modes = new Set<number>();
    while (!over) {
      for (const name of readdirSync(folder))
        modes.add((statSync(join(folder, name), GONE)?.mode ?? 0) & 0o077);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await report).counts.valid).toBe(50_000);
    expect([...modes]).toEqual([0]);
  } finally {
    vi.unstubAllEnvs();
  }
});

it('gives others their turn between bad lines of prompts, however short they are', async () => {
  const began = performance.now();
  let [turn, longest, over] = [began, 0, false];
  const report = validatePrompts(Buffer.from('x\n'.repeat(130_000)), undefined, undefined).finally(() => {
    over = true;
  });
  while (!over) {
    await new Promise((resolve) => setImmediate(resolve));
    const now = performance.now();
    longest = Math.max(longest, now - turn);
    turn = now;
  }
  expect((await report).counts.invalid).toBe(130_000);
  expect(longest).toBeLessThan((turn - began) / 2);
});

/** Code that waits until there is a file `go` beside it. */
const WAITS = `import os, time
while not os.path.exists(os.path.join(os.path.dirname(__file__), "go")):
    time.sleep(0.02)
`;

it('a validation keeps its place until it is over, also when its client has gone away', async () => {
  await withServer({ only: ['obeys'] }, async ({ post, server }) => {
    const look = (source: string, id: string, signal?: AbortSignal) =>
      post(
        '/v1/validate/module',
        { kind: 'reward', source },
        { headers: { 'x-request-id': id }, ...(signal === undefined ? {} : { signal }) },
      );
    const fits = 'def reward_fn(completion, **kwargs):\n    return 1\n';
    const gone = new AbortController();
    const slow = ['a', 'b'].map((id) => look(WAITS + fits, id, gone.signal));
    const { service } = server;
    await when(() => service.validating === 2);
    gone.abort();
    await Promise.allSettled(slow);
    await when(() => ['a', 'b'].every((id) => !service.running.cancel(id))); // the server knows that they are gone
    expect((await look(fits, 'c')).json.type).toMatch(/:busy$/);
    for (const folder of readdirSync(tmpdir()).map((name) => join(tmpdir(), name)))
      if (existsSync(join(folder, 'reward.py'))) writeFileSync(join(folder, 'go'), '');
    await when(() => service.validating === 0);
    expect((await look(fits, 'c')).json.valid).toBe(true);
  });
});

it('loads a file that changes again, and ends the one before when its calls are done', async () => {
  await withServer({ only: ['obeys'], watch: true }, async ({ post, folder, server, log }) => {
    const file = join(folder, 'obeys.py');
    const source = readFileSync(file, 'utf8');
    const served = server.service.modules.all[0];
    const slow = post(
      '/v1/score',
      { module: 'obeys', completion: 'hang' },
      { headers: { 'x-request-id': 'slow' } },
    );
    await when(() => server.service.limits.taken === 1);
    writeFileSync(file, source.replace('return float(rest)', 'return float(rest) + 100'));
    await when(() => served?.loads === 2);
    const fresh = await post('/v1/score', { module: 'obeys', completion: 'number 1' });
    expect(fresh.json.reward).toBe(101);
    expect(log.some(({ event }) => event === 'module_closed')).toBe(false); // the slow call still runs
    await post('/v1/cancel', { request_id: 'slow' });
    expect((await slow).json.status).toBe('cancelled');
    await when(() => log.some(({ event }) => event === 'module_closed'));
  });
});

it('goes on with the file as it was when the new one does not load', async () => {
  await withServer({ only: ['obeys'], watch: true }, async ({ post, folder, server, log }) => {
    writeFileSync(join(folder, 'obeys.py'), 'def reward_fn(completion:\n');
    await when(() => log.some(({ event }) => event === 'reload_failed'));
    const answer = await post('/v1/score', { module: 'obeys', completion: 'number 1' });
    expect(answer.json.reward).toBe(1);
    expect(server.service.modules.all[0]?.error?.code).toBe('RS201');
  });
});

it('loads a file again that changed while others were still being loaded', async () => {
  const body = async ({ folder, server }: Serving): Promise<void> => {
    const file = join(folder, 'tells.py');
    writeFileSync(file, WAITS + readFileSync(file, 'utf8'));
    const loading = server.load();
    const [obeys] = server.service.modules.all;
    await when(() => obeys?.loads === 1);
    expect(server.service.modules.ready).toBe(false);
    appendFileSync(join(folder, 'obeys.py'), '\n');
    writeFileSync(join(folder, 'go'), '');
    await loading;
    await when(() => obeys?.loads === 2);
  };
  await withServer({ watch: true }, body, false);
});

it('ended while its sandbox is being made, it leaves none', async () => {
  const body = async ({ server }: Serving): Promise<void> => {
    const loading = expect(server.load()).rejects.toThrow('closed');
    await server.close();
    await loading;
  };
  await withServer({}, body, false);
});

it('drains: nothing new is taken, what runs is finished, episodes may go on', async () => {
  await withServer({ only: ['obeys', 'plays'] }, async ({ post, server, url }) => {
    const { json: episode } = await post('/v1/episodes', {});
    const running = post('/v1/score', { module: 'obeys', completion: 'span 300' });
    await when(() => server.service.limits.taken === 1);
    const enough = new AbortController();
    const drained = server.drain(enough.signal);
    const refused = await post('/v1/score', { module: 'obeys', completion: 'number 1' });
    expect(refused).toMatchObject({ status: 503, json: { type: 'urn:runrl-sandbox:problem:draining' } });
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    expect((await running).json.status).toBe('ok');
    const last = await post(`/v1/episodes/${episode.episode_id}/step`, { action: 'end' });
    expect(last.json).toMatchObject({ status: 'ok', ended: 'done' });
    expect(await drained).toBe(true);
  });
});

it('stops waiting when it is told to: what still runs is cancelled, and its answer still arrives', async () => {
  await withServer({ only: ['obeys'] }, async ({ post, server }) => {
    const running = post('/v1/score', { module: 'obeys', completion: 'hang' });
    await when(() => server.service.limits.taken === 1);
    expect(await server.drain(AbortSignal.abort())).toBe(false);
    await server.close();
    expect((await running).json.status).toBe('cancelled');
  });
});
