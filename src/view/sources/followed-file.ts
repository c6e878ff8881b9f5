/** A file of lines that another process may still be writing: what has come since it was last looked at. */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { type Line, LineReader } from '../../formats/lines.ts';
import { chunksOf, readPlace } from '../store/append-file.ts';
import type { Place } from '../store/step-index.ts';

export class FollowedFile {
  readonly path: string;
  #fd: number | undefined;
  #inode = 0;
  /** When it was written to last. */
  modified = new Date(0);
  /** Behind the last whole line that was read. */
  #end = 0;
  /** Bytes of a last line that is not whole yet. */
  torn = 0;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Reads the whole lines that have come since.
   * @param take told of each line, with its place in the file
   * @param restart told when the file is another, or shorter than it was: then all lines come again
   * @throws the file system's errors, but for a file that is not there (yet)
   */
  async read(take: (line: Line) => void, restart: () => void): Promise<void> {
    if (!this.#open(restart) || this.#fd === undefined) return;
    const start = this.#end;
    this.torn = 0;
    if (fstatSync(this.#fd).size === start) return;
    const reader = new LineReader(chunksOf(this.#fd, start));
    for await (const lines of reader.batches())
      for (const line of lines) {
        if (!line.terminated) {
          this.torn = line.end - line.offset;
          return;
        }
        take({ ...line, offset: start + line.offset, end: start + line.end });
        this.#end = start + line.end;
      }
  }

  /** @throws SandboxError RS106 */
  place<T>(place: Place, parse: (value: unknown) => T): T {
    this.#open(() => {});
    if (this.#fd === undefined) throw new Error(`${this.path} is not there`);
    return readPlace(this.#fd, this.path, place, parse);
  }

  /** Bytes from one place to another. */
  bytes(from: number, to: number): Buffer {
    if (this.#fd === undefined) return Buffer.alloc(0);
    const bytes = Buffer.alloc(to - from);
    return bytes.subarray(0, readSync(this.#fd, bytes, 0, bytes.length, from));
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  /** @returns whether there is a file */
  #open(restart: () => void): boolean {
    let now: Stats;
    try {
      now = statSync(this.path);
      this.modified = now.mtime;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return this.#fd !== undefined; // what was opened can be read on
      throw error;
    }
    if (this.#fd !== undefined && now.ino === this.#inode && now.size >= this.#end) return true;
    const isAnother = this.#fd !== undefined;
    this.close();
    const fd = openSync(this.path, constants.O_RDONLY | constants.O_NONBLOCK);
    const opened = fstatSync(fd);
    if (!opened.isFile()) {
      closeSync(fd);
      throw new Error('it is no regular file');
    }
    this.#fd = fd;
    this.#inode = opened.ino;
    this.#end = 0;
    if (isAnother) restart();
    return true;
  }
}
