/** Whether files are still what they were when something was learned from them. */
import { statSync } from 'node:fs';

/** Path, modification time in ms, size; both -1 for a file that cannot be looked at. */
export type Stamp = readonly [path: string, mtimeMs: number, size: number];

export const stampOf = (path: string): Stamp => {
  try {
    const { mtimeMs, size } = statSync(path);
    return [path, mtimeMs, size];
  } catch {
    // Not there, or below a folder that this user may not enter (the home of root): unreadable either way.
    return [path, -1, -1];
  }
};

export const stampsHold = (stamps: readonly Stamp[]): boolean =>
  stamps.every(([path, mtimeMs, size]) => {
    const now = stampOf(path);
    return now[1] === mtimeMs && now[2] === size;
  });
