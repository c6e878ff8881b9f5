/** The steps of the server that answers the page. */

import type { RunColumns } from '../columns/run-columns.ts';
import type { FailedRow } from '../store/causes.ts';
import type { StepSnapshot } from '../store/step-figures.ts';
import type { Place } from '../store/step-index.ts';
import type { Steps } from '../store/steps.ts';
import { type PromptRows, promptRowsOf } from './prompt-rows.ts';
import type { Again, EpisodeList, EpisodeQuery, Note, OneEpisode, Source, SourceModule } from './source.ts';

export interface ServedOptions {
  name: string;
  /** Folder of the data; null when it is in memory only. */
  path: string | null;
  modules: () => readonly SourceModule[];
  steps: Steps;
  episodes: {
    readonly version: number;
    list(query: EpisodeQuery): EpisodeList;
    one(id: string): OneEpisode | undefined;
  };
  findings: string | null;
  /** File whose rows can be chosen from. */
  prompts: string | undefined;
}

export class ServedSource implements Source {
  readonly kind = 'served';
  readonly live = true;
  readonly callsPerStep = null;
  readonly #options: ServedOptions;
  #columns: RunColumns | undefined;

  readonly prompts: PromptRows | null;

  constructor(options: ServedOptions) {
    this.#options = options;
    this.prompts = promptRowsOf(options);
  }

  get name(): string {
    return this.#options.name;
  }

  get path(): string | null {
    return this.#options.path;
  }

  get findings(): string | null {
    return this.#options.findings;
  }

  get modules(): SourceModule[] {
    const served = this.#options.modules();
    const earlier = (this.#columns?.modules ?? []).filter(
      (name) => !served.some((module) => module.name === name),
    );
    return [...served, ...earlier.map((name) => ({ name, kind: null, file: null }))];
  }

  get notes(): Note[] {
    const notes: Note[] = [];
    const damaged = this.#columns?.damaged ?? 0;
    if (damaged > 0)
      notes.push({ level: 'warning', text: `${damaged} records of the data folder cannot be read` });
    if (this.#options.path === null)
      notes.push({
        level: 'info',
        text: 'Samples of the newest 100 steps are kept, in memory only',
        help: 'start the server with `--data FOLDER` to keep all',
      });
    if (this.#columns?.version === 0)
      notes.push({
        level: 'info',
        text: 'No call of a training step has been counted yet',
        help: 'only calls with a `step` are counted',
      });
    return notes;
  }

  async columns(): Promise<RunColumns> {
    this.#columns = await this.#options.steps.columns();
    return this.#columns;
  }

  async step(step: number | 'all', module: string): Promise<StepSnapshot | undefined> {
    return step === 'all' ? undefined : this.#options.steps.of(step, module)[0];
  }

  async example(
    step: number,
    module: string,
    cause: string,
    place: Place | undefined,
  ): Promise<FailedRow | undefined> {
    return this.#options.steps.example(step, module, cause, place);
  }

  again(module: string, _line: number | null, body: FailedRow['body']): Again {
    const isReward = this.#options.modules().some(({ name, kind }) => name === module && kind === 'reward');
    return {
      command: null,
      request:
        body === null || !isReward
          ? null
          : { route: 'v1/score', body: { module, completion: body.completion, kwargs: body.kwargs } },
    };
  }

  get episodesVersion(): number {
    return this.#options.episodes.version;
  }

  async episodes(query: EpisodeQuery): Promise<EpisodeList> {
    return this.#options.episodes.list(query);
  }

  async episode(id: string): Promise<OneEpisode | undefined> {
    return this.#options.episodes.one(id);
  }

  close(): void {
    this.prompts?.close();
  }
}
