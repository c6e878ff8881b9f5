/** OpenEnv's protocol over WebSocket: what a session is told. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { EnvironmentOptions } from '../../src/index.ts';
import type { ServerOptions } from '../../src/server/server.ts';
import { Client } from './openenv-client.ts';
import { answerOf, shareServer, withServer } from './serving.ts';

// Machines under load are slow; what hangs is ended all the same.
vi.setConfig({ testTimeout: 120_000 });

const withShared = shareServer();

/** Tells what its setup got, and in `reward_info_dict` what no model should see. */
const TELLS = `class Tells:
    def setup(self, **kwargs):
        return repr(kwargs)

    def step(self, action):
        if action == "raise":
            raise ValueError("no such move")
        return {"observation": action, "reward": 0.5, "done": False, "reward_info_dict": {"hidden": 7.5}}
`;

/** The environments of the server are `first`, with these options, and the others. */
const environments =
  (options: EnvironmentOptions, ...others: string[]) =>
  (folder: string): Partial<ServerOptions> => {
    const file = join(folder, 'tells_fields.py');
    writeFileSync(file, TELLS);
    return {
      modules: ['first', ...others].map((name) => ({ kind: 'environment', name, file, options })),
    };
  };

it('a reset sets up an episode with the row, steps answer, and the last one is done', async () => {
  await withShared(async ({ url, server }) => {
    const client = await Client.open(url);
    expect(await client.ask({ type: 'state' })).toMatchObject({ data: { episode_id: null, step_count: 0 } });
    expect(await client.reset({ greeting: 'hello', episode_id: 'mine' })).toMatchObject({
      type: 'observation',
      data: { observation: { text: 'hello' }, reward: null, done: false },
    });
    const step = await client.step('messages');
    expect(step).toMatchObject({
      type: 'observation',
      data: {
        observation: { text: null, messages: [{ role: 'user', content: 18 }] },
        reward: 1,
        done: false,
      },
    });
    expect(await client.ask({ type: 'state' })).toEqual({
      type: 'state',
      data: expect.objectContaining({
        episode_id: 'mine',
        step_count: 1,
        return: 1,
        ended: null,
        status: 'ok',
      }),
    });
    expect((await client.step('end')).data).toMatchObject({
      reward: 2,
      done: true,
      metadata: { ended: 'done', return: 3 },
    });
    expect((await client.step('look')).data).toMatchObject({
      code: 'EXECUTION_ERROR',
      message: expect.stringMatching(/RS502/),
    });
    expect((await client.reset()).data).toMatchObject({ done: false, metadata: { steps: 0 } });
    expect(server.service.episodes.live).toBe(1);
    await client.close();
  });
});

it('a reset takes the place of the episode before, and the end of a session ends its own', async () => {
  await withServer({}, async ({ url, server }) => {
    const client = await Client.open(`${url}/openenv/plays`);
    for (let times = 0; times < 3; times++) await client.reset();
    expect(server.service.episodes.live).toBe(1);
    client.send({ type: 'close' });
    expect(await client.closed).toBe(1000);
    await expect.poll(() => server.service.episodes.live).toBe(0);
  });
});

it('setup gets the row as it was written, with the seed, without the name of the episode', async () => {
  await withServer(environments({}), async ({ url }) => {
    const client = await Client.open(url);
    const { data } = await client.reset(
      '{"a": 18.0, "big": 123456789012345678901, "seed": 7, "episode_id": "x"}',
    );
    expect(data.observation.text).toBe("{'a': 18.0, 'big': 123456789012345678901, 'seed': 7}");
    const without = await client.reset('{"seed": null, "episode_id": null}');
    expect(without.data.observation.text).toBe('{}');
    await client.close();
  });
});

it('honours the seed, also when episodes of a group have different names', async () => {
  await withShared(async ({ url }) => {
    const client = await Client.open(url);
    const draw = async (row: Record<string, unknown>): Promise<string> => {
      await client.reset(row);
      return (await client.step('draw')).data.observation.text;
    };
    const first = await draw({ seed: 7, episode_id: 'a' });
    expect(await draw({ seed: 7, episode_id: 'b' })).toBe(first);
    expect(await draw({ seed: 8, episode_id: 'a' })).not.toBe(first);
    await client.close();
  });
});

it('takes a number for its text: some consumers parse what a model wrote', async () => {
  await withServer(environments({}), async ({ url, post }) => {
    const client = await Client.open(url);
    await client.reset();
    for (const action of ['18.0', '123456789012345678901', 'true']) {
      const { data } = await client.ask(`{"type":"step","data":{"action": ${action} }}`);
      expect(data.observation.text).toBe(action);
      const { json } = await post('/step', `{"action":{"action":${action}}}`);
      expect(json.observation.text).toBe(action);
    }
    await client.close();
  });
});

it('keeps reward_info_dict beside the observation, which is shown to the model, and in the state', async () => {
  await withServer(environments({}), async ({ url }) => {
    const client = await Client.open(url);
    await client.reset();
    const { observation, metadata, reward } = (await client.step('go')).data;
    expect(observation).toEqual({ text: 'go' });
    expect({ metadata, reward }).toMatchObject({
      metadata: { reward_info_dict: { hidden: 7.5 } },
      reward: 0.5,
    });
    expect((await client.ask({ type: 'state' })).data).toMatchObject({ reward_info_dict: { hidden: 7.5 } });
    await client.close();
  });
});

it('a failure is an error with its outcome, never a reward, and the session goes on', async () => {
  await withShared(async ({ url }) => {
    const [client, neighbour] = await Promise.all([Client.open(url), Client.open(url)]);
    await neighbour.reset();
    expect((await client.step('early')).data).toMatchObject({ code: 'EXECUTION_ERROR', message: /reset/ });
    const setup = await client.reset({ setup: 'raise' });
    expect(setup).toMatchObject({
      type: 'error',
      data: { code: 'EXECUTION_ERROR', status: 'raised', reward: null, error: { message: 'no such level' } },
    });
    await client.reset();
    const raised = (await client.step('raise bad')).data;
    expect(raised).toMatchObject({
      code: 'EXECUTION_ERROR',
      message: 'step raised: ValueError: bad',
      status: 'raised',
      reward: null,
      ended: 'failed',
    });
    expect(raised.error.traceback).toMatch(/plays\.py/);
    await client.reset();
    expect((await client.step('exit 3')).data).toMatchObject({ code: 'EXECUTION_ERROR', status: 'crashed' });
    expect((await client.reset({ greeting: 'again' })).data.observation.text).toBe('again');
    expect((await neighbour.step('look')).data).toMatchObject({ reward: 1, done: false });
    await Promise.all([client.close(), neighbour.close()]);
  });
});

it('a step that hangs is told with its stack', async () => {
  const file = (folder: string): string => join(folder, 'plays.py');
  const hangs = (folder: string): Partial<ServerOptions> => ({
    modules: [{ kind: 'environment', name: 'plays', file: file(folder), options: { timeout: '3s' } }],
  });
  await withServer(hangs, async ({ url }) => {
    const client = await Client.open(url);
    await client.reset();
    const { data } = await client.step('hang');
    expect(data).toMatchObject({ code: 'EXECUTION_ERROR', status: 'timeout', reward: null });
    expect(data.stack).toMatch(/plays\.py.*step/s);
    await client.close();
  });
});

it('a failure that a policy gives a number is an observation with that number, and says what it was', async () => {
  await withServer(environments({ onError: -1, maxSteps: 2 }), async ({ url }) => {
    const client = await Client.open(url);
    await client.reset();
    expect((await client.step('raise')).data).toMatchObject({
      observation: { text: null },
      reward: -1,
      done: true,
      metadata: { status: 'raised', ended: 'failed', error: { message: 'no such move' } },
    });
    await client.reset();
    expect((await client.step('one')).data.done).toBe(false);
    // The environment did not say so, but there is no further step.
    expect((await client.step('two')).data).toMatchObject({ done: true, metadata: { ended: 'max_steps' } });
    await client.close();
  });
});

it('answers bad messages with the place and the name, and disturbs no episode', async () => {
  await withShared(async ({ url }) => {
    const client = await Client.open(url);
    await client.reset();
    const cases: [string, string, RegExp][] = [
      ['', 'INVALID_JSON', /empty/],
      ['{"type": "step"', 'INVALID_JSON', /ends inside the object/],
      ['{"type":"reset","data":{"x":NaN}}', 'INVALID_JSON', /column 29.*`NaN` is not JSON/],
      ['[]', 'VALIDATION_ERROR', /must be an object/],
      ['3', 'VALIDATION_ERROR', /must be an object/],
      ['{}', 'UNKNOWN_TYPE', /Unknown message type/],
      ['{"type":"steps"}', 'UNKNOWN_TYPE', /steps/],
      ['{"type":"constructor"}', 'UNKNOWN_TYPE', /constructor/],
      ['{"type":"step"}', 'VALIDATION_ERROR', /`data` is missing/],
      ['{"type":"step","data":{}}', 'VALIDATION_ERROR', /`data\.action` is missing/],
      ['{"type":"step","data":{"action":[]}}', 'VALIDATION_ERROR', /`data\.action` must be a string/],
      ['{"type":"step","data":{"action":null}}', 'VALIDATION_ERROR', /`data\.action` must be a string/],
      ['{"type":"step","data":{"action":"a","x":1}}', 'VALIDATION_ERROR', /unknown field `x`/],
      ['{"type":"state","data":{}}', 'VALIDATION_ERROR', /unknown field `data`/],
      ['{"type":"reset","data":[]}', 'VALIDATION_ERROR', /`data` must be an object/],
      ['{"type":"reset","data":{"seed":-1}}', 'VALIDATION_ERROR', /`data\.seed` must be a whole number/],
      ['{"type":"reset","data":{"self":1}}', 'VALIDATION_ERROR', /`data\.self`/],
    ];
    for (const [text, code, message] of cases) {
      const answer = await client.ask(text);
      expect(answer, text).toMatchObject({
        type: 'error',
        data: { code, message: expect.stringMatching(message) },
      });
    }
    const step = { type: 'step', data: { action: 'said', metadata: {} } };
    expect((await client.ask(step)).data.observation.text).toBe('said');
    client.socket.send(Buffer.from('{"type":"state"}'), { binary: true });
    expect((await client.next()).data).toMatchObject({ step_count: 1 });
    const mcp = await client.ask({ type: 'mcp', data: { jsonrpc: '2.0', id: 5, method: 'tools/list' } });
    expect(mcp).toMatchObject({ type: 'mcp', data: { jsonrpc: '2.0', id: 5, error: { code: -32_601 } } });
    await client.close();
  });
});

it('two hundred steps of several sessions at once, each with its own episode', {
  timeout: 120_000,
}, async () => {
  const long = (folder: string): Partial<ServerOptions> => ({
    modules: [
      { kind: 'environment', name: 'plays', file: join(folder, 'plays.py'), options: { maxSteps: 1_000 } },
    ],
  });
  await withServer(long, async ({ url, server }) => {
    const play = async (session: number): Promise<void> => {
      const client = await Client.open(url);
      await client.reset();
      for (let step = 1; step <= 200; step++) {
        const { data } = await client.step(`step-of-${session}`);
        expect(data).toMatchObject({
          observation: { text: `${step}: step-of-${session}` },
          reward: step,
          done: false,
        });
      }
      expect((await client.step('said')).data.observation.text).toBe(
        [...Array(200).fill(`step-of-${session}`), 'said'].join(','),
      );
      await client.close();
    };
    await Promise.all(Array.from({ length: 6 }, (_, session) => play(session)));
    await expect.poll(() => server.service.episodes.live).toBe(0);
    expect(server.service.outcomes).toMatchObject({ ok: 6 * 202 });
    expect(server.service.limits.taken).toBe(0);
  });
});

it('finds the environment by the path of the base URL, or without one when there is only one', async () => {
  await withServer(environments({}, 'second'), async ({ url }) => {
    const client = await Client.open(`${url}/openenv/second`);
    expect((await client.reset()).type).toBe('observation');
    await client.close();
    for (const base of [url, `${url}/openenv/third`]) {
      const { status, json } = await Client.refused(base);
      expect({ status, json }).toMatchObject({
        status: 404,
        json: {
          type: 'urn:runrl-sandbox:problem:unknown-module',
          help: /\/openenv\/first, \/openenv\/second/,
        },
      });
    }
    for (const base of [`${url}/openenv`, `${url}/v1`, `${url}/openenv/%zz`])
      expect(await Client.refused(base)).toMatchObject({
        json: { type: 'urn:runrl-sandbox:problem:not-found' },
      });
    expect((await answerOf(await fetch(`${url}/metadata`))).status).toBe(404);
    expect((await answerOf(await fetch(`${url}/openenv/first/metadata`))).json.name).toBe('first');
  });
});

it('has the routes beside it, which keep nothing', async () => {
  await withServer({}, async ({ url, post, server }) => {
    const get = async (path: string) => answerOf(await fetch(`${url}${path}`));
    for (const base of ['', '/openenv/plays']) {
      expect((await get(`${base}/health`)).json).toEqual({ status: 'healthy' });
      const metadata = (await get(`${base}/metadata`)).json;
      expect(metadata).toMatchObject({ name: 'plays', description: expect.stringMatching(/Plays/) });
      const { action, observation, state } = (await get(`${base}/schema`)).json;
      expect(action).toMatchObject({ required: ['action'], properties: { action: { type: 'string' } } });
      expect(Object.keys(action.properties)).toEqual(['action']);
      expect(['Action', 'CallToolAction', 'ListToolsAction']).not.toContain(action.title);
      expect([observation.type, state.type]).toEqual(['object', 'object']);
      expect((await get(`${base}/state`)).json).toMatchObject({ episode_id: null, step_count: 0 });
      const { openapi, paths } = (await get(`${base}/openapi.json`)).json;
      expect(openapi).toBe('3.1.0');
      expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/reset', '/step', '/state']));
      expect((await answerOf(await fetch(`${url}${base}/reset`, { method: 'POST' }))).json).toMatchObject({
        observation: { text: null },
        reward: null,
        done: false,
      });
      const step = await post(`${base}/step`, { action: { action: 'look' }, timeout_s: 3 });
      expect(step.json).toMatchObject({ observation: { text: '1: look' }, reward: 1 });
      expect((await post(`${base}/step`, { action: { action: 'raise bad' } })).json).toMatchObject({
        reward: null,
        done: true,
        metadata: { status: 'raised' },
      });
      expect((await post(`${base}/step`, { action: 'look' })).status).toBe(422);
      expect((await post(`${base}/mcp`, '{}')).json).toMatchObject({
        jsonrpc: '2.0',
        error: { code: -32_600 },
      });
      expect((await post(`${base}/mcp`, '{')).json).toMatchObject({
        jsonrpc: '2.0',
        error: { code: -32_700 },
      });
    }
    expect(server.service.episodes.live).toBe(0);
  });
});
