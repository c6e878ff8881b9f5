/** Versions that clients send: each is loaded once, and one that is used makes no room for another. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Sandbox } from '../../../src/host.ts';
import { packr } from '../../../src/protocol/packr.ts';
import { Log } from '../../../src/server/log.ts';
import { Modules } from '../../../src/server/modules.ts';
import { hashOf } from '../../../src/server/pushed/code-files.ts';
import { type Offer, PushedCode } from '../../../src/server/pushed/pushed-code.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const version = (number: number, kind: Offer['kind'] = 'reward') => {
  const files = new Map([['own.py', Buffer.from(`x = ${number}\n`)]]);
  const block = Buffer.from(packr.pack(Object.fromEntries(files)));
  const offer: Offer = { kind, name: 'own', hash: hashOf(files) };
  return { offer, block };
};

/** With a sandbox that loads what the test lets it load. */
const play = () => {
  const loaded: string[] = [];
  const failing = { error: undefined as Error | undefined };
  const load = async (file: string): Promise<unknown> => {
    if (failing.error !== undefined) throw failing.error;
    loaded.push(file);
    const close = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
    return { running: async () => {}, close, loadMs: 1, warnings: [], functionName: 'f' };
  };
  const log = new Log(() => {}, 'error', 'json');
  const modules = new Modules([], log);
  const sandbox = { loadReward: load, loadEnvironment: load } as unknown as Sandbox;
  const code = new PushedCode({ most: 1_000, reward: {}, environment: {} }, modules, () => sandbox, log);
  const send = async ({ offer, block }: ReturnType<typeof version>): Promise<void> => {
    expect((await code.offer(offer)).state).toBe('wanted');
    code.take(offer, 'own.py', block);
    await vi.waitFor(async () => expect((await code.offer(offer)).state).not.toBe('coming'));
  };
  return { code, modules, loaded, failing, send };
};

it('wants a version once, also of clients that offer it at the same time', async () => {
  const { code, send } = play();
  for (let number = 0; number < 4; number++) await send(version(number));
  vi.advanceTimersByTime(31_000);
  const { offer } = version(4);
  const told = await Promise.all([code.offer(offer), code.offer(offer), code.offer(offer)]);
  expect(told.map(({ state }) => state)).toEqual(['wanted', 'coming', 'coming']);
  code.close();
});

it('lets go what nobody used for the longest time, and refuses where all are in use', async () => {
  const { code, modules, loaded, send } = play();
  for (let number = 0; number < 4; number++) await send(version(number));
  await expect(code.offer(version(5).offer)).rejects.toThrow('4 versions of modules are in use: own@');
  vi.advanceTimersByTime(31_000);
  for (const served of [0, 2, 3]) modules.all[served]?.lease().release();
  await send(version(4));
  expect(loaded.map((file) => existsSync(file))).toEqual([true, false, true, true, true]);
  modules.all.at(-1)?.lease().release();
  await send(version(5));
  code.close();
  expect(existsSync(dirname(dirname(loaded[0] ?? '')))).toBe(false);
});

it('takes one again that did not load, after a while; kinds do not meet', async () => {
  const { code, failing, send, loaded } = play();
  failing.error = new Error('no memory');
  await send(version(0));
  expect(await code.offer(version(0).offer)).toMatchObject({ state: 'failed', error: 'no memory' });
  failing.error = undefined;
  vi.advanceTimersByTime(20_000);
  expect(await code.offer(version(0).offer)).toMatchObject({ state: 'failed' });
  vi.advanceTimersByTime(11_000);
  await send(version(0));
  await send(version(0, 'environment'));
  expect(loaded).toHaveLength(2);
  code.close();
});

it('is for sandboxes that confine', () => {
  expect(() => PushedCode.mustConfine('none')).toThrow('needs a sandbox');
  expect(() => PushedCode.mustConfine('namespaces')).not.toThrow();
});
