/** What the audit holds on to is bounded in bytes, whatever is said. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import { Actions } from '../../src/audit/actions.ts';
import { StepSample } from '../../src/audit/sample.ts';

const held = (): number => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().arrayBuffers;
};

it('copies of the paid texts of a step those that may be audited, and the most frequent', async () => {
  const sample = new StepSample(0, 1);
  const before = held();
  for (let at = 0; at < 400; at++)
    sample.note(
      {
        step: 0,
        row: Buffer.from(`{"id": ${at}}`),
        said: Buffer.from(`"${at < 100 ? 'the same' : at}${'x'.repeat(100_000)}"`),
        outcome: { status: 'ok', reward: 1, evidence: [], version: 'v1' },
      },
      `row ${at}`,
    );
  await vi.waitFor(() => expect(held() - before).toBeLessThan(20 * 100_000)); // freed in the background
  expect(sample.frequent()).toMatchObject({ calls: 100, said: expect.any(Buffer) });
  expect(sample.frequent()?.said.toString()).toContain('the same');
});

it('knows the actions of episodes from the first one on, up to a length for each and for all', () => {
  const actions = new Actions();
  expect(actions.note('a', 1, 'one', false)).toEqual(['one']);
  expect(actions.note('a', 2, 'two', true)).toEqual(['one', 'two']);
  expect(actions.note('copy', 3, 'x', true)).toBeUndefined();
  expect(actions.bytes).toBe(0);
  const large = 'x'.repeat(100_000);
  for (let at = 1; at <= 3; at++)
    expect(actions.note('long', at, large, false)?.length).toBe(at < 3 ? at : undefined);
  expect(actions.bytes).toBe(0);
  for (let at = 0; at < 2_000; at++) actions.note(`${at}`, 1, large, false);
  expect(actions.bytes).toBeLessThanOrEqual(64 * 2 ** 20);
  expect(actions.note('0', 2, 'x', true)).toBeUndefined();
  expect(actions.note('1999', 2, 'x', true)).toEqual([large, 'x']);
});
