/** Sums, means and quantiles of numbers: the one place for them, with no import. Everything here is null of nothing. */

/** 0 of nothing. */
export const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};

export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : sum(values) / values.length;

/**
 * The value below which a share of all values lies. It is one of them, the upper one where two would do.
 * @param share from 0 to 1
 */
export const quantile = (values: readonly number[], share: number): number | null => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null;
};

export const median = (values: readonly number[]): number | null => quantile(values, 0.5);

/** What was counted by name; absent: none. */
export type Counts = Readonly<Partial<Record<string, number>>>;

/** How many there are, whatever their name. */
export const totalOf = (counts: Counts): number => sum(Object.values(counts).map((count) => count ?? 0));

/** Several counts added up by name. */
export const sumOfCounts = <Many extends Counts>(parts: readonly Many[]): Many => {
  const all: Record<string, number> = {};
  for (const part of parts)
    for (const [name, count = 0] of Object.entries(part)) all[name] = (all[name] ?? 0) + count;
  return all as Many;
};

export interface MomentsSummary {
  count: number;
  mean: number;
  /** Standard deviation of the population. */
  std: number;
  min: number;
  max: number;
}

/** Count, mean, spread and range of a stream of numbers, all of them finite. */
export class Moments {
  #count = 0;
  #mean = 0;
  /** Sum of the squared distances from the mean; NaN when it is not known. */
  #squares = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;

  /** Goes on from a summary. @param summary with a `std` of NaN where nobody knows it */
  static of({ count, mean: middle, std, min, max }: MomentsSummary): Moments {
    const moments = new Moments();
    moments.#count = count;
    moments.#mean = middle;
    moments.#squares = std * std * count;
    moments.#min = min;
    moments.#max = max;
    return moments;
  }

  /** Welford's method: exact also when the numbers are large and close together. */
  add(value: number): void {
    this.#count++;
    const before = value - this.#mean;
    // Not `before / count`: the difference can overflow.
    this.#mean += value / this.#count - this.#mean / this.#count;
    this.#squares += before * (value - this.#mean);
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
  }

  /** `std` is not finite where it is not known, or too large. */
  summary(): MomentsSummary | null {
    if (this.#count === 0) return null;
    const std = Math.sqrt(this.#squares < 0 ? 0 : this.#squares / this.#count);
    return { count: this.#count, mean: this.#mean, std, min: this.#min, max: this.#max };
  }
}
