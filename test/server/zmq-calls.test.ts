/** Scoring over ZeroMQ. */
import { expect, it } from 'vitest';
import { callFrame, pack } from './zmq-client.ts';
import { numbers, OBEYS, says, shareZmq, withZmq } from './zmq-serving.ts';

const withShared = shareZmq();

it('says hello: who it is, what it serves, and what a client may do', async () => {
  await withShared(async ({ open }) => {
    const client = open();
    const welcome = await client.hello();
    expect(welcome).toMatchObject({
      type: 'welcome',
      protocol: 1,
      version: '0.0.0',
      state: 'ready',
      resumed: false,
      credits: 200,
      credit_bytes: 4 * 2 ** 20,
      limits: { message: 2 ** 20 },
    });
    expect(welcome.server).toHaveLength(16);
    expect(
      welcome.modules.map(({ name, kind, ready }: Record<string, unknown>) => [name, kind, ready]),
    ).toEqual([
      ['obeys', 'reward', true],
      ['tells', 'reward', true],
      ['plays', 'environment', true],
    ]);
    expect(welcome.modules[0]).toMatchObject({ function: 'reward_fn', reserved: ['completion'] });
    expect(welcome.modules[0]?.version).toMatch(/^[0-9a-f]{16}$/);
  });
});

it('scores many calls of one message, each with its own outcome', async () => {
  await withShared(async ({ join }) => {
    const client = await join();
    client.score(numbers(150), OBEYS);
    const outcomes = await client.all(numbers(150).map(({ call }) => call));
    expect(outcomes.map(({ status, reward }) => [status, reward])).toEqual(
      numbers(150).map(({ call }) => ['ok', call]),
    );
    // Those that are ready together travel together, in messages that are numbered without a gap.
    const told = client.messages.filter(({ type }) => type === 'outcomes').map(({ header }) => header);
    expect(told.map(({ seq }) => seq)).toEqual(told.map((_, index) => index + 1));
    expect(told.reduce((sum, { count }) => sum + count, 0)).toBe(150);
    expect(told.every(({ level }) => level === 'namespaces')).toBe(true);
  });
});

it('hands texts on as they are: Python reads the original', async () => {
  await withShared(async ({ join }) => {
    const client = await join();
    const row = '{"a":18.0,"b":1180591620717411303424,"c":1e400,"d":"\\ud800","e":-0.0,"a2":[1.50]}';
    client.score(
      [
        { call: 1, row, completion: says('é') },
        { call: 2, row, completion: '{"id":1.0,"completion":"x"}', flags: 1 },
      ],
      { module: 'tells' },
    );
    const [first, second] = await client.all([1, 2]);
    const kwargs =
      "{'a': 18.0, 'b': 1180591620717411303424, 'c': inf, 'd': '\\ud800', 'e': -0.0, 'a2': [1.5]}";
    expect(first?.more.info).toEqual({ completion: "'é'", kwargs });
    expect(second?.more.info).toEqual({ completion: "'x'", kwargs });
  });
});

it('a failure is the outcome of its call, and of no other', async () => {
  await withShared(async ({ join }) => {
    const client = await join();
    const completions = ['number 1', 'raise no', 'exit 3', 'none', 'number -0.1'].map(says);
    client.score(
      [...completions, '"cut off', '{}'].map((completion, index) => ({ call: index + 1, completion })),
      OBEYS,
    );
    client.score([{ call: 9, row: '{"completion":1}', completion: says('number 1') }], OBEYS);
    client.score([{ call: 10, row: '[1]', completion: says('number 1') }], OBEYS);
    const outcomes = await client.all([1, 2, 3, 4, 5, 6, 7, 9, 10]);
    expect(outcomes.map(({ status, reward, more }) => [status, reward, more.error?.type])).toEqual([
      ['ok', 1, undefined],
      ['raised', null, 'ValueError'],
      ['crashed', null, 'ExitWithoutResult'],
      ['invalid', null, expect.any(String)],
      ['ok', -0.1, undefined],
      ['raised', null, 'JSONDecodeError'],
      ['raised', null, 'TypeError'],
      ['raised', null, 'TypeError'],
      ['raised', null, 'TypeError'],
    ]);
  });
});

it('tells each outcome as it finishes: a slow call keeps none back', async () => {
  await withShared(async ({ join }) => {
    const client = await join();
    client.score([{ call: 1, completion: says('hang') }, ...numbers(20, 2)], OBEYS);
    await client.all(numbers(20, 2).map(({ call }) => call));
    expect(client.outcomes.has(1)).toBe(false);
    client.send({ type: 'cancel', calls: [1] });
    const [hung] = await client.all([1]);
    expect([hung?.status, hung?.more.error.type]).toEqual(['cancelled', 'Cancelled']);
  });
});

it('cancels what waits and what runs; what is over or unknown stays as it is', async () => {
  await withZmq({ server: { only: ['obeys'] } }, async ({ join, server }) => {
    const client = await join();
    const hanging = Array.from({ length: 40 }, (_, index) => ({ call: index + 1, completion: says('hang') }));
    client.score([...hanging, ...numbers(1, 50)], OBEYS);
    client.send({ type: 'cancel', calls: [...hanging.map(({ call }) => call), 999] });
    const cancelled = await client.all(hanging.map(({ call }) => call));
    expect(new Set(cancelled.map(({ status }) => status))).toEqual(new Set(['cancelled']));
    const [other] = await client.all([50]);
    expect(other?.reward).toBe(50);
    client.send({ type: 'cancel', calls: [50] });
    await client.sync();
    expect(client.outcomes.get(50)).toHaveLength(1);
    expect(server.service.outcomes).toEqual({ cancelled: 40, ok: 1 });
    expect(server.service.limits.taken).toBe(0);
  });
});

it('takes part in metrics and stats', async () => {
  await withZmq({ server: { only: ['obeys'] } }, async ({ join, url }) => {
    const client = await join();
    client.score(numbers(3), OBEYS);
    await client.all([1, 2, 3]);
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toContain('runrl_sandbox_calls_total{kind="call",status="ok"} 3');
    expect(text).toContain('runrl_sandbox_clients 1');
    const stats = await (await fetch(`${url}/v1/stats`)).json();
    expect(stats).toMatchObject({ clients: 1, outcomes: { ok: 3 }, queue: { taken: 0 } });
    // Two run; of the others some are in the module's queue, and some in the client's line.
    client.score(
      Array.from({ length: 40 }, (_, index) => ({ call: 10 + index, completion: says('hang') })),
      OBEYS,
    );
    let busy = '';
    while (!busy.includes('runrl_sandbox_queue_depth 38'))
      busy = await (await fetch(`${url}/metrics`)).text();
    expect(busy).toContain('runrl_sandbox_calls_in_progress{kind="call"} 2');
  });
});

it('refuses more than a client has credit for, until it acknowledges', async () => {
  await withZmq({ credits: 10, server: { only: ['obeys'] } }, async ({ join }) => {
    const client = await join();
    client.acks = false;
    client.score(numbers(11), { ...OBEYS, id: 1 });
    expect(await client.error('credits')).toMatchObject({ id: 1, retryable: true });
    client.score(numbers(6), OBEYS);
    client.score(numbers(5, 7), { ...OBEYS, id: 2 });
    const refused = await client.error('credits', client.messages.length);
    expect(refused).toMatchObject({ id: 2, calls: [7, 8, 9, 10, 11] });
    await client.all([1, 2, 3, 4, 5, 6]);
    // They have been answered, and still count.
    let from = client.messages.length;
    client.score(numbers(5, 7), OBEYS);
    await client.error('credits', from);
    client.score(numbers(5, 7), { ...OBEYS, ack: client.seq });
    await client.all([7, 8, 9, 10, 11]);
    client.send({ type: 'ack', ack: client.seq });
    from = client.messages.length;
    client.score(numbers(10, 20), OBEYS);
    await client.all(numbers(10, 20).map(({ call }) => call));
    expect(client.messages.slice(from).filter(({ type }) => type === 'error')).toEqual([]);
  });
});

it('refuses more bytes than a client has credit for', async () => {
  const limits = { maxBody: 2 ** 16, queue: 10, busyStatus: 503 } as const;
  await withZmq({ server: { only: ['obeys'], limits } }, async ({ join }) => {
    const client = await join();
    client.acks = false;
    const large = (call: number) => ({ call, completion: says(`length ${'x'.repeat(60_000)}`) });
    for (const call of [1, 2, 3, 4]) client.score([large(call)], OBEYS);
    client.score([large(5)], OBEYS);
    expect(await client.error('credits')).toMatchObject({ calls: [5], retryable: true });
    await client.all([1, 2, 3, 4]);
    client.score([large(5)], { ...OBEYS, ack: client.seq });
    const [outcome] = await client.all([5]);
    expect(outcome?.reward).toBe(60_000);
  });
});

it('gives each client its turn: thousands of calls of one do not keep one of another waiting', async () => {
  await withZmq({ credits: 3_000, server: { only: ['obeys'] } }, async ({ join }) => {
    const [greedy, modest] = [await join(), await join()];
    const slow = Array.from({ length: 3_000 }, (_, index) => ({
      call: index + 1,
      completion: says('span 5'),
    }));
    greedy.score(slow, OBEYS);
    await greedy.until(() => greedy.outcomes.size >= 20); // the average is known now
    const before = greedy.outcomes.size;
    modest.score(numbers(1), OBEYS);
    await modest.all([1]);
    // 20 ms of work for each of two workers, and what came in the same message: far from 2,980.
    expect(greedy.outcomes.size - before).toBeLessThan(500);
    greedy.send({ type: 'bye' });
    await greedy.next(({ type }) => type === 'bye');
  });
}, 180_000);

it('names what is wrong with the module, and takes the calls later', async () => {
  await withZmq(
    {},
    async ({ join, server }) => {
      const client = await join();
      client.score(numbers(2), { ...OBEYS, id: 4 });
      expect(await client.error('not-ready')).toMatchObject({ id: 4, calls: [1, 2], retryable: true });
      expect((await client.sync()).header.state).toBe('loading');
      await server.load();
      expect((await client.sync()).header.state).toBe('ready');
      client.score(numbers(2), { module: 'obey' });
      expect(await client.error('unknown-module')).toMatchObject({
        calls: [1, 2],
        retryable: false,
        help: 'did you mean `obeys`?',
      });
      client.score(numbers(2));
      expect(await client.error('invalid')).toMatchObject({ calls: [1, 2] });
      client.score(numbers(2), OBEYS);
      await client.all([1, 2]);
    },
    false,
  );
});

it('serves several clients at once, each its own ids', async () => {
  await withShared(async ({ join }) => {
    const clients = await Promise.all(Array.from({ length: 8 }, () => join()));
    for (const [index, client] of clients.entries())
      client.score(
        Array.from({ length: 50 }, (_, call) => ({
          call: call + 1,
          completion: says(`number ${index * 100 + call}`),
        })),
        OBEYS,
      );
    for (const [index, client] of clients.entries()) {
      const outcomes = await client.all(Array.from({ length: 50 }, (_, call) => call + 1));
      expect(outcomes.map(({ reward }) => reward)).toEqual(outcomes.map((_, call) => index * 100 + call));
      expect(client.outcomes.size).toBe(50);
    }
  });
});

it('refuses a message in which an id is there twice', async () => {
  await withShared(async ({ join }) => {
    const client = await join();
    const frames = [callFrame({ call: 1, completion: '""' }), callFrame({ call: 1, completion: '""' })];
    client.sendFrames([pack({ type: 'score', count: 2, ...OBEYS, id: 3 }), Buffer.concat(frames)]);
    expect(await client.error('malformed')).toMatchObject({ id: 3 });
  });
});
