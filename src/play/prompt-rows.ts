/** The rows of a prompt file that can be played. */
import { SandboxError } from '../errors.ts';
import { formatProblem } from '../formats/frames.ts';
import { Problems } from '../formats/problems.ts';
import { promptText } from '../formats/rows/prompt-text.ts';
import { type PromptFile, readPrompts } from '../formats/rows/prompts.ts';
import { refuseReservedFields, type TakenNames } from '../formats/rows/reserved-fields.ts';
import { fromZero, plural } from '../formats/text/visible.ts';
import type { Message } from '../module/calls/call.ts';
import { FlagError } from '../options/flag-error.ts';
import type { RowEvent, RowsEvent } from './event.ts';

const LISTED_ROWS = 40;

export class PromptRows implements AsyncDisposable {
  readonly path: string;
  /** Remarks that stop nothing. */
  readonly warnings: string[] = [];
  readonly #prompts: PromptFile;
  readonly #problems: Problems;

  private constructor(prompts: PromptFile, problems: Problems) {
    this.#prompts = prompts;
    this.#problems = problems;
    this.path = prompts.path;
    this.warnings.push(...problems.warnings);
  }

  /**
   * Lines with errors cannot be played; the others can.
   * @param key field that names a row. Default `id`
   * @throws SandboxError RS102 when the file cannot be used, RS103 when no line of it can
   */
  static async read(path: string, key: string | undefined): Promise<PromptRows> {
    const problems = new Problems();
    const prompts = await readPrompts(path, { key }, problems);
    const rows = new PromptRows(prompts, problems);
    try {
      rows.#refuseNone();
    } catch (error) {
      await rows[Symbol.asyncDispose]();
      throw error;
    }
    return rows;
  }

  /** Leaves out rows with fields that the loaded module fills itself. */
  refuseFields(taken: TakenNames): void {
    refuseReservedFields(this.#prompts, taken, this.#problems);
    this.#refuseNone();
  }

  /** What is wrong with lines of the file, as frames; undefined when nothing is. */
  problems(): string | undefined {
    return this.#problems.total === 0 ? undefined : this.#problems.format();
  }

  get only(): number | undefined {
    return this.#prompts.validCount === 1 ? this.#valid().next().value : undefined;
  }

  /** @param as how it was asked for. @throws SandboxError RS101 or RS103 when this line cannot be played */
  check(line: number, as = 'There is no row'): number {
    const { index } = this.#prompts;
    const state = index.state(line);
    if (state === 'valid') return line;
    if (state === 'outside') {
      const rows = fromZero(index.lineCount, 'row');
      throw new SandboxError('RS101', `${as} ${line}: ${this.path} has ${rows}`, {
        help: 'rows count from 0, as `prompt_index` does',
      });
    }
    const frame = this.#problems.shown.find((problem) => problem.line === line + 1);
    const reason =
      frame === undefined ? `is ${state === 'blank' ? 'blank' : 'no prompt row'}` : 'has an error';
    const message = `Row ${line} of ${this.path} ${reason}${frame === undefined ? '' : `\n${formatProblem(frame)}`}`;
    throw new SandboxError('RS103', message);
  }

  /** @throws SandboxError RS101 when no row has this key */
  lineOfKey(key: string): number {
    const { index, keyField } = this.#prompts;
    const line = index.lineOfKey(JSON.stringify(key)) ?? index.lineOfKey(key);
    if (line !== undefined) return this.check(line);
    const all = plural(index.lineCount, 'row');
    throw new FlagError('id', `: of the ${all} of ${this.path} none has the \`${keyField}\` \`${key}\``, {
      help: 'without `--id` and `--row` the rows are listed; `--key` names another field',
    });
  }

  bytes(line: number): Buffer {
    return this.#prompts.index.row(line);
  }

  describe(line: number, seed: number): RowEvent {
    const { prompt, ...rest } = JSON.parse(this.bytes(line).toString()) as {
      prompt: string | Message[];
    };
    const id = this.#prompts.index.keyOfLine(line);
    return { event: 'row', index: line, id, prompt, fields: Object.keys(rest), seed };
  }

  list(): RowsEvent {
    const { index, validCount } = this.#prompts;
    const rows: { index: number; id: string | null; prompt: string }[] = [];
    for (const line of this.#valid()) {
      if (rows.length === LISTED_ROWS) break;
      rows.push({ index: line, id: index.keyOfLine(line), prompt: promptText(index.row(line)) });
    }
    return { event: 'rows', rows, further: validCount - rows.length };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#prompts[Symbol.asyncDispose]();
  }

  *#valid(): Generator<number> {
    const { index } = this.#prompts;
    for (let line = 0; line < index.lineCount; line++) if (index.state(line) === 'valid') yield line;
  }

  #refuseNone(): void {
    if (this.#prompts.validCount > 0) return;
    throw new SandboxError('RS103', `${this.#problems.format()}\n\nNo row of ${this.path} can be played`);
  }
}
