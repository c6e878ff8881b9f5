/** The few formulas that the statistics need. */

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of a population, not of a sample: it says how much these values differ. */
export const deviation = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};

/** The value below which this part of the values lies (nearest rank). */
export const quantile = (values: readonly number[], part: number): number => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(part * sorted.length) - 1))] ?? 0;
};

/**
 * Kendall's tau-b of two rankings: 1 where both order alike, -1 where they are opposite; ties count for neither. Null
 * where one of them has only ties. (M. G. Kendall, 1945.)
 */
export const kendall = (one: readonly number[], other: readonly number[]): number | null => {
  let agree = 0;
  let tiesInOne = 0;
  let tiesInOther = 0;
  let pairs = 0;
  for (let left = 0; left < one.length; left++)
    for (let right = left + 1; right < one.length; right++) {
      const a = Math.sign((one[left] as number) - (one[right] as number));
      const b = Math.sign((other[left] as number) - (other[right] as number));
      pairs++;
      agree += a * b;
      if (a === 0) tiesInOne++;
      if (b === 0) tiesInOther++;
    }
  const scale = Math.sqrt((pairs - tiesInOne) * (pairs - tiesInOther));
  return scale === 0 ? null : agree / scale;
};

/** Spearman's correlation of ranks, ties given their mean rank; null where one side does not vary. */
export const spearman = (one: readonly number[], other: readonly number[]): number | null =>
  correlation(ranks(one), ranks(other));

const correlation = (one: readonly number[], other: readonly number[]): number | null => {
  const scale = deviation(one) * deviation(other);
  if (scale === 0) return null;
  const [a, b] = [mean(one), mean(other)];
  return mean(one.map((value, at) => (value - a) * ((other[at] as number) - b))) / scale;
};

const ranks = (values: readonly number[]): number[] => {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] as number) - (values[b] as number));
  const found = new Array<number>(values.length).fill(0);
  for (let at = 0; at < order.length; ) {
    let end = at;
    while (end < order.length && values[order[end] as number] === values[order[at] as number]) end++;
    for (let index = at; index < end; index++) found[order[index] as number] = (at + end - 1) / 2;
    at = end;
  }
  return found;
};
