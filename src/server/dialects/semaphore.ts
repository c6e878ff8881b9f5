/**
 * Who may run now: so many at a time, the others in the order in which they came. Not p-limit: in its queue whoever has
 * left stays, and is counted.
 */

export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  /** @param count how many there are */
  constructor(count: number) {
    this.#free = count;
  }

  /** Who waits. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Waits for a turn.
   * @param withinMs how long at most
   * @param signal ends the waiting, too
   * @returns what gives the turn back, to be called once; undefined when none came in time, or `signal` was aborted
   */
  async take(withinMs: number, signal: AbortSignal): Promise<(() => void) | undefined> {
    if (signal.aborted) return undefined;
    if (this.#free > 0) this.#free--;
    else if (!(await this.#wait(withinMs, signal))) return undefined;
    return () => this.#giveBack();
  }

  #wait(withinMs: number, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (came: boolean): void => {
        this.#waiting.delete(come);
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        resolve(came);
      };
      const come = (): void => end(true);
      const leave = (): void => end(false);
      const timer = setTimeout(leave, withinMs);
      signal.addEventListener('abort', leave);
      this.#waiting.add(come);
    });
  }

  #giveBack(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free++;
    else next();
  }
}
