/** Which texts are paid well under several prompts: over the last steps, since one step may have a single prompt. */

/** Steps that are looked at together. Before there are so many, the chance of a repeat only grows: nothing is said. */
const WINDOW = 8;

export class Repeats {
  /** By step: by text, the rows. */
  readonly #steps: Map<string, Set<string>>[] = [];

  see(texts: readonly { textHash: string; rowHash: string }[]): void {
    const step = new Map<string, Set<string>>();
    for (const { textHash, rowHash } of texts)
      step.set(textHash, (step.get(textHash) ?? new Set()).add(rowHash));
    this.#steps.push(step);
    if (this.#steps.length > WINDOW) this.#steps.shift();
  }

  /** Undefined while too little was seen. */
  knows(textHash: string, rowHash: string): boolean | undefined {
    return this.#steps.length < WINDOW ? undefined : this.has(textHash, rowHash);
  }

  /** Whether it is paid under another prompt as well. */
  has(textHash: string, rowHash: string): boolean {
    return this.#steps.some((step) => {
      const rows = step.get(textHash);
      return rows !== undefined && rows.size > Number(rows.has(rowHash));
    });
  }
}
