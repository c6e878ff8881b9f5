/** A thread that a call leaves behind meets no later call of its batch. */
import { expect, it } from 'vitest';
import { scoreEach, withReward } from '../helpers/with-reward.ts';
import { installedPythons } from '../python/interpreters.ts';

it.each(installedPythons())(
  'the worker is replaced within a batch, on Python $version',
  async ({ python }) => {
    await withReward('in_batch.py', { concurrency: 1, sandbox: { python } }, async ({ reward }) => {
      await scoreEach(reward, Array(400).fill('honest')); // until batches are long
      const calls = Array.from({ length: 400 }, (_, at) => (at % 40 === 20 ? 'thread' : 'honest'));
      const outcomes = await scoreEach(reward, calls);
      const met = outcomes.filter((outcome, at) => calls[at] === 'honest' && outcome.reward !== 0);
      const after = outcomes.filter((_, at) => calls[at - 1] === 'thread');
      expect(met).toEqual([]);
      expect(after.every(({ fresh }) => fresh)).toBe(true);
    });
  },
);
