/** The rows of a prompt file, to choose one from: read when somebody first asks. */

import { Problems } from '../../formats/problems.ts';
import { lastText } from '../../formats/rows/prompt-text.ts';
import { type PromptFile, readPrompts } from '../../formats/rows/prompts.ts';
import { shorten, visible } from '../../formats/text/visible.ts';
import { Turns } from './turns.ts';

/** Characters of a prompt in the list. */
const TOLD = 300;

export interface PromptRow {
  /** 1-based. */
  line: number;
  key: string | null;
  prompt: string | null;
}

export interface PromptQuery {
  /** Rows whose text has it, in whatever letters. */
  search: string;
  /** The first line that is looked at. */
  from: number;
  limit: number;
}

/** Those of a file that was named. */
export const promptRowsOf = (options: {
  prompts?: string | undefined;
  key?: string | undefined;
}): PromptRows | null =>
  options.prompts === undefined ? null : new PromptRows(options.prompts, options.key);

export class PromptRows {
  readonly path: string;
  readonly #key: string | undefined;
  readonly #turns = new Turns();
  #file: Promise<PromptFile> | undefined;

  constructor(path: string, key?: string) {
    this.path = path;
    this.#key = key;
  }

  /** @throws SandboxError RS102; lines with errors are left out */
  async list({ search, from, limit }: PromptQuery) {
    const { index, validCount } = await this.#opened();
    const wanted = search.toLowerCase();
    const rows: PromptRow[] = [];
    return this.#turns.next(async () => {
      for (let at = Math.max(0, from - 1); at < index.lineCount; at++) {
        if (index.state(at) !== 'valid') continue;
        const row = index.row(at);
        if (wanted !== '' && !row.toString().toLowerCase().includes(wanted)) {
          await this.#turns.breathe();
          continue;
        }
        if (rows.length === limit) return { total: validCount, next: at + 1, rows };
        const prompt = shorten(visible(lastText(row)), TOLD) || null;
        rows.push({ line: at + 1, key: index.keyOfLine(at), prompt });
      }
      return { total: validCount, next: null, rows };
    });
  }

  /** JSON text of a row; undefined when there is none. @throws SandboxError RS102 */
  async row(line: number): Promise<string | undefined> {
    const { index } = await this.#opened();
    return index.state(line - 1) === 'valid' ? index.row(line - 1).toString() : undefined;
  }

  #opened(): Promise<PromptFile> {
    this.#file ??= readPrompts(this.path, { key: this.#key }, new Problems());
    this.#file.catch(() => {
      this.#file = undefined; // it may be there the next time
    });
    return this.#file;
  }

  close(): void {
    void this.#file?.then((file) => file[Symbol.asyncDispose]()).catch(() => {});
  }
}
