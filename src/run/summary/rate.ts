/** Rows per second over the last ten seconds: what counts for the time that is left is how it goes now. */
const WINDOW_MS = 10_000;

interface Sample {
  at: number;
  count: number;
}

export class RateMeter {
  readonly #samples: Sample[];

  constructor(now: number) {
    this.#samples = [{ at: now, count: 0 }];
  }

  sample(now: number, count: number): void {
    this.#samples.push({ at: now, count });
    // One sample from before the window stays, so that the window is always covered.
    while ((this.#samples[1]?.at ?? now) < now - WINDOW_MS) this.#samples.shift();
  }

  perSecond(): number {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.at === first.at) return 0;
    return ((last.count - first.count) / (last.at - first.at)) * 1_000;
  }
}
