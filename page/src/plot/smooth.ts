/** Numbers of a line: smoothed, or told in a sentence. */
import { formatNumber } from '../../../src/formats/text/numbers.ts';

/** `null` is a gap in the line, `undefined` a place that only another line has: it is drawn through. */
export type Values = readonly (number | null | undefined)[];

/**
 * Exponential moving average, corrected for its start, as trackers of experiments draw it.
 * @param weight of what was before: 0 leaves the line as it is, 0.99 is nearly flat
 */
export const smooth = (values: Values, weight: number): Values => {
  if (weight <= 0) return values;
  let average = 0;
  let correction = 0;
  return values.map((value) => {
    if (value == null) return value;
    average = average * weight + value * (1 - weight);
    correction = correction * weight + (1 - weight);
    return average / correction;
  });
};

/** What a picture of a line shows, for those who do not see it. */
export const describeLine = (name: string, values: Values): string => {
  let count = 0;
  let first: number | undefined;
  let last = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value == null) continue;
    count++;
    first ??= value;
    last = value;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (first === undefined) return `${name}: no numbers`;
  const [from, to, least, most] = [first, last, low, high].map(formatNumber);
  return `${name}: ${count} values, first ${from}, last ${to}, from ${least} to ${most}`;
};

/** From nothing up, each on top of those before it; what is missing counts as none. */
export const stack = (layers: readonly Values[]): Values[] => {
  const sum = new Array<number>(layers[0]?.length ?? 0).fill(0);
  return layers.map((layer) =>
    layer.map((value, index) => {
      if (value === undefined) return undefined;
      sum[index] = (sum[index] ?? 0) + (value ?? 0);
      return sum[index] ?? 0;
    }),
  );
};
