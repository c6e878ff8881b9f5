/** Reads a completions file twice: once to check every line and find its prompt, once to stream its rows. */
import { z } from 'zod';
import { SandboxError } from '../../errors.ts';
import { emptyFile, type InputFile, openInput } from '../files.ts';
import { chunksOfFile, type Line, LineReader } from '../lines.ts';
import type { Problems } from '../problems.ts';
import { Join } from './join.ts';
import { messages, rowIssues } from './messages-schema.ts';
import type { PromptFile } from './prompts.ts';
import { type Row, RowReader } from './row-reader.ts';

/** What a row holds: the completion that a reward function scores, or the actions that an environment replays. */
export type RowField = 'completion' | 'actions';

const ACTIONS = 'an array of strings';
const SHAPES: Readonly<Record<RowField, z.ZodType>> = {
  completion: z.object({ completion: messages('a string or an array of messages') }),
  actions: z.object({ actions: z.array(z.string({ error: 'a string' }), { error: ACTIONS }) }),
};

/** What to do about a row of the other kind. */
const OTHER_KIND: Readonly<Record<RowField, { field: RowField; help: string }>> = {
  completion: {
    field: 'actions',
    help: 'rows with `actions` are for environments (`--environment FILE`); a reward function needs a `completion`',
  },
  actions: {
    field: 'completion',
    help: 'rows with `completion` are for reward functions (`--reward FILE`); an environment needs `actions`',
  },
};

/** What a line of the file is, where it is not a row with a prompt. */
const BLANK = -1;
const INVALID = -2;

export interface CompletionLine {
  /** 0-based line of the completions file. */
  index: number;
  /** 0-based line of the prompt file. */
  promptLine: number;
  /** The original bytes. */
  bytes: Buffer;
}

export class CompletionsFile implements AsyncDisposable {
  readonly path: string;
  /** Rows that can be scored. */
  validCount = 0;
  invalidCount = 0;
  /** Lines, blank ones included. */
  lineCount = 0;
  readonly #file: InputFile;
  /** Per line the 0-based line of its prompt, or BLANK or INVALID. */
  #promptLines = new Int32Array(1 << 8).fill(BLANK);

  constructor(file: InputFile) {
    this.path = file.path;
    this.#file = file;
  }

  /** The prompt of a line; undefined when the line cannot be scored (blank, malformed, or not in the file). */
  promptLineOf(index: number): number | undefined {
    const line = index < this.lineCount ? this.#promptLines[index] : undefined;
    return line === undefined || line < 0 ? undefined : line;
  }

  /** Leaves out further rows, because their prompt turned out to be of no use after both files were read. */
  leaveOut(isUseless: (promptLine: number, index: number) => boolean): void {
    for (let index = 0; index < this.lineCount; index++) {
      const promptLine = this.promptLineOf(index);
      if (promptLine === undefined || !isUseless(promptLine, index)) continue;
      this.#promptLines[index] = INVALID;
      this.validCount--;
      this.invalidCount++;
    }
  }

  /** Forgets all other rows: they are neither done nor told of. */
  keepOnly(only: ReadonlySet<number>): void {
    for (let index = 0; index < this.lineCount; index++) {
      if (only.has(index)) continue;
      if (this.promptLineOf(index) !== undefined) this.validCount--;
      else if (this.#promptLines[index] === INVALID) this.invalidCount--;
      this.#promptLines[index] = BLANK;
    }
  }

  /** Pass 2: the rows that can be scored, in order; those for which `skip` is true are left out. */
  async *rows(skip: (index: number) => boolean): AsyncGenerator<CompletionLine, void, undefined> {
    const lines = new LineReader(chunksOfFile(this.#file));
    for await (const batch of lines.batches()) {
      await this.#refuseChanged();
      for (const { number, bytes } of batch) {
        const index = number - 1;
        const promptLine = this.promptLineOf(index);
        if (promptLine !== undefined && !skip(index)) yield { index, promptLine, bytes };
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.handle.close();
  }

  /** Called by the first pass. */
  record(index: number, promptLine: number | undefined): void {
    if (index >= this.#promptLines.length) {
      const grown = new Int32Array(2 * Math.max(index, this.#promptLines.length)).fill(BLANK);
      grown.set(this.#promptLines);
      this.#promptLines = grown;
    }
    this.#promptLines[index] = promptLine ?? INVALID;
    if (promptLine === undefined) this.invalidCount++;
    else this.validCount++;
  }

  /** Lines were checked in pass 1; a file that was rewritten since would be scored unchecked. */
  async #refuseChanged(): Promise<void> {
    const { size, mtimeMs } = await this.#file.handle.stat();
    if (size === this.#file.size && mtimeMs === this.#file.modifiedMs) return;
    throw new SandboxError(
      'RS102',
      `The completions file \`${this.path}\` changed while it was being scored`,
      {
        help: 'rows so far are kept, but may belong to other lines now: start again with `--overwrite`',
      },
    );
  }
}

/**
 * Pass 1. What is wrong with lines is collected in `problems`.
 * @param field what each row must hold
 * @throws SandboxError RS102 when the file itself cannot be used.
 */
export const readCompletions = async (
  path: string,
  prompts: PromptFile,
  problems: Problems,
  field: RowField = 'completion',
): Promise<CompletionsFile> => {
  const file = await openInput(path, 'completions file');
  const completions = new CompletionsFile(file);
  try {
    const reader = new RowReader(file, chunksOfFile(file), 'RS104', problems);
    const join = new Join(prompts, reader);
    await reader.read(
      (row) => completions.record(row.line.number - 1, promptOf(row, field, reader, join)),
      (line: Line) => completions.record(line.number - 1, undefined),
    );
    completions.lineCount = reader.lineCount;
    if (completions.validCount + completions.invalidCount === 0) throw emptyFile(path, 'completions file');
    return completions;
  } catch (error) {
    await file.handle.close();
    throw error;
  }
};

const promptOf = (row: Row, field: RowField, reader: RowReader, join: Join): number | undefined => {
  const issues = rowIssues(SHAPES[field], row.value);
  const other = OTHER_KIND[field];
  const isOtherKind = row.value[field] === undefined && row.value[other.field] !== undefined;
  for (const issue of issues) reader.report(row, isOtherKind ? { ...issue, help: other.help } : issue);
  const promptLine = join.promptOf(row);
  return issues.length === 0 ? promptLine : undefined;
};
