/** The two files of a folder: records in `steps.jsonl`, the calls that they keep in `rows.jsonl`. */
import { AppendFile } from './append-file.ts';
import { type FailedRow, failedRow } from './causes.ts';
import { keptRow } from './kept.ts';
import type { StepFigures, StepSnapshot } from './step-figures.ts';
import type { Place, StepIndex } from './step-index.ts';
import { keyOfLine, parseRecord, ROWS_FILE, rowsOf, STEPS_FILE, withOldSamples } from './step-lines.ts';

export class StepFiles {
  readonly #steps: AppendFile;
  readonly #rows: AppendFile;

  private constructor(steps: AppendFile, rows: AppendFile) {
    this.#steps = steps;
    this.#rows = rows;
  }

  get path(): string {
    return this.#steps.path;
  }

  /**
   * Opens both, and puts what is in them into the index.
   * @returns also how many lines are no records and were left where they are, and how many bytes of torn last lines were dropped
   * @throws SandboxError RS102
   */
  static async open(
    folder: string,
    index: StepIndex,
  ): Promise<{ files: StepFiles; skipped: number; torn: number }> {
    const steps = AppendFile.open(folder, STEPS_FILE);
    let rows: AppendFile | undefined;
    try {
      const { skipped, torn } = await steps.scan(({ bytes, offset, terminated }) => {
        const key = keyOfLine(bytes, terminated);
        if (key !== undefined) index.set(key.step, key.module, { offset, length: bytes.length });
        return key !== undefined;
      });
      rows = AppendFile.open(folder, ROWS_FILE);
      return { files: new StepFiles(steps, rows), skipped, torn: torn + rows.seekEnd().torn };
    } catch (error) {
      steps.close();
      rows?.close();
      throw error;
    }
  }

  /** @throws SandboxError RS106 */
  read(place: Place, withRows: boolean): StepSnapshot {
    const record = this.#steps.read(place, parseRecord);
    if (!withRows) return { record, rows: [] };
    const rows = rowsOf(record, (at) => this.#rows.read(at, (value) => keptRow.parse(value)));
    return withOldSamples({ record, rows });
  }

  /** Undefined when it is not there any more. */
  example(place: Place): FailedRow | undefined {
    try {
      return this.#rows.read(place, (value) => failedRow.parse(value));
    } catch {
      return undefined;
    }
  }

  /**
   * Kept calls first, then the records that name their places.
   * @returns the place of each record
   * @throws SandboxError RS106
   */
  write(steps: readonly StepFigures[]): Place[] {
    const unsaved = steps.flatMap((figures) => figures.unsaved());
    const places = this.#rows.append(unsaved.map(({ row }) => row));
    for (const [at, { save }] of unsaved.entries()) save(places[at] as Place);
    return this.#steps.append(steps.map((figures) => figures.snapshot().record));
  }

  /** @param failed told of each file that could not be brought to the disk */
  close(failed: (error: Error) => void): void {
    for (const file of [this.#rows, this.#steps]) {
      try {
        file.close();
      } catch (error) {
        failed(error as Error);
      }
    }
  }
}
