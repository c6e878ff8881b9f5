import { expect, it } from 'vitest';
import { Budget } from '../../src/check/calls/budget.ts';
import { Scorer } from '../../src/check/calls/scorer.ts';
import type { Reward } from '../../src/index.ts';

/** A function of which calls take as long as the test wants, and end at once when they are aborted. */
const slowly = () => {
  const ends: (() => void)[] = [];
  let most = 0;
  let made = 0;
  const score = async ({ signal }: { signal?: AbortSignal }): Promise<object> => {
    if (signal?.aborted === true) return { status: 'cancelled', reward: null };
    made++;
    await new Promise<void>((resolve) => {
      most = Math.max(most, ends.push(resolve));
    });
    return { status: 'ok', reward: 1, cpu_ms: 40, duration_ms: 40 };
  };
  return {
    reward: { concurrency: 2, score } as unknown as Reward,
    ends,
    seen: () => ({ made, most }),
  };
};

it('makes no call beyond the quota of a slow function, however many are asked for at once', async () => {
  const { reward, ends, seen } = slowly();
  const scorer = new Scorer({ reward, fresh: reward, budget: new Budget(20), seed: 0 });
  const row = { line: 1, fields: '{}', texts: {} } as never;
  const all = scorer.all(Array.from({ length: 50 }, (_, at) => ({ row, completion: `${at}` })));
  let done = false;
  void all.then(() => {
    done = true;
  });
  while (!done) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  const outcomes = await all;
  expect(seen().most).toBe(4);
  expect(seen().made).toBeLessThanOrEqual(20 + 3);
  expect(outcomes.filter(({ status }) => status === 'cancelled')).toHaveLength(50 - seen().made);
  expect(scorer.failures.size).toBe(0);
});
