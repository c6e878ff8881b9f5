/** Mean, spread, count and range of a stream of numbers. */

export interface FiguresRecord {
  n: number;
  mean: number;
  min: number;
  max: number;
  /** Standard deviation of the population; records of before it was counted have none. */
  sd?: number | null | undefined;
  /** Numbers that were none or infinite: in no other figure. */
  nan?: number | undefined;
}

export class Figures {
  #n = 0;
  #mean = 0;
  /** Sum of the squared distances from the mean; NaN when it is not known. */
  #squares = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #nan = 0;

  /** Goes on from what was written. */
  static of({ n, mean, min, max, sd, nan }: FiguresRecord): Figures {
    const figures = new Figures();
    figures.#nan = nan ?? 0;
    if (n === 0) return figures;
    figures.#n = n;
    figures.#mean = mean;
    figures.#squares = sd == null ? Number.NaN : sd * sd * n;
    figures.#min = min;
    figures.#max = max;
    return figures;
  }

  add(value: number): void {
    if (!Number.isFinite(value)) {
      this.#nan++;
      return;
    }
    this.#n++;
    const before = value - this.#mean;
    // Not `before / n`: the difference can overflow.
    this.#mean += value / this.#n - this.#mean / this.#n;
    this.#squares += before * (value - this.#mean);
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
  }

  /** Null when nothing was added; with an `n` of 0 where nothing of it was finite. */
  record(): FiguresRecord | null {
    if (this.#n === 0) return this.#nan === 0 ? null : { ...NOTHING, nan: this.#nan };
    const sd = Math.sqrt(Math.max(0, this.#squares) / this.#n);
    return {
      n: this.#n,
      mean: this.#mean,
      min: this.#min,
      max: this.#max,
      sd: Number.isFinite(this.#squares) ? sd : null,
      ...(this.#nan === 0 ? {} : { nan: this.#nan }),
    };
  }
}

const NOTHING = { n: 0, mean: 0, min: 0, max: 0, sd: null };
