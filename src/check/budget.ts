/** How long a check may take, and how many calls it has made. */

export class Budget {
  /** All of it. */
  readonly milliseconds: number;
  #until: number;
  readonly #whole: Budget | undefined;
  #isInterrupted = false;
  #calls = 0;

  /**
   * @param milliseconds wall time from now on
   * @param whole what this is a part of: it ends with that one, and counts calls there
   */
  constructor(milliseconds: number, whole?: Budget) {
    this.milliseconds = milliseconds;
    this.#until = performance.now() + milliseconds;
    this.#whole = whole;
  }

  /** Calls and steps that were made. */
  get calls(): number {
    return this.#whole?.calls ?? this.#calls;
  }

  set calls(calls: number) {
    if (this.#whole === undefined) this.#calls = calls;
    else this.#whole.calls = calls;
  }

  /** Milliseconds that are left; 0 when it is used up. */
  get left(): number {
    const own = Math.max(0, this.#until - performance.now());
    return this.#whole === undefined ? own : Math.min(own, this.#whole.left);
  }

  /** Whether more than a part of the budget is left: `has(0.25)` leaves a quarter for what comes later. */
  has(reserved = 0): boolean {
    return this.left > this.milliseconds * reserved;
  }

  /** Whether all of it is used up, not only this part. */
  get isOver(): boolean {
    return this.#whole?.isOver ?? this.left === 0;
  }

  /** A part of what is left, for one of several that come one after the other. */
  part(share: number): Budget {
    return new Budget(this.left * Math.min(1, share), this);
  }

  /** Why it ends: a sentence for reports. */
  get why(): string {
    const whole = this.#whole ?? this;
    return whole.#isInterrupted ? 'the check was interrupted' : 'the time was used up';
  }

  /**
   * Ends it now: what runs ends by itself, with what it has found.
   * @param isInterrupted the user ended it, not the clock
   */
  stop(isInterrupted = false): void {
    this.#isInterrupted = isInterrupted;
    this.#until = Math.min(this.#until, performance.now());
  }
}
