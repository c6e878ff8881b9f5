/** One episode as the caller has it: its steps in their order, what it has come to, and its end. */
import { SandboxError } from '../../errors.ts';
import type { ResolvedEnvironmentOptions } from '../../options.ts';
import { branchBody, type EpisodeFrame } from '../../protocol/requests.ts';
import { type CallEnd, monotonicMs, type Source } from '../calls/outcomes.ts';
import type { BranchOptions, Episode, EpisodeEnd, Observation, StepOutcome } from './environment.ts';
import { cannotBranch, type Ended, endedError, idleWords } from './episode-errors.ts';
import { actionText, actionTooLarge, seedOfCopy } from './episode-text.ts';
import { refusedStep, stepOutcome } from './step-outcomes.ts';

/** Longer ones overflow a timer, which then fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A request that was sent. */
export interface Asked {
  end: Promise<CallEnd>;
  /** Asks the agent to end it as cancelled. */
  cancel: () => void;
  /** Ends it as cancelled without waiting for the agent's answer. */
  drop: () => void;
}

export type Question = Pick<EpisodeFrame, 'op' | 'episode'> & Partial<EpisodeFrame>;

/** Where episodes live. */
export interface EpisodeHome {
  readonly file: string;
  readonly source: Source;
  readonly settings: ResolvedEnvironmentOptions;
  /** The environment was closed: why nothing can be asked. */
  readonly closed: SandboxError | undefined;
  /** Resolves when nothing of a closed environment is left. */
  readonly closing: Promise<void> | undefined;
  ask: (question: Question) => Asked;
  /** A number for a new episode. */
  nextId: () => number;
  /** Takes places for copies. @returns false when `signal` was aborted first. @throws SandboxError RS501, RS503 */
  takePlaces: (episode: number, count: number, signal: AbortSignal) => Promise<boolean>;
  givePlaces: (count: number) => void;
  onLive: (episode: LiveEpisode) => void;
  onEnded: (episode: LiveEpisode) => void;
  onLog: (line: string) => void;
}

export interface EpisodeStart {
  id: number;
  seed: number | undefined;
  setup: StepOutcome;
  /** Whether it holds a place among the live ones, to be given back at its end. */
  placed: boolean;
  /** What it is a copy of. */
  original?: Pick<Episode, 'observation' | 'steps' | 'return'>;
}

export class LiveEpisode implements Episode {
  readonly id: number;
  readonly setup: StepOutcome;
  readonly #home: EpisodeHome;
  readonly #seed: number | undefined;
  readonly #placed: boolean;
  #observation: Observation | null;
  #steps: number;
  #return: number;
  #ended: Ended | undefined;
  /** Resolves when nothing of it is left. */
  #gone: Promise<void> = Promise.resolve();
  /** Settles when all that was asked before has been answered. */
  #turn: Promise<unknown> = Promise.resolve();
  #asked = 0;
  #running: Asked | undefined;
  /** Copies that were ever made. */
  #copies = 0;
  #branching: AbortController | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(home: EpisodeHome, { id, seed, setup, placed, original }: EpisodeStart) {
    this.#home = home;
    this.id = id;
    this.setup = setup;
    this.#seed = seed;
    this.#placed = placed;
    this.#observation = original?.observation ?? setup.observation;
    this.#steps = original?.steps ?? 0;
    this.#return = original?.return ?? 0;
    home.onLive(this);
    if (setup.status === 'ok') this.#rest();
    else this.#end('failed', `its setup came to \`${setup.status}\``, 'gone');
  }

  get observation(): Observation | null {
    return this.#observation;
  }

  get steps(): number {
    return this.#steps;
  }

  get return(): number {
    return this.#return;
  }

  get ended(): EpisodeEnd | undefined {
    return this.#ended?.how;
  }

  async step(action: string, { signal }: { signal?: AbortSignal } = {}): Promise<StepOutcome> {
    const body = actionText(action);
    this.#mustLive();
    const enqueuedMs = monotonicMs();
    return this.#inTurn(() => this.#step(body, enqueuedMs, signal));
  }

  async branch(count: number, { sameRandom = false, signal }: BranchOptions = {}): Promise<LiveEpisode[]> {
    if (!Number.isSafeInteger(count) || count < 1)
      throw new SandboxError(
        'RS101',
        `Expected the number of copies to be a positive integer, got ${typeof count === 'number' ? `\`${count}\`` : `a ${typeof count}`}`,
      );
    this.#mustLive();
    return this.#inTurn(() => this.#branch(count, sameRandom, signal));
  }

  async close(): Promise<void> {
    this.#end('closed', 'it was closed', 'alive');
    await (this.#home.closing ?? this.#gone);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Its agent is gone, and it with it. */
  lost(how: EpisodeEnd, why: string): void {
    this.#end(how, why, 'gone');
  }

  /** @throws SandboxError RS501, RS502 */
  #mustLive(): void {
    if (this.#home.closed !== undefined) throw this.#home.closed;
    if (this.#ended !== undefined) throw endedError(this.#home.file, this.id, this.#ended);
  }

  /** One thing at a time, in the order in which they were asked for. */
  async #inTurn<T>(job: () => Promise<T>): Promise<T> {
    this.#asked++;
    const result = this.#turn.then(job);
    this.#turn = result.catch(() => {});
    try {
      return await result;
    } finally {
      this.#asked--;
      this.#rest();
    }
  }

  async #ask(question: Omit<Question, 'episode'>, signal?: AbortSignal): Promise<CallEnd> {
    const asked = this.#home.ask({ ...question, episode: this.id });
    this.#running = asked;
    signal?.addEventListener('abort', asked.cancel, { once: true });
    const end = await asked.end;
    signal?.removeEventListener('abort', asked.cancel);
    this.#running = undefined;
    return end;
  }

  async #step(body: Uint8Array, enqueuedMs: number, signal: AbortSignal | undefined): Promise<StepOutcome> {
    const { source, settings } = this.#home;
    // While the step waited for its turn.
    const wasClosed = this.#home.closed !== undefined || this.#ended?.how === 'closed';
    if (!wasClosed) this.#mustLive();
    const tooLarge = actionTooLarge(body, settings.maxAction);
    if (wasClosed || signal?.aborted === true)
      return this.#refused(stepOutcome('step', 'cancelled', enqueuedMs, source, settings));
    if (tooLarge !== undefined) return this.#refused(refusedStep(tooLarge, enqueuedMs, source, settings));
    const end = await this.#ask({ op: 'step', body }, signal);
    return this.#took(stepOutcome('step', end, enqueuedMs, source, settings));
  }

  #refused(outcome: StepOutcome): StepOutcome {
    this.#end('failed', `a step that was not run came to \`${outcome.status}\``, 'alive');
    return outcome;
  }

  #took(outcome: StepOutcome): StepOutcome {
    const { maxSteps } = this.#home.settings;
    this.#steps++;
    this.#return += outcome.reward ?? 0;
    this.#observation = outcome.observation ?? this.#observation;
    if (outcome.status !== 'ok')
      this.#end(
        'failed',
        `its step ${this.#steps} came to \`${outcome.status}\``,
        // Of one that was cancelled before it left, the agent knows nothing.
        outcome.status === 'cancelled' ? 'alive' : 'gone',
      );
    else if (outcome.done) this.#end('done', 'the environment said that it is done', 'gone');
    else if (this.#steps >= maxSteps) this.#end('max_steps', `it had taken ${maxSteps} steps`, 'alive');
    return outcome;
  }

  async #branch(count: number, sameRandom: boolean, signal: AbortSignal | undefined): Promise<LiveEpisode[]> {
    this.#mustLive();
    const home = this.#home;
    const mustBeWanted = (): void => {
      if (signal?.aborted === true) throw cannotBranch(home.file, this.id, 'the caller cancelled it');
    };
    mustBeWanted();
    const branching = new AbortController();
    const stop = (): void => branching.abort();
    signal?.addEventListener('abort', stop, { once: true });
    this.#branching = branching;
    const placed = await home.takePlaces(this.id, count, branching.signal);
    this.#branching = undefined;
    signal?.removeEventListener('abort', stop);
    const copies: LiveEpisode[] = [];
    try {
      for (; placed && copies.length < count; this.#copies++) {
        this.#mustLive();
        mustBeWanted();
        copies.push(await this.#copy(sameRandom));
      }
      this.#mustLive(); // else there is nobody any more who would have asked for them
      mustBeWanted();
      return copies;
    } catch (error) {
      home.givePlaces(placed ? count - copies.length : 0);
      await Promise.all(copies.map((copy) => copy.close()));
      throw error;
    }
  }

  async #copy(sameRandom: boolean): Promise<LiveEpisode> {
    const home = this.#home;
    const id = home.nextId();
    const ownSeed = this.#seed === undefined || sameRandom ? undefined : this.#seed;
    const seed = ownSeed === undefined ? undefined : seedOfCopy(ownSeed, this.#steps, this.#copies);
    const end = await this.#ask({ op: 'branch', body: branchBody(id), seed, sameRandom });
    if (typeof end === 'object' && 'status' in end && end.status === 'ok')
      return new LiveEpisode(home, {
        id,
        seed: sameRandom ? this.#seed : seed,
        setup: this.setup,
        placed: true,
        original: this,
      });
    if (end === 'cancelled') void home.ask({ op: 'close', episode: id }); // should it have been made all the same
    this.#mustLive(); // it was closed meanwhile, or its sandbox died
    const { error, status } = stepOutcome('step', end, monotonicMs(), home.source, home.settings);
    const refused = status === 'invalid' && error?.type === 'CannotBranch';
    if (!refused) this.#end('failed', `it came to \`${status}\` when it was to be branched`, 'alive');
    const reason = refused ? '' : `it came to \`${status}\` and has ended: `;
    throw cannotBranch(home.file, this.id, `${reason}${error?.message ?? ''}`);
  }

  /** Its time without anything to do begins now. */
  #rest(): void {
    if (this.#ended !== undefined) return;
    if (this.#idle !== undefined) {
      this.#idle.refresh();
      return;
    }
    const milliseconds = Math.min(this.#home.settings.idleTimeout, LONGEST_TIMER_MS);
    // An idle sandbox must not keep the process alive.
    this.#idle = setTimeout(() => this.#idled(), milliseconds).unref();
  }

  #idled(): void {
    if (this.#ended !== undefined || this.#asked > 0) return;
    const words = idleWords(this.#home.settings.idleTimeout);
    this.#home.onLog(
      `${this.#home.file}: episode ${this.id} was idle for ${words} (idleTimeout) and was ended`,
    );
    this.#end('idle', `it was idle for ${words}`, 'alive');
  }

  /** @param left whether the agent has to be told to end it */
  #end(how: EpisodeEnd, why: string, left: 'alive' | 'gone'): void {
    if (this.#ended !== undefined) return;
    this.#ended = { how, why };
    clearTimeout(this.#idle);
    this.#home.onEnded(this);
    this.#branching?.abort();
    const leave = (): void => {
      this.#running?.drop();
      if (this.#placed) this.#home.givePlaces(1);
    };
    if (left === 'gone') leave();
    else this.#gone = this.#home.ask({ op: 'close', episode: this.id }).end.then(leave);
  }
}
