/** Detectors that look at what training produces anyway, with the thresholds that a published monitor has (rewardspy). */
import { mean as meanOf } from '../../src/formats/statistics.ts';

export interface Seen {
  rewards: readonly number[];
  lengths: readonly number[];
}

/** Steps that later ones are compared with. */
const BASE = 10;

const mean = (numbers: readonly number[]): number => meanOf(numbers) ?? Number.NaN;
const variance = (numbers: readonly number[]): number => {
  const middle = mean(numbers);
  return mean(numbers.map((each) => (each - middle) ** 2));
};

/** What was seen before, and the step now: whether it alarms. A detector is made for each run. */
export type Detector = () => (seen: Seen) => boolean;

/** Compares a figure of each step with those of the first ones. */
const against =
  (figure: (seen: Seen) => number, alarms: (value: number, base: number[]) => boolean): Detector =>
  () => {
    const base: number[] = [];
    return (seen) => {
      const value = figure(seen);
      if (base.length >= BASE) return alarms(value, base);
      base.push(value);
      return false;
    };
  };

const spread = (base: readonly number[]): number => Math.sqrt(variance(base)) || 1e-9;

export const DETECTORS: Readonly<Record<string, Detector>> = {
  'variance ratio < 0.05': against(
    ({ rewards }) => variance(rewards),
    (value, base) => mean(base) > 0 && value / mean(base) < 0.05,
  ),
  'CUSUM of the mean > 5': () => {
    let sum = 0;
    return against(
      ({ rewards }) => mean(rewards),
      (value, base) => {
        sum = Math.max(0, sum + (value - mean(base)) / spread(base) - 0.5);
        return sum > 5;
      },
    )();
  },
  'length z > 3': against(
    ({ lengths }) => mean(lengths),
    (value, base) => (value - mean(base)) / spread(base) > 3,
  ),
  'ceiling rate > 0.80': () => {
    let best = Number.NEGATIVE_INFINITY;
    return ({ rewards }) => {
      best = Math.max(best, ...rewards);
      return best > 0 && rewards.filter((reward) => reward >= best).length / rewards.length > 0.8;
    };
  },
};
