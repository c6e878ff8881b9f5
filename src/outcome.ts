/** What a call or a step came to. The statuses, and who is at fault for each. */

/** Every status of an outcome. Only `ok` has a reward of the module's own. */
export const STATUSES = [
  'ok',
  'raised',
  'invalid',
  'crashed',
  'timeout',
  'memory',
  'tampered',
  'cancelled',
  'lost',
] as const;

/** What a call or a step came to, in one word. */
export type Status = (typeof STATUSES)[number];

/** Who a status speaks of: the module's code, a limit, evidence of tampering, the caller, or us. */
export type Family = 'ok' | 'module' | 'limit' | 'evidence' | 'caller' | 'ours';

/** Who each status speaks of. */
export const FAMILY_OF: Readonly<Record<Status, Family>> = {
  ok: 'ok',
  raised: 'module',
  invalid: 'module',
  crashed: 'module',
  timeout: 'limit',
  memory: 'limit',
  tampered: 'evidence',
  cancelled: 'caller',
  lost: 'ours',
};

/** How strongly the sandbox confines, strongest first. `none` is only ever used when asked for by name. */
export const LEVELS = ['namespaces', 'landlock', 'none'] as const;
/** One of `LEVELS`. */
export type Level = (typeof LEVELS)[number];

/** What evidence can be of: docs/evidence.md explains each. Those that make a number worthless come first. */
export const EVIDENCE_KINDS = [
  'frame_walk',
  'introspection',
  'code_changed',
  'tracing',
  'patched',
  'completion_executed',
  'code_executed',
  'process',
  'disabled',
  'unwatched',
] as const;

/** One of `EVIDENCE_KINDS`. */
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** One act of a call that speaks against its number, recorded before it happened. */
export interface Evidence {
  /** What it is evidence of. */
  kind: EvidenceKind;
  /** What was done, in words. At most 300 characters. */
  message: string;
  /** The module's own line that led to it, `reward.py:14`; null when there is none. */
  where: string | null;
  /** The source that was executed, or the line of it that acted; at most 2,000 characters. Null when not known. */
  source: string | null;
}

/** What went wrong, in the words of the user's own program where there are any. */
export interface OutcomeError {
  /** Exception class (`ValueError`), or a word for failures without one (`ExitWithoutResult`, `Timeout`). */
  type: string;
  /** The message of the exception, or a sentence. */
  message: string;
  /** Python traceback with the user's frames only, or null. */
  traceback: string | null;
}

/** All digits of integers beyond 2^53, as text. */
export interface Digits {
  /** Of `reward`. */
  reward?: string | undefined;
  /** Of the values of `info`, by name. */
  info?: Readonly<Record<string, string>> | undefined;
}

/**
 * The result of one call. Failure is data: it never throws, and it is never silently reward 0.
 * Field names are the ones of the output rows, so an outcome can be written as it is.
 */
export interface Outcome {
  /** `ok`, or what went wrong. */
  status: Status;
  /**
   * The finite number the module returned; for a failed call null, or the number its policy names
   * (`onTamper: 'keep'`: the one the module returned).
   */
  reward: number | null;
  /** What the module returned beside the number; `{}` when there is nothing. */
  info: Record<string, number | string>;
  /**
   * All digits of integers in `reward` and `info` that are beyond 2^53: a number of JavaScript holds only about 16 of them.
   * Not there when there are none.
   */
  digits?: Digits;
  /** Wall time inside the call, in milliseconds. Queueing is not part of it. */
  duration_ms: number;
  /** Time between handing the call over and its start, in milliseconds. Never counts toward a timeout. */
  queue_ms: number;
  /** CPU time (user and system) of the call and of the children that it waited for, in milliseconds. */
  cpu_ms: number;
  /** Highest resident memory of the worker, or of its largest child, in this call; in bytes. See docs/limits.md. */
  max_rss_bytes: number;
  /** Null when the status is `ok`. */
  error: OutcomeError | null;
  /** Python stack of where a killed call hung, or where a crashed one crashed; null when there is none. */
  stack: string | null;
  /** What it wrote to stdout, at most `outputLimit` bytes. */
  stdout: string;
  /** What it wrote to stderr, at most `outputLimit` bytes. */
  stderr: string;
  /** What a person should know about the call, in sentences; mostly none. */
  warnings: string[];
  /** What the call did that speaks against its number; at most 8, mostly none. Also on calls that are `ok`. */
  evidence: Evidence[];
  /** True when the call was the first that its worker served since it was forked, or since its memory was restored. */
  fresh: boolean;
  /** There, and true, when the memory of its worker was restored for this call. In no file and no answer of a server. */
  restored?: true;
  /** How strongly the call was confined. */
  level: Level;
  /** Which version of the module the call was for: a hash of its Python files. */
  version: string;
}
