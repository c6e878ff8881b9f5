/**
 * The binary part of the wire: codes, flags and the layouts of frames. Part of `messages.ts`, which says how they travel,
 * and through which everybody imports them.
 */
import { layout } from './layout.ts';

/** Byte of a result frame that says what the call came to. From 128 on: a word between worker and agent. */
export const STATUS_CODES = {
  ok: 0,
  raised: 1,
  invalid: 2,
  crashed: 3,
  timeout: 4,
  memory: 5,
  tampered: 6,
  cancelled: 7,
  lost: 8,
} as const;

/** Words between worker and agent that use the result frame's header; the host never sees them. */
export const WORKER_WORDS = {
  /** The worker has imported the module itself (a module that cannot be forked) and can serve. */
  ready: 128,
  /** Sent before an act that could leave a trace: nothing after the current call's result is believed. */
  trace: 129,
  /** Sent before an act that is evidence of tampering, and after a call for what was found changed. */
  evidence: 130,
  /** Of an episode, with a pidfd of itself: it is a process of its own now, beside those of its family. */
  branched: 131,
} as const;

export const CALL_FLAGS = {
  /** The completion text is an object whose `completion` field is the completion. */
  completionRow: 1,
  /** `seed` holds the seed of this call. */
  seeded: 2,
  /** The completion is the text itself, in UTF-8, and no JSON. */
  completionText: 4,
} as const;

export const RESULT_FLAGS = {
  hasReward: 1,
  /** First call of its worker. */
  fresh: 2,
  /** The worker waits for the agent's word before it starts the next call of the batch. */
  waits: 4,
  /** The worker ends after this call. */
  retires: 8,
  /** Of a step: the episode is over. */
  done: 16,
  /** Of a fresh call: its worker is no new fork, but was restored. */
  restored: 32,
  /** The worker forgets this call, by being restored: its next one is the first again. From init to agent. */
  forgets: 64,
} as const;

/** What is asked of an episode. */
export const EPISODE_OPS = {
  /** The body is the prompt row's JSON. The answer carries the first observation, if there is one. */
  start: 0,
  /** The body is the action: the JSON text of a string. */
  step: 1,
  /** The body is the number (u32) of one new episode, a copy of this one. */
  branch: 2,
  /** No body. The answer comes when nothing of the episode is left. */
  close: 3,
} as const;

export const EPISODE_FLAGS = {
  /** `seed` holds the seed of this episode, or of the copy. */
  seeded: 1,
  /** The copy goes on with the random numbers of the original. */
  sameRandom: 2,
} as const;

/** One call: this header, then `row_size` bytes of the prompt row's JSON, then the completion: JSON, or text. */
export const CALL_FRAME = layout([
  /** Bytes of the frame, header included. */
  ['size', 'u32'],
  ['call', 'u32'],
  ['flags', 'u8'],
  ['seed', 'i64'],
  ['row_size', 'u32'],
]);

/** One request to an episode: this header, then its body. Answered by one result frame with the same `call`. */
export const EPISODE_FRAME = layout([
  /** Bytes of the frame, header included. */
  ['size', 'u32'],
  /** The host's number for this request. */
  ['call', 'u32'],
  /** The host's number for the episode. */
  ['episode', 'u32'],
  ['op', 'u8'],
  ['flags', 'u8'],
  ['seed', 'i64'],
]);

/** One result: this header, then JSON with the parts that are not empty (see `resultTail`). */
export const RESULT_FRAME = layout([
  /** Bytes of the frame, header included. */
  ['size', 'u32'],
  ['call', 'u32'],
  ['status', 'u8'],
  ['flags', 'u8'],
  ['reward', 'f64'],
  /** CLOCK_MONOTONIC nanoseconds at which the call started. */
  ['started_ns', 'i64'],
  ['duration_ns', 'i64'],
  ['cpu_ns', 'i64'],
  ['max_rss', 'u64'],
]);

/** What the agent sends a worker: this header, then the calls. No calls and no bytes: go on; `stop`: drop the rest. */
export const BATCH_HEADER = layout([
  ['bytes', 'u32'],
  ['calls', 'u32'],
]);
/** How a worker ended, written by its slot's init on a pipe that only the init holds. */
export const SLOT_STATUS = layout([
  /** Exit code, or minus the signal. */
  ['exit_code', 'i32'],
  /**
   * 1: nothing of the worker is left and the slot forks the next one. 0: the slot ends. `SLOT_HOLDS`: no worker ended;
   * `max_rss` is the memory that the one which can be restored has for itself before its first call, 0 without one.
   */
  ['clean', 'u8'],
  ['cpu_ns', 'i64'],
  ['max_rss', 'u64'],
]);
/** How a member of a family of episodes ended, written by the family's first process, which only waits for them. */
export const MEMBER_STATUS = layout([
  /** Its number in the pid namespace of the family. */
  ['pid', 'i32'],
  /** Exit code, or minus the signal. */
  ['exit_code', 'i32'],
  ['cpu_ns', 'i64'],
  ['max_rss', 'u64'],
]);
/** Upper bounds of the buckets that durations are counted in, in seconds; one more is for longer ones. */
export const DURATION_BOUNDS: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300,
];
/** Places of the agent's ledger, a power of two: calls under way at a time differ in their number modulo this. */
export const LEDGER_ENTRIES = 16_384;
export const BATCH_GO = 0;
export const BATCH_STOP = 0xffffffff;
export const SLOT_HOLDS = 2;
/** The word of a slot's account page by which the agent says, before the slot is made, that none of its workers is restored. */
export const ACCOUNT_FORKS = 4;
