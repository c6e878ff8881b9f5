/**
 * Who owns the folders in the temporary folder. A process that has some listens on a socket beside them, and their names
 * begin with its name: where nobody listens any more the process is dead, whatever namespace it lived in. The next start
 * removes what it left.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** `sun_path` of a unix socket, less its terminator. A longer path fails with a cryptic ENAMETOOLONG. */
const LONGEST_SOCKET_PATH = 107;
/** The longest name of a socket that is put behind the folder: a folder of an owner, and ZeroMQ's socket in it. */
const SOCKET = 'runrl-XXXXXXXX-XXXXXX/host';
/** Of modules on a root host (inside/confinement/confine.py). */
const SANDBOX_UID = 65_534;
const OWNER = /^runrl-[0-9a-f]{8}$/;

/** Whether sockets can be made below a folder. */
export const fitsSockets = (folder: string): boolean =>
  Buffer.byteLength(join(folder, SOCKET)) <= LONGEST_SOCKET_PATH;

/** Where sockets are made: the temporary folder, or /tmp where its path is too long for them. */
export const socketBase = (): string => (fitsSockets(tmpdir()) ? tmpdir() : '/tmp');

interface Owner {
  name: string;
  path: string;
  server: Server;
}

let owner: Owner | undefined;
let hasSwept = false;
const held = new Set<string>();

/** The start of the names of what this process makes, while it holds something. */
export const ownerName = (): string => {
  owner ??= listen();
  return owner.name;
};

/** Keeps the owner alive until `release` is called with the same path. */
export const hold = (path: string): void => void held.add(path);

/** The path is gone, or never came to be; with the last one the owner ends. */
export const release = (path: string): void => {
  held.delete(path);
  if (held.size > 0 || owner === undefined) return;
  const { server, path: socket } = owner;
  owner = undefined;
  server.close();
  try {
    rmSync(socket, { force: true });
  } catch {
    // its folder is none, or gone
  }
};

const listen = (): Owner => {
  const name = `runrl-${randomBytes(4).toString('hex')}`;
  const path = join(socketBase(), name);
  const server = createServer((socket) => socket.destroy());
  server.on('error', () => {}); // a folder that cannot be written: whoever makes a folder in it says so
  server.listen({ path: `${path}.new`, exclusive: true }).unref();
  try {
    renameSync(`${path}.new`, path); // nobody meets a socket that is not listened on yet
  } catch {
    // without one its folders stay should it be killed
  }
  if (!hasSwept && [socketBase(), tmpdir()].every(isLocal)) void sweep(socketBase(), name);
  hasSwept = true;
  return { name, path, server };
};

/** ext, tmpfs, XFS, Btrfs, overlayfs, ZFS, F2FS. Of a shared file system a process on another machine may be the owner. */
const LOCAL = new Set([0xef53, 0x01021994, 0x58465342, 0x9123683e, 0x794c7630, 0x2fc12fc1, 0xf2f52010]);

const isLocal = (folder: string): boolean => {
  try {
    return LOCAL.has(statfsSync(folder).type);
  } catch {
    return false;
  }
};

/** Removes what dead owners of this user have left. What cannot be removed stays. */
const sweep = async (base: string, own: string): Promise<void> => {
  for (const name of namesIn(base).filter((each) => OWNER.test(each) && each !== own)) {
    const socket = join(base, name);
    if (!isSocketOfOurs(socket) || (await isListenedOn(socket))) continue;
    const left = [...new Set([base, tmpdir()])].flatMap((folder) =>
      namesIn(folder)
        .filter((each) => each.startsWith(`${name}-`))
        .map((each) => join(folder, each))
        .filter((path) => isOf(path, usersOfFolders())),
    );
    await remove([...left, socket]);
  }
};

/** On a root host those at level `landlock` belong to the user of the modules. */
const usersOfFolders = (): (number | undefined)[] => {
  const uid = process.getuid?.();
  return uid === 0 ? [uid, SANDBOX_UID] : [uid];
};

/** By `rm`, which neither depth nor links that are put there meanwhile lead astray. */
const remove = async (paths: readonly string[]): Promise<void> => {
  const run = promisify(execFile);
  if (process.getuid?.() !== 0) await run('chmod', ['-R', 'u+rwX', '--', ...paths]).catch(() => {});
  await run('rm', ['-rf', '--', ...paths]).catch(() => {});
};

/** Only a refusal proves that nobody listens: one that is stopped or busy lives. */
const isListenedOn = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(path);
    const settle = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.on('connect', () => settle(true));
    socket.on('error', (error: NodeJS.ErrnoException) => settle(error.code !== 'ECONNREFUSED'));
  });

const isSocketOfOurs = (path: string): boolean =>
  isOf(path, [process.getuid?.()]) && lstatSync(path, { throwIfNoEntry: false })?.isSocket() === true;

const isOf = (path: string, users: readonly (number | undefined)[]): boolean => {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat !== undefined && users.includes(stat.uid);
};

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};
