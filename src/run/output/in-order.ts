/** Holds back what comes early, so that it leaves in the order of its numbers: 0, 1, 2, … */
export class InOrder<Item> {
  readonly #early = new Map<number, Item>();
  #next = 0;

  /** How many are held back. */
  get held(): number {
    return this.#early.size;
  }

  /** Takes one, and gives those whose turn it now is. A number that never comes holds back all behind it. */
  put(number: number, item: Item): Item[] {
    this.#early.set(number, item);
    const ready: Item[] = [];
    for (;;) {
      const found = this.#early.get(this.#next);
      if (found === undefined) return ready;
      this.#early.delete(this.#next++);
      ready.push(found);
    }
  }
}
