/** What a caller does with an environment: episodes are started, stepped, branched and closed. */
import type { Outcome } from '../../outcome.ts';
import type { Message } from '../calls/call.ts';

/** What the environment shows: text, or messages passed through as they are. */
export type Observation = string | readonly Message[];

/** What a `setup` or a `step` came to. Of a setup, `reward` is null and `done` false. */
export interface StepOutcome extends Outcome {
  /** Null when there is none: `setup` returned None, or the step failed. */
  observation: Observation | null;
  /** The JSON text of the observation exactly as Python wrote it (`18.0` stays `18.0`), or null. */
  observation_json: string | null;
  /** Whether the environment says that the episode is over. False when the step failed. */
  done: boolean;
}

/**
 * Why an episode takes no further step: the environment said so, `maxSteps` was reached, a setup or a step failed
 * (also: was aborted), it was idle for `idleTimeout`, or the caller closed it.
 */
export type EpisodeEnd = 'done' | 'max_steps' | 'failed' | 'idle' | 'closed';

/** What `environment.start` takes beside the row. */
export interface StartOptions {
  /** Seed of this episode, an integer from 0. Same seed, row and actions give the same. @default that of the module */
  seed?: number;
  /** Training step that it belongs to, an integer from 0: `Sandbox.view` counts its steps there. @default none: not counted */
  step?: number;
  /** Aborting it ends the setup with the outcome `cancelled`; later it does nothing. @default none */
  signal?: AbortSignal;
}

/** What `episode.branch` takes beside the number of copies. */
export interface BranchOptions {
  /** Copies go on with the random numbers of the original, instead of their own. @default false */
  sameRandom?: boolean;
  /** Aborting it makes no further copy: those that were made are closed, and RS503 is thrown. @default none */
  signal?: AbortSignal;
}

/** One live instance of the environment. */
export interface Episode extends AsyncDisposable {
  /** Number of this episode among those of its environment. */
  readonly id: number;
  /** The outcome of its `setup`; a copy has that of its original. When it failed, so has the episode. */
  readonly setup: StepOutcome;
  /** The latest observation, or null when there was none. */
  readonly observation: Observation | null;
  /** Steps that have been taken: also the one that failed, and those of the original before the branch. */
  readonly steps: number;
  /** Sum of the rewards so far; steps without a reward count nothing. */
  readonly return: number;
  /** Why it takes no further step, or undefined while it lives. */
  readonly ended: EpisodeEnd | undefined;
  /**
   * Hands the environment an action. Steps of one episode are taken one after the other, in the order of the calls.
   * Resolves with an outcome also when the step fails; the episode has then ended. That goes for steps that are not run
   * too: one that was aborted while it waited (`cancelled`), one whose action is longer than `maxAction` (`invalid`).
   * @param options.signal aborting it ends the step as `cancelled`, and the episode with it (`failed`)
   * @throws SandboxError RS101 when the action is no string, RS502 when the episode has ended or was closed, RS501 when
   *   the environment was closed
   */
  step(action: string, options?: { signal?: AbortSignal }): Promise<StepOutcome>;
  /**
   * Makes copies of the running episode, at the step that it is at. Each is independent from then on. Waits until there
   * are places for all of them among `maxEpisodes`. The seed of a copy follows from that of its original.
   * @param count how many, at least 1
   * @throws SandboxError RS101 (`count`), RS502 when the episode has ended or was closed, RS501 when the environment was
   *   closed, RS503 when it cannot be copied, with the reason: the episode goes on then
   */
  branch(count: number, options?: BranchOptions): Promise<Episode[]>;
  /** Ends the episode; a step that runs ends as `cancelled`. Resolves when nothing of it is left. Idempotent. */
  close(): Promise<void>;
}

/** A loaded environment file. */
export interface Environment extends AsyncDisposable {
  /** Name of the class. */
  readonly className: string;
  /** How it is used, in words. */
  readonly shape: string;
  /** Names that no field of a prompt row may have. */
  readonly reserved: readonly string[];
  /** Fields that every prompt row must have, each with the names that it may have. */
  readonly required: readonly (readonly string[])[];
  /** What the person should know about the file. */
  readonly warnings: readonly string[];
  /** Which version of the module this is: a hash of its Python files as they were when it was loaded. */
  readonly version: string;
  /** Milliseconds that importing the module took. */
  readonly loadMs: number;
  /** Setups and steps that may run at the same time. */
  readonly concurrency: number;
  /** PYTHONHASHSEED of the module's interpreters: the order of sets depends on it. */
  readonly hashSeed: string;
  /** Episodes that live now. */
  readonly live: number;
  /**
   * Starts an episode: an instance of the class, `setup` called with the row's fields. Waits while `maxEpisodes` live.
   * @param row the fields of the prompt row, or UTF-8 JSON text of one object, which then reaches Python as it is
   * @throws SandboxError RS101 when the row is no object or has no JSON form, or `seed` or `step` is none; RS501 when the
   *   environment was closed. Not when `setup` fails: `ended` of the episode is `failed` then, and `setup` says why
   */
  start(row: Readonly<Record<string, unknown>> | Uint8Array, options?: StartOptions): Promise<Episode>;
  /**
   * Resolves when an agent has answered that it is there. No code of the module runs.
   * @throws SandboxError RS403 when the module died too often, RS501 when the environment was closed
   */
  probe(): Promise<void>;
  /** Ends every episode and the module's processes. Idempotent. */
  close(): Promise<void>;
}
