/**
 * The calls of a module that have time: one starts when no other waits and a slot has nothing to do. When others come
 * meanwhile it has a moment to end; then it is cancelled, and waits again. They count nowhere, and end with the agent.
 */
import type { Outcome } from '../../outcome.ts';
import { encodeCalls, type ResultFrame } from '../../protocol/codec.ts';
import type { Call, Reward } from './call.ts';
import type { CallNumbers } from './call-numbers.ts';
import type { Gate } from './gate.ts';
import { InFlight } from './in-flight.ts';
import type { Lost } from './outcomes.ts';
import type { PendingCall, SchedulerOptions } from './pending-call.ts';

/** One that keeps another call waiting for longer is ended, and done again later. */
const GIVE_WAY_MS = 5;

export class LowLane {
  readonly #options: SchedulerOptions;
  /** Other calls without an outcome. */
  readonly #others: () => number;
  readonly #calls: InFlight<PendingCall>;
  #giveWay: NodeJS.Timeout | undefined;

  constructor(options: SchedulerOptions, numbers: CallNumbers, others: () => number) {
    this.#options = options;
    this.#calls = new InFlight(options.cancel, numbers);
    this.#others = others;
  }

  /** How many wait or run. */
  get size(): number {
    return this.#calls.outstanding;
  }

  /** See `InFlight`. */
  setGate(gate: Gate, onRoom: () => void): void {
    this.#calls.gate = gate;
    this.#calls.onRoom = onRoom;
  }

  /** How many calls of the module can be with the agent: a gate may let fewer pass than there are slots. */
  get #places(): number {
    const { concurrency } = this.#options;
    const { gate } = this.#calls;
    return gate === undefined ? concurrency : Math.min(concurrency, Math.max(1, gate.limit));
  }

  add(pending: PendingCall): void {
    this.#calls.add(pending);
  }

  /** To be called when other calls have come or gone, while there is an agent. */
  pump(): void {
    const { send } = this.#options;
    while (this.#calls.mayLeave && this.#busy < this.#places) {
      const { call, asked } = this.#calls.send(this.#calls.beginBatch());
      send(encodeCalls([{ call, ...asked.text }]), 1);
    }
    if (this.#calls.sent > 0 && this.#busy > this.#places)
      this.#giveWay ??= setTimeout(() => this.#makeWay(), GIVE_WAY_MS).unref();
  }

  /** Takes a result; @returns whether it is of such a call */
  finish(result: ResultFrame): boolean {
    const gaveWay = this.#calls.find(result.call)?.state === 'giving-way';
    const flight = this.#calls.finish(result.call);
    if (flight === undefined) return false;
    if (gaveWay && result.status === 'cancelled') this.#calls.again(flight.asked);
    else flight.asked.done(result);
    return true;
  }

  /** Ends a call as cancelled; @returns whether it is of this lane */
  cancel(pending: PendingCall): boolean {
    return this.#calls.cancel(pending);
  }

  /** Ends all that waits here as lost. */
  loseWaiting(message: string): void {
    this.#calls.loseQueued(message);
  }

  /** Ends all that waits or runs. */
  end(end: 'cancelled' | Lost): void {
    clearTimeout(this.#giveWay);
    this.#giveWay = undefined;
    this.#calls.endAll(end);
  }

  get #busy(): number {
    return this.#others() + this.#calls.sent;
  }

  /** Ends as many as others wait for. */
  #makeWay(): void {
    this.#giveWay = undefined;
    const tooMany = Math.max(0, this.#busy - this.#places);
    const ended = [...this.#calls.flights].filter(({ state }) => state === 'sent').slice(0, tooMany);
    for (const flight of ended) flight.state = 'giving-way';
    if (ended.length > 0) this.#options.cancel(ended.map(({ call }) => call));
  }
}

/** Modules whose calls may have time. */
interface Patient {
  scoreLow(call: Call): Promise<Outcome>;
}

/** `score`, without ever keeping another call of the module waiting, where the module can do that. */
export const scoreLow = (reward: Reward | (Reward & Patient), call: Call): Promise<Outcome> =>
  'scoreLow' in reward ? reward.scoreLow(call) : reward.score(call);
