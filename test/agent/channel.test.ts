/** The host's end of the ZeroMQ channel, with peers that are sockets of the test. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Packr } from 'msgpackr';
import { afterEach, describe, expect, it } from 'vitest';
import { Dealer } from 'zeromq';
import { Channel } from '../../src/agent/channel.ts';
import type { SandboxError } from '../../src/errors.ts';
import type { AgentMessage } from '../../src/protocol/messages.ts';
import { FIXTURES } from '../helpers/with-reward.ts';

const packr = new Packr({ useRecords: false });
const folderOf = (channel: Channel): string => dirname(channel.endpoint.replace('ipc://', ''));

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const openChannel = (): Channel => {
  const channel = Channel.open();
  closers.push(() => channel.close());
  return channel;
};

/** An agent: a socket that the channel knows by this name, once it has been heard of. */
const connect = (channel: Channel, name: string): Dealer => {
  const dealer = new Dealer({ routingId: name, linger: 0 });
  dealer.connect(channel.endpoint);
  closers.push(() => dealer.close());
  return dealer;
};

const hello = { type: 'hello', protocol: 1, schema: 'x', python: '3.13.0', ledger: 9 };

/** What the channel hands over for `name`: waits for `count` messages. */
const heard = (
  channel: Channel,
  name: string,
  count: number,
): Promise<[AgentMessage, Buffer | undefined][]> => {
  const messages: [AgentMessage, Buffer | undefined][] = [];
  channel.hold(count);
  return new Promise((resolve, reject) => {
    channel.listen(
      name,
      (message, block) => {
        messages.push([message, block]);
        channel.release();
        if (messages.length === count) resolve(messages);
      },
      reject,
    );
  });
};

const introduced = async (channel: Channel, name: string): Promise<Dealer> => {
  const arrived = heard(channel, name, 1);
  const dealer = connect(channel, name);
  await dealer.send(packr.pack(hello));
  await arrived;
  return dealer;
};

describe('the channel', () => {
  it('sends that are begun together arrive whole and in order, each at its own agent', async () => {
    const channel = openChannel();
    const names = ['a', 'b'];
    const [first, second] = await Promise.all(names.map((name) => introduced(channel, name)));
    const blocks = Array.from({ length: 200 }, (_, index) => Buffer.alloc(index * 997, index));
    for (const block of blocks)
      for (const name of names) channel.send(name, { type: 'calls', count: block.length }, block);
    for (const name of names) channel.send(name, { type: 'close' });
    for (const dealer of [first, second] as Dealer[]) {
      for (const block of blocks) {
        const [envelope, frame] = await dealer.receive();
        expect(packr.unpack(envelope as Buffer)).toEqual({ type: 'calls', count: block.length });
        expect(frame?.equals(block)).toBe(true);
      }
      const frames = await dealer.receive();
      expect(frames.map((frame) => packr.unpack(frame))).toEqual([{ type: 'close' }]);
    }
  });

  it('hands over every message with its block, in order', async () => {
    const channel = openChannel();
    const dealer = await introduced(channel, 'a');
    const arrived = heard(channel, 'a', 101);
    for (let index = 0; index < 100; index++)
      await dealer.send([packr.pack({ type: 'results', count: index }), Buffer.alloc(index, index)]);
    await dealer.send(packr.pack({ type: 'log', line: 'done' }));
    const messages = await arrived;
    messages.slice(0, 100).forEach(([message, block], index) => {
      expect(message).toEqual({ type: 'results', count: index });
      expect(block?.equals(Buffer.alloc(index, index))).toBe(true);
    });
    expect(messages[100]).toEqual([{ type: 'log', line: 'done' }, undefined]);
  });

  it('goes on when somebody sends nonsense, or is not there', async () => {
    const channel = openChannel();
    const stranger = connect(channel, 'stranger');
    const bad = connect(channel, 'bad');
    const fault = new Promise<SandboxError>((resolve) => {
      channel.listen('bad', () => expect.unreachable(), resolve);
    });
    channel.hold();
    channel.send('nobody', { type: 'close' });
    await stranger.send(['', '', '']);
    await bad.send(Buffer.from([0xc1]));
    expect(await fault).toMatchObject({ code: 'RS402' });
    const good = await introduced(channel, 'good');
    channel.send('good', { type: 'close' });
    expect(await good.receive()).toHaveLength(1);
    channel.forget('bad');
    channel.release();
  });

  it('a receive that nobody waits for any more is taken up again by the next who does', async () => {
    const channel = openChannel();
    for (let round = 0; round < 5; round++) {
      channel.hold(3);
      await new Promise((resolve) => setImmediate(resolve));
      channel.release(3);
      await introduced(channel, `agent ${round}`);
    }
  });

  it('does not keep the process alive once nobody waits for an answer', () => {
    const program = join(FIXTURES, 'channel-program.ts');
    const { status, signal, stdout } = spawnSync(process.execPath, ['--import', 'tsx', program], {
      encoding: 'utf8',
      timeout: 10_000,
    });
    expect([status, signal]).toEqual([0, null]);
    rmSync(dirname(stdout.trim().replace('ipc://', '')), { recursive: true });
  });
});

it('tells whoever it listens to that it cannot be spoken to', async () => {
  const channel = openChannel();
  rmSync(folderOf(channel), { recursive: true });
  const fault = await new Promise<SandboxError>((resolve) => channel.listen('somebody', () => {}, resolve));
  expect(fault).toMatchObject({
    code: 'RS402',
    message: expect.stringContaining('no agent can be spoken to: '),
  });
});

describe('the folder of the endpoint', () => {
  it('is for its owner only, and is removed with the channel', async () => {
    const channel = openChannel();
    const folder = folderOf(channel);
    await introduced(channel, 'somebody'); // the socket is made for the first who is listened to
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'host')).isSocket()).toBe(true);
    channel.close();
    expect(existsSync(folder)).toBe(false);
    channel.close();
  });

  it.each([60, 110, 150])('works with a temporary folder whose name has %i more letters', async (length) => {
    const before = process.env.TMPDIR;
    const base = mkdtempSync(join(tmpdir(), 'deep-'));
    const deep = join(base, 'x'.repeat(length));
    mkdirSync(deep);
    process.env.TMPDIR = deep;
    try {
      const channel = openChannel();
      expect(Buffer.byteLength(join(folderOf(channel), 'host'))).toBeLessThanOrEqual(107);
      await introduced(channel, 'a');
      expect(statSync(folderOf(channel)).mode & 0o777).toBe(0o700);
      channel.close();
      expect(existsSync(folderOf(channel))).toBe(false);
    } finally {
      process.env.TMPDIR = before;
      rmSync(base, { recursive: true });
    }
  });
});
