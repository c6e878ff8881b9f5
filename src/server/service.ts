/** What all requests share: the sandbox and its modules, the queue, the episodes, and what it all came to. */
import type { Sandbox } from '../host.ts';
import type { SandboxOptions } from '../options.ts';
import type { Outcome } from '../outcome.ts';
import { Running } from './ask.ts';
import { Episodes } from './episodes.ts';
import { type LimitOptions, Limits } from './limits.ts';
import type { Log } from './log.ts';
import { Metrics, type OutcomeKind } from './metrics.ts';
import { type ModuleSetting, Modules } from './modules.ts';
import { HttpProblem } from './problem.ts';

export interface ServiceOptions {
  version: string;
  sandbox: SandboxOptions;
  modules: readonly ModuleSetting[];
  limits: LimitOptions;
  /** Whether clients need a token. */
  hasToken: boolean;
  log: Log;
}

/** Calls of prompts and modules that are looked at at the same time: each may start processes, or hold a whole file. */
const VALIDATIONS = 2;

export class Service {
  readonly options: ServiceOptions;
  readonly modules: Modules;
  readonly limits: Limits;
  readonly episodes = new Episodes();
  readonly running = new Running();
  readonly metrics: Metrics;
  readonly log: Log;
  /** Answers by their HTTP status. */
  readonly requests: Record<string, number> = {};
  /** Calls, setups and steps by their status. */
  readonly outcomes: Record<string, number> = {};
  /** Validations that run. */
  validating = 0;
  readonly #startedMs = performance.now();
  #sandbox: Sandbox | undefined;
  #making: Promise<Sandbox> | undefined;
  #draining = false;

  /** @throws SandboxError RS101 */
  constructor(options: ServiceOptions) {
    this.options = options;
    this.log = options.log;
    this.modules = new Modules(options.modules, options.log);
    this.limits = new Limits(options.limits);
    this.metrics = new Metrics({
      version: options.version,
      taken: () => this.limits.taken,
      limit: this.limits.queue,
      liveEpisodes: () => this.episodes.live,
      isReady: () => this.state === 'ready',
    });
  }

  get state(): 'loading' | 'ready' | 'draining' {
    if (this.#draining) return 'draining';
    return this.#sandbox !== undefined && this.modules.ready ? 'ready' : 'loading';
  }

  get uptimeMs(): number {
    return performance.now() - this.#startedMs;
  }

  /** Whether the sandbox is made. */
  get hasSandbox(): boolean {
    return this.#sandbox !== undefined;
  }

  get level(): Sandbox['level'] | null {
    return this.#sandbox?.level ?? null;
  }

  /** @throws HttpProblem `not-ready` */
  get sandbox(): Sandbox {
    if (this.#sandbox === undefined) throw new HttpProblem('not-ready', 'The sandbox is being made');
    return this.#sandbox;
  }

  /**
   * Makes the sandbox and loads all modules.
   * @throws SandboxError
   */
  async load(): Promise<void> {
    this.#making = this.#make();
    const sandbox = await this.#making;
    this.#sandbox = sandbox;
    await Promise.all(this.modules.all.map((module) => module.load(sandbox)));
  }

  async #make(): Promise<Sandbox> {
    const { createSandbox } = await import('../host.ts');
    const onLog = (message: string): void => this.log.event('info', 'sandbox', { message });
    return createSandbox({ ...this.options.sandbox, onLog });
  }

  /** New work is refused from now on; steps of episodes that live are not. */
  beginDrain(): void {
    this.#draining = true;
  }

  /** @throws HttpProblem `draining` */
  mustTakeWork(): void {
    if (!this.#draining) return;
    throw new HttpProblem('draining', 'The server finishes what it has begun, and takes nothing new', {
      headers: { connection: 'close' },
    });
  }

  /**
   * Runs one validation. Its place is taken until it is over, also when the client goes away before: it cannot be ended.
   * @throws HttpProblem `busy`
   */
  async validation<T>(body: () => Promise<T>): Promise<T> {
    if (this.validating >= VALIDATIONS)
      throw new HttpProblem('busy', `${VALIDATIONS} validations run already`, {
        status: this.options.limits.busyStatus,
      });
    this.validating++;
    try {
      return await body();
    } finally {
      this.validating--;
    }
  }

  note(kind: OutcomeKind, outcome: Outcome): void {
    const { status } = outcome;
    this.outcomes[status] = (this.outcomes[status] ?? 0) + 1;
    this.metrics.note(kind, outcome);
  }

  async close(): Promise<void> {
    for (const module of this.modules.all) module.stop();
    // It may still be being made; should that fail, `load` throws it.
    const sandbox = await this.#making?.catch(() => undefined);
    await sandbox?.close();
  }
}
