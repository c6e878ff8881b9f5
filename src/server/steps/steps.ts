/**
 * What training steps came to, by module: counted as calls are answered, written to the file of `--data` soon after,
 * and told over HTTP. Trouble with the file is told in the log, and never to those who score.
 */
import type { SandboxError } from '../../errors.ts';
import type { Outcome } from '../../outcome.ts';
import type { Log } from '../log.ts';
import type { OutcomeKind } from '../tallies.ts';
import { type StepCall, StepFigures } from './step-figures.ts';
import { StepFile } from './step-file.ts';
import { StepIndex } from './step-index.ts';
import type { StepRecord } from './step-schemas.ts';

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

interface OpenStep {
  figures: StepFigures;
  /** Its `changes` when it was written, and when it was last looked at. */
  written: number;
  seen: number;
  writtenMs: number;
  openedMs: number;
}

export class Steps {
  readonly #log: Log;
  readonly #index = new StepIndex();
  /** By step and module; the one that was in use last is at the end. */
  readonly #open = new Map<string, OpenStep>();
  #file: StepFile | undefined;
  #last: OpenStep | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failing = false;
  #toldFull = false;
  #closed = false;

  private constructor(log: Log) {
    this.#log = log;
  }

  /**
   * @param folder where the file is, or will be; undefined to keep the newest steps in memory only
   * @throws SandboxError RS102
   */
  static async open(folder: string | undefined, log: Log): Promise<Steps> {
    const steps = new Steps(log);
    if (folder === undefined) return steps;
    const { file, skipped, torn } = await StepFile.open(folder, steps.#index);
    steps.#file = file;
    if (skipped + torn > 0)
      log.event('warn', 'steps_damaged', { file: file.path, lines_skipped: skipped, torn_bytes: torn });
    return steps;
  }

  /** Counts an outcome for the training step of its call. Never throws. */
  note(kind: OutcomeKind, outcome: Outcome, call: StepCall): void {
    let entry = this.#last;
    if (entry?.figures.step !== call.step || entry.figures.module !== call.module) {
      entry = this.#enter(call.step, call.module);
      if (entry === undefined) return;
      this.#last = entry;
    }
    entry.figures.note(kind, outcome, call);
    if (this.#timer === undefined) this.#lookAfter(LOOK_MS);
  }

  /** Step numbers from one on, with the records of each; ends after so many steps. */
  list(from: number, limit: number, module?: string): { steps: StepRecord[]; next: number | null } {
    const steps: StepRecord[] = [];
    let count = 0;
    for (const step of this.#index.stepsFrom(from)) {
      if (module !== undefined && !this.#index.has(step, module)) continue;
      if (count === limit) return { steps, next: step };
      steps.push(...this.of(step, module));
      count++;
    }
    return { steps, next: null };
  }

  /**
   * The records of one step, by module; none when it is not known.
   * @throws SandboxError RS106 when the file cannot be read
   */
  of(step: number, module?: string): StepRecord[] {
    const modules = this.#index.modulesOf(step).filter((name) => module === undefined || name === module);
    return modules.flatMap((name) => this.#record(step, name) ?? []);
  }

  get latest(): number | null {
    return this.#index.latest;
  }

  /** Writes what is not written yet, and lets go of the file. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    if (this.#file === undefined) return;
    this.#write(this.#unwritten());
    try {
      this.#file.close();
    } catch (error) {
      this.#log.event('error', 'steps_not_written', { error: (error as Error).message });
    }
  }

  #record(step: number, module: string): StepRecord | undefined {
    const open = this.#open.get(keyOf(step, module));
    if (open !== undefined) return open.figures.record();
    const place = this.#index.place(step, module);
    return place === undefined ? undefined : this.#file?.read(place);
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
    const figures = this.#reopened(step, module) ?? new StepFigures(module, step);
    const now = performance.now();
    const entry = { figures, written: 0, seen: 0, writtenMs: now, openedMs: now };
    this.#open.set(key, entry);
    if (!this.#index.has(step, module)) this.#index.set(step, module, undefined);
    this.#letGo();
    return entry;
  }

  /** A late call of a step that is in the file only. */
  #reopened(step: number, module: string): StepFigures | undefined {
    try {
      const record = this.#record(step, module);
      return record && StepFigures.of(record);
    } catch (error) {
      this.#log.event('error', 'step_lost', { step, module, error: (error as Error).message });
      return undefined;
    }
  }

  /** Forgets the one that was in use longest ago, when there are too many. */
  #letGo(): void {
    if (this.#open.size <= (this.#file === undefined ? OPEN_WITHOUT_FILE : OPEN_WITH_FILE)) return;
    const [[key, oldest]] = this.#open as unknown as [[string, OpenStep]];
    const { step, module } = oldest.figures;
    if (this.#file !== undefined && oldest.written !== oldest.figures.changes && !this.#write([oldest]))
      this.#log.event('error', 'step_lost', { step, module, error: 'it could not be written' });
    this.#open.delete(key);
    if (this.#index.place(step, module) === undefined) this.#index.delete(step, module);
  }

  #lookAfter(ms: number): void {
    if (this.#file === undefined || this.#closed) return;
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
    if (this.#file === undefined || entries.length === 0) return true;
    try {
      const places = this.#file.append(entries.map(({ figures }) => figures.record()));
      for (const [at, entry] of entries.entries()) {
        const { step, module, changes } = entry.figures;
        this.#index.set(step, module, places[at]);
        entry.written = changes;
        entry.writtenMs = performance.now();
      }
      if (this.#failing) this.#log.event('info', 'steps_written_again', { file: this.#file.path });
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
