/** What clients do to their connections: none of it keeps a place for ever, or spoils the answer of another. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { raw, type Serving, shareServer, when, withServer } from './serving.ts';

const withShared = shareServer();

const LIMITS = { maxBody: 64 * 2 ** 20, queue: 1_000, busyStatus: 503 } as const;

const requestOf = (body: unknown, headers = ''): string => {
  const text = JSON.stringify(body);
  const head = 'POST /v1/score HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';
  return `${head}${headers}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};

const connectTo = async (url: string): Promise<Socket> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {}); // a reset is what some of these are about
  await once(socket, 'connect');
  return socket;
};

const connections = ({ server }: Serving): Promise<number> => server.connections();

const whenAlone = async (serving: Serving): Promise<void> => {
  while ((await connections(serving)) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** More than the kernel keeps for a client that does not read. */
const LARGE = {
  module: 'tells',
  calls: Array.from({ length: 120 }, () => ({ completion: 'x'.repeat(300_000) })),
};

it.each([
  ['lines', 'Accept: application/x-ndjson\r\nX-Request-Id: stalled\r\n'],
  ['one large JSON', 'X-Request-Id: stalled\r\n'],
])(
  'a client that stops reading %s has its connection ended, and its places given back',
  async (_, headers) => {
    await withServer({ limits: LIMITS, stallMs: 3_000 }, async (serving) => {
      const { server, url, log, post } = serving;
      const socket = await connectTo(url);
      socket.pause();
      socket.write(requestOf(LARGE, headers));
      await when(() => log.some(({ event }) => event === 'client_stalled'));
      await when(() => server.service.limits.taken === 0);
      await whenAlone(serving);
      expect(log.find(({ event }) => event === 'client_stalled')).toMatchObject({
        level: 'warn',
        request_ids: ['stalled'],
      });
      expect((await post('/v1/score', { module: 'obeys', completion: 'number 1' })).json.reward).toBe(1);
      socket.destroy();
    });
  },
);

it('waits for as long as a call takes', async () => {
  await withServer({ stallMs: 300 }, async ({ post }) => {
    expect((await post('/v1/score', { module: 'obeys', completion: 'span 1500' })).json.status).toBe('ok');
  });
});

it('minds no client that reads slowly', async () => {
  const stallMs = 4_000;
  await withServer({ limits: LIMITS, stallMs }, async ({ url, log }) => {
    const socket = await connectTo(url);
    socket.write(requestOf(LARGE, 'Connection: close\r\n'));
    const [first] = await once(socket, 'data');
    const began = performance.now();
    let length = first.length;
    for await (const part of socket) {
      length += part.length;
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    expect(performance.now() - began).toBeGreaterThan(stallMs);
    expect(length).toBeGreaterThan(120 * 250_000);
    expect(log.some(({ event }) => event === 'client_stalled')).toBe(false);
  });
});

it('a body that stops coming ends its request', async () => {
  await withServer({ stallMs: 300 }, async (serving) => {
    const whole = requestOf({ module: 'obeys', completion: 'number 1' });
    expect(await raw(serving.url, whole.slice(0, -5))).toMatch(/^HTTP\/1.1 408 .*problem:request-timeout/s);
    await whenAlone(serving);
  });
});

it('minds no client whose words came while the server stood still', async () => {
  const stallMs = 300;
  await withServer({ stallMs }, async (serving) => {
    const socket = await connectTo(serving.url);
    const whole = requestOf({ module: 'obeys', completion: 'number 1' }, 'Connection: close\r\n');
    socket.write(whole.slice(0, -5));
    const other = await connectTo(serving.url);
    other.write(requestOf({ module: 'obeys', completion: 'number 1' }));
    await once(other, 'data'); // by now the server has read the other one as well, whose clock runs
    other.destroy();
    socket.write(whole.slice(-5));
    // In the turn of what was read: Node looks at its clocks next, and reads after that.
    const until = performance.now() + 3 * stallMs;
    while (performance.now() < until);
    let answer = '';
    for await (const part of socket) answer += part;
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
  });
});

it('writes no refusal into an answer that is under way, or owed', async () => {
  await withServer({}, async (serving) => {
    const { url, server } = serving;
    const calls = [{ completion: 'number 1' }, { completion: 'hang' }];
    const under = await connectTo(url);
    under.write(requestOf({ module: 'obeys', calls }, 'Accept: application/x-ndjson\r\n'));
    const [first] = await once(under, 'data');
    under.write('this is no HTTP\r\n\r\n');
    let rest = '';
    for await (const part of under) rest += part;
    expect(`${first}${rest}`).not.toMatch(/malformed|HTTP.*HTTP/s);
    await when(() => server.service.limits.taken === 0);
    const owed = await raw(url, `${requestOf({ module: 'obeys', completion: 'hang' })}no HTTP\r\n\r\n`);
    expect(owed).toBe('');
    await when(() => server.service.limits.taken === 0);
  });
});

it('takes no work whose body came when the server had begun to drain', async () => {
  await withServer({}, async ({ url, server, post }) => {
    const { json: episode } = await post('/v1/episodes', {});
    const bodies: [string, unknown][] = [
      ['/v1/score', { module: 'obeys', completion: 'number 1' }],
      ['/v1/episodes', {}],
      [`/v1/episodes/${episode.episode_id}/branch`, { n: 1 }],
      [
        '/v1/validate/module',
        { kind: 'reward', source: 'def reward_fn(completion, **kwargs):\n    return 1\n' },
      ],
      ['/v1/validate/prompts', { prompt: 'x' }],
    ];
    const half = await Promise.all(
      bodies.map(async ([path, body]) => {
        const socket = await connectTo(url);
        const text = requestOf(body, 'Connection: close\r\n').replace('/v1/score', path);
        socket.write(text.slice(0, -1));
        return { socket, rest: text.slice(-1) };
      }),
    );
    await when(() => server.service.running.size >= bodies.length);
    server.service.beginDrain();
    for (const { socket, rest } of half) {
      socket.write(rest);
      let answer = '';
      for await (const part of socket) answer += part;
      expect(answer).toMatch(/^HTTP\/1.1 503 .*problem:draining/s);
    }
  });
});

it('logs what it could not read, and faults that no handler foresaw', async () => {
  await withServer({}, async ({ url, log, server }) => {
    await raw(url, 'hello\r\n\r\n');
    await raw(url, 'GET http://[ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
    expect(log.filter(({ event }) => event === 'unreadable')).toHaveLength(2);
    server.service.running.add = () => {
      throw new Error('unforeseen');
    };
    expect((await fetch(`${url}/livez`)).status).toBe(500);
    expect(log.find(({ event }) => event === 'internal')?.error).toMatch(/unforeseen/);
  });
});

it('without a token tells web pages nothing, not even that it is ready', async () => {
  await withShared(async ({ url }) => {
    for (const path of ['/livez', '/readyz', '/openapi.json', '/docs', '/nothing']) {
      const head = `GET ${path} HTTP/1.1\r\nHost: rebound.example.com\r\nConnection: close\r\n\r\n`;
      expect(await raw(url, head)).toMatch(/^HTTP\/1.1 403 /);
    }
  });
});

it('closes its connections also when the sandbox does not end well', async () => {
  const failed = new Error('did not end well');
  const body = async ({ server, url }: Serving): Promise<void> => {
    const socket = await connectTo(url);
    socket.write('GET /livez HTTP/1.1\r\nHost: '); // busy: it is not closed for being idle
    socket.resume();
    while ((await server.connections()) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const { service } = server;
    const close = service.close.bind(service);
    service.close = async () => {
      await close();
      throw failed;
    };
    const closed = once(socket, 'close');
    await expect(server.close()).rejects.toBe(failed);
    await closed;
    expect(await server.connections()).toBe(0);
  };
  await expect(withServer({}, body)).rejects.toBe(failed);
});

it.each([
  ['head', { headersMs: 300 }, 'POST /v1/score HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Drip: '],
  ['body', { requestMs: 300 }, requestOf({ completion: 'x'.repeat(100_000) }).slice(0, -50_000)],
])('a client whose %s drips in, or stops half-way, is ended in time', async (_, limits, half) => {
  // Each byte restarts the clock of those that stall: that one is not what ends them.
  await withServer({ limits: LIMITS, stallMs: 600_000, ...limits }, async (serving) => {
    for (const drips of [true, false]) {
      const socket = await connectTo(serving.url);
      const [closed, answer] = [once(socket, 'close'), once(socket, 'data')];
      socket.write(half);
      const drip = drips ? setInterval(() => socket.write('x'), 20) : undefined;
      try {
        expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 408 /);
        await closed;
      } finally {
        clearInterval(drip);
        socket.destroy();
      }
      await whenAlone(serving);
      expect(serving.server.service.limits.taken).toBe(0);
    }
  });
});
