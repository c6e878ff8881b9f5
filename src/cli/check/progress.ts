/** What a check does now: one line that is rewritten in a terminal; elsewhere a line now and then. */
import { shorten } from '../../formats/text/visible.ts';
import type { Screen } from '../../run/progress.ts';

const EVERY_MS = 5_000;
const REDRAW_MS = 1_000;
const ERASED = '\r\u001b[2K';

export class CheckProgress implements Disposable {
  readonly #screen: Screen;
  readonly #budgetMs: number;
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout | undefined;
  #doing = 'starting';
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(screen: Screen, budgetMs: number) {
    this.#screen = screen;
    this.#budgetMs = budgetMs;
    if (screen.canRedraw) {
      this.#timer = setInterval(() => this.#draw(), REDRAW_MS);
      this.#timer.unref();
    }
  }

  /** What it does from now on. */
  show(doing: string): void {
    this.#doing = doing;
    if (this.#screen.canRedraw) this.#draw();
    else if (performance.now() - this.#toldAt >= EVERY_MS) {
      this.#toldAt = performance.now();
      this.#screen.write(`${this.#line()}\n`);
    }
  }

  /** A line that stays. */
  log(line: string): void {
    this.#screen.write(this.#screen.canRedraw ? `${ERASED}${line}\n` : `${line}\n`);
    if (this.#screen.canRedraw) this.#draw();
  }

  #line(): string {
    const seconds = Math.round((performance.now() - this.#startedAt) / 1_000);
    return `… ${seconds} s of ${Math.round(this.#budgetMs / 1_000)} s: ${this.#doing}`;
  }

  #draw(): void {
    this.#screen.write(`${ERASED}${shorten(this.#line(), this.#screen.columns() - 1)}`);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    if (this.#screen.canRedraw) this.#screen.write(ERASED);
  }
}
