/** Lines that are typed or piped in, one at a time, and Ctrl-C. */
import { createInterface, type Interface } from 'node:readline';

export interface LineOptions {
  input: NodeJS.ReadStream;
  /** Where the cursor and what is typed are shown; not used when the input is no terminal. */
  screen: NodeJS.WriteStream;
  isTerminal: boolean;
  /** Ctrl-C at a terminal. `hadText`: something was typed, and is gone now. */
  onInterrupt: (hadText: boolean) => void;
}

/** Lines that are read ahead of a game that is slow. */
const READ_AHEAD = 1_000;

export class LineSource implements Disposable {
  readonly #readline: Interface;
  readonly #isTerminal: boolean;
  readonly #waiting: string[] = [];
  #wake: (() => void) | undefined;
  #isClosed = false;

  constructor({ input, screen, isTerminal, onInterrupt }: LineOptions) {
    this.#isTerminal = isTerminal;
    this.#readline = isTerminal
      ? createInterface({ input, output: screen, terminal: true })
      : createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY, terminal: false });
    this.#readline.on('line', (line) => {
      this.#waiting.push(line);
      // A terminal that is not read would not tell of Ctrl-C either.
      if (!isTerminal && this.#waiting.length > READ_AHEAD) this.#readline.pause();
      this.#wake?.();
    });
    this.#readline.on('close', () => this.close());
    this.#readline.on('SIGINT', () => onInterrupt(this.#dropText()));
  }

  /** Shows the cursor, at a terminal. @returns undefined at the end of the input, or after `close` */
  async next(cursor: string): Promise<string | undefined> {
    if (this.#waiting.length === 0 && !this.#isClosed) {
      if (this.#isTerminal) this.showCursor(cursor);
      else this.#readline.resume();
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
      this.#wake = undefined;
    }
    return this.#waiting.shift();
  }

  /** Again, below what was written meanwhile. */
  showCursor(cursor?: string): void {
    if (this.#isClosed) return;
    if (cursor !== undefined) this.#readline.setPrompt(cursor);
    this.#readline.prompt(true);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#readline.close();
    this.#wake?.();
  }

  /** What was read ahead is not played any more. */
  drop(): void {
    this.#waiting.length = 0;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #dropText(): boolean {
    const hadText = this.#readline.line !== '';
    // Ctrl-E and Ctrl-U: to the end of the line, and everything before it.
    this.#readline.write(null, { ctrl: true, name: 'e' });
    this.#readline.write(null, { ctrl: true, name: 'u' });
    return hadText;
  }
}
