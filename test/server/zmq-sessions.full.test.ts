/** Clients that come back, and clients that do not. */
import { expect, it } from 'vitest';
import { when } from './serving.ts';
import { numbers, OBEYS, says, shareZmq, withZmq } from './zmq-serving.ts';

const withShared = shareZmq();

const ids = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

it('a connection that is unknown is asked for hello, and nothing is done', async () => {
  await withShared(async ({ open }) => {
    const client = open();
    client.score(numbers(1), { ...OBEYS, id: 1 });
    expect(await client.error('hello-needed')).toMatchObject({ id: 1, retryable: true });
    expect(await client.hello()).toMatchObject({ type: 'welcome', resumed: false });
    client.score(numbers(1), OBEYS);
    await client.all([1]);
  });
});

it('a call that is sent again while it runs, or before it is acknowledged, is run once', async () => {
  await withZmq({}, async ({ join, server }) => {
    const client = await join();
    client.acks = false;
    const calls = [{ call: 1, completion: says('span 300') }, ...numbers(4, 2)];
    client.score(calls, OBEYS);
    client.score(calls, OBEYS); // while they run
    const outcomes = await client.all(ids(5));
    const from = client.messages.length;
    client.score(calls, OBEYS); // while they are kept
    await client.sync();
    // What comes again is the very same message.
    const again = client.messages.slice(from).filter(({ type }) => type === 'outcomes');
    expect(again.length).toBeGreaterThan(0);
    for (const id of ids(5)) {
      const told = client.outcomes.get(id) ?? [];
      expect(told.length).toBeGreaterThanOrEqual(2);
      expect(new Set(told.map(({ duration_ms }) => duration_ms)).size).toBe(1);
    }
    expect(outcomes).toHaveLength(5);
    expect(server.service.outcomes).toEqual({ ok: 5 });
    client.send({ type: 'ack', ack: client.seq });
    await client.sync();
  });
});

it('a client that comes back over another connection gets what it has not acknowledged, and nothing twice', async () => {
  await withZmq({}, async ({ join, server, log }) => {
    const before = await join({ name: 'rank 0' });
    before.acks = false;
    before.score([...numbers(5), { call: 6, completion: says('span 600') }], OBEYS);
    await before.all(ids(3));
    const { seq } = before;
    const known = ids(6).filter((id) => before.outcomes.has(id));
    before.close();
    const after = before.again();
    try {
      expect(await after.hello()).toMatchObject({ resumed: true });
      const wanted = ids(7).filter((id) => !known.includes(id));
      // What is unanswered is sent again, here with another text: it would show if it were run again.
      after.score(
        wanted
          .filter((id) => !after.outcomes.has(id))
          .map((call) => ({ call, completion: says(call === 7 ? 'number 7' : 'number -1') })),
        OBEYS,
      );
      await after.all(wanted);
      // Those that it had said it has did not come again.
      expect([...after.outcomes.keys()].sort()).toEqual(wanted);
      expect(wanted.map((id) => after.first(id).reward)).not.toContain(-1);
      const told = after.messages.filter(({ type }) => type === 'outcomes').map(({ header }) => header.seq);
      expect(Math.min(...told)).toBe(seq + 1);
      expect(server.service.outcomes).toEqual({ ok: 7 });
      expect(log.map(({ event }) => event)).toContain('client_resumed');
      expect(log.find(({ event }) => event === 'client_joined')).toMatchObject({ client: 1, name: 'rank 0' });
      // The id of a session is as good as a key to it.
      expect(JSON.stringify(log)).not.toContain(after.session.toString('hex'));
    } finally {
      after.close();
    }
  });
});

it('a session that goes on elsewhere is taken from its former connection', async () => {
  await withShared(async ({ join, open, endpoint }) => {
    const former = await join();
    former.score([{ call: 1, completion: says('span 3000') }], OBEYS);
    const latter = open(endpoint, former.session);
    await latter.hello();
    expect(await former.error('replaced')).toMatchObject({ retryable: false });
    await latter.all([1]);
    expect(former.outcomes.size).toBe(0);
    const from = former.messages.length;
    former.send({ type: 'ping' });
    await former.error('hello-needed', from);
  });
});

it('a gap is mended: hello brings what is kept again', async () => {
  await withShared(async ({ join }) => {
    const client = await join();
    client.acks = false;
    client.score(numbers(10), OBEYS);
    await client.all(ids(10));
    const { header } = await client.sync();
    expect(header.seq).toBe(client.seq);
    // It says that it has none of them.
    client.seq = 0;
    await client.hello();
    await client.until(() => ids(10).every((id) => (client.outcomes.get(id) ?? []).length === 2));
  });
});

it('a session that was forgotten begins anew, also for a client that did not get the first welcome that said so', async () => {
  await withZmq({}, async ({ join, server }) => {
    const client = await join();
    client.score(numbers(3), OBEYS);
    await client.all(ids(3));
    await client.sync();
    const { seq } = client;
    expect(seq).toBeGreaterThan(0);
    client.send({ type: 'bye' }); // forgotten, as after a long silence
    await client.next(({ type }) => type === 'bye');
    const [first, second] = [client.again(), client.again()];
    try {
      expect(await first.hello()).toMatchObject({ resumed: false });
      first.close();
      // To this one, the outcomes that are counted from 1 again would be old ones.
      expect(second.seq).toBe(seq);
      expect(await second.hello()).toMatchObject({ resumed: false });
      second.seq = 0;
      second.score(numbers(3), OBEYS);
      await second.all(ids(3));
      expect(await second.hello()).toMatchObject({ resumed: true });
      expect(server.service.countClients()).toBe(1);
    } finally {
      first.close();
      second.close();
    }
  });
});

it('what was acknowledged is forgotten', async () => {
  await withZmq({}, async ({ join, server }) => {
    const client = await join();
    client.score(numbers(3), OBEYS);
    await client.all(ids(3));
    await client.sync();
    const from = client.messages.length;
    await client.hello();
    await client.sync();
    expect(client.messages.slice(from).map(({ type }) => type)).toEqual(['welcome', 'pong']);
    expect(server.service.outcomes).toEqual({ ok: 3 });
  });
});

it('a client that has vanished is waited for, and then all that it asked for ends', async () => {
  await withZmq({ heartbeatMs: 100, clientGraceMs: 1_000 }, async ({ join, server, log }) => {
    const { service } = server;
    const client = await join();
    const other = await join();
    const pings = setInterval(() => other.send({ type: 'ping' }), 20);
    try {
      const { more } = await client.ask({ type: 'start', call: 100 }, '{}');
      expect(more.episode_id).toMatch(/^ep_/);
      client.score(
        [1, 2, 3, 4, 5].map((call) => ({ call, completion: says('hang') })),
        OBEYS,
      );
      await when(() => service.limits.taken === 5);
      client.close();
      await when(() => log.some(({ event }) => event === 'client_away'));
      // Nothing of it has ended yet.
      expect([service.limits.taken, service.episodes.live]).toEqual([5, 1]);
      await when(() => log.some(({ event, why }) => event === 'client_left' && why === 'vanished'));
      await when(() => service.limits.taken === 0 && service.episodes.live === 0);
      expect(service.outcomes).toMatchObject({ cancelled: 5 });
      expect(service.countClients()).toBe(1);
      other.score(numbers(1), OBEYS);
      await other.all([1]);
    } finally {
      clearInterval(pings);
    }
  });
});

it('a client that is back within the grace loses nothing', async () => {
  await withZmq({ heartbeatMs: 50, clientGraceMs: 3_600_000 }, async ({ join, log, server }) => {
    const client = await join();
    client.score([{ call: 1, completion: says('span 1000') }], OBEYS);
    await when(() => log.some(({ event }) => event === 'client_away'));
    await when(() => server.service.limits.taken === 0);
    expect(client.outcomes.size).toBe(0);
    const from = client.messages.length;
    client.send({ type: 'ping' });
    await client.error('hello-needed', from);
    expect(await client.hello()).toMatchObject({ resumed: true });
    const [outcome] = await client.all([1]);
    expect(outcome?.status).toBe('ok');
  });
});

it('a client that says bye has everything ended at once', async () => {
  await withZmq({}, async ({ join, server }) => {
    const client = await join();
    await client.ask({ type: 'start', call: 100 }, '{}');
    client.score(
      [1, 2, 3].map((call) => ({ call, completion: says('hang') })),
      OBEYS,
    );
    client.send({ type: 'bye' });
    await client.next(({ type }) => type === 'bye');
    await when(() => server.service.limits.taken === 0 && server.service.episodes.live === 0);
    expect(client.outcomes.size).toBe(1);
    expect(server.service.countClients()).toBe(0);
    // The same session begins anew.
    expect(await client.hello()).toMatchObject({ resumed: false });
    client.seq = 0;
    client.score(numbers(1), OBEYS);
    const [outcome] = await client.all([1]);
    expect(outcome?.status).toBe('ok');
  });
});

it('a server that was started again is another, and what is unanswered is sent again', async () => {
  const first: string[] = [];
  let unanswered: Awaited<ReturnType<typeof says>>[] = [];
  await withZmq({}, async ({ join, server }) => {
    const client = await join();
    const welcome = await client.hello();
    first.push(welcome.server.toString('hex'));
    client.score([{ call: 1, completion: says('hang') }, ...numbers(1, 2)], OBEYS);
    await client.all([2]);
    await server.close();
    // What the end cancelled is not told: the next server is asked for it.
    await client.next(({ type }) => type === 'bye');
    expect(client.outcomes.has(1)).toBe(false);
    unanswered = [says('number 1')];
  });
  await withZmq({}, async ({ join }) => {
    const client = await join();
    const welcome = await client.hello();
    expect(first).not.toContain(welcome.server.toString('hex'));
    client.score([{ call: 1, completion: unanswered[0] ?? '' }], OBEYS);
    const [outcome] = await client.all([1]);
    expect(outcome?.reward).toBe(1);
  });
});

it('drains: nothing new, but all that was begun, and clients are told', async () => {
  await withZmq({}, async ({ join, server }) => {
    const client = await join();
    const { more } = await client.ask({ type: 'start', call: 100 }, '{}');
    client.score([{ call: 1, completion: says('span 300') }], OBEYS);
    await client.sync();
    const drained = server.drain(new AbortController().signal);
    await client.next(({ type }) => type === 'draining');
    client.score(numbers(2), OBEYS); // of these, 1 runs
    expect(await client.error('draining')).toMatchObject({ calls: [2], retryable: true });
    const refused = client.ask({ type: 'start', call: 101 }, '{}');
    await expect(refused).rejects.toMatchObject({ code: 'draining' });
    const stepped = await client.ask(
      { type: 'step', call: 102, episode: more.episode_id } as never,
      says('end'),
    );
    expect(stepped.done).toBe(true);
    const [outcome] = await client.all([1]);
    expect(outcome?.status).toBe('ok');
    expect(await drained).toBe(true);
    await server.close();
    await client.next(({ type }) => type === 'bye');
  });
});

it('at the end, what was finished last still reaches a client that is slow to take it', async () => {
  await withZmq({}, async ({ join, server }) => {
    const client = await join();
    client.score(numbers(100), OBEYS);
    await client.sync();
    expect(await server.drain(new AbortController().signal)).toBe(true);
    await server.close();
    await client.next(({ type }) => type === 'bye');
    expect(client.outcomes.size).toBe(100);
  });
});
