/** WebSockets whose other side is unknown, too many, too loud, silent, gone, or that the end of the server finds open. */
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { EnvironmentOptions } from '../../src/index.ts';
import type { ServerOptions } from '../../src/server/server.ts';
import { Client, frame, rawSocket } from './openenv-client.ts';
import { answerOf, raw, type Serving, when, withServer } from './serving.ts';

// Machines under load are slow; what hangs is ended all the same.
vi.setConfig({ testTimeout: 120_000 });

const TOKEN = 'a-token-that-nobody-guesses';

const plays =
  (options: EnvironmentOptions, server: Partial<ServerOptions> = {}) =>
  (folder: string): Partial<ServerOptions> => ({
    modules: [{ kind: 'environment', name: 'plays', file: join(folder, 'plays.py'), options }],
    ...server,
  });

/** The server still serves, after whatever was done to it. */
const expectAlive = async ({ url }: Serving): Promise<void> => {
  const client = await Client.open(url);
  expect((await client.reset({ greeting: 'still here' })).data.observation.text).toBe('still here');
  await client.close();
};

/** No episode lives, and no place or byte is taken. */
const untilNothingIsHeld = async ({ server: { service } }: Serving): Promise<void> => {
  await when(() => service.episodes.live === 0 && service.limits.taken === 0 && service.limits.held === 0);
};

/** Resolves with the code in the close frame that a raw connection is sent. */
const closeCode = async (socket: Socket): Promise<number> => {
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  await once(socket, 'close');
  const all = Buffer.concat(parts);
  // Farewells are the only frames these tests are sent.
  expect(all[0]).toBe(0x88);
  return all.readUInt16BE(2);
};

it('lets in the bearer of the token, also of one in the URL, and nobody else', async () => {
  await withServer({ token: TOKEN }, async (serving) => {
    const { url, log } = serving;
    const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
    const refused = [
      {},
      { authorization: `Bearer ${TOKEN}x` },
      { authorization: basic(`any:${TOKEN}x`) },
      { authorization: basic(TOKEN) },
      { authorization: basic(`any:${TOKEN}`), origin: 'https://example.com' },
    ];
    for (const headers of refused)
      expect(await Client.refused(url, headers as Record<string, string>)).toMatchObject({
        status: 401,
        json: { type: 'urn:runrl-sandbox:problem:unauthorized' },
      });
    for (const authorization of [`Bearer ${TOKEN}`, basic(`any:${TOKEN}`)]) {
      const client = await Client.open(url, { authorization });
      expect((await client.reset()).type).toBe('observation');
      await client.close();
    }
    const stats = await fetch(`${url}/v1/stats`, { headers: { authorization: basic(`:${TOKEN}`) } });
    expect(stats.status).toBe(200);
    expect((await answerOf(await fetch(`${url}/health`))).status).toBe(200);
    expect((await fetch(`${url}/schema`)).status).toBe(401);
    expect(JSON.stringify(log)).not.toContain(TOKEN);
  });
});

it('without a token: lets in no web page of another origin, and nobody by another name', async () => {
  await withServer({}, async (serving) => {
    const { url } = serving;
    const forbidden = { status: 403, json: { type: 'urn:runrl-sandbox:problem:forbidden' } };
    expect(await Client.refused(url, { origin: 'https://example.com' })).toMatchObject(forbidden);
    expect(await Client.refused(url, { host: 'rebound.example.com' })).toMatchObject(forbidden);
    await (await Client.open(url, { origin: url })).close();
    await expectAlive(serving);
  });
});

it('refuses before it is ready, and what is no handshake', async () => {
  await withServer(
    {},
    async (serving) => {
      const { url, server } = serving;
      expect(await Client.refused(url)).toMatchObject({
        status: 503,
        json: { type: 'urn:runrl-sandbox:problem:not-ready', retryable: true },
      });
      expect((await answerOf(await fetch(`${url}/health`))).json).toEqual({ status: 'unhealthy' });
      await server.load();
      const host = new URL(url).host;
      const head = `GET /ws HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`;
      expect(await raw(url, `${head}\r\n`)).toMatch(/^HTTP\/1.1 400 .*problem:malformed.*Sec-WebSocket-Key/s);
      const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
      expect(await raw(url, `${head.replace('/ws', '//')}${key}\r\n`)).toMatch(/^HTTP\/1.1 404 /);
      expect(await raw(url, `${head.replace('/ws', '/ws?session_id=1')}${key}\r\n`)).toMatch(
        /^HTTP\/1.1 404 /,
      );
      // Behind a request that is still being answered.
      const first = `POST /reset HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\n\r\n{}`;
      expect(await raw(url, `${first}${head.replace('/ws', '/nowhere')}${key}\r\n`)).toMatch(
        /HTTP\/1.1 404 /,
      );
      await expectAlive(serving);
    },
    false,
  );
});

it('ends a refused connection that its client leaves half open', async () => {
  await withServer(plays({}, { token: TOKEN }), async ({ server, url }) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    socket.on('error', () => {});
    socket.write(
      `GET /ws HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
    await vi.waitUntil(async () => (await server.connections()) === 0, { timeout: 60_000 });
    socket.destroy();
  });
});

it('serves requests that offer another protocol as ever', async () => {
  await withServer({}, async ({ url }) => {
    const body = '{"module":"obeys","completion":"number 1"}';
    const head = [
      'POST /v1/score HTTP/1.1',
      `Host: ${new URL(url).host}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Connection: Upgrade, HTTP2-Settings, close',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
    ];
    expect(await raw(url, `${head.join('\r\n')}\r\n\r\n${body}`)).toMatch(/^HTTP\/1.1 200 .*"status":"ok"/s);
  });
});

it('has so many sessions as episodes may live; one more is told, and its place comes free', async () => {
  await withServer(plays({ maxEpisodes: 2 }), async (serving) => {
    const { url } = serving;
    const clients = await Promise.all([Client.open(url), Client.open(url)]);
    for (const client of clients) await client.reset();
    const third = await Client.open(url);
    expect(await third.next()).toMatchObject({
      type: 'error',
      data: { code: 'CAPACITY_REACHED', active_sessions: 2, max_sessions: 2 },
    });
    // Older clients read no answer of a connection that has been closed: it waits for them to ask.
    expect(third.socket.readyState).toBe(third.socket.OPEN);
    third.send({ type: 'reset' });
    expect(await third.closed).toBe(1013);
    // Its own episode gives way to the new one, though all places are taken.
    expect((await clients[0]?.reset())?.type).toBe('observation');
    // Whoever has taken leave may come back at once.
    await clients[1]?.close();
    await expectAlive(serving);
    await clients[0]?.close();
  });
});

it('a full queue is told as an error, and the session goes on', async () => {
  const limits = { maxBody: 2 ** 20, queue: 1, busyStatus: 503 } as const;
  await withServer(plays({}, { limits }), async (serving) => {
    const [busy, client] = await Promise.all([Client.open(serving.url), Client.open(serving.url)]);
    await busy.reset();
    await client.reset();
    busy.send({ type: 'step', data: { action: 'hang' } });
    await when(() => serving.server.service.limits.taken === 1);
    expect((await client.step('look')).data).toMatchObject({
      code: 'CAPACITY_REACHED',
      problem: 'busy',
      retryable: true,
      active_sessions: 2,
    });
    busy.socket.terminate();
    await when(() => serving.server.service.limits.taken === 0);
    expect((await client.step('look')).data).toMatchObject({ reward: 1 });
    await client.close();
    await untilNothingIsHeld(serving);
  });
});

it.each([
  ['a step', [], { type: 'step', data: { action: 'hang' } }],
  ['a setup', [], { type: 'reset', data: { setup: 'hang' } }],
])('a client that vanishes in the middle of %s leaves nothing behind', async (_, __, message) => {
  await withServer({}, async (serving) => {
    const client = await Client.open(serving.url);
    await client.reset();
    client.send(message);
    await when(() => serving.server.service.limits.taken === 1);
    client.socket.terminate();
    await when(() => serving.server.service.outcomes.cancelled === 1);
    await untilNothingIsHeld(serving);
    await expectAlive(serving);
  });
});

it('closes what is no frame, no text, or too large, with the code for it, and no other session', async () => {
  await withServer({}, async (serving) => {
    const { url } = serving;
    const bystander = await Client.open(url);
    await bystander.reset();
    const text = Buffer.from('{"type":"state"}');
    const cases: [Buffer, number][] = [
      [frame(text, { masked: false }), 1002],
      [frame(text, { opcode: 5 }), 1002],
      [frame(text, { opcode: 0 }), 1002],
      [Buffer.from('hello, is this a socket?'), 1002],
      [frame(Buffer.from([0xff, 0xfe])), 1007],
      [frame(Buffer.alloc(2 ** 20 + 1, 0x20)), 1009],
    ];
    for (const [bytes, code] of cases) {
      const socket = await rawSocket(url);
      socket.write(bytes);
      expect(await closeCode(socket)).toBe(code);
    }
    // In parts that are small enough each.
    const parts = await rawSocket(url);
    parts.write(frame(Buffer.alloc(2 ** 19, 0x20), { fin: false }));
    parts.write(frame(Buffer.alloc(2 ** 19, 0x20), { fin: false, opcode: 0 }));
    parts.write(frame(Buffer.alloc(2, 0x20), { opcode: 0 }));
    expect(await closeCode(parts)).toBe(1009);
    expect((await bystander.step('look')).data).toMatchObject({ reward: 1 });
    await bystander.close();
    await untilNothingIsHeld(serving);
    await expectAlive(serving);
  });
});

it('bounds what waits: messages of one session, and parts of messages of all', async () => {
  await withServer({}, async (serving) => {
    const { url, server } = serving;
    const loud = await Client.open(url);
    await loud.reset();
    loud.send({ type: 'step', data: { action: 'hang' } });
    await when(() => server.service.limits.taken === 1);
    for (let sent = 0; sent < 20; sent++) loud.send({ type: 'state' });
    expect(await loud.closed).toBe(1008);
    // Four bodies of the largest size may be held; these never become whole.
    const sockets = await Promise.all(Array.from({ length: 5 }, () => rawSocket(url)));
    const ends = Promise.race(sockets.map((socket) => closeCode(socket)));
    for (const socket of sockets) socket.write(frame(Buffer.alloc(2 ** 20 - 16, 0x20), { fin: false }));
    expect(await ends).toBe(1013);
    for (const socket of sockets) socket.destroy();
    await untilNothingIsHeld(serving);
    await expectAlive(serving);
  });
});

it('answers pings while a step runs', async () => {
  await withServer({}, async ({ url, server }) => {
    const client = await Client.open(url);
    await client.reset();
    client.send({ type: 'step', data: { action: 'hang' } });
    await when(() => server.service.limits.taken === 1);
    client.socket.ping('are you there?');
    const [said] = await once(client.socket, 'pong');
    expect(String(said)).toBe('are you there?');
    await client.close();
  });
});

it('ends the session of a machine that is gone, and of none that answers', async () => {
  await withServer(plays({ idleTimeout: 3_000 }), async (serving) => {
    const { url, log } = serving;
    const client = await Client.open(url);
    const silent = await rawSocket(url);
    silent.resume();
    await once(silent, 'close');
    expect(client.socket.readyState).toBe(client.socket.OPEN);
    expect((await client.reset()).type).toBe('observation');
    await when(() => log.some(({ event }) => event === 'session_closed'));
    await client.close();
  });
});

it('a client that reads nothing of what it is sent holds no place, and does not keep the server from ending', async () => {
  const limits = { maxBody: 2 ** 23, queue: 100, busyStatus: 503 } as const;
  await withServer(plays({}, { limits }), async (serving) => {
    const { service } = serving.server;
    const socket = await rawSocket(serving.url);
    socket.pause();
    const send = (message: unknown): boolean => socket.write(frame(Buffer.from(JSON.stringify(message))));
    // An answer of 8 MiB is more than the kernel keeps for anybody who does not read.
    send({ type: 'reset', data: {} });
    send({ type: 'step', data: { action: 'x'.repeat(2 ** 23 - 100) } });
    send({ type: 'step', data: { action: 'said' } });
    await when(() => service.outcomes.ok === 2 && service.limits.taken === 0);
    await expectAlive(serving);
    await serving.server.close();
    socket.destroy();
  });
});

it('ends a session that takes nothing of an answer, and none that only rests', async () => {
  const limits = { maxBody: 2 ** 23, queue: 100, busyStatus: 503 } as const;
  await withServer(plays({}, { limits, stallMs: 2_000 }), async (serving) => {
    const resting = await Client.open(serving.url);
    await resting.reset();
    const socket = await rawSocket(serving.url);
    socket.pause();
    const action = 'x'.repeat(2 ** 23 - 100);
    for (const message of [{ type: 'reset' }, { type: 'step', data: { action } }])
      socket.write(frame(Buffer.from(JSON.stringify(message))));
    await when(() => serving.log.some(({ event }) => event === 'client_stalled'));
    await when(() => serving.server.service.episodes.live === 1 && serving.server.service.limits.held === 0);
    socket.destroy();
    expect((await resting.step('look')).data).toMatchObject({ reward: 1 });
    await resting.close();
  });
});

it('drains: a living episode is played to its end, a session without one is closed', async () => {
  await withServer({}, async ({ url, server }) => {
    const [idle, playing] = await Promise.all([Client.open(url), Client.open(url)]);
    await playing.reset();
    const drained = server.drain(new AbortController().signal);
    expect(await idle.closed).toBe(1001);
    expect(await Client.refused(url)).toMatchObject({ status: 503, json: { type: /draining/ } });
    expect((await playing.step('look')).data).toMatchObject({ reward: 1, done: false });
    expect((await playing.reset()).data).toMatchObject({ code: 'SESSION_ERROR', problem: 'draining' });
    // It was refused before anything happened to the episode.
    expect((await playing.step('end')).data).toMatchObject({ reward: 2, done: true });
    expect(await playing.closed).toBe(1001);
    expect(await drained).toBe(true);
  });
});

it('the end answers a step that hangs, and closes every session', async () => {
  await withServer({}, async ({ url, server }) => {
    const [hangs, rests] = await Promise.all([Client.open(url), Client.open(url)]);
    await hangs.reset();
    await rests.reset();
    hangs.send({ type: 'step', data: { action: 'hang' } });
    await when(() => server.service.limits.taken === 1);
    const closing = server.close();
    expect((await hangs.next()).data).toMatchObject({
      code: 'EXECUTION_ERROR',
      status: 'cancelled',
      reward: null,
    });
    expect(await Promise.all([hangs.closed, rests.closed])).toEqual([1001, 1001]);
    await closing;
  });
});

it('a reload serves the next reset; the episode that lives goes on', async () => {
  await withServer({}, async ({ url, server, folder }) => {
    const client = await Client.open(url);
    await client.reset();
    copyFileSync(join(folder, 'plays.py'), join(folder, 'plays.py'));
    const served = server.service.modules.all.find(({ setting }) => setting.name === 'plays');
    await served?.load(server.service.sandbox);
    expect((await client.step('look')).data).toMatchObject({ reward: 1 });
    expect((await client.reset({ greeting: 'new' })).data.observation.text).toBe('new');
    expect(served?.loads).toBe(2);
    await client.close();
  });
});

it('logs sessions without what they say', async () => {
  await withServer({}, async ({ url, log }) => {
    const client = await Client.open(url);
    await client.reset({ greeting: 'hush-hush' });
    await client.step('hush-hush');
    await client.ask('{"type":"hush-hush"');
    await client.close();
    await when(() => log.some(({ event }) => event === 'session_closed'));
    const sessions = log.filter(({ event }) => String(event).startsWith('session'));
    expect(sessions.map(({ event, module }) => [event, module])).toEqual([
      ['session_opened', 'plays'],
      ['session_closed', 'plays'],
    ]);
    expect(JSON.stringify(log)).not.toContain('hush-hush');
  });
});
