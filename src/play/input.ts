/** Lines that were typed → what they mean: a command, or text for the module, which may have several lines. */

export type Input =
  | { kind: 'text'; text: string }
  | { kind: 'command'; name: string; argument: string | undefined };

const QUOTES = '"""';
const COMMAND = /^:([a-z]+)(?:\s+(.*\S))?\s*$/i;

export class InputReader {
  #lines: string[] | undefined;
  #end = '';

  /** The line that ends what is being pasted; undefined when nothing is. */
  get awaits(): string | undefined {
    return this.#lines === undefined ? undefined : this.#end;
  }

  /** Forgets what was pasted so far. */
  drop(): void {
    this.#lines = undefined;
  }

  /** @returns what the line completes, if it does */
  feed(line: string): Input | undefined {
    if (this.#lines !== undefined) {
      if (line.trim() !== this.#end) {
        this.#lines.push(line);
        return undefined;
      }
      const text = this.#lines.join('\n');
      this.#lines = undefined;
      return { kind: 'text', text };
    }
    if (line.trim() === QUOTES) return this.#begin(QUOTES);
    // Mostly a key that was hit once too often. Who means it, pastes it.
    if (line.trim() === '') return undefined;
    if (line.startsWith('::')) return { kind: 'text', text: line.slice(1) };
    const [, name, argument] = COMMAND.exec(line) ?? [];
    if (name === undefined) return { kind: 'text', text: line };
    if (name === 'paste' && argument === undefined) return this.#begin(':end');
    return { kind: 'command', name: name.toLowerCase(), argument };
  }

  #begin(end: string): undefined {
    this.#lines = [];
    this.#end = end;
  }
}
