/** What clients may send and must not: each is answered, and no other client notices. */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseZmqAddress } from '../../src/server/zmq/address.ts';
import { newFolder } from '../helpers/with-reward.ts';
import { when } from './serving.ts';
import { callFrame, pack, ZmqClient } from './zmq-client.ts';
import { LOOPBACK, numbers, OBEYS, says, shareZmq, withZmq } from './zmq-serving.ts';

const withShared = shareZmq();
const TOKEN = '0123456789abcdef0123';

/** Another client is served as if nothing had happened. */
const stillServes = async (client: ZmqClient, call: number): Promise<void> => {
  client.score(numbers(1, call), OBEYS);
  const [outcome] = await client.all([call]);
  expect(outcome?.reward).toBe(call);
};

it('answers what is no message of the protocol, and goes on', async () => {
  await withShared(async ({ join, open }) => {
    const [good, bad, stranger] = [await join(), await join(), open()];
    const cases: [frames: (Buffer | string)[], code: string][] = [
      [['ping'], 'malformed'],
      [[''], 'malformed'],
      [['', pack({ type: 'ping' })], 'malformed'],
      [[pack({ type: 'ping' }), 'a block'], 'malformed'],
      [[pack({ type: 'score', count: 1 })], 'malformed'],
      [[pack({ type: 'score', count: 1 }), 'no frame'], 'malformed'],
      [[pack({ type: 'ping' }), 'a', 'b'], 'malformed'],
      [[pack({ type: 'shutdown' })], 'unknown-type'],
      [[pack({ type: 'score', count: 2 ** 40 }), ''], 'credits'],
      [[pack({ type: 'hello', protocol: 2, session: Buffer.alloc(16), ack: 0 })], 'protocol'],
    ];
    for (const [frames, code] of cases) {
      for (const client of [bad, stranger]) {
        const from = client.messages.length;
        client.sendFrames(frames);
        const { header } = await client.next(({ type }) => type === 'error', from);
        if (client === bad) expect([frames[0], header.code]).toEqual([frames[0], code]);
      }
    }
    await stillServes(good, 1);
    await stillServes(bad, 1);
  });
});

it('answers any bytes at all', async () => {
  await withShared(async ({ join }) => {
    const [good, bad] = [await join(), await join()];
    const types = fc.constantFrom('hello', 'score', 'start', 'step', 'branch', 'close', 'cancel', 'ack');
    const value = fc.oneof(fc.integer(), fc.string(), fc.uint8Array({ maxLength: 20 }), fc.constant(null));
    const headers = fc
      .tuple(
        types,
        fc.dictionary(fc.constantFrom('call', 'calls', 'count', 'ack', 'episode', 'n', 'module'), value),
      )
      .map(([type, fields]) => pack({ ...fields, type }));
    const frame = fc.oneof(
      headers,
      fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 4 }), async (frames) => {
        bad.sendFrames(frames);
        await bad.sync();
      }),
      { numRuns: 300 },
    );
    expect(bad.messages.some(({ header }) => header.code === 'internal')).toBe(false);
    await stillServes(good, 1);
  });
});

it('refuses a message that is too large, and ends the connection of one that is far too large', async () => {
  await withShared(async ({ join, endpoint }) => {
    const good = await join();
    const client = await join();
    const block = (size: number): Buffer => callFrame({ call: 1, completion: says('x'.repeat(size)) });
    client.sendFrames([pack({ type: 'score', count: 1, ...OBEYS, id: 8 }), block(2 ** 20)]);
    expect(await client.error('too-large')).toMatchObject({ id: 8, retryable: false });
    await stillServes(client, 2);
    const other = new ZmqClient(endpoint);
    try {
      await other.hello();
      other.sendFrames([pack({ type: 'score', count: 1, ...OBEYS }), block(3 * 2 ** 20)]);
      // ZeroMQ connects again by itself; the server does not know that connection.
      const pings = setInterval(() => other.send({ type: 'ping' }), 20);
      await other.error('hello-needed');
      clearInterval(pings);
    } finally {
      other.close();
    }
    await stillServes(good, 1);
  });
});

it('bytes that are no ZeroMQ disturb nobody', async () => {
  await withShared(async ({ join, endpoint }) => {
    const good = await join();
    const { hostname, port } = new URL(endpoint.replace('tcp:', 'http:'));
    const socket = connect(Number(port), hostname);
    try {
      await new Promise((resolve) => socket.once('connect', resolve));
      socket.on('error', () => {});
      await new Promise((resolve) => socket.write('GET / HTTP/1.1\r\n\r\n'.repeat(1_000), resolve));
      await stillServes(good, 1);
    } finally {
      socket.destroy();
    }
  });
});

it('a client that sets a routing id is told not to', async () => {
  await withShared(async ({ open }) => {
    const client = open(undefined as never, undefined as never, { routingId: 'trainer' });
    expect(await client.hello()).toMatchObject({ code: 'malformed', help: 'leave it to ZeroMQ' });
  });
});

it('a client that reads nothing is left alone, and the others are served', async () => {
  await withZmq({}, async ({ join, endpoint, server, log }) => {
    const good = await join();
    // It takes nothing from its socket: what is sent to it piles up at the server, to a limit.
    const { Dealer } = await import('zeromq');
    const deaf = new Dealer({ linger: 0, receiveHighWaterMark: 1 });
    try {
      deaf.connect(endpoint);
      await deaf.send(pack({ type: 'hello', protocol: 1, session: Buffer.alloc(16, 1), ack: 0 }));
      await when(() => server.service.countClients() === 2);
      const hello = pack({ type: 'hello', protocol: 1, session: Buffer.alloc(16, 1), ack: 0 });
      for (let count = 0; count < 40_000; count++) await deaf.send(hello);
      await when(() => log.some(({ event }) => event === 'client_away'));
      await stillServes(good, 1);
    } finally {
      deaf.close();
    }
  });
}, 180_000);

it('has no more than so many sessions; those that are away with nothing to lose make room', async () => {
  await withZmq({}, async ({ join, server }) => {
    const [good, crowd] = [await join(), await join()];
    // One connection that says hello in ever new names: each is a session that is away.
    const appear = (count: number): void =>
      crowd.send({
        type: 'hello',
        protocol: 1,
        session: Buffer.from(String(count).padStart(16)),
        ack: 0,
      });
    for (let count = 0; count < 1_100; count++) appear(count);
    await crowd.sync();
    expect(server.service.countClients()).toBe(1_024);
    await stillServes(await join(), 1);
    // Now each has a call that has not ended.
    for (let count = 2_000; count < 3_024; count++) {
      appear(count);
      crowd.score([{ call: 1, completion: says('hang') }], OBEYS);
    }
    expect(await crowd.error('busy')).toMatchObject({ retryable: true });
    await crowd.sync();
    expect(server.service.countClients()).toBe(1_024);
    await good.sync();
  });
});

describe('tokens', () => {
  it('are needed where the server has one, and compared whole', async () => {
    await withZmq({ token: TOKEN }, async ({ open, server }) => {
      const client = open();
      expect(await client.hello()).toMatchObject({ code: 'unauthorized', retryable: false });
      expect(await client.hello({ token: `${TOKEN}x` })).toMatchObject({ code: 'unauthorized' });
      expect(await client.hello({ token: TOKEN.slice(1) })).toMatchObject({ code: 'unauthorized' });
      client.score(numbers(1), OBEYS);
      await client.error('hello-needed');
      expect(server.service.countClients()).toBe(0);
      expect(await client.hello({ token: TOKEN })).toMatchObject({ type: 'welcome' });
      client.score(numbers(1), OBEYS);
      await client.all([1]);
    });
  });
});

describe('tcp', () => {
  const six = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));
  it.each(['tcp://localhost:0', ...(six ? ['tcp://[::1]:0'] : [])])('is served at %s', async (text) => {
    await withZmq({ addresses: [parseZmqAddress(text)] }, async (serving) => {
      expect(serving.endpoint).toMatch(/^tcp:\/\/(127\.0\.0\.1|\[::1\]):\d+$/);
      const client = serving.open(serving.endpoint, undefined, { ipv6: true });
      await client.hello();
      await stillServes(client, 1);
    });
  });

  it('says what is wrong with an address that it cannot have', async () => {
    await withZmq({}, async ({ endpoint }) => {
      const taken = withZmq({ addresses: [parseZmqAddress(endpoint)] }, async () => {});
      await expect(taken).rejects.toMatchObject({
        code: 'RS504',
        message: expect.stringMatching(/another program is listening on it/),
      });
    });
    const nowhere = withZmq({ addresses: [parseZmqAddress('tcp://203.0.113.1:5')] }, async () => {});
    await expect(nowhere).rejects.toMatchObject({
      code: 'RS504',
      message: expect.stringMatching(/not an address of this machine/),
    });
  });
});

describe('ipc', () => {
  it('is a socket for its owner only, and gone in the end', async () => {
    const folder = newFolder();
    const path = join(folder, 'socket');
    await withZmq(
      { addresses: [{ kind: 'ipc', path }, LOOPBACK] },
      async ({ join: joinAs, open, server }) => {
        expect(server.zmqEndpoints).toEqual([
          `ipc://${path}`,
          expect.stringMatching(/^tcp:\/\/127\.0\.0\.1:\d+$/),
        ]);
        expect(lstatSync(path).mode & 0o777).toBe(0o600);
        expect(readdirSync(folder)).toEqual(['socket']);
        await stillServes(await joinAs(), 1);
        const overTcp = open(server.zmqEndpoints[1] as string);
        await overTcp.hello();
        await stillServes(overTcp, 1);
      },
    );
    expect(existsSync(path)).toBe(false);
  });

  it('takes the place of what a dead server left, and of nothing else', async () => {
    const folder = newFolder();
    const listen = (path: string) =>
      withZmq({ addresses: [{ kind: 'ipc', path }] }, async (serving) =>
        stillServes(await serving.join(), 1),
      );
    const file = join(folder, 'file');
    writeFileSync(file, 'mine');
    await expect(listen(file)).rejects.toMatchObject({
      code: 'RS504',
      message: expect.stringMatching(/not a socket/),
    });
    const socket = join(folder, 'socket');
    const living = createServer().listen(socket);
    await new Promise((resolve) => living.once('listening', resolve));
    await expect(listen(socket)).rejects.toMatchObject({
      code: 'RS504',
      message: expect.stringMatching(/another program/),
    });
    await new Promise((resolve) => living.close(resolve));
    // One that is killed leaves its socket.
    const dies = `require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
    expect(spawnSync(process.execPath, ['-e', dies, socket]).signal).toBe('SIGKILL');
    expect(lstatSync(socket).isSocket()).toBe(true);
    await listen(socket);
    await expect(listen(join(folder, 'no', 'such', 'folder'))).rejects.toMatchObject({ code: 'RS504' });
  });
});
