/** Says when the content of a file has changed, however the editor writes it. */
import { createHash } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';

/** Editors write in several acts. */
const SETTLE_MS = 100;

const contentOf = async (file: string): Promise<string | undefined> => {
  try {
    return createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  } catch {
    return undefined; // between two acts of an editor
  }
};

/**
 * Watches the folder, not the file: most editors put a new file in the place of the old one.
 * @param onChange never called twice at the same time
 */
export const watchFile = async (
  file: string,
  onChange: () => Promise<void>,
  onError: (error: Error) => void,
): Promise<Disposable> => {
  let known: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  const look = async (): Promise<void> => {
    const content = await contentOf(file);
    if (content === undefined || content === known) return;
    known = content;
    await onChange();
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      turn = turn.then(look).catch(onError);
    }, SETTLE_MS).unref();
  };
  const watchers: FSWatcher[] = [];
  // A link may point elsewhere: both places count.
  for (const path of new Set([resolve(file), await realpath(file)])) {
    const watcher = watch(dirname(path), { persistent: false }, (_, name) => {
      if (name === null || name === basename(path)) soon();
    });
    watcher.on('error', onError);
    watchers.push(watcher);
  }
  known = await contentOf(file); // last: what changes from now on is seen
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
};
