/** Files of a module as a client sends them: checked before anything of them is written. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MOST_FILES = 10_000;
/** Relative, below the folder, and nothing that hides: what a client of ours sends has no other. */
const PATH = /^(?!\.)[^/\0]+(\/(?!\.)[^/\0]+)*$/;
const LONGEST_PATH = 500;

export type CodeFiles = ReadonlyMap<string, Uint8Array>;

/** @throws Error in words */
export const checkFiles = (value: unknown, main: string, most: number): CodeFiles => {
  if (typeof value !== 'object' || value === null) throw new Error('the block is no map of files');
  const files = new Map<string, Uint8Array>();
  let bytes = 0;
  for (const [path, content] of Object.entries(value)) {
    if (!PATH.test(path) || path.length > LONGEST_PATH)
      throw new Error(`\`${path.slice(0, 60)}\` is no path below the folder`);
    if (!(content instanceof Uint8Array)) throw new Error(`\`${path.slice(0, 60)}\` has no bytes`);
    bytes += content.length;
    files.set(path, content);
  }
  if (files.size > MOST_FILES) throw new Error(`${files.size} files; at most ${MOST_FILES}`);
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
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, { flag: 'wx' });
  }
};
