/** Opens the files that people name, and says what is wrong with the name when that fails. */
import { constants } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemError } from '../errors/system.ts';
import { nearestName, SandboxError } from '../errors.ts';

export interface InputFile extends AsyncDisposable {
  /** The name as the person wrote it. */
  readonly path: string;
  readonly handle: FileHandle;
  readonly size: number;
  readonly modifiedMs: number;
}

/**
 * Opens a regular file for reading. `what` names its part in the run (`prompt file`).
 * @param name what it is called in messages
 * @throws SandboxError RS102
 */
export const openInput = async (path: string, what: string, name = path): Promise<InputFile> => {
  let handle: FileHandle;
  try {
    // O_NONBLOCK: opening a FIFO that nobody writes to would wait for ever.
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw await unreadable(path, what, error as NodeJS.ErrnoException);
  }
  try {
    const stat = await handle.stat();
    if (stat.isDirectory()) throw await directoryGiven(path, what);
    if (!stat.isFile()) {
      const help = 'the file is read twice, so pipes and `<(…)` cannot be used: write it to disk first';
      throw new SandboxError('RS102', `The ${what} \`${name}\` is not a regular file`, { help });
    }
    if (stat.size === 0) throw emptyFile(name, what);
    await refuseOtherFormats(handle, name, what);
    const close = () => handle.close();
    return { path: name, handle, size: stat.size, modifiedMs: stat.mtimeMs, [Symbol.asyncDispose]: close };
  } catch (error) {
    await handle.close();
    throw error;
  }
};

/** Checks a file that something else will read. @throws SandboxError RS102 */
export const checkInput = async (path: string, what: string): Promise<void> => {
  const input = await openInput(path, what);
  await input.handle.close();
};

export const emptyFile = (path: string, what: string): SandboxError =>
  new SandboxError('RS102', `The ${what} \`${path}\` is empty`);

const unreadable = async (
  path: string,
  what: string,
  error: NodeJS.ErrnoException,
): Promise<SandboxError> => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') {
    const near = await nearestFile(path);
    const help = near === undefined ? {} : { help: `did you mean \`${near}\`?` };
    return new SandboxError('RS102', `The ${what} \`${path}\` does not exist`, help);
  }
  return systemError('RS102', `The ${what} \`${path}\` cannot be read`, error);
};

const directoryGiven = async (path: string, what: string): Promise<SandboxError> => {
  const names = (await readdir(path).catch(() => [])).filter((name) => /\.(jsonl|py)$/.test(name)).sort();
  const inside = names.slice(0, 5).map((name) => `\`${join(path, name)}\``);
  const help = inside.length === 0 ? {} : { help: `name a file in it: ${inside.join(', ')}` };
  return new SandboxError('RS102', `The ${what} \`${path}\` is a directory`, help);
};

/** A file with nearly that name in the same folder, or the same name in the nearest folder that exists. */
const nearestFile = async (path: string): Promise<string | undefined> => {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => undefined);
  if (names !== undefined) {
    const near = nearestName(basename(path), names);
    return near === undefined ? undefined : join(folder, near);
  }
  if (folder === path || folder === '.') return undefined;
  const nearFolder = await nearestFile(folder);
  if (nearFolder === undefined) return undefined;
  const inside = await readdir(nearFolder).catch(() => []);
  const near = nearestName(basename(path), inside);
  return near === undefined ? nearFolder : join(nearFolder, near);
};

const MAGIC: readonly (readonly [name: string, bytes: readonly number[], help: (file: string) => string])[] =
  [
    [
      'UTF-16 text',
      [0xff, 0xfe],
      (file) => `convert it: \`iconv -f UTF-16 -t UTF-8 ${file} > ${file}.utf8\``,
    ],
    [
      'UTF-16 text',
      [0xfe, 0xff],
      (file) => `convert it: \`iconv -f UTF-16 -t UTF-8 ${file} > ${file}.utf8\``,
    ],
    ['gzip data', [0x1f, 0x8b], (file) => `unpack it first: \`gunzip -k ${file}\``],
    ['zstd data', [0x28, 0xb5, 0x2f, 0xfd], (file) => `unpack it first: \`unzstd ${file}\``],
    ['a zip archive', [0x50, 0x4b, 0x03, 0x04], (file) => `unpack it first: \`unzip ${file}\``],
    [
      'a Parquet file',
      [0x50, 0x41, 0x52, 0x31],
      () => 'write it as JSON Lines first: `df.to_json(path, orient="records", lines=True)`',
    ],
  ];

/** One clear message instead of an error for every line of binary data. */
const refuseOtherFormats = async (handle: FileHandle, path: string, what: string): Promise<void> => {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
  const known = MAGIC.find(
    ([, bytes]) => bytes.length <= bytesRead && bytes.every((byte, at) => buffer[at] === byte),
  );
  if (known === undefined) return;
  const help = known[2](path);
  throw new SandboxError('RS102', `The ${what} \`${path}\` is ${known[0]}, not UTF-8 text`, { help });
};
