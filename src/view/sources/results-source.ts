/** A result file of `run -o`, read while the run may be writing it. */
import { basename } from 'node:path';
import { plural } from '../../formats/text/visible.ts';
import { RunColumns } from '../columns/run-columns.ts';
import type { FailedRow } from '../store/causes.ts';
import type { StepSnapshot } from '../store/step-figures.ts';
import { FollowedFile } from './followed-file.ts';
import { InputRows } from './input-rows.ts';
import { type PromptRows, promptRowsOf } from './prompt-rows.ts';
import { ResultEpisodes } from './result-episodes.ts';
import { resultRowOf } from './result-rows.ts';
import { ResultSteps, ROWS_PER_STEP } from './result-steps.ts';
import type { ResultsOptions } from './results-options.ts';
import { runAgain } from './run-again.ts';
import type { Again, EpisodeList, EpisodeQuery, Note, OneEpisode, Source, SourceModule } from './source.ts';
import { Turns } from './turns.ts';

export class ResultsSource implements Source {
  readonly kind = 'results';
  readonly live = true;
  readonly name: string;
  readonly path: string;
  readonly findings: string | null;
  readonly prompts: PromptRows | null;
  readonly #options: ResultsOptions;
  readonly #file: FollowedFile;
  readonly #turns = new Turns();
  #columns = new RunColumns();
  #steps: ResultSteps | undefined;
  #episodes = new ResultEpisodes();
  #inputs: InputRows | undefined;
  #isEnvironment = false;
  #skipped = 0;
  #error: Note | undefined;

  constructor(path: string, options: ResultsOptions = {}) {
    this.path = path;
    this.name = basename(path);
    this.#options = options;
    this.findings = options.findings ?? null;
    this.prompts = promptRowsOf(options);
    this.#file = new FollowedFile(path);
  }

  get callsPerStep(): number | null {
    return this.#steps?.bySteps === true ? null : ROWS_PER_STEP;
  }

  get modules(): SourceModule[] {
    const { module } = this.#options;
    const kind = module?.kind ?? (this.#isEnvironment ? 'environment' : 'reward');
    return [{ name: this.#moduleName, kind, file: module?.file ?? null }];
  }

  get #moduleName(): string {
    const { module } = this.#options;
    return module === undefined ? this.name : basename(module.file).replace(/\.py$/, '');
  }

  get notes(): Note[] {
    const notes: Note[] = this.#error === undefined ? [] : [this.#error];
    if (this.#skipped > 0)
      notes.push({
        level: 'warning',
        text: `${plural(this.#skipped, 'line')} of ${this.name} are no rows of a run, and are left out`,
      });
    if (this.#file.torn > 0)
      notes.push({
        level: 'info',
        text: `The last line of ${this.name} is not whole: it is being written, or its writer was killed`,
      });
    if (this.#error !== undefined) return notes;
    if (this.#columns.version === 0 && this.#skipped === 0)
      notes.push({ level: 'info', text: 'No row is written yet' });
    else if (this.#steps?.bySteps !== true)
      notes.push({
        level: 'info',
        text: `The rows carry no training step: each point is ${ROWS_PER_STEP} rows, in the order in which they finished`,
      });
    if (this.#inputs === undefined)
      notes.push({
        level: 'info',
        text: 'A result file has neither prompts nor completions',
        help: 'name them: `--prompts FILE --completions FILE`',
      });
    return notes;
  }

  columns(): Promise<RunColumns> {
    return this.#turns.next(async () => {
      try {
        await this.#follow();
      } catch (error) {
        const { message, help } = error as { message: string; help?: string };
        this.#error = { level: 'error', text: message, ...(help === undefined ? {} : { help }) };
      }
      return this.#columns;
    });
  }

  async #follow(): Promise<void> {
    if (this.#error !== undefined) return;
    // Lines are kept until the inputs are open: whether they hold completions or actions, only the first row says.
    const waiting: {
      row: NonNullable<ReturnType<typeof resultRowOf>>;
      place: { offset: number; length: number };
    }[] = [];
    await this.#file.read(
      ({ bytes, offset, tooLong }) => {
        const row = tooLong ? undefined : resultRowOf(bytes);
        if (row === undefined) this.#skipped++;
        else if (this.#steps === undefined) waiting.push({ row, place: { offset, length: bytes.length } });
        else this.#add(row, { offset, length: bytes.length });
      },
      () => this.#restart(waiting),
    );
    const [first] = waiting;
    if (first !== undefined) {
      await this.#begin(first.row.kind !== 'call');
      for (const { row, place } of waiting) {
        this.#add(row, place);
        await this.#turns.breathe();
      }
    }
    for (const figures of this.#steps?.takeTouched() ?? []) {
      this.#columns.put(figures.snapshot(this.#file.modified).record);
      await this.#turns.breathe();
    }
    if (this.#skipped > 0 && this.#columns.version === 0)
      this.#error = {
        level: 'error',
        text: `\`${this.path}\` is no result file: none of its lines is a row of \`run -o\``,
        help: 'name a result file, a folder of `serve --data`, or its `steps.jsonl`',
      };
  }

  #add(row: NonNullable<ReturnType<typeof resultRowOf>>, place: { offset: number; length: number }): void {
    this.#steps?.add(row, place);
    if (row.kind !== 'call') this.#episodes.add(row, place);
  }

  #restart(waiting: unknown[]): void {
    waiting.length = 0;
    const { version } = this.#columns;
    this.#columns = new RunColumns();
    this.#columns.version = version + 1;
    this.#steps = undefined;
    this.#episodes = new ResultEpisodes();
    this.#skipped = 0;
  }

  async #begin(isEnvironment: boolean): Promise<void> {
    const { prompts, completions, key, stepField, module } = this.#options;
    this.#isEnvironment = isEnvironment;
    if (prompts !== undefined && completions !== undefined)
      this.#inputs ??= await InputRows.open({ prompts, completions, key, stepField, isEnvironment });
    this.#steps = new ResultSteps(this.#moduleName, module?.file ?? 'reward.py', this.#inputs, (place) =>
      resultRowOf(this.#file.bytes(place.offset, place.offset + place.length)),
    );
  }

  async step(step: number | 'all'): Promise<StepSnapshot | undefined> {
    if (step === 'all') return this.#steps?.all.snapshot();
    return this.#steps?.has(step) === true ? this.#steps.figures(step).snapshot() : undefined;
  }

  async example(step: number, _module: string, cause: string): Promise<FailedRow | undefined> {
    return this.#steps?.has(step) === true ? this.#steps.figures(step).exampleOf(cause) : undefined;
  }

  again(module: string, line: number | null, body: FailedRow['body']): Again {
    return runAgain(this.#options, module, line, body);
  }

  /** Each of their steps is a row of the file, which changes the columns. */
  readonly episodesVersion = 0;

  async episodes(query: EpisodeQuery): Promise<EpisodeList> {
    return this.#episodes.list(query, this.#moduleName, this.#file, this.#inputs);
  }

  async episode(id: string): Promise<OneEpisode | undefined> {
    return this.#episodes.one(id, this.#moduleName, this.#file, this.#inputs);
  }

  close(): void {
    this.#file.close();
    this.prompts?.close();
    void this.#inputs?.[Symbol.asyncDispose]();
  }
}
