/**
 * Where rows go. Whatever happens to this process, the file holds whole lines only, except for the last one at most,
 * which `--resume` drops: rows are appended with one write per batch, and nothing is ever rewritten.
 */
import {
  closeSync,
  constants,
  copyFileSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  statSync,
  writeSync,
} from 'node:fs';
import type { Writable } from 'node:stream';
import { systemError } from '../../errors/system.ts';
import { SandboxError } from '../../errors.ts';

export interface RowSink {
  /**
   * Takes what one row of the completions file came to: one line, or several that stay together.
   * Waits when the reader of the rows is slower than we are. @throws SandboxError RS106
   */
  write(lines: string): void | Promise<void>;
  /** How many of those are in the file, whole; undefined where nobody can tell. */
  readonly safeRows?: number;
  /** Hands over what is still in memory, and lets go of the file. */
  close(): void | Promise<void>;
}

/** Without `-o` rows are only counted. */
export const nowhere: RowSink = { write: () => {}, close: () => {} };

/** How often it is looked whether the file is still where it was, in milliseconds. */
const LOOK_EVERY_MS = 1_000;
const BATCH_CHARACTERS = 256 * 2 ** 10;

export interface FileSinkOptions {
  /** Bytes of the file that are kept; undefined to create a new file. Not used for devices. */
  keepBytes: number | undefined;
  isDevice: boolean;
}

export class FileSink implements RowSink {
  readonly #path: string;
  readonly #fd: number;
  readonly #isDevice: boolean;
  /** Length of the file, which always ends with a whole line. */
  #length: number;
  #safeRows = 0;
  #lookedAt = performance.now();
  #pending: string[] = [];
  #pendingCharacters = 0;
  #scheduled: NodeJS.Immediate | undefined;
  #failure: SandboxError | undefined;

  constructor(path: string, { keepBytes, isDevice }: FileSinkOptions) {
    this.#path = path;
    this.#isDevice = isDevice;
    this.#length = keepBytes ?? 0;
    try {
      // `ax`: a file that appeared since we looked is somebody else's.
      this.#fd = openSync(path, isDevice || keepBytes !== undefined ? 'a' : 'ax', 0o666);
      if (!isDevice && keepBytes !== undefined) ftruncateSync(this.#fd, keepBytes);
    } catch (error) {
      throw systemError('RS102', `The output file \`${path}\` cannot be written`, error);
    }
  }

  get safeRows(): number {
    return this.#safeRows;
  }

  write(lines: string): void {
    if (this.#failure !== undefined) throw this.#failure;
    this.#pending.push(lines);
    this.#pendingCharacters += lines.length;
    if (this.#pendingCharacters >= BATCH_CHARACTERS) this.#flush();
    // All rows that finish in one turn of the event loop go into one write, and none waits longer than that.
    else this.#scheduled ??= setImmediate(() => this.#flushQuietly());
  }

  close(): void {
    try {
      if (this.#failure !== undefined) throw this.#failure;
      this.#flush();
      if (this.#isDevice) return;
      this.#expectInPlace();
      try {
        fdatasyncSync(this.#fd);
      } catch (error) {
        throw unfinished(this.#path, error as Error);
      }
    } finally {
      clearImmediate(this.#scheduled);
      closeSync(this.#fd);
    }
  }

  /** Called from the event loop, where nobody would catch the error: the next write throws it. */
  #flushQuietly(): void {
    try {
      this.#flush();
    } catch (error) {
      this.#failure = error as SandboxError;
    }
  }

  #flush(): void {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    const rows = this.#pending;
    const bytes = Buffer.from(rows.join(''));
    this.#pending = [];
    this.#pendingCharacters = 0;
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(this.#fd, bytes, written);
    } catch (error) {
      this.#keepWholeRows(rows, written);
      this.#failure = unfinished(this.#path, error as Error);
      throw this.#failure;
    }
    this.#length += bytes.length;
    this.#safeRows += rows.length;
    if (performance.now() - this.#lookedAt > LOOK_EVERY_MS && !this.#isDevice) this.#expectInPlace();
  }

  /** A full disk takes part of a row: cut it off, so that what is there stays readable. */
  #keepWholeRows(rows: readonly string[], written: number): void {
    if (this.#isDevice) return;
    let whole = 0;
    for (const row of rows) {
      const bytes = Buffer.byteLength(row);
      if (whole + bytes > written) break;
      whole += bytes;
      this.#safeRows++;
    }
    this.#length += whole;
    try {
      ftruncateSync(this.#fd, this.#length);
    } catch {
      // `--resume` copes with a torn last line; the reason for the failed write is what matters.
    }
  }

  /** Rows that go on into a file that was deleted would be gone with the end of the run. */
  #expectInPlace(): void {
    this.#lookedAt = performance.now();
    const own = fstatSync(this.#fd);
    const there = statSync(this.#path, { throwIfNoEntry: false });
    if (there?.ino === own.ino && there.dev === own.dev) return;
    this.#failure =
      own.nlink === 0 ? this.#unlinked(there === undefined ? 'deleted' : 'replaced') : moved(this.#path);
    throw this.#failure;
  }

  /** The kernel keeps a deleted file as long as it is open: what is in it can be had back. */
  #unlinked(how: 'deleted' | 'replaced'): SandboxError {
    const what = `The output file \`${this.#path}\` was ${how} during the run`;
    try {
      const copy = this.#copy();
      return new SandboxError('RS106', `${what}; all rows that were in it are in \`${copy}\``, {
        help: `to go on with them: the same command with \`-o ${copy} --resume\``,
      });
    } catch (cause) {
      const rows = this.#safeRows;
      this.#safeRows = 0;
      return new SandboxError('RS106', `${what}, and with it ${rows} rows that had been scored`, { cause });
    }
  }

  /** @returns the name of the copy, which nobody else has */
  #copy(): string {
    for (let number = 1; ; number++) {
      const copy = `${this.#path}.saved${number === 1 ? '' : `-${number}`}`;
      try {
        copyFileSync(`/proc/self/fd/${this.#fd}`, copy, constants.COPYFILE_EXCL);
        return copy;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }
}

const moved = (path: string): SandboxError =>
  new SandboxError('RS106', `The output file \`${path}\` was moved or replaced during the run`, {
    help: 'the rows so far are where it was moved to; `--resume` with that name goes on',
  });

/** What was written before stays whole and can be resumed. */
const unfinished = (path: string, error: unknown): SandboxError =>
  systemError('RS106', `The output file \`${path}\` could not be written to the end`, error);

/** Rows on a stream, such as stdout. A reader that goes away (`| head`) ends the run: see `closed`. */
export class StreamSink implements RowSink {
  /** Aborted when the other side no longer reads. */
  readonly closed: AbortSignal;
  /** Aborted when nobody waits for the other side any more. */
  readonly #over: AbortSignal;
  readonly #stream: Writable;
  #failure: SandboxError | undefined;
  #pending: string[] = [];
  #pendingCharacters = 0;
  #scheduled: NodeJS.Immediate | undefined;

  /** @param abort ends the wait for a reader that has stopped to read */
  constructor(stream: Writable, abort?: AbortSignal) {
    const controller = new AbortController();
    this.closed = controller.signal;
    this.#over = abort === undefined ? this.closed : AbortSignal.any([this.closed, abort]);
    this.#stream = stream;
    // Stays there for ever: an EPIPE may come after the last row, and unhandled it would end the process.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // A reader that has seen enough is no failure; a full disk behind a redirection is.
      if (error.code !== 'EPIPE' && !controller.signal.aborted)
        this.#failure = systemError('RS106', 'The rows could not be written', error);
      controller.abort();
    });
  }

  write(lines: string): void | Promise<void> {
    this.#pending.push(lines);
    this.#pendingCharacters += lines.length;
    if (this.#pendingCharacters >= BATCH_CHARACTERS) this.#flush();
    else this.#scheduled ??= setImmediate(() => this.#flush());
    return this.#stream.writableNeedDrain && !this.#over.aborted
      ? this.#orOver((done) => this.#stream.once('drain', done))
      : undefined;
  }

  async close(): Promise<void> {
    this.#flush();
    if (!this.#over.aborted) await this.#orOver((done) => this.#stream.write('', done));
    if (this.#failure !== undefined) throw this.#failure;
  }

  #flush(): void {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    const text = this.#pending.join('');
    this.#pending = [];
    this.#pendingCharacters = 0;
    if (text !== '' && !this.closed.aborted) this.#stream.write(text);
  }

  #orOver(wait: (done: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        this.#over.removeEventListener('abort', go);
        resolve();
      };
      this.#over.addEventListener('abort', go);
      wait(go);
    });
  }
}
