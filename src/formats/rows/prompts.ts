/** Reads and checks a prompt file. */
import { z } from 'zod';
import { emptyFile, type InputFile, openInput } from '../files.ts';
import { chunksOfBuffer, chunksOfFile } from '../lines.ts';
import type { Problems } from '../problems.ts';
import { oneLine, plural } from '../text/visible.ts';
import { keyText } from './key-text.ts';
import { describeValue, messages, rowIssues } from './messages-schema.ts';
import { IN_MEMORY_BYTES, PromptIndex } from './prompt-index.ts';
import { type Row, RowReader } from './row-reader.ts';

/** Field by which completions find their prompt, unless `--key` names another. */
export const DEFAULT_KEY = 'id';

/** Fields of a row reach the function as keyword arguments, where these names are taken. */
export const RESERVED: Readonly<Record<string, string>> = {
  completion: "the model's answer",
  action: "the model's answer in an environment",
  self: 'the environment itself',
};

const promptRow = z.object({ prompt: messages('an array of messages `{"role": …, "content": …}`') });

export interface PromptOptions {
  /** Key field. A field that was named must hold strings or numbers; the default one may be anything. */
  key?: string | undefined;
  /** What the file is called in messages. @default its path */
  name?: string | undefined;
  /** For tests: files above this size stay on disk. */
  inMemoryBytes?: number;
}

export interface PromptFile extends AsyncDisposable {
  readonly path: string;
  readonly keyField: string;
  readonly index: PromptIndex;
  /** Rows that can be used, and rows that cannot. A loaded function may refuse some more: see reserved-fields.ts. */
  validCount: number;
  invalidCount: number;
  /** Lines of which the key is not known. */
  lostKeys: number;
}

/**
 * Reads a prompt file once and checks every line. What is wrong with lines is collected in `problems`.
 * @throws SandboxError RS102 when the file itself cannot be used.
 */
export const readPrompts = async (
  path: string,
  options: PromptOptions,
  problems: Problems,
): Promise<PromptFile> => {
  const file = await openInput(path, 'prompt file', options.name);
  try {
    return await readOpened(file, options, problems);
  } catch (error) {
    await file.handle.close();
    throw error;
  }
};

const readOpened = async (
  file: InputFile,
  options: PromptOptions,
  problems: Problems,
): Promise<PromptFile> => {
  const fits = file.size <= (options.inMemoryBytes ?? IN_MEMORY_BYTES);
  const whole = fits ? await readWhole(file) : undefined;
  const index = new PromptIndex(file, whole);
  const reader = new RowReader(file, whole ? chunksOfBuffer(whole) : chunksOfFile(file), 'RS103', problems);
  const keyField = options.key ?? DEFAULT_KEY;
  const check = new RowChecker(reader, index, keyField, options.key !== undefined);
  await reader.read(
    (row) => check.row(row),
    (line) => {
      check.invalidLine(line.number - 1);
      check.lostKeys++;
    },
  );
  index.lineCount = reader.lineCount;
  if (check.valid + check.invalid === 0) throw emptyFile(file.path, 'prompt file');
  for (const [has, { rows, first }] of check.remarks)
    problems.warnings.push(
      `${file.path}: ${plural(rows, 'row has', 'rows have')} ${has} (first: line ${first})`,
    );
  const dispose = () => file.handle.close();
  const { path } = file;
  return {
    path,
    keyField,
    index,
    validCount: check.valid,
    invalidCount: check.invalid,
    lostKeys: check.lostKeys,
    [Symbol.asyncDispose]: dispose,
  };
};

const readWhole = async (file: InputFile): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafeSlow(file.size);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await file.handle.read(bytes, filled, bytes.length - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
};

class RowChecker {
  valid = 0;
  invalid = 0;
  lostKeys = 0;
  /** What rows have that is no error: said once for all. */
  readonly remarks = new Map<string, { rows: number; first: number }>();
  readonly #reader: RowReader;
  readonly #index: PromptIndex;
  readonly #keyField: string;
  readonly #keyWasNamed: boolean;

  constructor(reader: RowReader, index: PromptIndex, keyField: string, keyWasNamed: boolean) {
    this.#reader = reader;
    this.#index = index;
    this.#keyField = keyField;
    this.#keyWasNamed = keyWasNamed;
  }

  invalidLine(line: number): void {
    this.#index.markInvalid(line);
    this.invalid++;
  }

  row(row: Row): void {
    const line = row.line.number - 1;
    this.#index.addRow(line, row.line.offset, row.line.bytes.length);
    // Both are always run: all errors of a line are shown at once.
    const shape = this.#shape(row);
    const key = this.#key(row, line);
    if (shape && key) this.valid++;
    else this.invalidLine(line);
  }

  #shape(row: Row): boolean {
    const issues = rowIssues(promptRow, row.value);
    for (const issue of issues) this.#reader.report(row, issue);
    const reserved = Object.keys(RESERVED).filter((name) => Object.hasOwn(row.value, name));
    for (const name of reserved) {
      const message = `the field name \`${name}\` is reserved: the function receives ${RESERVED[name]} under it`;
      this.#reader.report(
        row,
        { path: [name], message, help: `rename the field, for example to \`${name}_\`` },
        'key',
      );
    }
    if (typeof row.value.prompt === 'string')
      this.#remark(row, 'a plain string as `prompt`, not the documented array of messages');
    return issues.length + reserved.length === 0;
  }

  #remark(row: Row, has: string): void {
    const known = this.remarks.get(has);
    if (known === undefined) this.remarks.set(has, { rows: 1, first: row.line.number });
    else known.rows++;
  }

  #key(row: Row, line: number): boolean {
    const key = keyText(row, this.#keyField);
    if (key === undefined) return true;
    if (key === null) {
      if (!this.#keyWasNamed) {
        const isMeant = row.value[this.#keyField] !== null;
        if (isMeant) this.#remark(row, `as \`${this.#keyField}\` what is no string or number, and so no key`);
        return true;
      }
      const message = `the key \`${this.#keyField}\` must be a string or a number, got ${describeValue(row.value[this.#keyField])}`;
      this.#reader.report(row, { path: [this.#keyField], message, help: undefined });
      return false;
    }
    const earlier = this.#index.addKey(key, line);
    if (earlier === undefined) return true;
    const message = `the key \`${this.#keyField}\` ${oneLine(key, 60)} is on line ${earlier + 1} already`;
    const help = 'keys must differ: name another field with `--key`, or give completions a `prompt_index`';
    this.#reader.report(row, { path: [this.#keyField], message, help });
    return false;
  }
}
