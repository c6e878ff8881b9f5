/** Counts the warnings of calls; those that differ in numbers only are one. */
import { oneLine } from '../../formats/text/visible.ts';

export interface WarningCount {
  /** The first of them, as it was. */
  message: string;
  count: number;
}

const MAX_KINDS = 200;

export class WarningCounts {
  readonly #counts = new Map<string, WarningCount>();

  add(warning: string): void {
    const key = warning.slice(0, 300).replace(/\d+(\.\d+)?/g, 'N');
    const known = this.#counts.get(key);
    if (known !== undefined) known.count++;
    else if (this.#counts.size < MAX_KINDS)
      this.#counts.set(key, { message: oneLine(warning, 300), count: 1 });
  }

  /** Most frequent first. */
  list(): WarningCount[] {
    return [...this.#counts.values()].sort((a, b) => b.count - a.count);
  }
}
