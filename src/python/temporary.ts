/** Folders of our own: the user's home, and what is made in the temporary folder. */
import { mkdtempSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { SandboxError } from '../errors.ts';

/** The home of the user; undefined for a uid without one: HOME is unset and /etc/passwd does not list it. */
export const homeFolder = (): string | undefined => {
  try {
    return process.env.HOME || homedir();
  } catch {
    return undefined;
  }
};

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'it is not a folder',
  EACCES: 'this user may not write to it',
  EPERM: 'this user may not write to it',
  EROFS: 'it is read-only',
  ENOSPC: 'it has no space or no inodes left',
  EDQUOT: 'the quota of this user is used up',
};

/** Whether a folder is a person's home or the like, which is never shown to a module as a whole. */
export const isSharedFolder = (folder: string): boolean =>
  [homeFolder(), tmpdir(), '/', '/tmp', '/home', '/root', '/var/tmp', '/etc'].includes(folder);

/**
 * Makes a private folder (mode 0700) with a name that begins with `prefix`.
 * @param base the folder it is made in @default the temporary folder
 * @throws SandboxError RS102, with why the base cannot be written
 */
export const makeTemporaryFolder = (prefix: string, base = tmpdir()): string => {
  try {
    return mkdtempSync(join(base, prefix));
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    throw new SandboxError('RS102', `The temporary folder ${base} cannot be used: ${WHY[code] ?? message}`, {
      help: 'name another one: TMPDIR=FOLDER; a container with a read-only root needs one in memory: `docker run --tmpfs /tmp`, in Kubernetes an `emptyDir` at /tmp',
      cause,
    });
  }
};
