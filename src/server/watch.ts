/** Says when the content of a module, or of what it imports from its folder, has changed, however that comes about. */
import { createHash } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readWithImports } from './imported-files.ts';

/** Editors write in several acts. */
const SETTLE_MS = 100;

/**
 * Watches folders, not files: editors put a new file in the place of the old one, and Kubernetes (ConfigMap) a new
 * folder behind the link `..data` through which the file is reached. Whatever happens in one of them, contents decide.
 * @param onChange never called twice at the same time
 */
export const watchFile = async (
  file: string,
  onChange: () => Promise<void>,
  onError: (error: Error) => void,
): Promise<Disposable> => {
  const watched = new Map<string, FSWatcher>();
  let known: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  let over = false;

  const soon = (): void => {
    // Not put off by further events: there are folders in which something happens all the time.
    if (over || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      turn = turn.then(look).catch(onError);
    }, SETTLE_MS).unref();
  };
  const watchFolders = (folders: ReadonlySet<string>): void => {
    if (over) return;
    for (const [folder, watcher] of watched) {
      if (folders.has(folder)) continue;
      watcher.close();
      watched.delete(folder);
    }
    for (const folder of folders) {
      if (watched.has(folder)) continue;
      const watcher = watch(folder, { persistent: false }, soon);
      watcher.on('error', onError);
      watched.set(folder, watcher);
    }
  };
  /** @returns what the content is now; undefined between two acts of an editor, when the file is not there */
  const read = async (): Promise<string | undefined> => {
    const texts = await readWithImports(file);
    if (texts.size === 0) return undefined;
    // The folder of the name itself, and those of the files behind it.
    watchFolders(new Set([dirname(resolve(file)), ...[...texts.keys()].map((path) => dirname(path))]));
    const hash = createHash('sha256');
    // Not by path: the same text behind another link is no change.
    for (const text of texts.values()) hash.update(`${text.length}\n${text}`);
    return hash.digest('hex');
  };
  const look = async (): Promise<void> => {
    const content = await read();
    if (content === undefined || content === known || over) return;
    known = content;
    await onChange();
  };

  watchFolders(new Set([dirname(resolve(file))]));
  known = await read();
  // What has changed between reading and watching is seen, too.
  soon();
  return {
    [Symbol.dispose]: () => {
      over = true;
      clearTimeout(timer);
      for (const watcher of watched.values()) watcher.close();
    },
  };
};
