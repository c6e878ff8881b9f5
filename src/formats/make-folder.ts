/** Makes folders, where Node.js itself may never come to an end. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder with those above it; one that is there stays as it is. `recursive` of `mkdirSync` tries for ever where
 * a folder is there that takes no other, and the kernel says ENOENT of it: in /proc.
 * @throws Error of the system
 */
export const makeFolder = (path: string, mode?: number): void => {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') {
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
      return;
    }
    const above = dirname(path);
    if (existsSync(above)) throw new Error(`\`${above}\` takes no folders`, { cause: error });
    makeFolder(above, mode);
    makeFolder(path, mode);
  }
};
