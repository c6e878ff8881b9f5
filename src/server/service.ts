/** What all requests share: the sandbox and its modules, the queue, the episodes, and what it all came to. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxError } from '../errors.ts';
import type { Sandbox } from '../host.ts';
import { activityOf, type ModuleActivity, mergeActivity } from '../module/activity.ts';
import type { Outcome } from '../outcome.ts';
import { Views } from '../view/routes/views.ts';
import { ServedSource } from '../view/sources/served-source.ts';
import type { Source } from '../view/sources/source.ts';
import type { StepCall } from '../view/store/step-figures.ts';
import type { Steps } from '../view/store/steps.ts';
import { Audits, DEFAULT_AUDIT } from './alarms/audits.ts';
import { Metrics, type ServerLoad } from './counts/metrics.ts';
import { type OutcomeKind, Tallies } from './counts/tallies.ts';
import { WorkerTotals } from './counts/worker-totals.ts';
import { CodeRuns } from './dialects/code-runs.ts';
import { Episodes } from './episodes.ts';
import { Running } from './http/ask.ts';
import { HttpProblem } from './http/problem.ts';
import { Keeper } from './leases/keeper.ts';
import { LeaseClient } from './leases/lease-client.ts';
import type { Log, LogLevel } from './log.ts';
import { type Lease, Modules, type ServedModule } from './modules.ts';
import { PushedCode } from './pushed/pushed-code.ts';
import { Limits } from './queue-limits.ts';
import type { Kind } from './settings/module-setting.ts';
import type { ServiceOptions } from './settings/service-options.ts';

/** Calls of prompts and modules that are looked at at the same time: each may start processes, or hold a whole file. */
const VALIDATIONS = 2;

export class Service {
  readonly options: ServiceOptions;
  readonly modules: Modules;
  /** Undefined when it runs none. */
  readonly code: CodeRuns | undefined;
  readonly limits: Limits;
  readonly running = new Running();
  /** Undefined when it grants no leases. */
  readonly keeper: Keeper | undefined;
  /** Undefined when it takes no modules from clients. */
  readonly pushed: PushedCode | undefined;
  readonly #leases: LeaseClient | undefined;
  readonly steps: Steps;
  readonly metrics: Metrics;
  readonly audits: Audits;
  readonly log: Log;
  /** Answers by their HTTP status. */
  readonly requests: Record<string, number> = {};
  /** Calls, setups and steps by their status. */
  readonly outcomes: Record<string, number> = {};
  /** Clients over ZeroMQ. */
  countClients = (): number => 0;
  /** What they asked for that is in no module's queue yet. */
  countInLine = (): number => 0;
  /** Validations that run. */
  validating = 0;
  readonly #tallies = new Tallies();
  readonly #workers = new WorkerTotals();
  readonly episodes: Episodes;
  readonly #startedMs = performance.now();
  #sandbox: Sandbox | undefined;
  #making: Promise<Sandbox> | undefined;
  readonly #draining = new AbortController();
  /** What the page asks for. */
  readonly views: Views;

  /** @throws SandboxError RS101 */
  constructor(options: ServiceOptions) {
    this.options = options;
    this.log = options.log;
    this.modules = new Modules(options.modules, options.log);
    this.code = options.runCode && new CodeRuns(options.runCode, options.log);
    this.keeper = options.grantLeases === true ? new Keeper() : undefined;
    this.#leases = options.fleet && new LeaseClient(options.fleet, this.modules.all, options.log);
    this.pushed =
      options.acceptCode && new PushedCode(options.acceptCode, this.modules, () => this.sandbox, options.log);
    this.limits = new Limits(options.limits);
    this.#sandbox = options.sandboxGiven;
    this.steps = options.steps;
    this.episodes = new Episodes((steps) => this.#tallies.episodeSteps.add(steps), options.episodeFile);
    const { sources, version } = options;
    this.views = new Views({
      version,
      serving: sources === undefined || options.modules.length > 0,
      sources: sources ?? [this.#ownSource()],
    });
    this.audits = new Audits({
      ...(options.audit ?? DEFAULT_AUDIT),
      version: options.version,
      data: options.data,
      modules: this.modules.all,
      steps: options.steps,
      log: options.log,
      level: () => this.level,
      isIdle: () => this.limits.taken + this.countInLine() === 0,
    });
    this.metrics = new Metrics({
      version: options.version,
      host: options.hostName,
      tallies: this.#tallies,
      workers: this.#workers,
      load: () => this.#load(),
      clients: () => this.countClients(),
      audits: () => this.audits.states,
    });
  }

  get state(): 'loading' | 'ready' | 'draining' {
    if (this.#draining.signal.aborted) return 'draining';
    if (this.options.sources !== undefined) return 'ready';
    return this.#sandbox !== undefined && this.#served.every(({ ready }) => ready) ? 'ready' : 'loading';
  }

  /** All modules, with the one of `run_code`. */
  get #served(): readonly ServedModule[] {
    return this.code === undefined ? this.modules.all : [...this.modules.all, this.code.served];
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
    if (this.#sandbox === undefined) throw new HttpProblem('not-ready', 'The sandbox is starting');
    return this.#sandbox;
  }

  /** Why nothing could be loaded later. */
  loadError: SandboxError | undefined;
  #later: Promise<void> | undefined;

  /** Waits for modules that are loaded when somebody first asks for one. @throws SandboxError */
  async loaded(): Promise<void> {
    if (this.options.loadsLater !== true) return;
    this.#later ??= this.load().catch((error: SandboxError) => {
      this.loadError = error;
      this.log.event('error', 'load_failed', { error: error.message });
      throw error;
    });
    await this.#later;
  }

  /**
   * Makes the sandbox and loads all modules.
   * @throws SandboxError
   */
  async load(): Promise<void> {
    this.#making = this.#make();
    const sandbox = await this.#making;
    this.#sandbox = sandbox;
    if (this.pushed !== undefined) PushedCode.mustConfine(sandbox.level);
    this.#leases?.start();
    await Promise.all(this.#served.map((module) => module.load(sandbox)));
  }

  async #make(): Promise<Sandbox> {
    const { createSandbox } = await import('../host.ts');
    const onLog = (message: string, level: LogLevel = 'info'): void =>
      this.log.event(level, 'sandbox', { message });
    return createSandbox({ ...this.options.sandbox, onLog, recover: true });
  }

  /** Aborted when it takes nothing new any more. */
  get draining(): AbortSignal {
    return this.#draining.signal;
  }

  #ownSource(): Source {
    const { modules, data } = this.options;
    const report = data === undefined ? undefined : join(data, 'check.json');
    return new ServedSource({
      name: modules.map(({ name }) => name).join(', ') || 'this process',
      path: data ?? null,
      modules: () => this.modules.all.map(({ setting: { name, kind, file } }) => ({ name, kind, file })),
      steps: this.steps,
      episodes: this.episodes,
      findings: report !== undefined && existsSync(report) ? report : null,
      prompts: this.options.prompts,
    });
  }

  /** New work is refused from now on; steps of episodes that live are not. */
  beginDrain(): void {
    this.#draining.abort();
    this.audits.close();
  }

  /** @throws HttpProblem `draining` */
  mustTakeWork(): void {
    if (!this.#draining.signal.aborted) return;
    throw new HttpProblem(
      'draining',
      'The server is shutting down: it finishes what it has begun, and accepts nothing new',
      {
        headers: { connection: 'close' },
      },
    );
  }

  /**
   * The module that a request means. Also refuses those whose body took so long to come that the server drains now.
   * @throws HttpProblem `draining`, and see `Modules.lease`
   */
  lease<K extends Kind>(kind: K, name: string | undefined): Lease<K> {
    this.mustTakeWork();
    const lease = this.modules.lease(kind, name);
    if (!('score' in lease.module)) return lease;
    const module: unknown = this.audits.judging(lease.name, lease.module);
    return module === lease.module ? lease : ({ ...lease, module } as unknown as Lease<K>);
  }

  /**
   * Runs one validation. Its place is taken until it is over, also when the client goes away before: it cannot be ended.
   * @throws HttpProblem `busy`, `draining`
   */
  async validation<T>(body: () => Promise<T>): Promise<T> {
    this.mustTakeWork();
    if (this.validating >= VALIDATIONS)
      throw new HttpProblem('busy', `${VALIDATIONS} validations are already running`, {
        status: this.options.limits.busyStatus,
      });
    this.validating++;
    try {
      return await body();
    } finally {
      this.validating--;
    }
  }

  /**
   * Counts what a call, a setup or a step came to; once for each, whatever way it came in.
   * @param call given when it carries a training step: then it is counted there, too
   */
  note(kind: OutcomeKind, outcome: Outcome, call?: StepCall): void {
    const { status } = outcome;
    this.outcomes[status] = (this.outcomes[status] ?? 0) + 1;
    this.#tallies.note(kind, outcome);
    if (call === undefined || kind === 'run_code') return;
    this.steps.note(kind, outcome, call);
    this.audits.note(kind, outcome, call);
  }

  async #load(): Promise<ServerLoad> {
    const look = async ({ module }: ServedModule): Promise<ModuleActivity[]> => {
      const activity = await activityOf(module);
      if (module === undefined || activity === undefined) return [];
      this.#workers.add(module, activity.workers);
      return [activity];
    };
    const [modules, code] = await Promise.all([
      Promise.all(this.modules.all.map(look)),
      this.code === undefined ? [] : look(this.code.served),
    ]);
    const parts = [...modules.flat(), ...code];
    const whole = mergeActivity(parts, (this.code?.turns.waiting ?? 0) + this.countInLine());
    const programs = code[0]?.running.call ?? 0;
    this.episodes.tellEnded();
    return {
      ...whole,
      running: {
        setup: 0,
        step: 0,
        ...whole.running,
        call: (whole.running.call ?? 0) - programs,
        run_code: programs,
      },
      open: parts.length === this.#served.length && parts.every(({ open }) => open),
      episodes: this.episodes.live,
    };
  }

  async close(): Promise<void> {
    this.views.close();
    this.audits.close();
    this.#leases?.close();
    for (const module of this.#served) module.stop();
    // It may still be being made; should that fail, `load` throws it.
    const sandbox = await this.#making?.catch(() => undefined);
    await sandbox?.close();
    this.pushed?.close();
  }
}
