/** Mean, count and range of a stream of numbers. */

export interface FiguresRecord {
  n: number;
  mean: number;
  min: number;
  max: number;
}

export class Figures {
  #n = 0;
  #mean = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;

  /** Goes on from what was written. */
  static of({ n, mean, min, max }: FiguresRecord): Figures {
    const figures = new Figures();
    figures.#n = n;
    figures.#mean = mean;
    figures.#min = min;
    figures.#max = max;
    return figures;
  }

  /** @param value finite */
  add(value: number): void {
    this.#n++;
    // Not `(value - mean) / n`, whose difference can overflow.
    this.#mean += value / this.#n - this.#mean / this.#n;
    if (value < this.#min) this.#min = value;
    if (value > this.#max) this.#max = value;
  }

  /** Null when nothing was added. */
  record(): FiguresRecord | null {
    if (this.#n === 0) return null;
    return { n: this.#n, mean: this.#mean, min: this.#min, max: this.#max };
  }
}
