/** The host's side of the agent's ledger (agent/ledger.py): which calls a dead agent had handed to a worker. */
import { closeSync, openSync, readSync } from 'node:fs';
import { LEDGER_ENTRIES } from '../protocol/messages.ts';

export class Ledger {
  readonly #fd: number | undefined;

  /** Opens the table that a living agent keeps in its descriptor `descriptor`. */
  constructor(agentPid: number, descriptor: number) {
    try {
      this.#fd = openSync(`/proc/${agentPid}/fd/${descriptor}`, 'r');
    } catch {
      this.#fd = undefined; // it died just now, or /proc is closed to us: all its calls count as begun
    }
  }

  /** Reads the table, once, and lets go of it. @returns whether a call may have begun; undefined: cannot be known. */
  close(): ((call: number) => boolean) | undefined {
    if (this.#fd === undefined) return undefined;
    const table = Buffer.alloc(4 * LEDGER_ENTRIES);
    const bytes = readSync(this.#fd, table, 0, table.length, 0);
    closeSync(this.#fd);
    if (bytes < table.length) return undefined;
    return (call) => table.readUInt32LE(4 * (call % LEDGER_ENTRIES)) === call;
  }
}
