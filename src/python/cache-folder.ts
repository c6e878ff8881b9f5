/** Where interpreters' facts and managed environments are kept between runs. */
import { accessSync, constants, lstatSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { makeFolder } from '../formats/make-folder.ts';
import { homeFolder, makeTemporaryFolder } from './temporary.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The user's own cache folder; undefined for a user without a home. */
const wanted = (env: Environment): string | undefined => {
  if (env.RUNRL_SANDBOX_CACHE) return env.RUNRL_SANDBOX_CACHE;
  const base = env.XDG_CACHE_HOME;
  // The XDG specification: a relative path is invalid and to be ignored.
  if (base !== undefined && isAbsolute(base)) return join(base, 'runrl-sandbox');
  const home = env.HOME || homeFolder();
  return home === undefined ? undefined : join(home, '.cache', 'runrl-sandbox');
};

const writable = (folder: string): boolean => {
  try {
    makeFolder(folder, 0o700);
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const holdsEnvironments = (folder: string): boolean => {
  try {
    return readdirSync(folder).some((name) => name.startsWith('agent-'));
  } catch {
    return false;
  }
};

const isPrivate = (folder: string): boolean => {
  const stat = lstatSync(folder);
  return stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o077) === 0;
};

/**
 * The cache folder: `RUNRL_SANDBOX_CACHE`, else the user's own, else a private one in the temporary folder.
 * A folder that cannot be written but holds environments (baked into a read-only image) is used as it is.
 * @throws SandboxError RS102 when not even the temporary folder can be written
 */
export const cacheFolder = (env: Environment = process.env): string => {
  const folder = wanted(env);
  if (folder !== undefined && (writable(folder) || holdsEnvironments(folder))) return folder;
  const shared = join(tmpdir(), `runrl-sandbox-${process.getuid?.() ?? 0}`);
  // Code is run from here: somebody else's folder of that name must never be trusted.
  if (writable(shared) && isPrivate(shared)) return shared;
  return makeTemporaryFolder('cache');
};
