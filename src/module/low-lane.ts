/**
 * The calls of a module that have time: one starts when no other waits and a slot has nothing to do. When others come
 * meanwhile it has a moment to end; then it is cancelled, and waits again. They count nowhere, and end with the agent.
 */
import type { Outcome } from '../outcome.ts';
import { encodeCalls, type ResultFrame } from '../protocol/codec.ts';
import type { Call, Reward } from './call.ts';
import type { CallNumbers } from './call-numbers.ts';
import type { CallEnd } from './outcomes.ts';
import type { PendingCall, SchedulerOptions } from './pending-call.ts';

/** One that keeps another call waiting for longer is ended, and done again later. */
const GIVE_WAY_MS = 5;

export class LowLane {
  readonly #options: SchedulerOptions;
  readonly #numbers: CallNumbers;
  /** Other calls without an outcome. */
  readonly #others: () => number;
  #waiting: PendingCall[] = [];
  /** Those that are with the agent, by number. */
  readonly #sent = new Map<number, { pending: PendingCall; gaveWay: boolean }>();
  #giveWay: NodeJS.Timeout | undefined;

  constructor(options: SchedulerOptions, numbers: CallNumbers, others: () => number) {
    this.#options = options;
    this.#numbers = numbers;
    this.#others = others;
  }

  add(pending: PendingCall): void {
    this.#waiting.push(pending);
  }

  /** To be called when other calls have come or gone, while there is an agent. */
  pump(): void {
    const { concurrency, send } = this.#options;
    while (this.#waiting.length > 0 && this.#busy < concurrency) {
      const pending = this.#waiting.shift() as PendingCall;
      const call = this.#numbers.take();
      this.#sent.set(call, { pending, gaveWay: false });
      send(encodeCalls([{ call, ...pending.text }]), 1);
    }
    if (this.#sent.size > 0 && this.#busy > concurrency)
      this.#giveWay ??= setTimeout(() => this.#makeWay(), GIVE_WAY_MS).unref();
  }

  /** Takes a result; @returns whether it is of such a call */
  finish(result: ResultFrame): boolean {
    const entry = this.#sent.get(result.call);
    if (entry === undefined) return false;
    this.#sent.delete(result.call);
    this.#numbers.free(result.call);
    if (entry.gaveWay && result.status === 'cancelled') this.#waiting.unshift(entry.pending);
    else entry.pending.done(result);
    return true;
  }

  /** Ends a call as cancelled; @returns whether it is of this lane */
  cancel(pending: PendingCall): boolean {
    const position = this.#waiting.indexOf(pending);
    if (position !== -1) {
      this.#waiting.splice(position, 1);
      pending.done('cancelled');
      return true;
    }
    for (const [call, entry] of this.#sent) {
      if (entry.pending !== pending) continue;
      entry.gaveWay = false;
      this.#options.cancel([call]);
      return true;
    }
    return false;
  }

  /** Ends all that waits or runs. */
  end(end: CallEnd): void {
    const ended = [...[...this.#sent.values()].map(({ pending }) => pending), ...this.#waiting];
    clearTimeout(this.#giveWay);
    this.#giveWay = undefined;
    this.#sent.clear();
    this.#waiting = [];
    for (const pending of ended) pending.done(end);
  }

  get #busy(): number {
    return this.#others() + this.#sent.size;
  }

  /** Ends as many as others wait for. */
  #makeWay(): void {
    this.#giveWay = undefined;
    const tooMany = Math.max(0, this.#busy - this.#options.concurrency);
    const ended = [...this.#sent].filter(([, { gaveWay }]) => !gaveWay).slice(0, tooMany);
    for (const [, entry] of ended) entry.gaveWay = true;
    if (ended.length > 0) this.#options.cancel(ended.map(([call]) => call));
  }
}

/** Modules whose calls may have time. */
interface Patient {
  scoreLow(call: Call): Promise<Outcome>;
}

/** `score`, without ever keeping another call of the module waiting, where the module can do that. */
export const scoreLow = (reward: Reward | (Reward & Patient), call: Call): Promise<Outcome> =>
  'scoreLow' in reward ? reward.scoreLow(call) : reward.score(call);
