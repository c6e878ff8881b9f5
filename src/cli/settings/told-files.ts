/** The files that a command was given are no business of the module: answers, other completions, earlier rewards. */
import { closeSync, openSync, realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { SandboxOptions } from '../../options.ts';
import { covered } from '../../sandbox/paths.ts';
import { EPISODES_FILE } from '../../view/episodes/episode-lines.ts';
import { ROWS_FILE, STEPS_FILE } from '../../view/store/step-lines.ts';

/** What is kept in a folder of `--data`: an alarm of the live audit has rows in its findings, and so has `check`. */
const KEPT = [STEPS_FILE, ROWS_FILE, EPISODES_FILE, 'audit', 'check.json'];

/** @param given paths, `-`, or a flag without a path. Of a folder in which a module lies, what `--data` keeps there is hidden */
export const hideFrom = (
  sandbox: SandboxOptions,
  modules: readonly string[],
  given: readonly (string | boolean | undefined)[],
): SandboxOptions => {
  const own = modules.map(realPath).filter((path) => path !== undefined);
  const holdsModule = (path: string): boolean => own.some((file) => covered(file, [path]));
  const hide = given
    .map((path) => (typeof path === 'string' ? realPath(path) : undefined))
    .filter((path) => path !== undefined)
    .flatMap((path) => (holdsModule(path) ? KEPT.map((name) => realPath(join(path, name))) : [path]))
    .filter((path) => path !== undefined && !holdsModule(path));
  return { ...sandbox, hide: [...(sandbox.hide ?? []), ...hide] as string[] };
};

/**
 * Makes an output file that lies beside the module, so that it is hidden before the first row is in it.
 * @returns takes it away again, for a run that did not start
 */
export const reserveOutput = (path: string | undefined, module: string): (() => void) => {
  const folder = path === undefined || path === '-' ? undefined : realPath(dirname(path));
  const file = realPath(module);
  if (path === undefined || folder === undefined || file === undefined || !covered(folder, [dirname(file)]))
    return () => {};
  const place = join(folder, basename(path));
  try {
    closeSync(openSync(place, 'wx', 0o666));
  } catch {
    return () => {}; // it is there, or the run itself will say what is wrong
  }
  return () => {
    if (statSync(place, { throwIfNoEntry: false })?.size === 0) rmSync(place);
  };
};

/** Of files, folders and sockets: a pipe, or what is missing, can be seen by nobody. */
const realPath = (path: string): string | undefined => {
  try {
    const real = realpathSync(path);
    const found = statSync(real);
    return found.isFile() || found.isDirectory() || found.isSocket() ? real : undefined;
  } catch {
    return undefined;
  }
};
