/** Ctrl-C and SIGTERM: the first asks for a gentle end, the second for one now, the third does not ask. */
import { EXIT } from '../errors.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export class Interrupts implements Disposable {
  readonly #gentle = new AbortController();
  readonly #now = new AbortController();

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.#onSignal);
  }

  /** Aborted by the first signal: finish what runs. */
  get gentle(): AbortSignal {
    return this.#gentle.signal;
  }

  /** Aborted by the second signal: end what runs. */
  get now(): AbortSignal {
    return this.#now.signal;
  }

  /** As two signals would: end what runs. */
  endNow(): void {
    this.#gentle.abort();
    this.#now.abort();
  }

  readonly #onSignal = (): void => {
    if (!this.gentle.aborted) this.#gentle.abort();
    else if (!this.now.aborted) this.#now.abort();
    else process.exit(EXIT.interrupted);
  };

  [Symbol.dispose](): void {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
  }
}
