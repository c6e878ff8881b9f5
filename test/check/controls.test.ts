/** The figures beside a proof are those of fresh workers, whatever the calls before it came to. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Budget } from '../../src/check/calls/budget.ts';
import { Scorer } from '../../src/check/calls/scorer.ts';
import type { Context } from '../../src/check/context.ts';
import type { Exploit } from '../../src/check/finding.ts';
import { withFreshControls } from '../../src/check/proof/controls.ts';
import { createSandbox, type Sandbox } from '../../src/index.ts';
import { newFolder } from '../helpers/with-reward.ts';
import { rowOf } from './stage.ts';

const SOURCE = `
SEEN = set()
def reward_fn(completion, answer, **kwargs):
    reward = 1.0 if SEEN or completion == answer else 0.0
    SEEN.add(completion)
    return reward
`;

let sandbox: Sandbox;
let scorer: Scorer;
const budget = new Budget(600_000);
beforeAll(async () => {
  const file = join(newFolder(), 'reward.py');
  writeFileSync(file, SOURCE);
  sandbox = await createSandbox({ level: 'none' });
  const reward = await sandbox.loadReward(file, { reuse: 'always', concurrency: 1 });
  const fresh = await sandbox.loadReward(file, { reuse: 'never', concurrency: 1 });
  scorer = new Scorer({ reward, fresh, budget, seed: 0 });
});
afterAll(() => sandbox.close());

it('measures what an empty answer and the right one get', async () => {
  const row = rowOf({ answer: '7' });
  const gold = { completion: '7', reward: 1 };
  await scorer.score({ row, completion: 'first' });
  const floor = (await scorer.score({ row, completion: '' })).reward ?? Number.NaN;
  expect(floor).toBe(1); // in the worker that has served another call
  const calibration = { levels: [{ row, gold, floor, top: 1, decoys: [] }] };
  const context = { scorer, calibration, budget } as unknown as Context;
  const exploit = { row: row.line, completion: 'x', reward: 1, honest: 1, floor } as Exploit;
  expect(await withFreshControls(context, exploit)).toMatchObject({ floor: 0, honest: 1 });
});

it('measures them with the calls that are kept for proofs', async () => {
  const row = rowOf({ answer: '7' });
  const gold = { completion: '7', reward: 1 };
  const spent = new Budget(100);
  for (let call = 0; call < 90; call++) spent.call();
  expect([spent.isOver, spent.isSpent]).toEqual([true, false]);
  const calibration = { levels: [{ row, gold, floor: 0, top: 1, decoys: [] }] };
  const context = { scorer, calibration, budget: spent } as unknown as Context;
  const exploit = { row: row.line, completion: 'x', reward: 1, honest: 1, floor: 0 } as Exploit;
  expect(await withFreshControls(context, exploit)).toMatchObject({ floor: 0, honest: 1 });
});
