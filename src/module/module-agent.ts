/** The agent of a loaded module, whatever is in it: started, and started again when it dies too early. */
import { type Agent, type AgentEvents, STOP_WITHIN_MS } from '../agent/agent.ts';
import { SandboxError } from '../errors.ts';
import type { Level } from '../outcome.ts';
import type { AgentMessage, HostMessage } from '../protocol/messages.ts';
import { type Health, MANY_DEATHS } from './activity.ts';
import type { RunningCall } from './calls/call.ts';
import type { Lost } from './calls/outcomes.ts';
import { Deaths } from './deaths.ts';
import { withHidden } from './hidden-variables.ts';
import { loadError } from './load-error.ts';
import type { ModuleFiles } from './module-files.ts';
import { Questions } from './questions.ts';
import type { Redact } from './redact.ts';
import { type WorkerCounts, Workers } from './workers.ts';

/** What a module has to do with the sandbox that it is in. */
export interface ModuleHost {
  /** As the person wrote it, for messages. */
  file: string;
  /** What it was loaded from. */
  files: ModuleFiles;
  level: Level;
  /** What the person should know, beside what is known when the file is loaded. */
  warnings: readonly string[];
  /** Takes secrets out of results; what else the agent says comes without any. */
  redact: Redact | undefined;
  /** Starts an agent for this module. */
  start: (events: AgentEvents) => Agent;
  /** Answers that are being waited for: while there are any, the process stays alive. */
  hold: (count: number) => void;
  release: (count: number) => void;
  onLog: OnLog;
  /** Whether a module that was given up is tried again. */
  recover: boolean;
  /** Holds each module from its start until nothing of it is left. */
  registry: Set<{ close: () => Promise<void> }>;
}

/** Takes one line for the log. @param level @default 'info' */
export type OnLog = (line: string, level?: 'info' | 'warn' | 'error') => void;

/** What is done with the agent's help. */
export interface ModuleWork {
  /** There is an agent that has loaded the module: work can be sent. */
  onOpen: () => void;
  /** @returns how many results were none of `lost` */
  onResults: (block: Buffer) => number;
  /** The agent is gone, and another will come: what was sent is lost, but for what had not begun. */
  onLost: (
    message: string,
    unstarted: readonly number[] | undefined,
    mayHaveBegun: ((call: number) => boolean) | undefined,
  ) => void;
  /** No agent will come any more; or, where `refusal` of `ModuleAgent` goes away later, none soon. */
  onEnd: (end: 'cancelled' | Lost) => void;
  /** Nothing of a module that could not be loaded, or died too often, is left. */
  onGone: () => void;
  /** The caller's index of a call; null when it has none. @default null for all */
  indexOf?: (call: number) => number | null;
  /** How long the agent may take to end everything, in milliseconds. @default 2000 */
  stopWithinMs?: () => number;
}

/** An agent has better things to do than to count; one that was stopped does not answer at all. */
const COUNTS_WITHIN_MS = 1_000;

export type Loaded = Extract<AgentMessage, { type: 'loaded' }>;
/** `given-up` is what `failed` is to a module that is tried again. */
type State = 'loading' | 'open' | 'restarting' | 'given-up' | 'failed' | 'closed';

type Singles = Pick<WorkerCounts, 'single' | 'ended'> | undefined;

export class ModuleAgent {
  readonly #host: ModuleHost;
  readonly #work: ModuleWork;
  readonly #questions: Questions;
  readonly #deaths = new Deaths();
  readonly #workers = new Workers();
  #agent: Agent | undefined;
  #state: State = 'loading';
  #loaded: Loaded | undefined;
  #settleLoad: { resolve: () => void; reject: (error: SandboxError) => void } | undefined;
  #died: { message: string; unstarted: number[] } | undefined;
  /** Why the last restart came to nothing. */
  #loadFailure: SandboxError | undefined;
  #failure: SandboxError | undefined;
  #backoff: NodeJS.Timeout | undefined;
  #awaitsLoad = false;
  #closing: Promise<void> | undefined;

  constructor(host: ModuleHost, work: ModuleWork) {
    this.#host = host;
    this.#work = work;
    this.#questions = new Questions(host);
  }

  /**
   * Starts the first agent. To be called once.
   * @throws SandboxError RS201, RS202 or RS203 when the file cannot be loaded, RS401 or RS402 when we fail.
   */
  load(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#settleLoad = { resolve, reject };
      this.#startAgent();
    });
  }

  /** What the agent told of the module; undefined before it has loaded. */
  get loaded(): Loaded | undefined {
    return this.#loaded;
  }

  /** It has loaded the module, and is alive. */
  get isOpen(): boolean {
    return this.#state === 'open';
  }

  /** Why nothing can be asked of the module any more. */
  get refusal(): SandboxError | undefined {
    if (this.#state === 'closed') return new SandboxError('RS501', `${this.#host.file} was closed`);
    return this.#failure;
  }

  get health(): Health {
    return { refusal: this.refusal, deaths: this.#deaths.recent };
  }

  /** Whether it may serve again. */
  get recovers(): boolean {
    return this.#state === 'given-up';
  }

  send(message: HostMessage, block?: Buffer): void {
    this.#agent?.send(message, block);
  }

  async running(limit: number): Promise<RunningCall[]> {
    if (this.#state !== 'open') return [];
    return this.#questions.ask<RunningCall[]>([], (request) =>
      this.send({ type: 'running', request, limit }),
    );
  }

  /**
   * What became of the workers so far, those of earlier agents included; as last known, when its agent is silent.
   * @param limit single ones to tell of
   */
  async workers(limit: number): Promise<WorkerCounts> {
    if (this.#state !== 'open') return this.#workers.counts;
    const singles = await this.#questions.askWithin<Singles>(COUNTS_WITHIN_MS, (request) =>
      this.send({ type: 'workers', request, limit }),
    );
    return { ...this.#workers.counts, ...singles };
  }

  /** Ends what runs and the agent. Resolves when nothing is left. Idempotent. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #startAgent(): void {
    this.#died = undefined;
    this.#loadFailure = undefined;
    this.#awaitLoad(true);
    this.#agent = this.#host.start({
      onMessage: (message, block) => this.#onMessage(message, block),
      onExit: (description, mayHaveBegun) => this.#onExit(description, mayHaveBegun),
    });
  }

  /** The answer to the load is one that is waited for. */
  #awaitLoad(awaits: boolean): void {
    if (this.#awaitsLoad !== awaits) this.#host[awaits ? 'hold' : 'release'](1);
    this.#awaitsLoad = awaits;
  }

  #onMessage(message: AgentMessage, block: Buffer | undefined): void {
    if (this.#state === 'closed' || this.#state === 'failed') return; // it crossed the end on its way
    switch (message.type) {
      case 'results':
        this.#deaths.served(this.#work.onResults(block ?? Buffer.alloc(0)));
        break;
      case 'loaded':
        this.#onLoaded(message);
        break;
      case 'load_failed':
        this.#onLoadFailed(loadError(message, this.#host.file));
        break;
      case 'running':
        this.#questions.answer(
          message.request,
          // Null when it has ended meanwhile.
          message.calls.map(({ call, ...rest }) => ({ index: this.#work.indexOf?.(call) ?? null, ...rest })),
        );
        break;
      case 'workers':
        this.#workers.take(message);
        this.#questions.answer(message.request, { single: message.workers, ended: message.ended });
        break;
      case 'died':
        this.#died = message;
        break;
      case 'log':
        this.#host.onLog(message.line);
        break;
      case 'hello':
      case 'files': // for `files`
        break;
    }
  }

  #onLoaded(message: Loaded): void {
    this.#awaitLoad(false);
    this.#loaded = { ...message, warnings: withHidden(message.warnings, message.unset) };
    if (this.#state === 'given-up') this.#host.onLog(`${this.#host.file}: serves again`, 'warn');
    this.#state = 'open';
    this.#failure = undefined;
    this.#settleLoad?.resolve();
    this.#settleLoad = undefined;
    this.#work.onOpen();
  }

  /** A file that has loaded before gets another chance: its import may have been killed like the sandbox before. */
  #onLoadFailed(error: SandboxError): void {
    if (this.#loaded === undefined) this.#fail(error);
    else this.#loadFailure = error; // the agent ends now
  }

  #onExit(description: string, mayHaveBegun: ((call: number) => boolean) | undefined): void {
    this.#questions.endAll();
    if (this.#state === 'closed' || this.#state === 'failed') return;
    this.#workers.agentEnded();
    const { file } = this.#host;
    const message = this.#loadFailure?.message ?? this.#died?.message ?? description;
    if (this.#state === 'loading') {
      this.#fail(new SandboxError('RS402', `${file}: ${message}`));
      return;
    }
    this.#work.onLost(message, this.#died?.unstarted, mayHaveBegun);
    const wait = this.#deaths.add();
    if (wait === undefined) {
      const error = new SandboxError('RS403', `${file}: the sandbox died ${this.#deaths}: ${message}`);
      this.#giveUp(this.#loadFailure ?? error);
      return;
    }
    this.#state = 'restarting';
    const { recent } = this.#deaths;
    const often = recent < MANY_DEATHS ? '' : `; it died ${recent} times within a minute`;
    this.#host.onLog(`${file}: ${message}${often}; starting again in ${wait} ms`, often ? 'error' : 'warn');
    this.#backoff = setTimeout(() => this.#startAgent(), wait);
  }

  /** Where it is tried again, that is told once, however often it comes to nothing. */
  #giveUp(error: SandboxError): void {
    if (!this.#host.recover) {
      this.#fail(error);
      return;
    }
    const again = this.#state === 'given-up';
    this.#state = 'given-up';
    this.#awaitLoad(false);
    this.#failure = error;
    const wait = this.#deaths.retry();
    this.#backoff = setTimeout(() => this.#startAgent(), wait).unref();
    if (again) return;
    this.#host.onLog(`${error.code} ${error.message}; given up, and tried again from time to time`, 'error');
    this.#work.onEnd({ lost: error.message, refusal: error });
  }

  #fail(error: SandboxError): void {
    this.#awaitLoad(false);
    this.#state = 'failed';
    this.#failure = error;
    this.#settleLoad?.reject(error);
    this.#settleLoad = undefined;
    this.#work.onEnd({ lost: error.message, refusal: error });
    this.#questions.endAll();
    void this.#stop().then(() => this.#work.onGone());
  }

  async #close(): Promise<void> {
    clearTimeout(this.#backoff);
    this.#state = 'closed';
    this.#awaitLoad(false);
    this.#settleLoad?.reject(new SandboxError('RS501', `${this.#host.file} was closed while it was loading`));
    this.#settleLoad = undefined;
    const stopping = this.#stop(); // first, so that it counts what lives now
    this.#work.onEnd('cancelled');
    this.#questions.endAll();
    await stopping;
  }

  async #stop(): Promise<void> {
    await this.#agent?.stop(this.#work.stopWithinMs?.() ?? STOP_WITHIN_MS);
  }
}
