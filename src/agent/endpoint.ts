/** The private folder that the ipc:// socket lives in. */
import { join } from 'node:path';
import { socketBase } from '../python/folder-owner.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../python/temporary.ts';

export interface EndpointFolder {
  endpoint: string;
  remove: () => void;
}

/** Makes a folder that only this user can enter (ZeroMQ's sockets are world-connectable). */
export const makeEndpointFolder = (): EndpointFolder => {
  const folder = makeTemporaryFolder('', socketBase());
  return {
    endpoint: `ipc://${join(folder, 'host')}`,
    remove: () => removeTemporaryFolder(folder),
  };
};
