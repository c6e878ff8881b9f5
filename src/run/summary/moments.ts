/** Count, mean, spread and range of a stream of numbers. */

export interface MomentsSummary {
  count: number;
  mean: number;
  /** Standard deviation of the population. */
  std: number;
  min: number;
  max: number;
}

export class Moments {
  #count = 0;
  #mean = 0;
  #squares = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;

  /** Welford's method: exact also when the numbers are large and close together. */
  add(value: number): void {
    this.#count++;
    const distance = value - this.#mean;
    this.#mean += distance / this.#count;
    this.#squares += distance * (value - this.#mean);
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
  }

  /** Null when nothing was added. */
  summary(): MomentsSummary | null {
    if (this.#count === 0) return null;
    const std = Math.sqrt(this.#squares / this.#count);
    return { count: this.#count, mean: this.#mean, std, min: this.#min, max: this.#max };
  }
}
