/**
 * A file of lines that is only ever appended to. Whatever happens to this process, only its last line can be torn, and
 * that is dropped at the next start.
 */
import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { systemError } from '../../errors/system.ts';
import { SandboxError } from '../../errors.ts';
import { type Line, LineReader } from '../../formats/lines.ts';
import { makeFolder } from '../../formats/make-folder.ts';
import type { Place } from './step-index.ts';

const NEWLINE = Buffer.from('\n');
/** Lines of one append; of a larger one the memory is given back. */
const LINES_BYTES = 2 ** 20;
/** UTF-8 of one UTF-16 unit. */
const MOST_BYTES_PER_UNIT = 3;
const CHUNK_BYTES = 2 ** 20;

export class AppendFile {
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
   * Opens a file of a folder, or makes both. They are readable by their owner only: prompts are in it.
   * @throws SandboxError RS102
   */
  static open(folder: string, name: string): AppendFile {
    const path = join(folder, name);
    let fd: number | undefined;
    try {
      makeFolder(folder, 0o700);
      // Without O_APPEND: writes must go where we say. With O_NONBLOCK, opening a FIFO waits for nobody.
      fd = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK, 0o600);
      if (!fstatSync(fd).isFile()) throw new Error('it is no regular file');
      return new AppendFile(path, fd);
    } catch (cause) {
      if (fd !== undefined) closeSync(fd);
      throw unusable(path, cause);
    }
  }

  /**
   * Reads all lines, and drops a torn last one; to be called once, before anything is appended.
   * @param isWhole told of each line; whether it is what it should be
   * @throws SandboxError RS102, and whatever `isWhole` throws
   */
  async scan(isWhole: (line: Line) => boolean): Promise<{ skipped: number; torn: number }> {
    const reader = new LineReader(chunksOf(this.#fd));
    let skipped = 0;
    let torn = 0;
    try {
      for await (const lines of reader.batches()) {
        for (const line of lines) {
          const good = !line.tooLong && isWhole(line);
          if (!good && !line.terminated) {
            torn = line.end - line.offset;
            continue;
          }
          this.#length = line.end;
          if (!good) skipped++;
          if (!line.terminated) this.#length += writeSync(this.#fd, NEWLINE, 0, 1, line.end);
        }
      }
      this.#dropRest();
    } catch (cause) {
      throw unusable(this.path, cause);
    }
    return { skipped, torn };
  }

  /** In the place of `scan`: only looks for the end of the last whole line. @throws SandboxError RS102 */
  seekEnd(): { torn: number } {
    try {
      const { size } = fstatSync(this.#fd);
      const buffer = Buffer.alloc(CHUNK_BYTES);
      let end = size;
      while (end > 0) {
        const from = Math.max(0, end - buffer.length);
        const got = readSync(this.#fd, buffer, 0, end - from, from);
        const newline = buffer.subarray(0, got).lastIndexOf(0x0a);
        if (newline !== -1) {
          end = from + newline + 1;
          break;
        }
        end = from;
      }
      this.#length = end;
      this.#dropRest();
      return { torn: size - end };
    } catch (cause) {
      throw unusable(this.path, cause);
    }
  }

  #dropRest(): void {
    if (fstatSync(this.#fd).size > this.#length) ftruncateSync(this.#fd, this.#length);
  }

  /**
   * Appends values as lines of JSON, all or none.
   * @returns where each of them is
   * @throws SandboxError RS106
   */
  append(values: readonly unknown[]): Place[] {
    if (values.length === 0) return [];
    const fd = this.#fd;
    const { bytes, lengths } = linesOf(values);
    try {
      this.#expectUntouched(fd);
      for (let done = 0; done < bytes.length; )
        done += writeSync(fd, bytes, done, bytes.length - done, this.#length + done);
      this.#hasPart = false;
    } catch (error) {
      if (error instanceof SandboxError) throw error;
      this.#dropPart(fd);
      const help = 'make room on its file system; what is not written yet is kept in memory, and tried again';
      throw systemError('RS106', `\`${this.path}\` cannot be written`, error, help);
    }
    return lengths.map((length) => {
      const place = { offset: this.#length, length };
      this.#length += length + NEWLINE.length;
      return place;
    });
  }

  /** @throws SandboxError RS106 */
  read<T>(place: Place, parse: (value: unknown) => T): T {
    return readPlace(this.#fd, this.path, place, parse);
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

let scratch = Buffer.allocUnsafeSlow(0);

/** Values as lines, in memory that the next call uses again; and the length of each line without its end. */
const linesOf = (values: readonly unknown[]): { bytes: Buffer; lengths: number[] } => {
  if (scratch.length !== LINES_BYTES) scratch = Buffer.allocUnsafeSlow(LINES_BYTES);
  let end = 0;
  const lengths = values.map((value) => {
    const text = JSON.stringify(value);
    const most = end + MOST_BYTES_PER_UNIT * text.length + NEWLINE.length;
    if (most > scratch.length) {
      const larger = Buffer.allocUnsafeSlow(2 * most);
      scratch.copy(larger, 0, 0, end);
      scratch = larger;
    }
    const length = scratch.write(text, end);
    end += length;
    end += NEWLINE.copy(scratch, end);
    return length;
  });
  return { bytes: scratch.subarray(0, end), lengths };
};

/** Chunks of an open file, from one position on, with a turn of the event loop between them. */
export const chunksOf =
  (fd: number, start = 0) =>
  async (position: number): Promise<Buffer | null> => {
    await nextTurn();
    const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    const got = readSync(fd, buffer, 0, buffer.length, start + position);
    return got === 0 ? null : buffer.subarray(0, got);
  };

/** @throws SandboxError RS106 when it is not what was written */
export const readPlace = <T>(
  fd: number,
  path: string,
  { offset, length }: Place,
  parse: (value: unknown) => T,
): T => {
  const bytes = Buffer.alloc(length);
  try {
    const got = readSync(fd, bytes, 0, length, offset);
    return parse(JSON.parse(bytes.toString('utf8', 0, got)));
  } catch (cause) {
    const reason = cause instanceof SyntaxError || !('code' in (cause as Error)) ? 'it was changed' : cause;
    throw new SandboxError('RS106', `\`${path}\` cannot be read at byte ${offset}: ${reason}`, { cause });
  }
};

const unusable = (path: string, cause: unknown): SandboxError =>
  systemError(
    'RS102',
    `--data: \`${path}\` cannot be used`,
    cause,
    'name a folder that the server may write to',
  );
