/** Loads modules of ours in the place of the file that is checked: they import it, and change how it is called. */
import { chmodSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isSharedFolder, makeTemporaryFolder, type Reward, removeTemporaryFolder } from '../../index.ts';
import { AUDIT_PACKAGE, PYTHON_FOLDER } from '../audit-package.ts';
import { closing, type Loadable, type LoadOptions, loadAgain } from './load.ts';

/** What the file requires is looked for at the top of the file that is loaded. */
const metadataOf = (source: string): string => /^# \/\/\/ script\s*$(?:\n#.*$)*/m.exec(source)?.[0] ?? '';

/** As the sandbox shows a module: its folder, or the file alone where that folder holds all kinds of things. */
const shown = (path: string): string => {
  const folder = dirname(path);
  return isSharedFolder(folder) ? path : folder;
};

/**
 * Loads a module of ours. Its end is that of its file.
 * @param call Python that puts the file in the place of the module: an import from runrl_audit, and its call
 * @throws SandboxError when the module cannot be loaded so
 */
export const openWrapper = async (
  context: Loadable,
  call: string,
  options: Omit<LoadOptions, 'file' | 'mounts'>,
): Promise<Reward> => {
  const { path, source } = context.subject;
  const folder = makeTemporaryFolder('check');
  const remove = (): void => removeTemporaryFolder(folder);
  try {
    chmodSync(folder, 0o755);
    const file = join(folder, 'loaded_by_check.py');
    const text = `${metadataOf(source)}\nimport sys\n\nsys.path.append(${JSON.stringify(PYTHON_FOLDER)})\n\n${call}\n`;
    writeFileSync(file, text, { mode: 0o644 });
    const reward = await loadAgain(context, {
      ...options,
      file,
      mounts: [shown(path), AUDIT_PACKAGE],
    });
    return closing(reward, () => reward.close().finally(remove));
  } catch (error) {
    remove();
    throw error;
  }
};

/**
 * Calls a body with the module, and closes it.
 * @throws SandboxError as `openWrapper`
 */
export const withWrapper = async <T>(
  context: Loadable,
  call: string,
  options: Omit<LoadOptions, 'file' | 'mounts'>,
  body: (reward: Reward) => Promise<T>,
): Promise<T> => {
  await using reward = await openWrapper(context, call, options);
  return await body(reward);
};
