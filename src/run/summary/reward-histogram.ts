/**
 * The distribution of a stream of numbers in fixed memory, without knowing its range beforehand: exact while there
 * are few distinct values, else counts in bins of equal width, which double whenever a value falls outside.
 */

/** A bar: one value, or the values from `from` up to (the last bar: and including) `to`. */
export interface Bar {
  from: number;
  to: number;
  count: number;
}

export const MAX_BARS = 10;
const EXACT_VALUES = 4096;
const FINE_BINS = 1024;

export class RewardHistogram {
  #exact: Map<number, number> | undefined = new Map();
  #bins = new Float64Array(FINE_BINS);
  #start = 0;
  #width = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;

  add(value: number, count = 1): void {
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
    if (this.#exact === undefined) {
      this.#addToBin(value, count);
      return;
    }
    this.#exact.set(value, (this.#exact.get(value) ?? 0) + count);
    if (this.#exact.size > EXACT_VALUES) this.#spread(this.#exact);
  }

  bars(): Bar[] {
    if (this.#exact === undefined) return this.#mergeBins();
    const values = [...this.#exact].sort(([a], [b]) => a - b);
    if (values.length <= MAX_BARS) return values.map(([value, count]) => ({ from: value, to: value, count }));
    // Divided first: the difference of two finite numbers may be infinite.
    const width = this.#max / MAX_BARS - this.#min / MAX_BARS;
    const bars = Array.from({ length: MAX_BARS }, (_, bar) =>
      this.#bar(this.#min + bar * width, this.#min + (bar + 1) * width),
    );
    for (const [value, count] of values) {
      const bar = bars[Math.min(MAX_BARS - 1, Math.floor((value - this.#min) / width))];
      if (bar !== undefined) bar.count += count;
    }
    return this.#closed(bars);
  }

  #bar(from: number, to: number): Bar {
    return { from, to: Math.min(to, this.#max), count: 0 };
  }

  /** Whatever was lost to rounding: the last bar ends where the values end. */
  #closed(bars: Bar[]): Bar[] {
    const last = bars.at(-1);
    if (last !== undefined) last.to = this.#max;
    return bars;
  }

  #spread(exact: ReadonlyMap<number, number>): void {
    this.#exact = undefined;
    this.#start = this.#min;
    this.#width = this.#max / (FINE_BINS - 1) - this.#min / (FINE_BINS - 1);
    for (const [value, count] of exact) this.#addToBin(value, count);
  }

  #addToBin(value: number, count: number): void {
    while (value < this.#start) this.#double('down');
    while (value >= this.#start + FINE_BINS * this.#width) this.#double('up');
    const bin = Math.min(FINE_BINS - 1, Math.floor((value - this.#start) / this.#width));
    this.#bins[bin] = (this.#bins[bin] as number) + count;
  }

  /** Merges bins in pairs, and puts the free half below or above. */
  #double(direction: 'down' | 'up'): void {
    const merged = new Float64Array(FINE_BINS);
    const shift = direction === 'up' ? 0 : FINE_BINS / 2;
    for (let bin = 0; bin < FINE_BINS; bin += 2) {
      merged[bin / 2 + shift] = (this.#bins[bin] as number) + (this.#bins[bin + 1] as number);
    }
    if (direction === 'down') this.#start -= FINE_BINS * this.#width;
    this.#width *= 2;
    this.#bins = merged;
  }

  #mergeBins(): Bar[] {
    const first = Math.floor((this.#min - this.#start) / this.#width);
    const last = Math.min(FINE_BINS - 1, Math.floor((this.#max - this.#start) / this.#width));
    const perBar = Math.ceil((last - first + 1) / MAX_BARS);
    const bars: Bar[] = [];
    for (let bin = first; bin <= last; bin += perBar) {
      const from = this.#start + bin * this.#width;
      const bar = this.#bar(Math.max(from, this.#min), from + perBar * this.#width);
      for (let fine = bin; fine < Math.min(bin + perBar, last + 1); fine++)
        bar.count += this.#bins[fine] as number;
      bars.push(bar);
    }
    return this.#closed(bars);
  }
}
