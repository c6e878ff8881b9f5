/** Prompts and completions of a result file: which row of the prompts a result is of, and what the model had written. */
import { Buffer } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { openInput } from '../../formats/files.ts';
import { chunksOfFile, LineReader } from '../../formats/lines.ts';
import { Problems } from '../../formats/problems.ts';
import { readCompletions } from '../../formats/rows/completions.ts';
import { type PromptFile, readPrompts } from '../../formats/rows/prompts.ts';

export interface InputOptions {
  prompts: string;
  completions: string;
  key?: string | undefined;
  /** Whether rows hold `actions`. */
  isEnvironment: boolean;
  /** Field of the completions that holds the training step. @default 'step' */
  stepField?: string | undefined;
}

export interface InputRow {
  /** 0-based line of the prompt file. */
  promptLine: number;
  row: Buffer;
  /** JSON text of the completion; null for an environment. */
  said: Buffer | null;
  actions: readonly string[] | null;
  step: number | null;
}

export class InputRows implements AsyncDisposable {
  readonly #prompts: PromptFile;
  readonly #promptLines: Int32Array;
  readonly #offsets: Float64Array;
  readonly #fd: number;
  readonly #options: InputOptions;
  /** Whether the completions carry training steps. */
  hasSteps = false;

  private constructor(
    options: InputOptions,
    prompts: PromptFile,
    promptLines: Int32Array,
    offsets: Float64Array,
  ) {
    this.#options = options;
    this.#prompts = prompts;
    this.#promptLines = promptLines;
    this.#offsets = offsets;
    this.#fd = openSync(options.completions, 'r');
  }

  /** @throws SandboxError RS102; lines with errors are left out: the run has told them */
  static async open(options: InputOptions): Promise<InputRows> {
    const problems = new Problems();
    const prompts = await readPrompts(options.prompts, { key: options.key }, problems);
    try {
      const field = options.isEnvironment ? 'actions' : 'completion';
      await using completions = await readCompletions(options.completions, prompts, problems, field);
      const promptLines = new Int32Array(completions.lineCount).fill(-1);
      for (let index = 0; index < promptLines.length; index++)
        promptLines[index] = completions.promptLineOf(index) ?? -1;
      const offsets = new Float64Array(completions.lineCount + 1);
      await using file = await openInput(options.completions, 'completions file');
      for await (const lines of new LineReader(chunksOfFile(file)).batches())
        for (const { number, offset, end } of lines) {
          offsets[number - 1] = offset;
          offsets[number] = end;
        }
      const rows = new InputRows(options, prompts, promptLines, offsets);
      const first = promptLines.findIndex((line) => line >= 0);
      rows.hasSteps = first !== -1 && rows.of(first)?.step != null;
      return rows;
    } catch (error) {
      await prompts[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** @param index 0-based line of the completions file */
  of(index: number): InputRow | undefined {
    const promptLine = this.#promptLines[index] ?? -1;
    if (promptLine < 0) return undefined;
    const from = this.#offsets[index] as number;
    const bytes = Buffer.alloc((this.#offsets[index + 1] as number) - from);
    readSync(this.#fd, bytes, 0, bytes.length, from);
    const value = JSON.parse(bytes.toString()) as Record<string, unknown>;
    const step = value[this.#options.stepField ?? 'step'];
    const said = this.#options.isEnvironment ? null : Buffer.from(JSON.stringify(value.completion));
    return {
      promptLine,
      row: this.#prompts.index.row(promptLine),
      said,
      actions: this.#options.isEnvironment ? (value.actions as string[]) : null,
      step: Number.isSafeInteger(step) ? (step as number) : null,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    closeSync(this.#fd);
    await this.#prompts[Symbol.asyncDispose]();
  }
}
