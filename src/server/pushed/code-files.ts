/** Files of a module as a client sends them: checked before anything of them is written. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../formats/make-folder.ts';

const MOST_FILES = 10_000;
/** Of one file, besides its bytes: its path, and what says how long both are. */
const MOST_BESIDES = 600;
/** Relative, below the folder, and nothing that hides: what a client of ours sends has no other. */
const PATH = /^(?!\.)[^/\0]+(\/(?!\.)[^/\0]+)*$/;
const LONGEST_PATH = 500;

export type CodeFiles = ReadonlyMap<string, Uint8Array>;

/**
 * Takes a block apart by hand, a map of texts to bytes. An unpacker would first make of it whatever it says it is, and
 * that may need forty times its size.
 * @param most bytes of all files
 * @throws Error in words
 */
export const readFiles = (block: Buffer, most: number): CodeFiles => {
  if (block.length > most + MOST_BESIDES * MOST_FILES)
    throw new Error(`it has ${block.length} bytes; at most ${most} (\`--accept-code\`)`);
  let at = 0;
  const uint = (bytes: number): number => {
    if (at + bytes > block.length) throw new Error('the block is cut off');
    at += bytes;
    return block.readUIntBE(at - bytes, bytes);
  };
  const take = (bytes: number): Buffer => {
    if (at + bytes > block.length) throw new Error('the block is cut off');
    at += bytes;
    return block.subarray(at - bytes, at);
  };
  const sizeOf = (type: number, types: readonly number[], no: string): number => {
    const [bytes] = [1, 2, 4].filter((_, index) => types[index] === type);
    if (bytes === undefined) throw new Error(no);
    return uint(bytes);
  };
  const type = uint(1);
  const count = type >> 4 === 8 ? type & 15 : sizeOf(type, MAP, 'the block is no map of files');
  if (count > MOST_FILES) throw new Error(`${count} files; at most ${MOST_FILES}`);
  const files = new Map<string, Uint8Array>();
  while (files.size < count) {
    const text = uint(1);
    const length = text >> 5 === 5 ? text & 31 : sizeOf(text, STR, 'the block is no map of files');
    const path = take(length).toString();
    if (files.has(path)) throw new Error(`\`${path.slice(0, 60)}\` appears twice`);
    files.set(path, take(sizeOf(uint(1), BIN, `\`${path.slice(0, 60)}\` has no bytes`)));
  }
  if (at < block.length) throw new Error('something follows the files');
  return files;
};

/** Bytes of msgpack that say what follows, with a length of 1, 2 and 4 bytes; a map has no such with 1. */
const MAP = [-1, 0xde, 0xdf];
const STR = [0xd9, 0xda, 0xdb];
const BIN = [0xc4, 0xc5, 0xc6];

/** @returns the same files @throws Error in words */
export const checkFiles = (files: CodeFiles, main: string, most: number): CodeFiles => {
  let bytes = 0;
  for (const [path, content] of files) {
    if (!PATH.test(path) || path.length > LONGEST_PATH)
      throw new Error(`\`${path.slice(0, 60)}\` is no path below the folder`);
    bytes += content.length;
  }
  if (bytes > most) throw new Error(`the files have ${bytes} bytes; at most ${most} (\`--accept-code\`)`);
  if (!files.has(main)) throw new Error(`the module's own file \`${main.slice(0, 60)}\` is not among them`);
  return files;
};

/** SHA-256 of names and contents; the Python client counts the same. */
export const hashOf = (files: CodeFiles): string => {
  const digest = createHash('sha256');
  const sorted = [...files].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  for (const [name, content] of sorted) {
    digest.update(`${[...name].length} ${name} ${content.length} `);
    digest.update(content);
  }
  return digest.digest('hex');
};

/** @param folder new and empty: nothing in it leads elsewhere */
export const writeFiles = (files: CodeFiles, folder: string): void => {
  for (const [path, content] of files) {
    const file = join(folder, path);
    makeFolder(dirname(file));
    writeFileSync(file, content, { flag: 'wx' });
  }
};
