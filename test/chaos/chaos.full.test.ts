/** Short versions of `npm run chaos` and `npm run soak`. */
import { expect, it } from 'vitest';
import { runChaos } from './chaos.ts';
import { soak } from './soak.ts';

it('chaos: processes are killed and stopped at random; every call ends once, with its own answer', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const report = await runChaos({ seed, seconds: 12 });
  expect(report.wrong, `seed ${seed}, ${JSON.stringify(report.faults)}`).toEqual([]);
  expect(Object.values(report.faults).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10);
  expect(report.statuses.ok).toBeGreaterThan(0);
}, 150_000);

it('soak: thousands of calls leave no zombie, no descriptor and little memory', async () => {
  const report = await soak({ calls: 4_000, warmUp: 300 });
  expect(report.wrong, JSON.stringify(report.rows)).toEqual([]);
}, 150_000);
