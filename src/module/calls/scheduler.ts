/**
 * The host's queue of one module: decides how many calls travel together and how many are with the agent.
 *
 * Fast calls travel in batches, because each hop costs more than they do; slow calls travel alone, so that
 * none waits behind another and those that have not left can still be cancelled for free.
 */
import { encodeCalls, type ResultFrame } from '../../protocol/codec.ts';
import { LEDGER_ENTRIES } from '../../protocol/messages.ts';
import { CallNumbers } from './call-numbers.ts';
import type { Gate } from './gate.ts';
import { type AgentEnd, InFlight } from './in-flight.ts';
import { LowLane } from './low-lane.ts';
import type { Lost } from './outcomes.ts';
import type { PendingCall, SchedulerOptions } from './pending-call.ts';

const MAX_BATCH_CALLS = 64;
const MAX_BATCH_BYTES = 512 * 1024;
/** A batch should keep its worker busy for about this long. */
const BATCH_MS = 2;
/** Weight of the newest call in the running average of durations. */
const NEWEST = 0.05;
/** A duration is the worker's own word: what one says must not spoil the average for long. */
const LONGEST_MS = 1_000;

export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #calls: InFlight<PendingCall>;
  readonly #low: LowLane;
  #averageMs: number | undefined;
  #open = false;
  #leaveGate = (): void => {};

  constructor(options: SchedulerOptions) {
    this.#options = options;
    const numbers = new CallNumbers();
    this.#calls = new InFlight(options.cancel, numbers);
    this.#low = new LowLane(options, numbers, () => this.outstanding);
  }

  /** Calls that have no outcome yet. */
  get outstanding(): number {
    return this.#calls.outstanding;
  }

  /** Calls without an outcome, those that have time included. */
  get wanted(): number {
    return this.outstanding + this.#low.size;
  }

  /** Calls that are with the agent. */
  get sent(): number {
    return this.#calls.sent;
  }

  add(pending: PendingCall): void {
    this.#calls.add(pending);
    this.#pump();
  }

  /** A call that has time; `outstanding` and `sent` do not count it. */
  addLow(pending: PendingCall): void {
    this.#low.add(pending);
    this.#pump();
  }

  /** From now on calls leave one by one, and only while the gate is open. To be called before the first one. */
  setGate(gate: Gate): void {
    const onRoom = (): void => this.#pump();
    this.#calls.gate = gate;
    this.#calls.onRoom = onRoom;
    this.#low.setGate(gate, onRoom);
    this.#leaveGate = gate.onRoom(onRoom);
  }

  /** Calls that wait here end as lost; those that are with the agent do not. */
  loseWaiting(message: string): void {
    this.#calls.loseQueued(message);
    this.#low.loseWaiting(message);
  }

  /** The agent is there (or no longer): calls leave the queue only while it is. */
  setOpen(open: boolean): void {
    this.#open = open;
    if (open) this.#pump();
  }

  /** Takes a result; one for an unknown call (its outcome was made already) is ignored. */
  finish(result: ResultFrame): void {
    if (this.#low.finish(result)) return;
    const flight = this.#calls.finish(result.call);
    if (flight === undefined) return;
    const ms = Math.min(Math.max(result.durationNs / 1e6, 0), LONGEST_MS);
    this.#averageMs = this.#averageMs === undefined ? ms : this.#averageMs + (ms - this.#averageMs) * NEWEST;
    flight.asked.done(result);
  }

  /** Called once after a round of results: fills the agent up again. */
  refill(): void {
    this.#pump();
  }

  /** See `InFlight`. */
  cancel(pending: PendingCall): void {
    if (!this.#low.cancel(pending)) this.#calls.cancel(pending);
  }

  /** The pending call that the agent knows by this number. */
  find(call: number): PendingCall | undefined {
    return this.#calls.find(call)?.asked;
  }

  /** The agent is gone. One that could tell has given results for all calls that ran. */
  lose(end: AgentEnd): void {
    this.#low.end({ lost: end.message });
    this.#calls.lose(end.unstarted === undefined ? end : { ...end, mayHaveBegun: () => false });
  }

  /** Ends everything that waits or runs. */
  endAll(outcome: 'cancelled' | Lost): void {
    this.#low.end(outcome);
    this.#calls.endAll(outcome);
    this.#leaveGate();
  }

  #pump(): void {
    const { concurrency } = this.#options;
    while (this.#open && this.#calls.mayLeave) {
      const size = this.#batchSize(this.#calls.queued);
      // One more batch than workers when calls are slow; two for each when the hops must be hidden.
      if (this.#calls.batches >= (size > 1 ? 2 * concurrency : concurrency + 1)) break;
      if (this.#calls.sent > LEDGER_ENTRIES / 2) break; // only fast calls are so many, and these keep any machine busy
      this.#sendBatch(size);
    }
    if (this.#open) this.#low.pump();
  }

  #batchSize(waiting: number): number {
    // Of calls that travel together the agent would begin the next one whatever the gate says by then.
    if (this.#averageMs === undefined || this.#calls.gate !== undefined) return 1;
    const worthwhile = Math.floor(BATCH_MS / Math.max(this.#averageMs, 0.001));
    const share = Math.ceil(waiting / this.#options.concurrency);
    return Math.max(1, Math.min(MAX_BATCH_CALLS, worthwhile, share));
  }

  #sendBatch(size: number): void {
    const batch = this.#calls.beginBatch();
    const frames = [];
    for (let bytes = 0; frames.length < size && bytes < MAX_BATCH_BYTES && this.#calls.queued > 0; ) {
      const { call, asked } = this.#calls.send(batch);
      const frame = { call, ...asked.text };
      bytes += frame.row.length + frame.completion.length; // of a text its characters: near enough
      frames.push(frame);
    }
    this.#options.send(encodeCalls(frames), frames.length);
  }
}
