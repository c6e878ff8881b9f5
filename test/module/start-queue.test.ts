import { expect, it } from 'vitest';
import { StartQueue } from '../../src/module/episodes/start-queue.ts';

it('who wanted many places and gives up lets those behind it pass', async () => {
  const queue = new StartQueue(2);
  expect(await queue.take(1)).toBe(true);
  const abort = new AbortController();
  const many = queue.take(2, abort.signal);
  const behind = queue.take(1);
  abort.abort();
  expect(await many).toBe(false);
  expect(await behind).toBe(true);
});
