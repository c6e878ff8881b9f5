/** Episodes over ZeroMQ. */
import { expect, it } from 'vitest';
import { when } from './serving.ts';
import type { ToldOutcome, ZmqClient } from './zmq-client.ts';
import { says, shareZmq, withZmq } from './zmq-serving.ts';

const withShared = shareZmq({ only: ['plays'] });

const driver = (client: ZmqClient) => {
  let call = 0;
  return {
    start: (row = '{}', more: object = {}): Promise<ToldOutcome> =>
      client.ask({ type: 'start', call: ++call, ...more }, row),
    step: (episode: string, action: string): Promise<ToldOutcome> =>
      client.ask({ type: 'step', call: ++call, episode } as never, says(action)),
    branch: (episode: string, n: number): Promise<ToldOutcome> =>
      client.ask({ type: 'branch', call: ++call, episode, n } as never),
    close: (episode: string): Promise<ToldOutcome> =>
      client.ask({ type: 'close', call: ++call, episode } as never),
  };
};

it('an episode is set up with the row as it is, stepped, and done', async () => {
  await withShared(async ({ join }) => {
    const { start, step } = driver(await join());
    const begun = await start('{"greeting":"hello","float":18.0}', { seed: 3 });
    expect(begun).toMatchObject({ status: 'ok', reward: null, done: false, more: { observation: 'hello' } });
    const id = begun.more.episode_id;
    const messages = await step(id, 'messages');
    expect(messages.json).toContain('"observation":[{"role": "user", "content": 18.0}]');
    expect(messages).toMatchObject({ reward: 1, done: false, more: { steps: 1, return: 1, ended: null } });
    expect(await step(id, 'end')).toMatchObject({ done: true, more: { steps: 2, return: 3, ended: 'done' } });
    await expect(step(id, 'look')).rejects.toMatchObject({ code: 'episode-ended', retryable: false });
  });
});

it('a setup or a step that fails is an outcome', async () => {
  await withShared(async ({ join }) => {
    const { start, step } = driver(await join());
    const failed = await start('{"setup":"raise"}');
    expect(failed).toMatchObject({ status: 'raised', more: { error: { message: 'no such level' } } });
    expect(failed.more).not.toHaveProperty('episode_id');
    const { more } = await start();
    expect(await step(more.episode_id, 'raise no')).toMatchObject({
      status: 'raised',
      reward: null,
      more: { ended: 'failed' },
    });
    for (const row of ['no json', '[]', '18', ''])
      await expect(start(row)).rejects.toMatchObject({ code: 'invalid' });
  });
});

it('branches, and says why it cannot', async () => {
  await withShared(async ({ join }) => {
    const { start, step, branch, close } = driver(await join());
    const { more } = await start();
    const id = more.episode_id;
    await step(id, 'a');
    const [first, second] = (await branch(id, 2)).more.episode_ids;
    await step(first, 'b');
    expect((await step(second, 'said')).more).toMatchObject({ observation: 'a,said', steps: 2 });
    await step(id, 'thread');
    await expect(branch(id, 1)).rejects.toMatchObject({ code: 'cannot-branch' });
    for (const each of [id, first, second, id, 'ep_never'])
      expect(await close(each)).toMatchObject({ status: 'ok', json: '' });
    await expect(step(id, 'a')).rejects.toMatchObject({ code: 'episode-ended' });
    await expect(step('ep_never', 'a')).rejects.toMatchObject({ code: 'unknown-episode' });
  });
});

it('a step that is sent again is taken once', async () => {
  await withShared(async ({ join }) => {
    const client = await join();
    client.acks = false;
    const { start } = driver(client);
    const { more } = await start();
    const header = { type: 'step', call: 50, episode: more.episode_id };
    for (let times = 0; times < 3; times++) client.send(header, says('a'));
    const [outcome] = await client.all([50]);
    client.send(header, says('a'));
    await client.until(() => (client.outcomes.get(50) ?? []).length >= 2);
    expect(outcome?.more.steps).toBe(1);
    expect(new Set((client.outcomes.get(50) ?? []).map(({ more: { steps } }) => steps))).toEqual(
      new Set([1]),
    );
    client.send({ type: 'start', call: 1 }, '{}');
    await client.until(() => (client.outcomes.get(1) ?? []).length >= 2);
    const names = new Set((client.outcomes.get(1) ?? []).map(({ more: { episode_id } }) => episode_id));
    expect(names.size).toBe(1);
    client.send({ type: 'bye' });
    await client.next(({ type }) => type === 'bye');
  });
});

it('steps of one episode are taken in their order, those of many at the same time', async () => {
  await withShared(async ({ join }) => {
    const client = await join();
    const { start, close } = driver(client);
    const begun = await Promise.all(Array.from({ length: 10 }, () => start()));
    const names = begun.map(({ more }) => more.episode_id as string);
    for (const [index, episode] of names.entries())
      for (let step = 0; step < 5; step++)
        client.send(
          { type: 'step', call: 100 + index * 10 + step, episode },
          says(step < 4 ? `w${step}` : 'said'),
        );
    for (const index of names.keys()) {
      const [last] = await client.all([100 + index * 10 + 4]);
      expect(last?.more.observation).toBe('w0,w1,w2,w3,said');
    }
    await Promise.all(names.map((name) => close(name)));
  });
});

it('cancelling a step ends its episode; a setup that is cancelled leaves none', async () => {
  await withZmq({ server: { only: ['plays'] } }, async ({ join, server }) => {
    const client = await join();
    const { start } = driver(client);
    const { more } = await start();
    client.send({ type: 'step', call: 50, episode: more.episode_id }, says('hang'));
    client.send({ type: 'start', call: 51 }, '{"setup":"hang"}');
    await client.sync();
    client.send({ type: 'cancel', calls: [50, 51] });
    const [step, setup] = await client.all([50, 51]);
    expect(step).toMatchObject({ status: 'cancelled', more: { ended: 'failed' } });
    expect(setup?.status).toBe('cancelled');
    expect(setup?.more).not.toHaveProperty('episode_id');
    expect(server.service.episodes.live).toBe(0);
  });
});

it('an action must be the JSON text of a string', async () => {
  await withShared(async ({ join }) => {
    const client = await join();
    const { start, close } = driver(client);
    const { more } = await start();
    for (const [index, block] of ['18', 'no json', ''].entries())
      await expect(
        client.ask({ type: 'step', call: 60 + index, episode: more.episode_id } as never, block),
      ).rejects.toMatchObject({ code: 'invalid' });
    await close(more.episode_id);
  });
});

it('episodes can end while starts take all credits', async () => {
  await withZmq({ credits: 5, server: { only: ['plays'] } }, async ({ join }) => {
    const client = await join();
    const { start, step } = driver(client);
    const { more } = await start();
    for (let call = 50; call < 55; call++) client.send({ type: 'start', call }, '{"setup":"hang"}');
    client.send({ type: 'start', call: 55 }, '{}');
    expect(await client.error('credits')).toMatchObject({ calls: [55] });
    expect((await step(more.episode_id, 'end')).done).toBe(true);
    client.send({ type: 'bye' });
    await client.next(({ type }) => type === 'bye');
  });
});

it('a client that leaves while its episodes begin leaves none', async () => {
  await withZmq({ server: { only: ['plays'] } }, async ({ join, server }) => {
    for (const wait of [false, true]) {
      const client = await join();
      for (let call = 1; call <= 5; call++) client.send({ type: 'start', call }, '{}');
      if (wait) await client.all([1]);
      client.send({ type: 'bye' });
      await client.next(({ type }) => type === 'bye');
      await when(() => server.service.limits.taken === 0 && server.service.episodes.live === 0);
    }
  });
});
