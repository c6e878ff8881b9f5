/** What errors of the operating system mean to a person, and what to do about them: one row per name. */
import { type ErrorCode, SandboxError } from '../errors.ts';

interface SystemRow {
  /** Why something could not be done: what follows `The file … cannot be read: `. */
  readonly means: string;
  readonly help?: string;
  /** What the error is when nobody says what was being done. Absent: a bug of ours. */
  readonly ends?: ErrorCode;
}

const ROOM = 'make room on that file system';

const SYSTEM: Readonly<Record<string, SystemRow>> = {
  ENOENT: { means: 'it does not exist' },
  ENOTDIR: { means: 'it is not a folder' },
  EISDIR: { means: 'it is a folder' },
  EACCES: { means: 'this user has no permission' },
  EPERM: { means: 'this user has no permission' },
  EROFS: { means: 'the file system is read-only', ends: 'RS102' },
  ENOSPC: { means: 'no space or no inodes are left on the disk', help: ROOM, ends: 'RS106' },
  EDQUOT: { means: 'the disk quota of this user is used up', help: ROOM, ends: 'RS106' },
  EFBIG: {
    means: 'it would exceed the limit on the size of files',
    help: 'raise the limit (`ulimit -f`), or write to another file system',
    ends: 'RS106',
  },
  EIO: { means: 'the device has a fault', help: 'look at the kernel log (`dmesg`)', ends: 'RS106' },
  EMFILE: {
    means: 'this process has too many open files',
    help: 'raise the limit (`ulimit -n`) to at least 128',
    ends: 'RS404',
  },
  ENFILE: { means: 'the machine has too many open files', ends: 'RS404' },
  EAGAIN: {
    means: 'this user may start no more processes',
    help: 'raise the limit (`ulimit -u`)',
    ends: 'RS404',
  },
  ENOMEM: { means: 'the machine has no memory left', ends: 'RS404' },
  EADDRINUSE: {
    means: 'another program is listening on it',
    help: 'name another address; port 0 picks a free one',
  },
  EADDRNOTAVAIL: {
    means: 'it is not an address of this machine',
    help: 'name one of it in numbers, such as `127.0.0.1`',
  },
  ENODEV: {
    means: 'it is not an address of this machine',
    help: 'name one of it in numbers, such as `127.0.0.1`',
  },
};

const rowOf = (cause: unknown): [name: string, row: SystemRow | undefined] => {
  const name = (cause as NodeJS.ErrnoException | undefined)?.code ?? '';
  return [name, Object.hasOwn(SYSTEM, name) ? SYSTEM[name] : undefined];
};

/** Why something could not be done, in words: `it does not exist (ENOENT)`. */
export const reasonOf = (cause: unknown): string => {
  const [name, row] = rowOf(cause);
  if (row !== undefined) return `${row.means} (${name})`;
  return cause instanceof Error ? cause.message : String(cause);
};

/**
 * An error for what the operating system refused.
 * @param what what could not be done: `The file … cannot be read`
 * @param cause what it failed with; a `SandboxError` stays what it is
 * @param help what to do, where that is better known than from the cause alone
 */
export const systemError = (code: ErrorCode, what: string, cause: unknown, help?: string): SandboxError => {
  if (cause instanceof SandboxError) return cause;
  const todo = help ?? rowOf(cause)[1]?.help;
  return new SandboxError(code, `${what}: ${reasonOf(cause)}`, {
    cause,
    ...(todo === undefined ? {} : { help: todo }),
  });
};

/** What the machine is short of, as an error that ends a command; undefined for a bug of ours. */
export const machineFault = (cause: unknown): SandboxError | undefined => {
  const ends = rowOf(cause)[1]?.ends;
  return ends === undefined ? undefined : systemError(ends, (cause as Error).message, cause);
};
