/** What an outcome says of CPU and memory, against what the call measured of itself. */
import { describe, expect, it } from 'vitest';
import type { Outcome, RewardOptions } from '../../src/index.ts';
import { expectOk, scoreEach, sharedReward, withReward } from '../helpers/with-reward.ts';

const BURNT_MS = 300;
const BURNS = [
  'burns',
  'burns in two threads',
  'burns in a child',
  'burns in a grandchild',
  'burns in C',
] as const;

/** Within ten per cent, and a little: an interpreter's own clock and ours are not read at the same moment. */
const expectAbout = (value: number | undefined, truth: number, little: number): void => {
  expect(value).toBeGreaterThan(truth * 0.9 - little);
  expect(value).toBeLessThan(truth * 1.1 + little);
};

const expectCpu = (outcome: Outcome | undefined, truth = BURNT_MS): void =>
  expectAbout(outcome?.cpu_ms, truth, 4);

const MODES = ['auto', 'never', 'always'] as const satisfies RewardOptions['reuse'][];

describe.each(MODES)('CPU under `reuse: %s`', (reuse) => {
  const stage = sharedReward('uses.py', { reuse, concurrency: 1, timeout: '1m' });

  // What the modes do not share is when a worker's clock begins.
  it.each(reuse === 'auto' ? BURNS : BURNS.slice(1, 3))('%s: ok', async (completion) => {
    const [before, outcome, after] = await scoreEach(stage().reward, ['nothing', completion, 'nothing']);
    expectOk(outcome, 1);
    expectCpu(outcome, Number(outcome?.info.cpu_ms));
    expect(outcome?.cpu_ms).toBeGreaterThan(BURNT_MS * 0.9);
    for (const nothing of [before, after]) expect(nothing?.cpu_ms).toBeLessThan(20);
  });

  it('sleeping takes none', async () => {
    const outcome = await stage().reward.score({ completion: 'sleeps' });
    expectOk(outcome, 1);
    expect(outcome.cpu_ms).toBeLessThan(10);
    expect(outcome.duration_ms).toBeGreaterThanOrEqual(300);
  });

  it('raised', async () => {
    const outcome = await stage().reward.score({ completion: 'burns, then raises' });
    expectCpu(outcome, Number.parseFloat(outcome.error?.message ?? ''));
  });

  it('crashed: only what the call itself used, not the calls that its worker served before', async () => {
    const outcomes = await scoreEach(stage().reward, ['burns', 'nothing', 'burns, then exits']);
    expect(outcomes[2]?.status).toBe('crashed');
    expectCpu(outcomes[2]);
  });

  it('crashed, in a child that was killed with it', async () => {
    const outcome = await stage().reward.score({ completion: 'burns in a grandchild, then exits' });
    expect(outcome.status).toBe('crashed');
    expectCpu(outcome);
  });
});

describe('CPU of killed calls', () => {
  it.each(BURNS.slice(0, 4))('%s: timeout', async (completion) => {
    await withReward('uses.py', { reuse: 'always', concurrency: 1, timeout: 6_000 }, async ({ reward }) => {
      const outcomes = await scoreEach(reward, ['burns', 'nothing', `${completion}, then hangs`]);
      expect(outcomes[2]?.status).toBe('timeout');
      // Children that were waited for are counted in ticks of 10 ms, once for each process.
      expectAbout(outcomes[2]?.cpu_ms, BURNT_MS, completion.includes('child') ? 20 : 4);
    });
  });
});

describe('peak memory', () => {
  it.each(MODES)('is that of the call under `reuse: %s`', async (reuse) => {
    await withReward('uses.py', { reuse, concurrency: 1 }, async ({ reward }) => {
      const names = ['nothing', 'allocates', 'nothing', 'sleeps', 'nothing'];
      const [small, big, ...after] = await scoreEach(reward, names);
      expectAbout(big?.max_rss_bytes, Number(big?.info.peak), 0);
      expect(big?.max_rss_bytes).toBeGreaterThan(200 * 2 ** 20);
      for (const outcome of [small, ...after]) {
        expect(outcome?.max_rss_bytes).toBeLessThan(60 * 2 ** 20);
        expectAbout(outcome?.max_rss_bytes, Number(outcome?.info.peak), 2 ** 20);
      }
    });
  });

  it.each([
    ['raised', 'allocates, then raises'],
    ['crashed', 'allocates, then exits'],
    ['timeout', 'allocates, then hangs'],
    ['ok', 'allocates in a child'],
  ])('%s: %s', async (status, completion) => {
    const timeout = status === 'timeout' ? 5_000 : '1m';
    await withReward('uses.py', { reuse: 'always', concurrency: 1, timeout }, async ({ reward }) => {
      const [outcome, after] = await scoreEach(reward, [completion, 'nothing']);
      expect(outcome?.status).toBe(status);
      expect(outcome?.max_rss_bytes).toBeGreaterThan(200 * 2 ** 20);
      expect(outcome?.max_rss_bytes).toBeLessThan(260 * 2 ** 20);
      expect(after?.max_rss_bytes).toBeLessThan(60 * 2 ** 20);
    });
  });
});
