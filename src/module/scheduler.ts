/**
 * The host's queue of one module: decides how many calls travel together and how many are with the agent.
 *
 * Fast calls travel in batches, because each hop costs more than they do; slow calls travel alone, so that
 * none waits behind another and those that have not left can still be cancelled for free.
 */
import { callFrameSize, encodeCalls, type ResultFrame } from '../protocol/codec.ts';
import { LEDGER_ENTRIES } from '../protocol/messages.ts';
import { CallNumbers } from './call-numbers.ts';
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

interface Batch {
  left: number;
}

/** A call that is with the agent. */
interface Sent {
  pending: PendingCall;
  batch: Batch;
  /** The agent was asked to end it. */
  cancelled: boolean;
}

export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #sent = new Map<number, Sent>();
  #queue: PendingCall[] = [];
  #head = 0;
  #batches = 0;
  readonly #numbers = new CallNumbers();
  readonly #low: LowLane;
  #averageMs: number | undefined;
  #open = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#low = new LowLane(options, this.#numbers, () => this.outstanding);
  }

  /** Calls that have no outcome yet. */
  get outstanding(): number {
    return this.#queue.length - this.#head + this.#sent.size;
  }

  /** Calls that are with the agent. */
  get sent(): number {
    return this.#sent.size;
  }

  add(pending: PendingCall): void {
    this.#queue.push(pending);
    this.#pump();
  }

  /** A call that has time; `outstanding` and `sent` do not count it. */
  addLow(pending: PendingCall): void {
    this.#low.add(pending);
    this.#pump();
  }

  /** The agent is there (or no longer): calls leave the queue only while it is. */
  setOpen(open: boolean): void {
    this.#open = open;
    if (open) this.#pump();
  }

  /** Takes a result; one for an unknown call (its outcome was made already) is ignored. */
  finish(result: ResultFrame): void {
    if (this.#low.finish(result)) return;
    const entry = this.#take(result.call);
    if (entry === undefined) return;
    const ms = Math.min(Math.max(result.durationNs / 1e6, 0), LONGEST_MS);
    this.#averageMs = this.#averageMs === undefined ? ms : this.#averageMs + (ms - this.#averageMs) * NEWEST;
    entry.done(result);
  }

  /** Called once after a round of results: fills the agent up again. */
  refill(): void {
    this.#pump();
  }

  /** Ends a call as cancelled: at once when it has not left yet, else when the agent has killed it. */
  cancel(pending: PendingCall): void {
    if (this.#low.cancel(pending)) return;
    const position = this.#queue.indexOf(pending, this.#head);
    if (position !== -1) {
      this.#queue.splice(position, 1);
      pending.done('cancelled');
      return;
    }
    for (const [call, entry] of this.#sent) {
      if (entry.pending !== pending) continue;
      entry.cancelled = true;
      this.#options.cancel([call]);
    }
  }

  /** The pending call that the agent knows by this number. */
  find(call: number): PendingCall | undefined {
    return this.#sent.get(call)?.pending;
  }

  /**
   * The agent is gone. One that could tell has given results for all calls that ran, and named those that did not:
   * they go back to the head of the queue, and so do others, which had not reached it. Of one that was killed it is
   * known which calls a worker was given: these are lost, without that all are.
   */
  loseSent(
    message: string,
    unstarted: readonly number[] | undefined,
    mayHaveBegun: (call: number) => boolean = () => true,
  ): void {
    const named = (unstarted ?? [])
      .map((call) => this.#sent.get(call))
      .filter((entry) => entry !== undefined);
    const entries = new Set([...named, ...this.#sent.values()]);
    const begun = new Set<Sent>();
    if (unstarted === undefined) {
      for (const [call, entry] of this.#sent) if (mayHaveBegun(call)) begun.add(entry);
    }
    this.#low.end({ lost: message });
    const waiting = this.#queue.slice(this.#head);
    this.#queue = [];
    this.#head = 0;
    this.#forgetSent();
    for (const entry of entries) {
      if (entry.cancelled) entry.pending.done('cancelled');
      else if (begun.has(entry)) entry.pending.done({ lost: message });
      else this.#queue.push(entry.pending);
    }
    this.#queue = this.#queue.concat(waiting);
  }

  /** Ends everything that waits or runs. */
  endAll(outcome: 'cancelled' | Lost): void {
    this.#low.end(outcome);
    const ended = [
      ...[...this.#sent.values()].map((entry) => entry.pending),
      ...this.#queue.slice(this.#head),
    ];
    this.#queue = [];
    this.#head = 0;
    this.#forgetSent();
    for (const pending of ended) pending.done(outcome);
  }

  #take(call: number): PendingCall | undefined {
    const entry = this.#sent.get(call);
    if (entry === undefined) return undefined;
    this.#sent.delete(call);
    this.#numbers.free(call);
    entry.batch.left--;
    if (entry.batch.left === 0) this.#batches--;
    return entry.pending;
  }

  #forgetSent(): void {
    this.#sent.clear();
    this.#numbers.freeAll();
    this.#batches = 0;
  }

  #pump(): void {
    const { concurrency } = this.#options;
    while (this.#open && this.#head < this.#queue.length) {
      const size = this.#batchSize(this.#queue.length - this.#head);
      // One more batch than workers when calls are slow; two for each when the hops must be hidden.
      if (this.#batches >= (size > 1 ? 2 * concurrency : concurrency + 1)) break;
      if (this.#sent.size > LEDGER_ENTRIES / 2) break; // only fast calls are so many, and these keep any machine busy
      this.#sendBatch(size);
    }
    if (this.#head > 1024 && this.#head * 2 > this.#queue.length) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
    if (this.#open) this.#low.pump();
  }

  #batchSize(waiting: number): number {
    if (this.#averageMs === undefined) return 1; // nothing is known yet
    const worthwhile = Math.floor(BATCH_MS / Math.max(this.#averageMs, 0.001));
    const share = Math.ceil(waiting / this.#options.concurrency);
    return Math.max(1, Math.min(MAX_BATCH_CALLS, worthwhile, share));
  }

  #sendBatch(size: number): void {
    const batch: Batch = { left: 0 };
    const frames = [];
    for (
      let bytes = 0;
      batch.left < size && bytes < MAX_BATCH_BYTES && this.#head < this.#queue.length;
      batch.left++
    ) {
      const pending = this.#queue[this.#head] as PendingCall;
      const frame = { call: this.#numbers.take(), ...pending.text };
      bytes += callFrameSize(frame);
      this.#head++;
      this.#sent.set(frame.call, { pending, batch, cancelled: false });
      frames.push(frame);
    }
    this.#batches++;
    this.#options.send(encodeCalls(frames), frames.length);
  }
}
