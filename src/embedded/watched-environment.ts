/** An environment whose episodes are told to whoever watches. */
import type {
  BranchOptions,
  Environment,
  Episode,
  EpisodeEnd,
  Observation,
  StartOptions,
  StepOutcome,
} from '../module/episodes/environment.ts';
import { rowText } from '../module/episodes/episode-text.ts';
import { resolveOptions } from '../options.ts';
import { faultOfRow, startSchema } from './given.ts';
import type { EpisodeWatcher, Watch } from './watch.ts';

export class WatchedEnvironment implements Environment {
  readonly #environment: Environment;
  readonly #watch: Watch;
  readonly #name: string;
  readonly #onClose: () => void;

  constructor(environment: Environment, watch: Watch, name: string, onClose: () => void) {
    this.#environment = environment;
    this.#watch = watch;
    this.#name = name;
    this.#onClose = onClose;
  }

  get className(): string {
    return this.#environment.className;
  }
  get shape(): string {
    return this.#environment.shape;
  }
  get reserved(): readonly string[] {
    return this.#environment.reserved;
  }
  get required(): Environment['required'] {
    return this.#environment.required;
  }
  get warnings(): readonly string[] {
    return this.#environment.warnings;
  }
  get version(): string {
    return this.#environment.version;
  }
  get loadMs(): number {
    return this.#environment.loadMs;
  }
  get concurrency(): number {
    return this.#environment.concurrency;
  }
  get hashSeed(): string {
    return this.#environment.hashSeed;
  }
  get live(): number {
    return this.#environment.live;
  }

  async start(
    row: Readonly<Record<string, unknown>> | Uint8Array,
    options: StartOptions = {},
  ): Promise<Episode> {
    const fault = faultOfRow(row);
    if (fault !== undefined) throw fault;
    resolveOptions(startSchema, options);
    const episode = await this.#environment.start(row, options);
    const { watcher } = this.#watch;
    if (watcher === undefined) return episode;
    return new WatchedEpisode(episode, watcher.started(this.#name, episode, rowText(row), options.step));
  }

  probe(): Promise<void> {
    return this.#environment.probe();
  }
  close(): Promise<void> {
    this.#onClose();
    return this.#environment.close();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

class WatchedEpisode implements Episode {
  readonly #episode: Episode;
  readonly #watcher: EpisodeWatcher;

  constructor(episode: Episode, watcher: EpisodeWatcher) {
    this.#episode = episode;
    this.#watcher = watcher;
  }

  get id(): number {
    return this.#episode.id;
  }
  get setup(): StepOutcome {
    return this.#episode.setup;
  }
  get observation(): Observation | null {
    return this.#episode.observation;
  }
  get steps(): number {
    return this.#episode.steps;
  }
  get return(): number {
    return this.#episode.return;
  }
  get ended(): EpisodeEnd | undefined {
    return this.#episode.ended;
  }

  async step(action: string, options?: { signal?: AbortSignal }): Promise<StepOutcome> {
    const outcome = await this.#episode.step(action, options);
    this.#watcher.stepped(action, outcome);
    return outcome;
  }

  async branch(count: number, options?: BranchOptions): Promise<Episode[]> {
    const copies = await this.#episode.branch(count, options);
    return copies.map((copy) => new WatchedEpisode(copy, this.#watcher.copied(copy)));
  }

  close(): Promise<void> {
    return this.#episode.close();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
