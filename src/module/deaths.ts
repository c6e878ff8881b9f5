/** Counts the deaths of a module's sandboxes: how long to wait before the next one, and when the module is given up. */

/** Deaths that no served calls have made good, after which the module is given up. */
const MAX_DEATHS = 4;
/** So many served calls make one death good: a module that kills its sandbox every few calls is named, not served. */
const CALLS_TO_FORGIVE_ONE_CRASH = 16;
const FIRST_BACKOFF_MS = 100;
/** A module that was given up is tried again after so long, then after twice as long, up to the longest. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
/** Restarts are counted over this time. */
const RECENT_MS = 60_000;

export class Deaths {
  /** Deaths that are not made good yet. */
  #weight = 0;
  #deaths = 0;
  #served = 0;
  #retries = 0;
  /** When the latest ones happened. */
  #times: number[] = [];

  /** So many calls had an outcome that is not `lost`. */
  served(calls: number): void {
    if (this.#weight === 0) return;
    this.#served += calls;
    this.#weight -= calls / CALLS_TO_FORGIVE_ONE_CRASH;
    if (this.#weight > 0) return;
    this.#weight = 0;
    this.#deaths = 0;
    this.#served = 0;
    this.#retries = 0;
  }

  /** One more. @returns milliseconds to wait before the next start, or undefined when there should be none. */
  add(): number | undefined {
    this.#deaths++;
    this.#times.push(performance.now());
    // No heavier than that: a module that is tried again can still make it good.
    this.#weight = Math.min(this.#weight + 1, MAX_DEATHS);
    return this.#weight >= MAX_DEATHS ? undefined : FIRST_BACKOFF_MS * 2 ** Math.floor(this.#weight - 1);
  }

  /** Milliseconds to wait before a module that was given up is tried again; more each time. */
  retry(): number {
    return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#retries++);
  }

  /** How many there were in the last minute. */
  get recent(): number {
    const since = performance.now() - RECENT_MS;
    this.#times = this.#times.filter((time) => time > since);
    return this.#times.length;
  }

  /** How often, in words. */
  toString(): string {
    return this.#served === 0
      ? `${this.#deaths} times in a row`
      : `${this.#deaths} times, with only ${this.#served} calls served in between`;
  }
}
