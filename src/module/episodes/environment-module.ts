/** One loaded environment file: its agents, and the places for its episodes. */
import { SandboxError } from '../../errors.ts';
import { type Active, type Health, type ModuleActivity, mergeActivity } from '../activity.ts';
import { checkNumber } from '../calls/call-text.ts';
import { type CallEnd, monotonicMs, refusalOf } from '../calls/outcomes.ts';
import type { Loaded } from '../module-agent.ts';
import type { Environment, Episode, StartOptions } from './environment.ts';
import { type Agents, EpisodeAgent, type EpisodeAgentOptions, MAX_STARTS } from './episode-agent.ts';
import { rowText } from './episode-text.ts';
import { LiveEpisode } from './live-episode.ts';
import { StartQueue } from './start-queue.ts';
import { stepOutcome } from './step-outcomes.ts';

export interface EnvironmentModuleOptions extends EpisodeAgentOptions {
  /** PYTHONHASHSEED of the interpreters. */
  hashSeed: string;
}

const serves = ({ recovers }: EpisodeAgent): boolean => !recovers;

export class EnvironmentModule implements Environment, Agents, Active {
  readonly #options: EnvironmentModuleOptions;
  readonly queue: StartQueue;
  /** Episodes that have not ended. */
  readonly episodes = new Set<LiveEpisode>();
  /** Those that can serve; the first one is loaded with the environment, further ones when they are needed. */
  #agents: EpisodeAgent[] = [];
  /** Those of which something may be left. */
  readonly #agentsLeft = new Set<EpisodeAgent>();
  #loaded: Loaded | undefined;
  #lastId = 0;
  #failure: SandboxError | undefined;
  #closing: Promise<void> | undefined;

  private constructor(options: EnvironmentModuleOptions) {
    this.#options = options;
    this.queue = new StartQueue(options.settings.maxEpisodes);
    options.registry.add(this);
  }

  /** @throws SandboxError RS201, RS202 or RS203 when the file cannot be loaded, RS401 or RS402 when we fail. */
  static async load(options: EnvironmentModuleOptions): Promise<EnvironmentModule> {
    const environment = new EnvironmentModule(options);
    const agent = environment.#addAgent();
    await agent.load();
    environment.#loaded = agent.loaded;
    return environment;
  }

  get className(): string {
    return this.#loaded?.function ?? '';
  }

  get shape(): string {
    return this.#loaded?.shape ?? '';
  }

  get reserved(): readonly string[] {
    return this.#loaded?.reserved ?? [];
  }

  get required(): readonly (readonly string[])[] {
    return this.#loaded?.required ?? [];
  }

  get warnings(): readonly string[] {
    return [...this.#options.warnings, ...(this.#loaded?.warnings ?? [])];
  }

  get version(): string {
    return this.#options.files.version;
  }

  get loadMs(): number {
    return this.#loaded?.load_ms ?? 0;
  }

  get concurrency(): number {
    return this.#options.settings.concurrency;
  }

  get hashSeed(): string {
    return this.#options.hashSeed;
  }

  get live(): number {
    return this.episodes.size;
  }

  get closed(): SandboxError | undefined {
    return this.#closing && new SandboxError('RS501', `${this.#options.file} was closed`);
  }

  get closing(): Promise<void> | undefined {
    return this.#closing;
  }

  async start(
    row: Readonly<Record<string, unknown>> | Uint8Array,
    { seed = this.#options.settings.seed, step, signal }: StartOptions = {},
  ): Promise<Episode> {
    const { settings, hold, release } = this.#options;
    this.#mustBeOpen();
    const body = rowText(row);
    checkNumber(seed, "an episode's `seed`");
    checkNumber(step, "an episode's `step`");
    const id = this.nextId();
    const enqueuedMs = monotonicMs();
    hold(1);
    try {
      const placed = await this.queue.take(1, signal);
      this.#mustBeOpen();
      const agent = this.#agentWithRoom(placed);
      let end: CallEnd = 'cancelled';
      if (placed) {
        agent.addPlace();
        const asked = agent.ask({ op: 'start', episode: id, seed, body });
        if (signal?.aborted === true) asked.cancel();
        else signal?.addEventListener('abort', asked.cancel, { once: true });
        end = await asked.end;
        signal?.removeEventListener('abort', asked.cancel);
        const refusal = refusalOf(end);
        // Where another agent serves on, this start alone is lost.
        if (refusal !== undefined && this.#failure !== undefined) {
          agent.givePlaces(1);
          throw refusal;
        }
      }
      const setup = stepOutcome('start', end, enqueuedMs, this.#options, settings);
      return new LiveEpisode(agent, { id, seed, setup, placed });
    } finally {
      release(1);
    }
  }

  async probe(): Promise<void> {
    this.#mustBeOpen();
    await this.#agents[0]?.probe();
    this.#mustBeOpen();
  }

  async activity(limit = 0): Promise<ModuleActivity> {
    const agents = await Promise.all(this.#agents.map((agent) => agent.activity(limit)));
    return mergeActivity(agents, this.queue.waiting);
  }

  get health(): Health {
    const deaths = Math.max(0, ...this.#agents.map(({ health }) => health.deaths));
    return { refusal: this.closed ?? this.#failure, deaths };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  nextId(): number {
    this.#lastId = this.#lastId === 0xffff_ffff ? 1 : this.#lastId + 1;
    return this.#lastId;
  }

  onFailed(agent: EpisodeAgent, error: SandboxError): void {
    if (!agent.recovers) this.#agents = this.#agents.filter((other) => other !== agent);
    if (this.#agents.some(serves)) return;
    this.#failure = error;
    this.queue.end(error);
  }

  onOpen(): void {
    if (this.#failure === undefined) return;
    this.#failure = undefined;
    this.queue.reopen();
  }

  onGone(agent: EpisodeAgent): void {
    this.#agentsLeft.delete(agent);
    if (this.#agentsLeft.size === 0) this.#options.registry.delete(this);
  }

  /** @throws SandboxError */
  #mustBeOpen(): void {
    const refusal = this.closed ?? this.#failure;
    if (refusal !== undefined) throw refusal;
  }

  #addAgent(): EpisodeAgent {
    const agent = new EpisodeAgent(this.#options, this);
    this.#agents.push(agent);
    this.#agentsLeft.add(agent);
    return agent;
  }

  /** The one with the fewest episodes; a further one when all have as many as one should have. */
  #agentWithRoom(isStart: boolean): EpisodeAgent {
    const [first, ...others] = this.#agents.filter(serves) as [EpisodeAgent, ...EpisodeAgent[]]; // it has not failed, so there is one
    const agent = others.reduce((least, other) => (other.places < least.places ? other : least), first);
    if (!isStart || agent.places < MAX_STARTS) return agent;
    const further = this.#addAgent();
    further.load().catch((error: SandboxError) => {
      // Starts that wait for it are lost with it.
      if (this.#closing === undefined) this.#options.onLog(`a further agent: ${error.message}`);
    });
    return further;
  }

  async #close(): Promise<void> {
    // Once `closed` can be seen.
    await Promise.resolve();
    this.queue.end(this.closed as SandboxError);
    await Promise.all([...this.#agentsLeft].map((agent) => agent.close()));
    this.#options.registry.delete(this);
  }
}
