/** How many calls may be with the agents of a module, where others than its own concurrency decide that, too. */
export class Gate {
  #limit = 0;
  #taken = 0;
  readonly #listeners = new Set<() => void>();

  /** Calls that are with agents: each counts until its outcome is known. */
  get taken(): number {
    return this.#taken;
  }

  get limit(): number {
    return this.#limit;
  }

  /** Lowered, it ends nothing: calls that run finish. */
  set limit(limit: number) {
    const grew = limit > this.#limit;
    this.#limit = limit;
    if (grew) this.#tell();
  }

  get isOpen(): boolean {
    return this.#taken < this.#limit;
  }

  take(): void {
    this.#taken++;
  }

  /** @param giver is not told: it looks anyway */
  give(count: number, giver?: () => void): void {
    if (count === 0) return;
    this.#taken -= count;
    this.#tell(giver);
  }

  /** Calls `tell` when there may be room again. @returns what ends that */
  onRoom(tell: () => void): () => void {
    this.#listeners.add(tell);
    return () => this.#listeners.delete(tell);
  }

  #tell(except?: () => void): void {
    for (const tell of this.#listeners) if (tell !== except) queueMicrotask(tell);
  }
}

/** Modules whose calls can be held back. */
export interface Gated {
  /** To be called before the first call. */
  limitBy(gate: Gate): void;
  /** Calls without an outcome. */
  readonly wanted: number;
  /** Calls that are not with the agent end as lost. */
  loseWaiting(message: string): void;
}

export const gated = (module: object | undefined): Gated | undefined =>
  module !== undefined && 'limitBy' in module ? (module as Gated) : undefined;
