/** The formulas of the statistics, against values that were worked out by hand. */
import { describe, expect, it } from 'vitest';
import { deviation, kendall, mean } from '../../../src/check/statistics/numbers.ts';
import { shareOf } from '../../../src/check/wilson.ts';

describe('kendall', () => {
  it('is 1 for the same order and -1 for the opposite one', () => {
    expect(kendall([1, 2, 3], [10, 20, 30])).toBe(1);
    expect(kendall([1, 2, 3], [30, 20, 10])).toBe(-1);
  });

  it('leaves ties out (tau-b)', () => {
    expect(kendall([1, 2, 3, 4], [0, 0, 0, 1])).toBeCloseTo(3 / Math.sqrt(6 * 3));
  });

  it('says nothing where one side does not vary', () => {
    expect(kendall([1, 2, 3], [5, 5, 5])).toBeNull();
  });
});

describe('the rest', () => {
  it('mean and deviation', () => {
    expect(mean([])).toBe(0);
    expect(deviation([2, 4, 4, 4, 5, 5, 7, 9])).toBe(2);
  });

  it("Wilson's interval, also for none and all", () => {
    const { low, high } = shareOf(10, 40);
    expect([low, high].map((value) => Number(value.toFixed(3)))).toEqual([0.142, 0.402]);
    expect(shareOf(0, 40).low).toBe(0);
    expect(shareOf(40, 40).low).toBeGreaterThan(0.9);
    expect(shareOf(0, 0)).toMatchObject({ low: 0, high: 1 });
  });
});
