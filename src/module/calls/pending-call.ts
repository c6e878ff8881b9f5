/** Calls on their way through a module's host, and where they go. */
import type { CallText } from './call.ts';
import { type CallEnd, monotonicMs } from './outcomes.ts';

/** A call on its way. `done` is called exactly once. */
export interface PendingCall {
  readonly text: CallText;
  readonly enqueuedMs: number;
  /** Position in a `scoreAll` input. */
  readonly index: number | null;
  readonly done: (end: CallEnd) => void;
}

export interface SchedulerOptions {
  concurrency: number;
  /** Sends calls to the agent. */
  send: (block: Buffer, count: number) => void;
  /** Asks the agent to end calls. */
  cancel: (calls: number[]) => void;
}

/** A pending call that begins to wait now. */
export const pendingCall = (
  text: CallText,
  index: number | null,
  done: PendingCall['done'],
): PendingCall => ({
  text,
  enqueuedMs: monotonicMs(),
  index,
  done,
});
