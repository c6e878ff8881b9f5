/** A data folder of `serve`, read while a server may be writing it. Nothing in it is changed. */

import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { SandboxError } from '../../errors.ts';
import { RunColumns } from '../columns/run-columns.ts';
import { StoredEpisodes } from '../episodes/stored-episodes.ts';
import { type FailedRow, failedRow } from '../store/causes.ts';
import { keptRow } from '../store/kept.ts';
import type { StepSnapshot } from '../store/step-figures.ts';
import { type Place, StepIndex } from '../store/step-index.ts';
import {
  keyOfLine,
  parseRecord,
  ROWS_FILE,
  rowsOf,
  STEPS_FILE,
  withOldSamples,
} from '../store/step-lines.ts';
import { FollowedFile } from './followed-file.ts';
import { type PromptRows, promptRowsOf } from './prompt-rows.ts';
import type { ResultsOptions } from './results-options.ts';
import type { Again, EpisodeList, EpisodeQuery, Note, OneEpisode, Source, SourceModule } from './source.ts';
import { Turns } from './turns.ts';

export class StoreSource implements Source {
  readonly kind = 'store';
  readonly live = true;
  readonly callsPerStep = null;
  readonly name: string;
  readonly path: string;
  readonly findings: string | null;
  readonly prompts: PromptRows | null;
  readonly #steps: FollowedFile;
  readonly #rows: FollowedFile;
  readonly #episodes: StoredEpisodes;
  readonly #turns = new Turns();
  #columns = new RunColumns();
  #index = new StepIndex();
  #skipped = 0;
  #error: Note | undefined;

  /** @param path a folder, or the `steps.jsonl` of one */
  constructor(path: string, options: ResultsOptions = {}) {
    const isFolder = statSync(path).isDirectory();
    const folder = isFolder ? resolve(path) : dirname(resolve(path));
    this.path = path;
    this.name = basename(isFolder || basename(path) === STEPS_FILE ? folder : path);
    this.#steps = new FollowedFile(isFolder ? join(folder, STEPS_FILE) : resolve(path));
    this.#rows = new FollowedFile(join(folder, ROWS_FILE));
    this.#episodes = new StoredEpisodes(folder);
    const report = join(folder, 'check.json');
    this.findings = options.findings ?? (existsSync(report) ? report : null);
    this.prompts = promptRowsOf(options);
  }

  get modules(): SourceModule[] {
    const environments = this.#episodes.modules;
    return [...new Set([...this.#columns.modules, ...environments])].map((name) => ({
      name,
      kind:
        environments.includes(name) || this.#columns.of(name)?.hasEpisodes === true ? 'environment' : null,
      file: null,
    }));
  }

  get notes(): Note[] {
    const notes: Note[] = [...(this.#error === undefined ? [] : [this.#error]), ...this.#episodes.notes];
    if (this.#skipped > 0)
      notes.push({
        level: 'warning',
        text: `${this.#skipped} lines of ${STEPS_FILE} are no records, and are left out`,
      });
    if (this.#columns.damaged > 0)
      notes.push({
        level: 'warning',
        text: `${this.#columns.damaged} records of ${STEPS_FILE} cannot be read`,
      });
    if (this.#steps.torn > 0)
      notes.push({
        level: 'info',
        text: `The last line of ${STEPS_FILE} is not whole (${this.#steps.torn} bytes): it is being written, or its writer was killed`,
      });
    if (this.#error === undefined && this.#columns.version === 0 && this.#skipped === 0)
      notes.push({
        level: 'info',
        text: 'No step is written yet',
        help: 'only calls with a `step` are counted',
      });
    return notes;
  }

  columns(): Promise<RunColumns> {
    return this.#turns.next(async () => {
      try {
        await this.#follow();
      } catch (error) {
        const { message, help } = error as SandboxError;
        this.#error = {
          level: 'error',
          text: message,
          ...(error instanceof SandboxError && help !== undefined ? { help } : {}),
        };
      }
      return this.#columns;
    });
  }

  async #follow(): Promise<void> {
    if (this.#error !== undefined) return;
    await this.#episodes.follow();
    const changed = new Map<string, Place>();
    await this.#steps.read(
      ({ bytes, offset, tooLong }) => {
        const key = tooLong ? undefined : keyOfLine(bytes);
        if (key === undefined) {
          this.#skipped++;
          return;
        }
        const place = { offset, length: bytes.length };
        this.#index.set(key.step, key.module, place);
        changed.set(`${key.step} ${key.module}`, place);
      },
      () => {
        changed.clear();
        this.#index = new StepIndex();
        this.#skipped = 0;
        const { version } = this.#columns;
        this.#columns = new RunColumns();
        this.#columns.version = version + 1;
      },
    );
    // Of several records of one step only the last one is parsed.
    for (const place of changed.values()) {
      try {
        this.#columns.put(this.#steps.place(place, parseFast));
      } catch {
        this.#columns.damaged++;
      }
      await this.#turns.breathe();
    }
    if (this.#skipped > 0 && this.#columns.version === 0)
      throw new SandboxError(
        'RS102',
        `\`${this.#steps.path}\` holds no steps: none of its ${this.#skipped} lines is a record`,
        {
          help: 'name a folder of `serve --data`, or a result file of `run -o`',
        },
      );
  }

  async step(step: number | 'all', module: string): Promise<StepSnapshot | undefined> {
    const place = step === 'all' ? undefined : this.#index.place(step, module);
    if (place === undefined) return undefined;
    const record = this.#steps.place(place, parseRecord);
    const rows = rowsOf(record, (at) => this.#rows.place(at, (value) => keptRow.parse(value)));
    return withOldSamples({ record, rows });
  }

  async example(
    _step: number,
    _module: string,
    _cause: string,
    place: Place | undefined,
  ): Promise<FailedRow | undefined> {
    try {
      return place && this.#rows.place(place, (value) => failedRow.parse(value));
    } catch {
      return undefined;
    }
  }

  again(module: string, _line: number | null, body: FailedRow['body']): Again {
    return {
      command: null,
      request: body && {
        route: 'v1/score',
        body: { module, completion: body.completion, kwargs: body.kwargs },
      },
    };
  }

  get episodesVersion(): number {
    return this.#episodes.version;
  }

  async episodes(query: EpisodeQuery): Promise<EpisodeList> {
    return this.#episodes.list(query);
  }

  async episode(id: string): Promise<OneEpisode | undefined> {
    return this.#episodes.one(id);
  }

  close(): void {
    this.#episodes.close();
    this.prompts?.close();
    this.#steps.close();
    this.#rows.close();
  }
}

/** Ten thousand are read at once: what a schema would find shows when a step is looked at. */
const parseFast = (value: unknown): ReturnType<typeof parseRecord> => {
  const record = value as ReturnType<typeof parseRecord>;
  if (typeof record.calls !== 'number' || typeof record.until !== 'string') throw new Error('no record');
  return record;
};
