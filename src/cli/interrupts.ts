/** Ctrl-C and SIGTERM: the first asks for a gentle end, the second for one now, the third does not ask. */
import { EXIT } from '../errors.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

type Signal = (typeof SIGNALS)[number];

export class Interrupts implements Disposable {
  readonly #gentle = new AbortController();
  readonly #now = new AbortController();
  #first: Signal | undefined;

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

  /** As a first signal would: finish what runs. */
  endGently(): void {
    this.#gentle.abort();
  }

  /** As two signals would: end what runs. */
  endNow(): void {
    this.#gentle.abort();
    this.#now.abort();
  }

  /** What a shell would report of a process that its first signal has ended: 130 for SIGINT, else 143. */
  get exitCode(): number {
    return this.#first === 'SIGINT' ? EXIT.interrupted : EXIT.terminated;
  }

  readonly #onSignal = (signal: Signal): void => {
    this.#first ??= signal;
    if (!this.gentle.aborted) this.#gentle.abort();
    else if (!this.now.aborted) this.#now.abort();
    else process.exit(this.exitCode);
  };

  [Symbol.dispose](): void {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
  }
}
