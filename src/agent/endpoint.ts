/** The private folder that the ipc:// socket lives in. */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../python/temporary.ts';

/** `sun_path` of a unix socket, terminator included. A longer path fails with a cryptic ENAMETOOLONG. */
const MAX_SOCKET_PATH = 107;

export interface EndpointFolder {
  endpoint: string;
  remove: () => void;
}

/** Makes a folder that only this user can enter (ZeroMQ's sockets are world-connectable). */
export const makeEndpointFolder = (): EndpointFolder => {
  const wanted = join(tmpdir(), 'runrl-XXXXXX', 'host');
  const base = Buffer.byteLength(wanted) <= MAX_SOCKET_PATH ? tmpdir() : '/tmp';
  const folder = makeTemporaryFolder('runrl-', base);
  return {
    endpoint: `ipc://${join(folder, 'host')}`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
