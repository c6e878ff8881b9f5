/** Episodes that the audit replays give way to those of the trainer. */
import { expect, it, vi } from 'vitest';
import { episodeScore } from '../../src/audit/scores.ts';
import type { Environment, Episode } from '../../src/module/episodes/environment.ts';
import { StartQueue } from '../../src/module/episodes/start-queue.ts';

/** An environment with so many places, whose steps are paid 1 and tell `onStep`. */
const environment = (places: number, onStep: () => Promise<void> | void = () => {}) => {
  const queue = new StartQueue(places);
  const start = async (_row: unknown, { signal }: { signal?: AbortSignal } = {}): Promise<Episode> => {
    const placed = await queue.take(1, signal);
    let sum = 0;
    return {
      setup: { status: placed ? 'ok' : 'cancelled', reward: null },
      get return() {
        return sum;
      },
      step: async () => {
        await onStep();
        sum++;
        return { status: 'ok', reward: 1 };
      },
      [Symbol.asyncDispose]: async () => {
        if (placed) queue.give(1);
      },
    } as unknown as Episode;
  };
  return { start, queue, module: { start } as unknown as Environment };
};
const SAID = Buffer.from('["a", "b", "c"]');

it('ends its episode when a start of the trainer waits for the place, and does it again later', async () => {
  let idle = true;
  let trainers: Promise<Episode> | undefined;
  const { module, start, queue } = environment(1, () => {
    if (trainers !== undefined) return;
    idle = false;
    trainers = start({});
  });
  const score = episodeScore(
    () => module,
    () => idle,
  )('{}', SAID);
  await vi.waitFor(() => expect(trainers).toBeDefined());
  const episode = await trainers; // until its idle timeout, if the replay kept its place
  expect(queue.waiting).toBe(0);
  await episode?.[Symbol.asyncDispose]();
  idle = true;
  expect(await score).toBe(3);
});

it('leaves the queue for places when the trainer comes', async () => {
  let idle = true;
  const { module, start, queue } = environment(1);
  const first = await start({});
  const score = episodeScore(
    () => module,
    () => idle,
  )('{}', SAID);
  expect(queue.waiting).toBe(1);
  idle = false;
  const second = start({});
  await vi.waitFor(() => expect(queue.waiting).toBe(1)); // the trainer's
  await first[Symbol.asyncDispose]();
  await (await second)[Symbol.asyncDispose]();
  idle = true;
  expect(await score).toBe(3);
});

it('makes no score of an environment that is gone', async () => {
  expect(
    await episodeScore(
      () => undefined,
      () => true,
    )('{}', SAID),
  ).toBeUndefined();
});
