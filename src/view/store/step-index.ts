/** Which steps of which modules there are, and where the file has the latest record of each. */

/** Bytes of a record in the file. */
export interface Place {
  offset: number;
  length: number;
}

/** Each costs about 200 bytes of memory, and clients choose the numbers. */
const MOST_STEPS = 1_000_000;

export class StepIndex {
  readonly #modulesOf = new Map<number, Map<string, Place | undefined>>();
  /** The steps in their order. */
  readonly #sorted: number[] = [];

  get latest(): number | null {
    return this.#sorted.at(-1) ?? null;
  }

  get isFull(): boolean {
    return this.#sorted.length >= MOST_STEPS;
  }

  has(step: number, module: string): boolean {
    return this.#modulesOf.get(step)?.has(module) === true;
  }

  place(step: number, module: string): Place | undefined {
    return this.#modulesOf.get(step)?.get(module);
  }

  /** @param place undefined while it is in no file */
  set(step: number, module: string, place: Place | undefined): void {
    let modules = this.#modulesOf.get(step);
    if (modules === undefined) {
      modules = new Map();
      this.#modulesOf.set(step, modules);
      this.#sorted.splice(this.#firstFrom(step), 0, step);
    }
    modules.set(module, place);
  }

  delete(step: number, module: string): void {
    const modules = this.#modulesOf.get(step);
    modules?.delete(module);
    if (modules === undefined || modules.size > 0) return;
    this.#modulesOf.delete(step);
    this.#sorted.splice(this.#firstFrom(step), 1);
  }

  /** Names of the modules that have this step. */
  modulesOf(step: number): string[] {
    return [...(this.#modulesOf.get(step)?.keys() ?? [])].sort();
  }

  /** The steps from one on, in their order. */
  *stepsFrom(step: number): Generator<number> {
    for (let at = this.#firstFrom(step); at < this.#sorted.length; at++) yield this.#sorted[at] as number;
  }

  #firstFrom(step: number): number {
    // Nearly always it is the newest.
    if ((this.#sorted.at(-1) ?? -1) < step) return this.#sorted.length;
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] as number) < step) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
