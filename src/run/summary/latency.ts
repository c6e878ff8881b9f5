/** Quantiles of durations in fixed memory: counts in buckets that grow by 2 %, so a quantile is within 1 %. */

const GROWTH = Math.log(1.02);
const SMALLEST_MS = 1e-3;
/** Up to 10^9 ms, eleven days. */
const BUCKETS = Math.ceil(Math.log(1e9 / SMALLEST_MS) / GROWTH) + 1;

export interface Latency {
  count: number;
  mean: number;
  p50: number;
  p95: number;
  max: number;
}

export class LatencyHistogram {
  readonly #buckets = new Uint32Array(BUCKETS);
  #count = 0;
  #sum = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = 0;

  add(ms: number): void {
    const bucket =
      ms <= SMALLEST_MS ? 0 : Math.min(BUCKETS - 1, Math.ceil(Math.log(ms / SMALLEST_MS) / GROWTH));
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    this.#count++;
    this.#sum += ms;
    this.#min = Math.min(this.#min, ms);
    this.#max = Math.max(this.#max, ms);
  }

  /** The value below which the share `part` of all durations lies (nearest rank). */
  quantile(part: number): number {
    const rank = Math.max(1, Math.ceil(part * this.#count));
    let seen = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      seen += this.#buckets[bucket] as number;
      if (seen >= rank) return this.#middleOf(bucket);
    }
    return this.#max;
  }

  /** Never more or less than what was really seen. */
  #middleOf(bucket: number): number {
    const middle = bucket === 0 ? SMALLEST_MS : SMALLEST_MS * Math.exp((bucket - 0.5) * GROWTH);
    return Math.min(this.#max, Math.max(this.#min, middle));
  }

  /** Null when nothing was added. */
  summary(): Latency | null {
    if (this.#count === 0) return null;
    const mean = this.#sum / this.#count;
    return { count: this.#count, mean, p50: this.quantile(0.5), p95: this.quantile(0.95), max: this.#max };
  }
}
