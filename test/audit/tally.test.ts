/** Calls of one row are alike: what they are worth together, and that a run where rows decide is silent. */
import { expect, it } from 'vitest';
import type { Item } from '../../src/audit/item.ts';
import { UnearnedShare } from '../../src/audit/share.ts';
import { correlationOf, Tally, worthOf } from '../../src/audit/tally.ts';
import { randomOf } from './streams.ts';

const SEEDS = 10;
const STEPS = 40;
const PROMPTS = 8;
const GROUP = 8;
const ROWS = 64;

/** Which row, and which call of it, keeps its pay. */
type Keeps = (row: number, step: number, random: () => number) => boolean;

/** Seeds of runs of eight prompts a step, with eight calls each, that alarm. */
const alarms = (keeps: Keeps, isTold: boolean): number => {
  let count = 0;
  for (let seed = 0; seed < SEEDS; seed++) {
    const random = randomOf(seed);
    const share = new UnearnedShare();
    for (let step = 0; step < STEPS; step++) {
      const rows = Array.from({ length: PROMPTS }, () => Math.floor(random() * ROWS));
      const items = rows.flatMap((row) =>
        Array.from({ length: GROUP }, (): Item => {
          const pay = Number(keeps(row, step, random));
          const pairs = [0, 1, 2].map(() => ({ agree: [], pay }));
          return { pay: 1, row: isTold ? String(row) : undefined, pairs };
        }),
      );
      share.add(step, items);
    }
    if (share.state === 'alarm') count++;
  }
  return count;
};

it('takes calls of one row for the same until some were hit', () => {
  const alike = { rows: 78, pairs: 2_184, both: 0 };
  expect(correlationOf({ n: 624, hits: 0, alike })).toBe(1);
  expect(correlationOf({ n: 624, hits: 62, alike: { ...alike, both: 22 } })).toBeLessThan(0.1);
});

it('is silent where the row decides what is kept, which single calls would not be', () => {
  const half: Keeps = (row) => row % 2 === 0;
  expect(alarms(half, true)).toBe(0);
  expect(alarms(half, false)).toBeGreaterThan(0);
});

it('still sees a hole, with whatever level of rows', () => {
  const hole =
    (level: number): Keeps =>
    (row, step, random) =>
      row / ROWS < level || (step >= STEPS / 2 && random() < 0.6);
  for (const level of [0, 0.2]) expect(alarms(hole(level), true)).toBe(SEEDS);
});

it('counts calls of one row for as many as they are worth', () => {
  const tally = new Tally(3);
  for (let row = 0; row < 40; row++)
    for (let call = 0; call < 4; call++) {
      tally.count('row decides', String(row), row < 20);
      tally.count('call decides', String(row), call < 2);
      tally.count('alone', undefined, row < 20);
    }
  tally.count('not asked', '1', undefined);
  const { counts } = tally;
  expect(counts.get('rows')).toEqual({ step: 3, n: 0, hits: 0 });
  expect(counts.has('not asked')).toBe(false);
  const [rows, calls, alone] = ['row decides', 'call decides', 'alone'].map((key) => {
    const found = counts.get(key);
    if (found === undefined) throw new Error(key);
    return { correlation: correlationOf(found), worth: worthOf(found, correlationOf(found)) };
  });
  expect(rows).toEqual({ correlation: 1, worth: { n: 40, hits: 20 } });
  expect(calls).toEqual({ correlation: 0, worth: { n: 160, hits: 80 } });
  expect(alone?.worth).toEqual({ n: 160, hits: 80 });
});

it('takes calls of few rows for the same', () => {
  const tally = new Tally(0);
  for (const row of ['a', 'b']) for (let call = 0; call < 4; call++) tally.count('rows', row, call < 2);
  const counts = tally.counts.get('rows');
  if (counts === undefined) throw new Error('rows');
  expect(correlationOf(counts)).toBe(1);
  expect(worthOf(counts, 1)).toEqual({ n: 2, hits: 1 });
});
