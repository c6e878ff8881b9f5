/**
 * Turns between clients, in front of a module's own queue, which serves in the order of arrival: so that is kept as
 * short as its workers allow, and a client with thousands of calls keeps none with a few from being served.
 */

/** Something that waits for its turn. */
export interface Waiting {
  /** Its turn has come. Whoever is begun calls `finished` once. */
  begin(): void;
}

/** What waits of one client. */
interface Line {
  readonly client: object;
  waiting: (Waiting | undefined)[];
  head: number;
  /** Of those behind the head, the ones that were taken out. */
  gone: number;
}

const AHEAD_MS = 20;
/** Weight of the newest duration in the average. */
const NEWEST = 0.05;
/** A duration is the worker's own word: what one says must not spoil the average for long. */
const LONGEST_MS = 1_000;
/** As many per worker as fast calls need to travel in full batches: two that are under way, and one that is next. */
const MOST_EACH = 192;

export class Turns {
  readonly #concurrency: () => number;
  readonly #aheadMs: number;
  readonly #lines = new Map<object, Line>();
  /** Those with something that waits; the first is next. */
  #ring: Line[] = [];
  #running = 0;
  #averageMs: number | undefined;
  #pumping = false;

  /**
   * @param concurrency how many the module runs at the same time
   * @param aheadMs how much work its queue should hold for each of its workers
   */
  constructor(concurrency: () => number, aheadMs = AHEAD_MS) {
    this.#concurrency = concurrency;
    this.#aheadMs = aheadMs;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#ring.reduce((sum, { waiting, head, gone }) => sum + waiting.length - head - gone, 0);
  }

  add(client: object, waiting: Waiting): void {
    let line = this.#lines.get(client);
    if (line === undefined) {
      line = { client, waiting: [], head: 0, gone: 0 };
      this.#lines.set(client, line);
      this.#ring.push(line);
    }
    line.waiting.push(waiting);
    this.#pumpSoon();
  }

  /** Takes one out that has not begun. */
  remove(client: object, waiting: Waiting): void {
    const line = this.#lines.get(client);
    const position = line?.waiting.indexOf(waiting, line.head) ?? -1;
    if (line === undefined || position === -1) return;
    line.waiting[position] = undefined;
    line.gone++;
    // What is gone must not pile up while the module is busy.
    if (line.gone * 2 < line.waiting.length - line.head) return;
    line.waiting = line.waiting.slice(line.head).filter((each) => each !== undefined);
    line.head = 0;
    line.gone = 0;
    if (line.waiting.length === 0) this.#forget(line);
  }

  /** Takes out all of a client. */
  removeAll(client: object): void {
    const line = this.#lines.get(client);
    if (line !== undefined) this.#forget(line);
  }

  /** One that had begun is over. @param durationMs how long it took its worker; undefined when it never had one */
  finished(durationMs: number | undefined): void {
    this.#running--;
    if (durationMs !== undefined) {
      const ms = Math.min(durationMs, LONGEST_MS);
      this.#averageMs =
        this.#averageMs === undefined ? ms : this.#averageMs + (ms - this.#averageMs) * NEWEST;
    }
    this.#pumpSoon();
  }

  /** How many may be in the module's queue or run. */
  get window(): number {
    const concurrency = this.#concurrency();
    const least = concurrency + 2;
    if (this.#averageMs === undefined) return least;
    const most = MOST_EACH * concurrency;
    const wanted = (concurrency * this.#aheadMs) / Math.max(this.#averageMs, 0.001);
    return Math.max(least, Math.min(most, Math.ceil(wanted)));
  }

  /** After all that came in this turn of the event loop: results come many at a time, and so do calls. */
  #pumpSoon(): void {
    if (this.#pumping || this.#ring.length === 0) return;
    this.#pumping = true;
    queueMicrotask(() => {
      this.#pump();
      this.#pumping = false;
    });
  }

  #pump(): void {
    const { window } = this;
    while (this.#running < window) {
      const line = this.#ring.shift();
      if (line === undefined) return;
      const next = takeFrom(line);
      if (line.head < line.waiting.length) this.#ring.push(line);
      else this.#lines.delete(line.client);
      if (next === undefined) continue;
      this.#running++;
      next.begin();
    }
  }

  #forget(line: Line): void {
    this.#lines.delete(line.client);
    this.#ring = this.#ring.filter((other) => other !== line);
  }
}

/** The next of a line that is still wanted. */
const takeFrom = (line: Line): Waiting | undefined => {
  while (line.head < line.waiting.length) {
    const next = line.waiting[line.head];
    line.waiting[line.head] = undefined;
    line.head++;
    if (next !== undefined) {
      if (line.head > 1_024 && line.head * 2 > line.waiting.length) {
        line.waiting = line.waiting.slice(line.head);
        line.head = 0;
      }
      return next;
    }
    line.gone--;
  }
  return undefined;
};
