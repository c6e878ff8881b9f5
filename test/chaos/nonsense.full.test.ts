/** Real workers that write arbitrary bytes to their own socket, between honest calls. */
import { expect, it, onTestFailed } from 'vitest';
import { RESULT_FRAME } from '../../src/protocol/messages.ts';
import { collect, expectOk, withReward } from '../helpers/with-reward.ts';
import { pick, randomOf } from './calls.ts';

const ROUNDS = Number(process.env.NONSENSE ?? 400);

/** A frame that claims a reward of 777 for some call, or a part of one, or noise. */
const nonsense = (random: () => number, about: number): string => {
  const bytes = Buffer.from(
    Array.from({ length: Math.floor(random() * 120) }, () => Math.floor(random() * 256)),
  );
  if (random() < 0.3) return bytes.toString('hex');
  const frame = Buffer.alloc(RESULT_FRAME.size);
  frame.writeUInt32LE(pick(random, [RESULT_FRAME.size, RESULT_FRAME.size, 0, 45, 2 ** 26, 2 ** 32 - 1]), 0);
  frame.writeUInt32LE(Math.max(0, about + Math.floor(random() * 6) - 2), RESULT_FRAME.at.call);
  frame.writeUInt8(pick(random, [0, 0, 1, 5, 6, 8, 128, 129, 200]), RESULT_FRAME.at.status);
  frame.writeUInt8(Math.floor(random() * 16), RESULT_FRAME.at.flags);
  frame.writeDoubleLE(777, RESULT_FRAME.at.reward);
  const frames = Buffer.concat(Array(1 + Math.floor(random() * 3)).fill(frame));
  return frames
    .subarray(0, random() < 0.2 ? Math.floor(random() * frames.length) : frames.length)
    .toString('hex');
};

it.each(['auto', 'never'] as const)(
  'honest calls get their own number, and every call ends (%s)',
  async (reuse) => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
    onTestFailed(() => console.log(`SEED=${seed}`));
    const random = randomOf(seed);
    const options = { reuse, concurrency: 2, timeout: 250 } as const;
    await withReward('writes_nonsense.py', options, async ({ reward }) => {
      // The host numbers calls from 1 on; some are sent again, so the guess is rough.
      const calls = Array.from({ length: 2 * ROUNDS }, (_, index) => ({
        completion:
          index % 2 === 0
            ? `${random() < 0.1 ? 'drip' : 'write'} ${nonsense(random, index + 1)}`
            : `number ${index}`,
      }));
      const scored = await collect(reward.scoreAll(calls, { ordered: true }));
      expect(scored.map(({ index }) => index)).toEqual(calls.map((_, index) => index));
      for (const { index, outcome } of scored) {
        // A busy machine may be too slow for the short timeout, whoever runs.
        if (index % 2 === 1 && outcome.status !== 'timeout') expectOk(outcome, index);
        else expect(Number.isFinite(outcome.reward ?? 0)).toBe(true); // its own claim
      }
    });
  },
  180_000,
);
