/** The rows of a prompt file by line number and by key, in bounded memory. */
import { readSync } from 'node:fs';
import type { InputFile } from '../files.ts';
import { KeyTable } from './key-table.ts';

/** Larger files stay on disk, and rows are read when they are needed. */
export const IN_MEMORY_BYTES = 64 * 2 ** 20;

const BLOCK_BYTES = 64 * 2 ** 10;

export type PromptState = 'valid' | 'invalid' | 'blank' | 'outside';

export class PromptIndex {
  readonly #file: InputFile;
  readonly #whole: Buffer | undefined;
  #offsets = new Float64Array(1 << 8);
  #lengths = new Uint32Array(1 << 8);
  #invalid = new Uint8Array(1 << 8);
  readonly #keys = new KeyTable();
  /** Per line the entry of its key in the table, plus 1; 0 when it has none. */
  #keyAt = new Uint32Array(1 << 8);
  #lineCount = 0;
  /** The part of the file that was read last. */
  #block: Buffer = Buffer.alloc(0);
  #blockOffset = 0;

  constructor(file: InputFile, whole: Buffer | undefined) {
    this.#file = file;
    this.#whole = whole;
  }

  /** Lines of the file, blank ones included. */
  get lineCount(): number {
    return this.#lineCount;
  }

  set lineCount(count: number) {
    this.#lineCount = count;
    this.#grow(count);
  }

  get keyCount(): number {
    return this.#keys.size;
  }

  /** Lines are 0-based from here on: they are what `prompt_index` names. */
  addRow(line: number, offset: number, length: number): void {
    this.#grow(line + 1);
    this.#offsets[line] = offset;
    this.#lengths[line] = length;
  }

  markInvalid(line: number): void {
    this.#grow(line + 1);
    this.#invalid[line] = 1;
  }

  /** @returns the line that has this key already, or undefined when it was added. */
  addKey(key: string, line: number): number | undefined {
    const existing = this.#keys.add(key, line);
    if (existing === undefined) this.#keyAt[line] = this.#keys.size;
    return existing;
  }

  lineOfKey(key: string): number | undefined {
    return this.#keys.get(key);
  }

  /** The key of a line as JSON text, or null when it has none. */
  keyOfLine(line: number): string | null {
    const entry = this.#keyAt[line] ?? 0;
    return entry === 0 ? null : this.#keys.keyAt(entry - 1);
  }

  keys(): Iterable<string> {
    return this.#keys.keys();
  }

  state(line: number): PromptState {
    if (line < 0 || line >= this.#lineCount) return 'outside';
    if (this.#invalid[line] === 1) return 'invalid';
    return this.#lengths[line] === 0 ? 'blank' : 'valid';
  }

  /** The original bytes of a row. */
  row(line: number): Buffer {
    const offset = this.#offsets[line] ?? 0;
    const length = this.#lengths[line] ?? 0;
    if (this.#whole !== undefined) return this.#whole.subarray(offset, offset + length);
    const within = offset - this.#blockOffset;
    if (within >= 0 && within + length <= this.#block.length)
      return this.#block.subarray(within, within + length);
    // Completions mostly come in the order of their prompts: the rows behind this one are wanted next.
    const isNear = within >= 0 && within <= 2 * BLOCK_BYTES;
    this.#block = this.#read(offset, isNear ? Math.max(length, BLOCK_BYTES) : length);
    this.#blockOffset = offset;
    return this.#block.subarray(0, length);
  }

  /** A fresh buffer each time: rows are views into it, and outlive the next read. */
  #read(offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length);
    let filled = 0;
    while (filled < length) {
      // Synchronous on purpose: it comes from the page cache in microseconds, a thread pool would take longer.
      const read = readSync(this.#file.handle.fd, bytes, filled, length - filled, offset + filled);
      if (read === 0) break;
      filled += read;
    }
    return bytes.subarray(0, filled);
  }

  #grow(lines: number): void {
    if (lines <= this.#offsets.length) return;
    const capacity = Math.max(lines, 2 * this.#offsets.length);
    this.#offsets = copyInto(new Float64Array(capacity), this.#offsets);
    this.#lengths = copyInto(new Uint32Array(capacity), this.#lengths);
    this.#invalid = copyInto(new Uint8Array(capacity), this.#invalid);
    this.#keyAt = copyInto(new Uint32Array(capacity), this.#keyAt);
  }
}

const copyInto = <Numbers extends { set(from: Numbers): void }>(
  larger: Numbers,
  smaller: Numbers,
): Numbers => {
  larger.set(smaller);
  return larger;
};
