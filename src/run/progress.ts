/** Shows how a run goes on: a block that is redrawn on a terminal, a line now and then elsewhere. */

import { formatMs, formatRate } from '../formats/text/numbers.ts';
import type { Paint } from '../formats/text/paint.ts';
import { bar } from '../formats/text/table.ts';
import { displayWidth, groupDigits, oneLine, shorten } from '../formats/text/visible.ts';
import { STATUSES } from '../outcome.ts';
import type { Progressing, SlowestCall } from './file-run-options.ts';
import { RateMeter } from './summary/rate.ts';
import { formatFrame, userFrame } from './summary/user-frame.ts';

/** What the display needs of a terminal. */
export interface Screen {
  write(text: string): void;
  columns(): number;
  /** False for pipes, files and terminals that cannot move the cursor. */
  canRedraw: boolean;
  paint: Paint;
}

const REDRAW_MS = 250;
const LINE_MS = 5_000;
/** The workers are asked for a stack at most this often, and only about calls that take that long. */
const ASK_MS = 2_000;
const BAR_WIDTH = 24;

const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const CLEAR_BELOW = '\u001b[J';
const lineUp = (count: number): string => (count === 0 ? '' : `\u001b[${count}A`);

export class Progress {
  readonly #screen: Screen;
  readonly #run: Progressing;
  readonly #moduleFile: string;
  readonly #now: () => number;
  readonly #rate: RateMeter;
  #timer: NodeJS.Timeout | undefined;
  #done: number;
  #drawnLines = 0;
  #slowest: (SlowestCall & { seenAt: number }) | undefined;
  #askedAt = 0;
  #note: string | undefined;

  constructor(
    screen: Screen,
    run: Progressing,
    moduleFile: string,
    now: () => number = () => performance.now(),
  ) {
    this.#screen = screen;
    this.#run = run;
    this.#moduleFile = moduleFile;
    this.#now = now;
    this.#done = run.earlier;
    this.#rate = new RateMeter(now());
  }

  start(): void {
    if (this.#screen.canRedraw) this.#screen.write(HIDE_CURSOR);
    this.#timer = setInterval(() => this.tick(), this.#screen.canRedraw ? REDRAW_MS : LINE_MS);
    this.#timer.unref();
  }

  /** A row was written. */
  row(): void {
    this.#done++;
  }

  /** A word on what is going on, shown at the end of the block: `finishing the calls that run`. */
  set note(text: string) {
    this.#note = text;
    if (this.#screen.canRedraw) this.tick();
  }

  /** Draws once; called by the timer. */
  tick(): void {
    this.#rate.sample(this.#now(), this.#done - this.#run.earlier);
    this.#askForSlowest();
    if (this.#screen.canRedraw) this.#redraw(this.#block());
    else this.#screen.write(`${this.#plainLine()}\n`);
  }

  /** Prints a line that stays, above the block. */
  log(line: string): void {
    const block = this.#drawnLines > 0 ? this.#block() : [];
    this.#erase();
    this.#screen.write(`${line}\n`);
    if (block.length > 0) this.#redraw(block);
  }

  /** Removes the block and gives the cursor back. Idempotent. */
  stop(): void {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#erase();
    if (this.#screen.canRedraw) this.#screen.write(SHOW_CURSOR);
  }

  #erase(): void {
    if (this.#drawnLines > 0) this.#screen.write(`${lineUp(this.#drawnLines)}\r${CLEAR_BELOW}`);
    this.#drawnLines = 0;
  }

  #redraw(lines: readonly string[]): void {
    // One write, so that nothing flickers and no half-drawn block is left when the process dies.
    const up = this.#drawnLines > 0 ? `${lineUp(this.#drawnLines)}\r` : '';
    this.#screen.write(`${up}${lines.map((line) => `${line}\u001b[K`).join('\n')}\n${CLEAR_BELOW}`);
    this.#drawnLines = lines.length;
  }

  #block(): string[] {
    const { paint } = this.#screen;
    const share = this.#run.total === 0 ? 1 : this.#done / this.#run.total;
    const filled = bar(share, BAR_WIDTH).padEnd(BAR_WIDTH, '░');
    const lines = [
      `${paint('cyan', filled)} ${this.#fit(this.#figures(), BAR_WIDTH + 1)}`,
      this.#fit(this.#counts(), 0),
    ];
    const slowest = this.#slowestLine();
    if (slowest !== undefined) lines.push(paint('dim', this.#fit(slowest, 0)));
    if (this.#note !== undefined) lines.push(paint('yellow', this.#fit(this.#note, 0)));
    return lines;
  }

  /** A line that wraps would break the redrawing, which counts lines. */
  #fit(text: string, used: number): string {
    const room = Math.max(10, this.#screen.columns() - used - 1);
    let fitted = shorten(text, room);
    while (displayWidth(fitted) > room) fitted = shorten(fitted, Math.max(1, fitted.length - 1));
    return fitted;
  }

  #figures(): string {
    const { total } = this.#run;
    const rate = this.#rate.perSecond();
    const left =
      rate > 0 && this.#done < total ? `  ${formatMs(((total - this.#done) / rate) * 1_000)} left` : '';
    const percent = total === 0 ? 100 : Math.floor((100 * this.#done) / total);
    return `${groupDigits(this.#done)}/${groupDigits(total)}  ${percent} %  ${formatRate(rate)}${left}`;
  }

  #counts(): string {
    const present = STATUSES.map((status) => [status, this.#run.statuses.get(status) ?? 0] as const);
    const shown = present
      .filter(([, count]) => count > 0)
      .map(([status, count]) => `${status} ${groupDigits(count)}`);
    return shown.length === 0 ? 'waiting for the first outcome' : shown.join('  ');
  }

  #plainLine(): string {
    const parts = [this.#figures(), this.#counts(), this.#slowestLine(), this.#note];
    return parts.filter((part) => part !== undefined).join('  |  ');
  }

  #askForSlowest(): void {
    if (this.#run.oldestMs() < ASK_MS || this.#now() - this.#askedAt < ASK_MS) return;
    this.#askedAt = this.#now();
    const seenAt = this.#askedAt;
    // A display must never end a run: what is not available is not shown.
    this.#run.slowest().then(
      (found) => {
        this.#slowest = found === null ? undefined : { ...found, seenAt };
      },
      () => {},
    );
  }

  #slowestLine(): string | undefined {
    if (this.#slowest === undefined || !this.#slowest.isInFlight()) return undefined;
    const { index, call, seenAt } = this.#slowest;
    const runningMs = call.running_ms + this.#now() - seenAt;
    if (runningMs < ASK_MS) return undefined;
    const frame = call.stack === null ? null : userFrame(call.stack, this.#moduleFile, 'first');
    const where = frame === null ? '' : ` in ${oneLine(formatFrame(frame), 80)}`;
    return `slowest: [${index}] for ${formatMs(runningMs)}${where}`;
  }
}
