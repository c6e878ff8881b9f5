/** One after the other, and not for so long that others wait. */
import { setImmediate as nextTurn } from 'node:timers/promises';

const TURN_MS = 10;

export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #begun = 0;

  next<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(async () => {
      this.#begun = performance.now();
      return work();
    });
    this.#last = mine.catch(() => {});
    return mine;
  }

  /** To be awaited again and again in long work. */
  async breathe(): Promise<void> {
    if (performance.now() - this.#begun < TURN_MS) return;
    await nextTurn();
    this.#begun = performance.now();
  }
}
