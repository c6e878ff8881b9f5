/** Says when something has happened in the folders of a module's files. */
import { type FSWatcher, watch } from 'node:fs';

/** Editors write in several acts. */
const SETTLE_MS = 100;
/** No project has as many; a module could name any. */
const MOST_FOLDERS = 200;

/**
 * Watches folders, not files: editors put a new file in the place of the old one, and Kubernetes (ConfigMap) a new
 * folder behind the link `..data` through which the file is reached.
 * @param folders which ones; asked for again after each look
 * @param look what to do at first, and when something has happened; never called twice at the same time
 * @throws when a folder that is there cannot be watched
 */
export const watchFolders = async (
  folders: () => Promise<ReadonlySet<string>>,
  look: () => Promise<void>,
  onError: (error: Error) => void,
): Promise<Disposable> => {
  const watched = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  let over = false;

  const soon = (): void => {
    // Not put off by further events: there are folders in which something happens all the time.
    if (over || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      turn = turn
        .then(() => (over ? undefined : look()))
        .then(watchThem)
        .catch(onError);
    }, SETTLE_MS).unref();
  };
  const watchThem = async (): Promise<void> => {
    const wanted = [...(await folders())].slice(0, MOST_FOLDERS);
    if (over) return;
    for (const [folder, watcher] of watched) {
      if (wanted.includes(folder)) continue;
      watcher.close();
      watched.delete(folder);
    }
    for (const folder of wanted) {
      if (watched.has(folder)) continue;
      try {
        const watcher = watch(folder, { persistent: false }, soon);
        watcher.on('error', onError);
        watched.set(folder, watcher);
        soon(); // what has happened before is seen, too
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
  };

  await watchThem();
  return {
    [Symbol.dispose]: () => {
      over = true;
      clearTimeout(timer);
      for (const watcher of watched.values()) watcher.close();
    },
  };
};
