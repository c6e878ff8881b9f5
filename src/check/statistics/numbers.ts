/** The few formulas that the statistics need. */

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of a population, not of a sample: it says how much these values differ. */
export const deviation = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
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
