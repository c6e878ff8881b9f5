/** Folders of our own: the user's home, and what is made in the temporary folder. */

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemError } from '../errors/system.ts';
import { hold, ownerName, release } from './folder-owner.ts';

/** The home of the user; undefined for a uid without one: HOME is unset and /etc/passwd does not list it. */
export const homeFolder = (): string | undefined => {
  try {
    return process.env.HOME || homedir();
  } catch {
    return undefined;
  }
};

/** Whether a folder is a person's home or the like, which is never shown to a module as a whole. */
export const isSharedFolder = (folder: string): boolean =>
  [homeFolder(), tmpdir(), '/', '/tmp', '/home', '/root', '/var/tmp', '/etc'].includes(folder);

/**
 * Makes a private folder (mode 0700), which the next start removes should this process be killed.
 * @param purpose a word for whoever finds it @default none
 * @param base the folder it is made in @default the temporary folder
 * @throws SandboxError RS102, with why the base cannot be written
 */
export const makeTemporaryFolder = (purpose = '', base = tmpdir()): string => {
  const prefix = [ownerName(), purpose, ''].filter((part, at) => part !== '' || at === 2).join('-');
  try {
    const folder = mkdtempSync(join(base, prefix));
    hold(folder);
    return folder;
  } catch (cause) {
    release('');
    const help =
      'name another one: TMPDIR=FOLDER; a container with a read-only root needs one in memory: `docker run --tmpfs /tmp`, in Kubernetes an `emptyDir` at /tmp';
    throw systemError('RS102', `The temporary folder ${base} cannot be used`, cause, help);
  }
};

/** Names a folder that the sandbox makes and removes. It is ours for as long as we `hold` it, or any other. */
export const nameTemporaryFolder = (purpose: string): string =>
  join(tmpdir(), `${ownerName()}-${purpose}-${randomBytes(6).toString('hex')}`);

/** Removes it with all that is in it. Idempotent. */
export const removeTemporaryFolder = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true });
  release(folder);
};
