/** What a caller hands over for one evaluation, and what it may ask of the module while calls run. */
import type { SandboxError } from '../../errors.ts';
import type { Outcome } from '../../outcome.ts';

/** One message of a conversation, as chat templates take it. Further fields are passed on. */
export interface Message {
  /** Who speaks: `user`, `assistant`, `system`, `tool`, or a word of your own. */
  role: string;
  /** Mostly text; parts or null are passed on as they are. */
  content: unknown;
  [field: string]: unknown;
}

interface CallSettings {
  /** Seed of this call, an integer from 0. Same seed and same row give the same numbers. @default that of the module */
  seed?: number;
  /** Training step that it belongs to, an integer from 0: `Sandbox.view` counts it there. @default none: not counted */
  step?: number;
  /** Aborting it ends the call, queued or running, with the outcome `cancelled`. @default none */
  signal?: AbortSignal;
}

/** A call made of JavaScript values. Numbers reach Python as JSON writes them: `18.0` is `18` here. */
export interface ValueCall extends CallSettings {
  /** What the model answered: text or messages. */
  completion: string | readonly Message[];
  /** The fields of the prompt row, handed to the function as keyword arguments. @default {} */
  kwargs?: Readonly<Record<string, unknown>>;
}

/** A call made of original JSON text, which reaches the function exactly as Python's `json.loads` reads it. */
export interface TextCall extends CallSettings {
  /** UTF-8 JSON text of the prompt row: one object. */
  row: Uint8Array;
  /** UTF-8 JSON text of an object whose `completion` field is the completion (a line of a completions file). */
  completionRow: Uint8Array;
}

/** One call of the reward function: JavaScript values, or original JSON text. */
export type Call = ValueCall | TextCall;

/** A call as it goes on the wire: UTF-8 texts of any origin, not looked at. */
export interface CallText {
  /** JSON text of the prompt row: one object. */
  row: Uint8Array;
  /**
   * A completion that is text: a string without lone surrogates, or bytes with `completionIsText`. Else JSON text: of a
   * string, of messages, or (`completionIsRow`) of an object that has it.
   */
  completion: Uint8Array | string;
  /** `completion` is the text of an object whose field `completion` is meant. */
  completionIsRow: boolean;
  /** The bytes of `completion` are no JSON, but what was said, in UTF-8. @default false */
  completionIsText?: boolean;
  /** Seed of this call; undefined: that of the module. */
  seed: number | undefined;
}

/** One outcome of `scoreAll`, with the 0-based position of its call in the input. */
export interface ScoredCall {
  /** Position of the call in the input, from 0. */
  index: number;
  /** What it came to. */
  outcome: Outcome;
}

/** A call that is running now. */
export interface RunningCall {
  /** Position in the input of `scoreAll`; null for a call of `score`. */
  index: number | null;
  /** How long it has been running, in milliseconds. */
  running_ms: number;
  /** Its Python stack right now (most recent call first), or null when it is not available. */
  stack: string | null;
}

/** A loaded reward file. */
export interface Reward extends AsyncDisposable {
  /** Name of the reward function. */
  readonly functionName: string;
  /** How it is called, in words. */
  readonly shape: string;
  /** Names that no field of a prompt row may have: the function's call fills these parameters itself. */
  readonly reserved: readonly string[];
  /** Fields that every prompt row must have, each with the names that it may have. */
  readonly required: readonly (readonly string[])[];
  /** What the person should know about the file: threads started at import, and the like. */
  readonly warnings: readonly string[];
  /** Which version of the module this is: a hash of its Python files as they were when it was loaded. */
  readonly version: string;
  /** Milliseconds that importing the module took. */
  readonly loadMs: number;
  /** Calls that may run at the same time. */
  readonly concurrency: number;
  /**
   * Evaluates one completion. Resolves with an outcome also when the call fails.
   * @throws SandboxError RS101 when the call is malformed or has no JSON form, RS403 when the module died too often, RS501
   *   when it was closed
   */
  score(call: Call): Promise<Outcome>;
  /**
   * `score` for callers that have very many calls, as texts: without a promise for each.
   * @param settle called exactly once: with the outcome, or with the error that `score` would throw, at once where the call
   *   cannot be started
   * @returns what cancels it: it ends as `cancelled` then
   */
  begin(text: CallText, settle: (outcome: Outcome | SandboxError) => void): () => void;
  /**
   * Evaluates many, in parallel and with back-pressure: reads ahead no further than it needs to keep
   * every worker busy, so an endless iterable is fine.
   * @param options.ordered yields in the order of the input, instead of that of completion @default false
   * @param options.signal aborting it ends all calls as `cancelled`, and reads no further one @default none
   * @throws SandboxError as `score`, and whatever `calls` throws; the calls that still run are ended
   */
  scoreAll(
    calls: Iterable<Call> | AsyncIterable<Call>,
    options?: { ordered?: boolean; signal?: AbortSignal },
  ): AsyncIterable<ScoredCall>;
  /**
   * The calls that have been running longest, slowest first; stacks are sampled without stopping them.
   * @param limit how many at most @default 1
   */
  running(limit?: number): Promise<RunningCall[]>;
  /** Ends the module's processes; calls that still run end as `cancelled`. Idempotent. */
  close(): Promise<void>;
}
