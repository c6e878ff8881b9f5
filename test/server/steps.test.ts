/** What training steps came to, over HTTP: counted as calls are answered, also by a server that was killed meanwhile. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from '../helpers/with-reward.ts';
import { answerOf, type Serving, shareServer, withServer } from './serving.ts';

const withShared = shareServer();

const get = async ({ url }: Serving, path: string) => answerOf(await fetch(url + path));

it('counts what the calls of a step came to: rewards and numbers by mean and range, statuses by name', async () => {
  await withShared(async (serving) => {
    const completions = ['number 1', 'number 4', 'number -2', 'raise x', 'exit 3', 'span 1'];
    const calls = completions.map((completion) => ({ completion }));
    await serving.post('/v1/score', { module: 'obeys', step: 7, calls });
    const { json } = await get(serving, '/v1/steps/7?module=obeys');
    expect(json).toMatchObject({
      step: 7,
      modules: [
        {
          module: 'obeys',
          step: 7,
          calls: 6,
          statuses: { ok: 4, raised: 1, crashed: 1 },
          reward: { n: 4, mean: 1, min: -2, max: 4 },
          info_numbers: { begin: { n: 1 }, end: { n: 1 } },
          info_strings: {},
        },
      ],
    });
  });
});

it('takes the step of the call, else that of the request; what has none is not counted', async () => {
  await withShared(async (serving) => {
    const call = { completion: 'x' };
    await serving.post('/v1/score', {
      module: 'tells',
      step: 20,
      calls: [{ ...call, step: 21 }, call, { ...call, step: 22 }],
    });
    await serving.post('/v1/score', { module: 'tells', completion: 'x', step: 22 });
    const lines = await fetch(`${serving.url}/v1/score`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/x-ndjson' },
      body: JSON.stringify({ module: 'tells', calls: [{ ...call, step: 22 }, call] }),
    });
    expect((await lines.text()).trim().split('\n')).toHaveLength(2);
    const { json } = await get(serving, '/v1/steps?module=tells&from=20');
    expect(json.steps.map(({ step, calls }: Record<string, number>) => [step, calls])).toEqual([
      [20, 1],
      [21, 1],
      [22, 3],
    ]);
  });
});

it('keeps five samples of a string with their prompts: the same ones in any order, a repeated one only once', async () => {
  await withShared(async (serving) => {
    const calls = Array.from({ length: 40 }, (_, index) => ({
      completion: `answer ${index}`,
      kwargs: {
        prompt: index % 2 === 0 ? `question ${index}` : [{ role: 'user', content: `question ${index}` }],
      },
    }));
    await serving.post('/v1/score', { module: 'tells', step: 30, calls });
    await serving.post('/v1/score', { module: 'tells', step: 31, calls: [...calls].reverse() });
    await serving.post('/v1/score', { module: 'tells', step: 31, calls: calls.slice(0, 10) });
    const [first, second] = await Promise.all(
      [30, 31].map(async (step) => (await get(serving, `/v1/steps/${step}`)).json.modules[0].info_strings),
    );
    expect([first.completion.n, second.completion.n]).toEqual([40, 50]);
    expect(first.completion.samples).toEqual(second.completion.samples);
    const { samples } = first.completion;
    expect(samples).toHaveLength(5);
    for (const { prompt, value } of samples) expect(value).toBe(`'${prompt.replace('question', 'answer')}'`);
    // One call is a row of the table: its other strings are kept, too.
    expect(first.kwargs.samples.map(({ prompt }: { prompt: string }) => prompt)).toEqual(
      samples.map(({ prompt }: { prompt: string }) => prompt),
    );
    const { json } = await get(serving, '/v1/steps?from=30&limit=1');
    expect(json).toMatchObject({
      steps: [{ step: 30, info_strings: { completion: { n: 40 } } }],
      next: 31,
    });
    expect(json.steps[0].info_strings.completion.samples).toBeUndefined();
  });
});

it('counts the steps of episodes that began with a training step, and what they returned', async () => {
  await withShared(async (serving) => {
    const { post } = serving;
    const start = async (kwargs: object) =>
      (await post('/v1/episodes', { module: 'plays', kwargs, step: 40 })).json.episode_id;
    const [long, short] = [await start({}), await start({ prompt: 'play' })];
    expect(await start({ setup: 'raise' })).toBeNull();
    for (const action of ['a', 'b', 'end']) await post(`/v1/episodes/${long}/step`, { action });
    await post(`/v1/episodes/${short}/step`, { action: 'raise x' });
    const branched = await start({});
    const { json: copies } = await post(`/v1/episodes/${branched}/branch`, { n: 1 });
    await post(`/v1/episodes/${copies.episode_ids[0]}/step`, { action: 'a' });
    for (const id of [branched, ...copies.episode_ids])
      await fetch(`${serving.url}/v1/episodes/${id}`, { method: 'DELETE' });
    expect((await get(serving, '/v1/steps/40')).json.modules).toMatchObject([
      {
        module: 'plays',
        calls: 5,
        statuses: { ok: 4, raised: 1 },
        setups: { ok: 3, raised: 1 },
        reward: { n: 4, mean: 7 / 4, min: 1, max: 3 },
        returns: { n: 2, mean: 3, min: 0, max: 6 },
        lengths: { n: 2, mean: 2, min: 1, max: 3 },
      },
    ]);
  });
});

it('refuses steps and pages that are no whole numbers, and says when a step is not known', async () => {
  await withShared(async (serving) => {
    for (const path of ['/v1/steps?from=x', '/v1/steps?limit=0', '/v1/steps?limit=1001', '/v1/steps/-1']) {
      const { status, json } = await get(serving, path);
      expect([path, status, json.type]).toEqual([path, 422, 'urn:runrl-sandbox:problem:invalid']);
    }
    const { status, json } = await get(serving, '/v1/steps/99999');
    expect([status, json.type]).toEqual([404, 'urn:runrl-sandbox:problem:unknown-step']);
    expect((await get(serving, '/v1/steps?from=99999')).json.steps).toEqual([]);
  });
});

it('goes on with the file of the server before', async () => {
  const data = join(newFolder(), 'made', 'data');
  const score = (serving: Serving, completion: string) =>
    serving.post('/v1/score', { module: 'obeys', step: 3, completion });
  await withServer({ only: ['obeys'], data }, async (serving) => {
    await score(serving, 'number 1');
  });
  await withServer({ only: ['obeys'], data }, async (serving) => {
    await score(serving, 'number 5');
    await score(serving, 'raise x');
    const { json } = await get(serving, '/v1/steps');
    expect(json.steps).toMatchObject([
      { step: 3, calls: 3, statuses: { ok: 2, raised: 1 }, reward: { n: 2, mean: 3, min: 1, max: 5 } },
    ]);
  });
});

it('does not start where it cannot keep data', async () => {
  const data = newFolder();
  mkdirSync(join(data, 'steps.jsonl'));
  await expect(withServer({ data }, async () => {}, false)).rejects.toMatchObject({
    code: 'RS102',
    message: expect.stringContaining('steps.jsonl'),
  });
});
