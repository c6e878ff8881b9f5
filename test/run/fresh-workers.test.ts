import { expect, it } from 'vitest';
import type { Outcome } from '../../src/outcome.ts';
import { FreshWorkers } from '../../src/run/fresh-workers.ts';

const outcome = (fresh: boolean): Outcome => ({ fresh, duration_ms: 2 }) as Outcome;

const counted = (count: number, of: Outcome) => {
  const workers = new FreshWorkers();
  for (let call = 0; call < count; call++) workers.add(of);
  return workers;
};

it('tells what fresh workers cost, of those that run at once', () => {
  const found = counted(100, outcome(true)).summary(150, 2, []);
  expect(found).toMatchObject({ calls: 100, ms_between: 1, cost_ms: 50 });
  expect(found?.why).toMatch(/executed code or left other traces/);
});

it('tells why, as the load said it', () => {
  const said = '`enginex` can do this, so each call gets a fresh worker; `--allow-shared-state` keeps them';
  expect(counted(100, outcome(true)).summary(150, undefined, ['x', said])).toEqual({
    calls: 100,
    restored: 0,
    ms_between: null,
    cost_ms: null,
    why: said,
  });
});

it('tells how many were restored, and how many forked', () => {
  const workers = counted(60, { ...outcome(true), restored: true });
  for (let call = 0; call < 40; call++) workers.add(outcome(true));
  expect(workers.summary(150, 2, [])).toMatchObject({ calls: 100, restored: 60 });
});

it('has nothing to say of few calls, or of kept workers', () => {
  expect(counted(10, outcome(true)).summary(150, 2, [])).toBeNull();
  expect(counted(100, outcome(false)).summary(150, 2, [])).toBeNull();
});
