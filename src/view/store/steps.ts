/**
 * What training steps came to, by module: counted as calls are answered, written to the file of `--data` soon after,
 * and told over HTTP. Trouble with the file is told in the log, and never to those who score.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SandboxError } from '../../errors.ts';
import type { WorkKind } from '../../module/activity.ts';
import type { Outcome } from '../../outcome.ts';
import { RunColumns } from '../columns/run-columns.ts';
import { CauseFinder, type FailedRow } from './causes.ts';
import { type StepCall, StepFigures, type StepSnapshot } from './step-figures.ts';
import { StepFiles } from './step-files.ts';
import { type Place, StepIndex } from './step-index.ts';

/** So many steps are in memory; a call for another one has it read from the file again. */
const OPEN_WITH_FILE = 32;
/** Without a file these are all that there are. */
const OPEN_WITHOUT_FILE = 100;
/** How often it is looked for what to write, while there is something. */
const LOOK_MS = 100;
/** A step that calls keep coming for is written that often. */
const WRITE_WITHIN_MS = 2_000;
/** The longer a step lasts, the longer its next record waits, up to this: else slow calls would each have one. */
const LONGEST_WAIT_MS = 5_000;
const PART_OF_AGE = 1 / 4;
/** After a failed write. */
const AGAIN_MS = 5_000;
/** So long others wait while records are read for the graphs. */
const TURN_MS = 10;

/** Where trouble is told. */
export interface StepsLog {
  event(level: 'info' | 'warn' | 'error', event: string, fields: Readonly<Record<string, unknown>>): void;
}

interface OpenStep {
  figures: StepFigures;
  /** Its `changes` when it was written, and when it was last looked at. */
  written: number;
  seen: number;
  /** And when it was put into the columns. */
  shown: number;
  writtenMs: number;
  openedMs: number;
}

export class Steps {
  readonly #log: StepsLog;
  readonly #index = new StepIndex();
  /** By step and module; the one that was in use last is at the end. */
  readonly #open = new Map<string, OpenStep>();
  readonly #fileOf: (module: string) => string;
  readonly #finders = new Map<string, CauseFinder>();
  #files: StepFiles | undefined;
  /** For graphs, from when somebody first looked. */
  #columns: RunColumns | undefined;
  #loading: Promise<RunColumns> | undefined;
  #last: OpenStep | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failing = false;
  #toldFull = false;
  #closed = false;

  private constructor(log: StepsLog, fileOf: (module: string) => string) {
    this.#log = log;
    this.#fileOf = fileOf;
  }

  /**
   * @param folder where the files are, or will be; undefined to keep the newest steps in memory only
   * @param fileOf name of a module's file: failures are told apart by the lines of it
   * @throws SandboxError RS102
   */
  static async open(
    folder: string | undefined,
    log: StepsLog,
    fileOf: (module: string) => string = (module) => module,
  ): Promise<Steps> {
    const steps = new Steps(log, fileOf);
    if (folder === undefined) return steps;
    const { files, skipped, torn } = await StepFiles.open(folder, steps.#index);
    steps.#files = files;
    if (skipped + torn > 0)
      log.event('warn', 'steps_damaged', { file: files.path, lines_skipped: skipped, torn_bytes: torn });
    return steps;
  }

  /** Counts an outcome for the training step of its call. Never throws. */
  note(kind: WorkKind, outcome: Outcome, call: StepCall): void {
    let entry = this.#last;
    if (entry?.figures.step !== call.step || entry.figures.module !== call.module) {
      entry = this.#enter(call.step, call.module);
      if (entry === undefined) return;
      this.#last = entry;
    }
    entry.figures.note(kind, outcome, call);
    if (this.#timer === undefined) this.#lookAfter(LOOK_MS);
  }

  /** What the live audit says of a step. Never throws. */
  audit(step: number, module: string, said: Record<string, unknown>): void {
    this.#enter(step, module)?.figures.audit(said);
    if (this.#timer === undefined) this.#lookAfter(LOOK_MS);
  }

  /** Step numbers from one on, with the records of each; ends after so many steps. */
  list(from: number, limit: number, module?: string): { steps: StepSnapshot[]; next: number | null } {
    const steps: StepSnapshot[] = [];
    let count = 0;
    for (const step of this.#index.stepsFrom(from)) {
      if (module !== undefined && !this.#index.has(step, module)) continue;
      if (count === limit) return { steps, next: step };
      steps.push(...this.of(step, module, false));
      count++;
    }
    return { steps, next: null };
  }

  /**
   * One step, by module; nothing when it is not known.
   * @param withRows whether kept calls are wanted, too
   * @throws SandboxError RS106 when the file cannot be read
   */
  of(step: number, module?: string, withRows = true): StepSnapshot[] {
    const modules = this.#index.modulesOf(step).filter((name) => module === undefined || name === module);
    return modules.flatMap((name) => this.#snapshot(step, name, withRows) ?? []);
  }

  /** The example of a cause. @param place in the file, where the record says so */
  example(step: number, module: string, cause: string, place: Place | undefined): FailedRow | undefined {
    if (place === undefined) return this.#open.get(keyOf(step, module))?.figures.exampleOf(cause);
    return this.#files?.example(place);
  }

  /** Figures of all steps as columns; kept up to date from the first time on. */
  columns(): Promise<RunColumns> {
    this.#loading ??= this.#load();
    return this.#loading.then((columns) => this.#refresh(columns));
  }

  async #load(): Promise<RunColumns> {
    const columns = new RunColumns();
    let turn = performance.now();
    for (const step of [...this.#index.stepsFrom(0)]) {
      for (const module of this.#index.modulesOf(step)) {
        try {
          const snapshot = this.#snapshot(step, module, false);
          if (snapshot !== undefined) columns.put(snapshot.record);
        } catch (error) {
          columns.damaged++;
          this.#log.event('warn', 'step_unreadable', { step, module, error: (error as Error).message });
        }
      }
      if (performance.now() - turn < TURN_MS) continue;
      await nextTurn();
      turn = performance.now();
    }
    this.#columns = columns;
    return columns;
  }

  /** Steps that are in memory change with each call. */
  #refresh(columns: RunColumns): RunColumns {
    for (const entry of this.#open.values()) this.#show(entry, columns);
    return columns;
  }

  #show(entry: OpenStep, columns: RunColumns): void {
    if (entry.shown === entry.figures.changes) return;
    columns.put(entry.figures.snapshot().record);
    entry.shown = entry.figures.changes;
  }

  get latest(): number | null {
    return this.#index.latest;
  }

  /** Writes what is not written yet, and lets go of the file. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    if (this.#files === undefined) return;
    this.#write(this.#unwritten());
    this.#files.close(({ message }) => this.#log.event('error', 'steps_not_written', { error: message }));
  }

  #snapshot(step: number, module: string, withRows: boolean): StepSnapshot | undefined {
    const open = this.#open.get(keyOf(step, module));
    if (open !== undefined) return open.figures.snapshot();
    const place = this.#index.place(step, module);
    return place && this.#files?.read(place, withRows);
  }

  #finder(module: string): CauseFinder {
    let finder = this.#finders.get(module);
    if (finder === undefined) {
      finder = new CauseFinder(this.#fileOf(module));
      this.#finders.set(module, finder);
    }
    return finder;
  }

  #enter(step: number, module: string): OpenStep | undefined {
    const key = keyOf(step, module);
    const known = this.#open.get(key);
    if (known !== undefined) {
      this.#open.delete(key);
      this.#open.set(key, known);
      return known;
    }
    if (this.#index.isFull && !this.#index.has(step, module)) {
      if (!this.#toldFull) this.#log.event('error', 'steps_full', { step });
      this.#toldFull = true;
      return undefined;
    }
    const figures = this.#reopened(step, module) ?? new StepFigures(module, step, this.#finder(module));
    const now = performance.now();
    const entry = { figures, written: 0, seen: 0, shown: -1, writtenMs: now, openedMs: now };
    this.#open.set(key, entry);
    if (!this.#index.has(step, module)) this.#index.set(step, module, undefined);
    this.#letGo();
    return entry;
  }

  /** A late call of a step that is in the file only. */
  #reopened(step: number, module: string): StepFigures | undefined {
    try {
      const snapshot = this.#snapshot(step, module, true);
      return snapshot && StepFigures.of(snapshot, this.#finder(module));
    } catch (error) {
      this.#log.event('error', 'step_lost', { step, module, error: (error as Error).message });
      return undefined;
    }
  }

  /** Forgets the one that was in use longest ago, when there are too many. */
  #letGo(): void {
    if (this.#open.size <= (this.#files === undefined ? OPEN_WITHOUT_FILE : OPEN_WITH_FILE)) return;
    const [[key, oldest]] = this.#open as unknown as [[string, OpenStep]];
    const { step, module } = oldest.figures;
    if (this.#files !== undefined && oldest.written !== oldest.figures.changes && !this.#write([oldest]))
      this.#log.event('error', 'step_lost', { step, module, error: 'it could not be written' });
    if (this.#columns !== undefined) this.#show(oldest, this.#columns);
    this.#open.delete(key);
    if (this.#index.place(step, module) === undefined) this.#index.delete(step, module);
  }

  #lookAfter(ms: number): void {
    if (this.#files === undefined || this.#closed) return;
    this.#timer = setTimeout(() => this.#look(), ms).unref();
  }

  /** Writes the steps that have come to rest, and those that have waited long. */
  #look(): void {
    this.#timer = undefined;
    const unwritten = this.#unwritten();
    const now = performance.now();
    const due = unwritten.filter(({ figures, seen, writtenMs, openedMs }) => {
      const waited = now - writtenMs;
      const rests = figures.changes === seen || waited >= WRITE_WITHIN_MS;
      return rests && waited >= Math.min(LONGEST_WAIT_MS, (now - openedMs) * PART_OF_AGE);
    });
    for (const entry of unwritten) entry.seen = entry.figures.changes;
    const good = due.length === 0 || this.#write(due);
    if (!good) this.#lookAfter(AGAIN_MS);
    else if (due.length < unwritten.length) this.#lookAfter(LOOK_MS);
  }

  #unwritten(): OpenStep[] {
    return [...this.#open.values()].filter(({ figures, written }) => figures.changes !== written);
  }

  /** @returns whether it is written */
  #write(entries: readonly OpenStep[]): boolean {
    if (this.#files === undefined || entries.length === 0) return true;
    try {
      const places = this.#files.write(entries.map(({ figures }) => figures));
      for (const [at, entry] of entries.entries()) {
        const { step, module, changes } = entry.figures;
        this.#index.set(step, module, places[at]);
        entry.written = changes;
        entry.writtenMs = performance.now();
      }
      if (this.#failing) this.#log.event('info', 'steps_written_again', { file: this.#files.path });
      this.#failing = false;
      return true;
    } catch (error) {
      const { message, help } = error as SandboxError;
      if (!this.#failing) this.#log.event('error', 'steps_not_written', { error: message, help });
      this.#failing = true;
      return false;
    }
  }
}

const keyOf = (step: number, module: string): string => `${step} ${module}`;
