/** One loaded reward file: its agent, its queue, and what happens when the agent dies. */
import type { Agent, AgentEvents } from '../agent/agent.ts';
import { SandboxError } from '../errors.ts';
import type { ResolvedRewardOptions } from '../options.ts';
import type { Level, Outcome } from '../outcome.ts';
import { decodeResults, type ResultFrame } from '../protocol/codec.ts';
import type { AgentMessage } from '../protocol/messages.ts';
import type { Call, Reward, RunningCall, ScoredCall } from './call.ts';
import { callText, completionTooLarge } from './call-text.ts';
import { Deaths } from './deaths.ts';
import { loadError } from './load-error.ts';
import { type Lost, monotonicMs, outcomeOfEnd, unansweredOutcome } from './outcomes.ts';
import { Questions } from './questions.ts';
import type { Redact } from './redact.ts';
import { type PendingCall, pendingCall, Scheduler } from './scheduler.ts';
import { scoreAll } from './score-all.ts';

export interface RewardModuleOptions {
  /** As the person wrote it, for messages. */
  file: string;
  level: Level;
  settings: ResolvedRewardOptions;
  warnings: readonly string[];
  /** Takes secrets out of results; what else the agent says comes without any. */
  redact: Redact | undefined;
  /** Starts an agent for this module. */
  start: (events: AgentEvents) => Agent;
  /** Answers that are being waited for: while there are any, the process stays alive. */
  hold: (count: number) => void;
  release: (count: number) => void;
  onLog: (line: string) => void;
  /** Holds the module from its start until nothing of it is left. */
  registry: Set<RewardModule>;
}

type Loaded = Extract<AgentMessage, { type: 'loaded' }>;
type State = 'loading' | 'open' | 'restarting' | 'failed' | 'closed';

export class RewardModule implements Reward {
  readonly #options: RewardModuleOptions;
  readonly #scheduler: Scheduler;
  readonly #questions: Questions;
  #agent: Agent;
  #state: State = 'loading';
  #loaded: Loaded | undefined;
  #settleLoad: { resolve: (reward: RewardModule) => void; reject: (error: SandboxError) => void } | undefined;
  #died: { message: string; unstarted: number[] } | undefined;
  /** Why the last restart came to nothing. */
  #loadFailure: SandboxError | undefined;
  readonly #deaths = new Deaths();
  #failure: SandboxError | undefined;
  #backoff: NodeJS.Timeout | undefined;
  #awaitsLoad = false;
  #closing: Promise<void> | undefined;

  private constructor(options: RewardModuleOptions) {
    this.#options = options;
    this.#questions = new Questions(options);
    this.#scheduler = new Scheduler({
      concurrency: options.settings.concurrency,
      send: (block, count) => this.#agent.send({ type: 'calls', count }, block),
      cancel: (calls) => this.#agent.send({ type: 'cancel', calls }),
    });
    options.registry.add(this);
    this.#agent = this.#startAgent();
  }

  /** @throws SandboxError RS201, RS202 or RS203 when the file cannot be loaded, RS401 or RS402 when we fail. */
  static load(options: RewardModuleOptions): Promise<RewardModule> {
    return new Promise((resolve, reject) => {
      const module = new RewardModule(options);
      module.#settleLoad = { resolve, reject };
    });
  }

  get functionName(): string {
    return this.#loaded?.function ?? '';
  }

  get shape(): string {
    return this.#loaded?.shape ?? '';
  }

  get reserved(): readonly string[] {
    return this.#loaded?.reserved ?? [];
  }

  get warnings(): readonly string[] {
    return [...this.#options.warnings, ...(this.#loaded?.warnings ?? [])];
  }

  get loadMs(): number {
    return this.#loaded?.load_ms ?? 0;
  }

  async score(call: Call): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#start(call, null, (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)));
    });
  }

  scoreAll(
    calls: Iterable<Call> | AsyncIterable<Call>,
    options: { ordered?: boolean; signal?: AbortSignal } = {},
  ): AsyncIterable<ScoredCall> {
    // Enough to fill every worker with full batches twice; an ordered run may wait for a slow call.
    const window =
      Math.max(1024, 128 * this.#options.settings.concurrency) * (options.ordered === true ? 4 : 1);
    return scoreAll(calls, (call, index, done) => this.#start(call, index, done), window, options);
  }

  async running(limit = 1): Promise<RunningCall[]> {
    if (this.#state !== 'open') return [];
    return this.#questions.ask((request) => this.#agent.send({ type: 'running', request, limit }));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  // --- calls ---------------------------------------------------------------------------------------------

  #start(call: Call, index: number | null, settle: (outcome: Outcome | Error) => void): () => void {
    const refused = this.#refusal();
    if (refused !== undefined) {
      settle(refused);
      return () => {};
    }
    const { level, settings } = this.#options;
    const text = callText(call);
    text.seed ??= settings.seed;
    const tooLarge = completionTooLarge(text, settings.maxCompletion);
    if (tooLarge !== undefined) {
      settle(unansweredOutcome('invalid', tooLarge, monotonicMs(), level, settings));
      return () => {};
    }
    const { signal } = call;
    const cancel = (): void => this.#scheduler.cancel(pending);
    const pending: PendingCall = pendingCall(text, index, (end) => {
      this.#options.release(1);
      signal?.removeEventListener('abort', cancel);
      settle(outcomeOfEnd(end, pending.enqueuedMs, level, settings));
    });
    this.#options.hold(1);
    if (signal?.aborted === true) pending.done('cancelled');
    else {
      signal?.addEventListener('abort', cancel, { once: true });
      this.#scheduler.add(pending);
    }
    return cancel;
  }

  #refusal(): SandboxError | undefined {
    if (this.#state === 'closed') return new SandboxError('RS501', `${this.#options.file} was closed`);
    return this.#failure;
  }

  // --- the agent -----------------------------------------------------------------------------------------

  #startAgent(): Agent {
    this.#died = undefined;
    this.#loadFailure = undefined;
    this.#awaitLoad(true);
    return this.#options.start({
      onMessage: (message, block) => this.#onMessage(message, block),
      onExit: (description, mayHaveBegun) => this.#onExit(description, mayHaveBegun),
    });
  }

  /** The answer to the load is one that is waited for. */
  #awaitLoad(awaits: boolean): void {
    if (this.#awaitsLoad !== awaits) this.#options[awaits ? 'hold' : 'release'](1);
    this.#awaitsLoad = awaits;
  }

  #onMessage(message: AgentMessage, block: Buffer | undefined): void {
    if (this.#state === 'closed' || this.#state === 'failed') return; // it crossed the end on its way
    switch (message.type) {
      case 'results':
        this.#onResults(decodeResults(block ?? Buffer.alloc(0), this.#options.redact));
        break;
      case 'loaded':
        this.#onLoaded(message);
        break;
      case 'load_failed':
        this.#onLoadFailed(loadError(message, this.#options.file));
        break;
      case 'running':
        this.#questions.answer(message, (call) => this.#scheduler.find(call)?.index ?? null);
        break;
      case 'died':
        this.#died = message;
        break;
      case 'log':
        this.#options.onLog(message.line);
        break;
      case 'hello':
        break;
    }
  }

  #onResults(results: Iterable<ResultFrame>): void {
    let served = 0;
    for (const result of results) {
      if (result.status !== 'lost') served++;
      this.#scheduler.finish(result);
    }
    this.#deaths.served(served);
    this.#scheduler.refill();
  }

  #onLoaded(message: Loaded): void {
    this.#awaitLoad(false);
    this.#loaded = message;
    this.#state = 'open';
    this.#settleLoad?.resolve(this);
    this.#settleLoad = undefined;
    this.#scheduler.setOpen(true);
  }

  /** A file that has loaded before gets another chance: its import may have been killed like the sandbox before. */
  #onLoadFailed(error: SandboxError): void {
    if (this.#loaded === undefined) this.#fail(error);
    else this.#loadFailure = error; // the agent ends now
  }

  #onExit(description: string, mayHaveBegun: ((call: number) => boolean) | undefined): void {
    this.#questions.endAll();
    if (this.#state === 'closed' || this.#state === 'failed') return;
    const message = this.#loadFailure?.message ?? this.#died?.message ?? description;
    if (this.#state === 'loading') {
      this.#fail(new SandboxError('RS402', `${this.#options.file}: ${message}`));
      return;
    }
    this.#scheduler.setOpen(false);
    this.#scheduler.loseSent(message, this.#died?.unstarted, mayHaveBegun);
    const wait = this.#deaths.add();
    if (wait === undefined) {
      const error = new SandboxError(
        'RS403',
        `${this.#options.file}: the sandbox died ${this.#deaths}: ${message}`,
      );
      this.#fail(this.#loadFailure ?? error);
      return;
    }
    this.#state = 'restarting';
    this.#options.onLog(`${this.#options.file}: ${message}; starting again in ${wait} ms`);
    this.#backoff = setTimeout(() => {
      this.#agent = this.#startAgent();
    }, wait);
  }

  #fail(error: SandboxError): void {
    this.#awaitLoad(false);
    this.#state = 'failed';
    this.#failure = error;
    this.#settleLoad?.reject(error);
    this.#settleLoad = undefined;
    this.#scheduler.endAll({ lost: error.message } satisfies Lost);
    this.#questions.endAll();
    void this.#agent.stop().then(() => this.#options.registry.delete(this));
  }

  async #close(): Promise<void> {
    clearTimeout(this.#backoff);
    this.#state = 'closed';
    this.#awaitLoad(false);
    this.#settleLoad?.reject(
      new SandboxError('RS501', `${this.#options.file} was closed while it was loading`),
    );
    this.#settleLoad = undefined;
    this.#scheduler.endAll('cancelled');
    this.#questions.endAll();
    await this.#agent.stop();
    this.#options.registry.delete(this);
  }
}
