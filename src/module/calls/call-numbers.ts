/** Numbers for calls and requests under way: no two of them share a place in the agent's ledger. */
import { LEDGER_ENTRIES } from '../../protocol/messages.ts';

export class CallNumbers {
  readonly #places = new Uint8Array(LEDGER_ENTRIES);
  #last = 0;

  /** A number that is free. There must be fewer than LEDGER_ENTRIES under way. */
  take(): number {
    do this.#last = this.#last === 0xffff_ffff ? 1 : this.#last + 1;
    while (this.#places[this.#last % LEDGER_ENTRIES] === 1);
    this.#places[this.#last % LEDGER_ENTRIES] = 1;
    return this.#last;
  }

  free(call: number): void {
    this.#places[call % LEDGER_ENTRIES] = 0;
  }

  freeAll(): void {
    this.#places.fill(0);
  }
}
