/** Mean, spread, count and range of a stream of numbers. */
import { Moments } from '../../formats/statistics.ts';

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
  #moments = new Moments();
  #nan = 0;

  /** Goes on from what was written. */
  static of({ n, sd, nan, ...rest }: FiguresRecord): Figures {
    const figures = new Figures();
    figures.#nan = nan ?? 0;
    if (n > 0) figures.#moments = Moments.of({ ...rest, count: n, std: sd ?? Number.NaN });
    return figures;
  }

  add(value: number): void {
    if (Number.isFinite(value)) this.#moments.add(value);
    else this.#nan++;
  }

  /** Null when nothing was added; with an `n` of 0 where nothing of it was finite. */
  record(): FiguresRecord | null {
    const summary = this.#moments.summary();
    if (summary === null) return this.#nan === 0 ? null : { ...NOTHING, nan: this.#nan };
    const { count: n, std, mean, min, max } = summary;
    const sd = Number.isFinite(std) ? std : null;
    return { n, mean, min, max, sd, ...(this.#nan === 0 ? {} : { nan: this.#nan }) };
  }
}

const NOTHING = { n: 0, mean: 0, min: 0, max: 0, sd: null };
