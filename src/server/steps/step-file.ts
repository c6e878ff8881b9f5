/**
 * `steps.jsonl`: a line per record, and nothing is ever rewritten: of several records of one step and module the last
 * one counts. Whatever happens to this process, only the last line can be torn, and it is dropped at the next start.
 */
import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SandboxError } from '../../errors.ts';
import { LineReader } from '../../formats/lines.ts';
import { keepProto } from '../../formats/own-proto.ts';
import type { Place, StepIndex } from './step-index.ts';
import { type StepRecord, stepRecord } from './step-schemas.ts';

const FILE = 'steps.jsonl';
const NEWLINE = Buffer.from('\n');
const CHUNK_BYTES = 2 ** 20;

export interface OpenedFile {
  file: StepFile;
  /** Lines that are no records, and were left where they are. */
  skipped: number;
  /** Bytes of a torn last line that were dropped. */
  torn: number;
}

export class StepFile {
  readonly path: string;
  readonly #fd: number;
  /** Length of the file, which always ends with a whole line. */
  #length = 0;
  /** Part of a line may stand behind that. */
  #hasPart = false;

  private constructor(path: string, fd: number) {
    this.path = path;
    this.#fd = fd;
  }

  /**
   * Opens the file of a folder, or makes both, and puts what is in it into the index. They are readable by their owner
   * only: prompts are in it.
   * @throws SandboxError RS102
   */
  static async open(folder: string, index: StepIndex): Promise<OpenedFile> {
    const path = join(folder, FILE);
    let fd: number | undefined;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // Without O_APPEND: writes must go where we say. With O_NONBLOCK, opening a FIFO waits for nobody.
      fd = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK, 0o600);
      if (!fstatSync(fd).isFile()) throw new Error('it is no regular file');
      const file = new StepFile(path, fd);
      return { file, ...(await file.#readAll(index)) };
    } catch (cause) {
      if (fd !== undefined) closeSync(fd);
      throw new SandboxError('RS102', `--data: \`${path}\` cannot be used: ${(cause as Error).message}`, {
        help: 'name a folder that the server may write to',
        cause,
      });
    }
  }

  async #readAll(index: StepIndex): Promise<{ skipped: number; torn: number }> {
    const fd = this.#fd;
    const reader = new LineReader(async (position) => {
      await nextTurn();
      const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
      const got = readSync(fd, buffer, 0, buffer.length, position);
      return got === 0 ? null : buffer.subarray(0, got);
    });
    let skipped = 0;
    let torn = 0;
    for await (const lines of reader.batches()) {
      for (const { bytes, offset, end, terminated, tooLong } of lines) {
        const key = tooLong ? undefined : keyOf(bytes);
        if (key === undefined && !terminated) {
          torn = end - offset;
          continue;
        }
        this.#length = end;
        if (key === undefined) skipped++;
        else index.set(key.step, key.module, { offset, length: bytes.length });
        if (!terminated) this.#length += writeSync(fd, NEWLINE, 0, 1, end);
      }
    }
    if (fstatSync(fd).size > this.#length) ftruncateSync(fd, this.#length);
    return { skipped, torn };
  }

  /**
   * Appends records, all or none.
   * @returns where each of them is
   * @throws SandboxError RS106
   */
  append(records: readonly StepRecord[]): Place[] {
    const fd = this.#fd;
    const lines = records.map((record) => Buffer.from(`${JSON.stringify(record)}\n`));
    try {
      this.#expectUntouched(fd);
      const bytes = Buffer.concat(lines);
      for (let done = 0; done < bytes.length; )
        done += writeSync(fd, bytes, done, bytes.length - done, this.#length + done);
      this.#hasPart = false;
    } catch (error) {
      if (error instanceof SandboxError) throw error;
      this.#dropPart(fd);
      throw new SandboxError('RS106', `\`${this.path}\` cannot be written: ${(error as Error).message}`, {
        help: 'make room on its file system; what is not written yet is kept in memory, and tried again',
        cause: error,
      });
    }
    return lines.map(({ length }) => {
      const place = { offset: this.#length, length: length - 1 };
      this.#length += length;
      return place;
    });
  }

  /** @throws SandboxError RS106 */
  read({ offset, length }: Place): StepRecord {
    const bytes = Buffer.alloc(length);
    try {
      const got = readSync(this.#fd, bytes, 0, length, offset);
      return parseRecord(JSON.parse(bytes.toString('utf8', 0, got)));
    } catch (cause) {
      const reason = cause instanceof SyntaxError || !('code' in (cause as Error)) ? 'it was changed' : cause;
      throw new SandboxError('RS106', `\`${this.path}\` cannot be read at byte ${offset}: ${reason}`, {
        cause,
      });
    }
  }

  close(): void {
    try {
      fdatasyncSync(this.#fd);
    } finally {
      closeSync(this.#fd);
    }
  }

  /** Part of a line may be there: the next one must not stand behind it. */
  #dropPart(fd: number): void {
    try {
      ftruncateSync(fd, this.#length);
    } catch {
      this.#hasPart = true; // the next write goes to the same place; the next start drops what is torn
    }
  }

  /** Records of two servers would take each other's place. @throws SandboxError RS106 */
  #expectUntouched(fd: number): void {
    const { size, nlink } = fstatSync(fd);
    if ((size === this.#length || this.#hasPart) && nlink > 0) return;
    const what = nlink === 0 ? 'was deleted' : 'was changed by another program';
    throw new SandboxError('RS106', `\`${this.path}\` ${what}; nothing more is written to it`, {
      help: 'each server needs a --data folder of its own; start it again with one',
    });
  }
}

/** @throws ZodError */
const parseRecord = (value: unknown): StepRecord => {
  const record = stepRecord.parse(value);
  const given = value as StepRecord;
  const { info_numbers: numbers, info_strings: strings } = stepRecord.shape;
  keepProto(given.info_numbers, record.info_numbers, (own) => numbers.valueType.parse(own));
  keepProto(given.info_strings, record.info_strings, (own) => strings.valueType.parse(own));
  return record;
};

const keyOf = (bytes: Buffer): { module: string; step: number } | undefined => {
  try {
    const { module, step } = JSON.parse(bytes.toString()) as Record<string, unknown>;
    if (typeof module === 'string' && Number.isSafeInteger(step)) return { module, step: step as number };
  } catch {
    // none
  }
  return undefined;
};
