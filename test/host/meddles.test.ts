/** Code that meddles with its worker from within: what becomes of its call and of the next one is not for it to choose. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { newFolder, scoreEach, withReward } from '../helpers/with-reward.ts';
import { installedPythons } from '../python/interpreters.ts';

const THREADS = ['thread', '_thread', 'thread in thread', 'pool', 'timer', 'pthread', 'to_thread', 'lies'];
const HANGS = ['unregisters', 'default handlers', 'ignores', 'raising handlers', 'blocks', 'another program'];

describe.each(installedPythons())('Python $version', ({ python }) => {
  it('gives the call after one that left a thread a worker of its own', async () => {
    await withReward('meddles.py', { concurrency: 1, sandbox: { python } }, async ({ reward }) => {
      for (const way of THREADS) {
        // One at a time: who has replaced the worker's own look at itself is seen from outside between batches.
        const [left] = await scoreEach(reward, [way]);
        const [next] = await scoreEach(reward, ['honest']);
        expect([way, left?.status, next?.status, next?.reward, next?.fresh]).toEqual([
          way,
          'ok',
          'ok',
          0,
          true,
        ]);
      }
      const [, kept] = await scoreEach(reward, ['honest', 'honest']);
      expect(kept?.fresh).toBe(false);
    });
  }, 120_000);
});

it('ends calls that hang at their deadline and tells exit codes as crashes, whatever they did before', async () => {
  await withReward('meddles.py', { concurrency: 2, timeout: 1_000 }, async ({ reward }) => {
    const codes = [0, 1, 70, 71, 137].map((code) => `exits with ${code}`);
    const outcomes = await scoreEach(reward, [...HANGS, ...codes]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...HANGS.map(() => 'timeout'),
      ...codes.map(() => 'crashed'),
    ]);
  });
}, 120_000);

it('serves a module whose import ignores the end of children, as it left that', async () => {
  const file = join(newFolder(), 'reward.py');
  writeFileSync(
    file,
    `import signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
def reward_fn(completion, **kwargs):
    return float(signal.getsignal(signal.SIGCHLD) is signal.SIG_IGN)
`,
  );
  await using sandbox = await createSandbox();
  await using reward = await sandbox.loadReward(file);
  expect(await scoreEach(reward, ['a', 'b'])).toMatchObject([{ reward: 1 }, { reward: 1 }]);
});
