/** Many clients that do not behave: the server stays ready, and nothing of them is left. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { type Serving, when, withServer } from './serving.ts';

const HEAD = 'POST /v1/score HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';
const requestOf = (completion: string): string => {
  const body = JSON.stringify({ module: 'obeys', completion });
  return `${HEAD}Content-Length: ${body.length}\r\n\r\n${body}`;
};

const clients = (url: string, count: number): Promise<Socket[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { hostname, port } = new URL(url);
      const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
      socket.on('error', () => {}); // some are reset
      await once(socket, 'connect');
      return socket;
    }),
  );

const LIMITS = { maxBody: 2 ** 20, queue: 10_000, busyStatus: 503 } as const;

const expectAtRest = async ({ server, url, post }: Serving): Promise<void> => {
  const { service } = server;
  await when(() => service.limits.taken === 0 && service.running.size === 0);
  expect((await post('/v1/score', { module: 'obeys', completion: 'number 1' })).json.reward).toBe(1);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
};

/** What each does to its connections, 100 of them. */
const ROUGH: [string, (sockets: Socket[]) => Promise<unknown>][] = [
  [
    'send a request and drop it',
    async (sockets) => sockets.map((s) => s.write(requestOf('span 20'), () => s.destroy())),
  ],
  [
    'send a request and reset',
    async (sockets) => sockets.map((s) => s.write(requestOf('span 20'), () => s.resetAndDestroy())),
  ],
  [
    'send requests in a row and drop them',
    async (sockets) => sockets.map((s) => s.write(requestOf('span 20').repeat(20), () => s.destroy())),
  ],
  [
    'begin a head and go',
    async (sockets) => sockets.map((s) => s.write(`${HEAD}X-Slow: a`, () => s.destroy())),
  ],
  [
    'begin a body and go',
    async (sockets) => sockets.map((s) => s.write(requestOf('number 1').slice(0, -9), () => s.destroy())),
  ],
  // A client that has died looks the same, so this is taken for one.
  ['half close', async (sockets) => sockets.map((s) => s.end(requestOf('hang')).resume())],
  ['say nothing', async (sockets) => sockets.map((s) => s.destroy())],
];

it.each(ROUGH)('that %s', async (_, act) => {
  await withServer({ limits: LIMITS }, async (serving) => {
    await act(await clients(serving.url, 100));
    await expectAtRest(serving);
  });
});

it('that send heads without end are refused, one by one', async () => {
  await withServer({ limits: LIMITS }, async (serving) => {
    const many = Array.from({ length: 5_000 }, (_, at) => `X-${at}: y\r\n`).join('');
    for (const socket of await clients(serving.url, 20)) {
      socket.write(`GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n${many}\r\n`);
      expect(await text(socket)).toMatch(/^HTTP\/1.1 431 .*headers-too-large/s);
      socket.destroy();
    }
    await expectAtRest(serving);
  });
});

it('while others hold connections open without saying anything whole, it answers', async () => {
  await withServer({ limits: LIMITS }, async (serving) => {
    const slow = await clients(serving.url, 200);
    for (const [at, socket] of slow.entries())
      socket.write(at % 2 === 0 ? `${HEAD}X-Slow: a` : requestOf('number 1').slice(0, -9));
    const { post } = serving;
    await when(() => serving.server.service.running.size === 100);
    expect((await post('/v1/score', { module: 'obeys', completion: 'number 1' })).json.reward).toBe(1);
    for (const socket of slow) socket.destroy();
    await expectAtRest(serving);
  });
});

it('that send thousands of requests in a row get all answers, in order', async () => {
  await withServer({ limits: LIMITS }, async (serving) => {
    const [socket] = (await clients(serving.url, 1)) as [Socket];
    const last = requestOf('number 1999').replace('Host', 'Connection: close\r\nHost');
    const requests = Array.from({ length: 1_999 }, (_, at) => requestOf(`number ${at}`));
    socket.write(requests.join('') + last);
    const rewards = [...(await text(socket)).matchAll(/"reward":(\d+)/g)].map(([, reward]) => Number(reward));
    expect(rewards).toEqual(Array.from({ length: 2_000 }, (_, at) => at));
    socket.destroy();
    await expectAtRest(serving);
  });
});
