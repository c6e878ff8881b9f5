/** Takes rows out of an output file that are done again. */
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { systemError } from '../../errors/system.ts';
import type { EarlierRows } from '../output/written-rows.ts';

const COPIED_BYTES = 2 ** 20;

/**
 * Takes rows out of a file. Whenever this process dies, the file has either all of them or none.
 * @returns how long the file is now
 * @throws SandboxError RS102
 */
export const leaveOutRows = (path: string, { keepBytes, leaveOut }: EarlierRows): number => {
  if (leaveOut.length === 0) return keepBytes;
  const place = realpathSync(path);
  const copy = `${place}.resuming`;
  try {
    rmSync(copy, { force: true });
    const from = openSync(place, 'r');
    const to = openSync(copy, 'wx', fstatSync(from).mode & 0o777);
    let length = 0;
    try {
      const chunk = Buffer.alloc(COPIED_BYTES);
      // Between the rows that are left out lies what is kept.
      const borders = [0, ...leaveOut, keepBytes];
      for (let part = 0; part < borders.length; part += 2) {
        const end = borders[part + 1] as number;
        for (let at = borders[part] as number; at < end; ) {
          const read = readSync(from, chunk, 0, Math.min(chunk.length, end - at), at);
          if (read === 0) throw new Error('it was truncated meanwhile');
          for (let written = 0; written < read; ) written += writeSync(to, chunk, written, read - written);
          at += read;
          length += read;
        }
      }
      fdatasyncSync(to);
    } finally {
      closeSync(from);
      closeSync(to);
    }
    renameSync(copy, place);
    return length;
  } catch (error) {
    rmSync(copy, { force: true });
    const help = '`--keep-lost` leaves them as they are';
    throw systemError('RS102', `The lost rows cannot be taken out of \`${path}\``, error, help);
  }
};
