/** Counts the deaths of a module's sandboxes: how long to wait before the next one, and when to give up. */

/** Deaths that no served calls have made good, after which the module is given up. */
const MAX_DEATHS = 4;
/** So many served calls make one death good: a module that kills its sandbox every few calls is named, not served. */
const GOOD_FOR_ONE = 16;
const FIRST_BACKOFF_MS = 100;

export class Deaths {
  /** Deaths that are not made good yet. */
  #weight = 0;
  #deaths = 0;
  #served = 0;

  /** So many calls had an outcome that is not `lost`. */
  served(calls: number): void {
    if (this.#weight === 0) return;
    this.#served += calls;
    this.#weight -= calls / GOOD_FOR_ONE;
    if (this.#weight > 0) return;
    this.#weight = 0;
    this.#deaths = 0;
    this.#served = 0;
  }

  /** One more. @returns milliseconds to wait before the next start, or undefined when there should be none. */
  add(): number | undefined {
    this.#deaths++;
    this.#weight++;
    return this.#weight >= MAX_DEATHS ? undefined : FIRST_BACKOFF_MS * 2 ** Math.floor(this.#weight - 1);
  }

  /** How often, in words. */
  toString(): string {
    return this.#served === 0
      ? `${this.#deaths} times in a row`
      : `${this.#deaths} times, with only ${this.#served} calls served in between`;
  }
}
