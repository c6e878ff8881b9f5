/** Appends what was played to a completions file, and never touches a file of another kind. */
import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { reasonOf } from '../errors/system.ts';
import { parseJsonLine } from '../formats/json/json-line.ts';
import { type Line, LineReader } from '../formats/lines.ts';
import { Refusal } from './event.ts';

/** One row of a completions file. */
export type SavedRow =
  | { prompt_index: number; actions: readonly string[] }
  | { prompt_index: number; completion: string };

/** Its line, without the newline. The seed of a call is mixed with this very text: what replays it must be the same. */
export const rowText = (row: SavedRow): string => JSON.stringify(row);

export interface Transcript {
  path: string;
  rows: readonly SavedRow[];
  /** What rows of the file must have: those of a reward and of an environment are not mixed. */
  field: 'actions' | 'completion';
  /** Files that the game reads; none of them may be written. */
  inputs: readonly string[];
}

/** @throws Refusal when the file cannot be written, or is something else */
export const saveTranscript = async (transcript: Transcript): Promise<void> => {
  const { path, rows } = transcript;
  const handle = await openOrRefuse(path);
  try {
    const isTorn = await refuseOther(handle, transcript);
    const text = rows.map((row) => `${rowText(row)}\n`).join('');
    // One write: another program that appends cannot come in between.
    await handle.appendFile(isTorn ? `\n${text}` : text);
    await handle.sync();
  } catch (error) {
    throw error instanceof Refusal ? error : cannotWrite(path, error);
  } finally {
    await handle.close();
  }
};

const openOrRefuse = async (path: string): Promise<FileHandle> => {
  try {
    // O_NONBLOCK: a FIFO that nobody reads would make us wait for ever.
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | constants.O_NONBLOCK;
    return await open(path, flags, 0o666);
  } catch (error) {
    throw cannotWrite(path, error);
  }
};

const cannotWrite = (path: string, error: unknown): Refusal =>
  new Refusal(`\`${path}\` cannot be written: ${reasonOf(error)}`);

/** @returns whether the last line lacks its newline */
const refuseOther = async (handle: FileHandle, { path, field, inputs }: Transcript): Promise<boolean> => {
  const found = await handle.stat();
  if (!found.isFile()) throw new Refusal(`\`${path}\` is not a regular file`);
  for (const input of inputs) {
    const { dev, ino } = await stat(input);
    if (dev === found.dev && ino === found.ino)
      throw new Refusal(`\`${path}\` is the same file as \`${input}\`, which this game reads`);
  }
  const lines = new LineReader(async (position) => {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, position);
    return bytesRead === 0 ? null : buffer.subarray(0, bytesRead);
  });
  let last: Line | undefined;
  for await (const batch of lines.batches()) {
    for (const line of batch) {
      if (!hasField(line, field)) {
        const message = `\`${path}\` is no completions file with \`${field}\`: line ${line.number} has none`;
        throw new Refusal(message, 'it was left as it is: name another file');
      }
      last = line;
    }
  }
  return last?.terminated === false;
};

const CHUNK_BYTES = 256 * 2 ** 10;

const hasField = ({ bytes, tooLong }: Line, field: string): boolean => {
  const parsed = tooLong ? undefined : parseJsonLine(bytes);
  const value = parsed?.fault === undefined ? parsed?.value : undefined;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field);
};
