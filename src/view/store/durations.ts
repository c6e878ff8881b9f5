/** How long calls took, in buckets that are each a tenth longer than the one before: quantiles to within 5 %. */

const LEAST_MS = 0.01;
const GROWTH = Math.log(1.1);
/** The last one begins at about ten days. */
const BUCKETS = 240;

export interface DurationsRecord {
  max: number;
  /** Bucket and count, of those that have any. */
  buckets: [number, number][];
}

export interface Latency {
  p50: number | null;
  p95: number | null;
  max: number | null;
}

export class Durations {
  readonly #counts = new Uint32Array(BUCKETS);
  #max = 0;
  n = 0;

  /** Goes on from what was written. */
  static of({ max, buckets }: DurationsRecord): Durations {
    const durations = new Durations();
    durations.#max = max;
    for (const [bucket, count] of buckets) {
      if (!(bucket >= 0 && bucket < BUCKETS)) continue;
      durations.#counts[bucket] = count;
      durations.n += count;
    }
    return durations;
  }

  add(ms: number): void {
    this.n++;
    if (ms > this.#max) this.#max = ms;
    const bucket = ms <= LEAST_MS ? 0 : Math.min(BUCKETS - 1, Math.ceil(Math.log(ms / LEAST_MS) / GROWTH));
    this.#counts[bucket] = (this.#counts[bucket] as number) + 1;
  }

  record(): DurationsRecord {
    const buckets: [number, number][] = [];
    for (let at = 0; at < BUCKETS; at++) {
      const count = this.#counts[at] as number;
      if (count > 0) buckets.push([at, count]);
    }
    return { max: this.#max, buckets };
  }
}

/** @returns milliseconds; null where nothing was counted */
export const latencyOf = (durations: DurationsRecord | undefined): Latency => {
  const buckets = durations?.buckets ?? [];
  const n = buckets.reduce((sum, [, count]) => sum + count, 0);
  if (durations === undefined || n === 0) return { p50: null, p95: null, max: null };
  const { max } = durations;
  const quantile = (share: number): number => {
    let left = Math.ceil(share * n);
    for (const [bucket, count] of buckets) {
      left -= count;
      if (left <= 0) return Math.min(max, LEAST_MS * Math.exp(GROWTH * (bucket - 0.5)));
    }
    return max;
  };
  return { p50: quantile(0.5), p95: quantile(0.95), max };
};
