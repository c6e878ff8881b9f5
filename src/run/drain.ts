/**
 * A gentle stop: the calls that run when it begins are finished and written; those that only wait are cancelled.
 * The module reads far ahead, so letting everything finish that it was handed could take an hour.
 */
import type { Reward } from '../module/calls/call.ts';
import type { Feed } from './feed.ts';

/** More than can run at once. */
const ALL_RUNNING = 4096;
const ANSWER_MS = 1_000;

export class Drain {
  /** Aborted when what ran is finished: everything that is left may be cancelled. */
  readonly finished: AbortSignal;
  readonly #controller = new AbortController();
  readonly #reward: Reward;
  readonly #feed: Feed;
  readonly #ordered: boolean;
  #waitingFor: Set<number> | undefined;

  constructor(reward: Reward, feed: Feed, ordered: boolean) {
    this.finished = this.#controller.signal;
    this.#reward = reward;
    this.#feed = feed;
    this.#ordered = ordered;
  }

  async begin(): Promise<void> {
    const running = await this.#runningPositions();
    this.#waitingFor = new Set(running.filter((position) => this.#feed.indexOf(position) !== undefined));
    this.#endIfDone();
  }

  /** The outcome of a call arrived. */
  arrived(position: number): void {
    this.#waitingFor?.delete(position);
    this.#endIfDone();
  }

  #endIfDone(): void {
    if (this.#waitingFor?.size === 0) this.#controller.abort();
  }

  async #runningPositions(): Promise<number[]> {
    let timer: NodeJS.Timeout | undefined;
    const noAnswer = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, ANSWER_MS, undefined);
    });
    const calls = await Promise.race([this.#reward.running(ALL_RUNNING).catch(() => undefined), noAnswer]);
    clearTimeout(timer);
    // Nobody knows what runs: wait for all of it. A second Ctrl-C is always possible.
    if (calls === undefined) return this.#feed.positions();
    const positions = calls.map(({ index }) => index).filter((index) => index !== null);
    if (!this.#ordered) return positions;
    // In an ordered run only the row that is next can be written; the others would have to wait for it anyway.
    const [next] = this.#feed.positions();
    return positions.filter((position) => position === next);
  }
}
