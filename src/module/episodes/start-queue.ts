/** Places for live episodes: who finds none waits, first come, first served. */
import type { SandboxError } from '../../errors.ts';

interface Waiter {
  count: number;
  settle: (got: boolean | SandboxError) => void;
}

export class StartQueue {
  #free: number;
  #waiting: Waiter[] = [];
  #end: SandboxError | undefined;

  /** @param places how many episodes may live at the same time */
  constructor(places: number) {
    this.#free = places;
  }

  /** Who waits for places. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Takes places, all at once.
   * @returns false when `signal` was aborted first
   * @throws SandboxError the one that `end` was given
   */
  take(count: number, signal?: AbortSignal): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        count,
        settle: (got) => {
          signal?.removeEventListener('abort', onAbort);
          if (typeof got === 'boolean') resolve(got);
          else reject(got);
        },
      };
      const onAbort = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        waiter.settle(false);
        this.#serve(); // it may have been the first, and have wanted more than others
      };
      if (this.#end !== undefined) waiter.settle(this.#end);
      else if (signal?.aborted === true) waiter.settle(false);
      else {
        signal?.addEventListener('abort', onAbort, { once: true });
        this.#waiting.push(waiter);
        this.#serve();
      }
    });
  }

  /** Gives places back. */
  give(count: number): void {
    this.#free += count;
    this.#serve();
  }

  /** Nobody gets a place any more. */
  end(error: SandboxError): void {
    this.#end = error;
    for (const waiter of this.#waiting.splice(0)) waiter.settle(error);
  }

  /** Places can be had again. */
  reopen(): void {
    this.#end = undefined;
  }

  #serve(): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      if (first.count > this.#free) return;
      this.#waiting.shift();
      this.#free -= first.count;
      first.settle(true);
    }
  }
}
