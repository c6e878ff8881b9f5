/**
 * The search for paid texts, which imports the user's file (python-shim/runrl_audit/solve.py): it runs in a sandbox of its own,
 * confined as the file itself, with the same interpreter and packages.
 */
import { chmodSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  createSandbox,
  isSharedFolder,
  makeTemporaryFolder,
  type Outcome,
  type Reward,
  type RewardOptions,
  removeTemporaryFolder,
} from '../../index.ts';
import { AUDIT_PACKAGE, PYTHON_FOLDER } from '../audit-package.ts';
import type { Context } from '../context.ts';

/** What is loaded once more. */
export type Beside = Pick<Context, 'subject' | 'loaded'>;

/** Begins the line that holds the answer of a program. */
const ANSWER = '\u001erunrl-audit ';
const OUTPUT_LIMIT = '16MiB';

const pythonText = (text: string | null | undefined): string =>
  // JSON's escapes are Python's, but for surrogates, which no path needs.
  text === null || text === undefined ? 'None' : JSON.stringify(text);

/** The `# /// script` block of the file: what it needs, the program needs too. */
const inlineBlock = (source: string): string =>
  /^# \/\/\/ script[ \t]*\r?\n(?:#(?: .*)?\r?\n)*?# \/\/\/[ \t]*$/m.exec(source)?.[0] ?? '';

/** As the sandbox shows a module: its folder, or the file alone where that folder holds all kinds of things. */
const shown = (path: string): string => {
  const folder = dirname(path);
  return isSharedFolder(folder) ? path : folder;
};

/**
 * Loads the search beside the user's file. Closing it ends its sandbox.
 * @throws SandboxError as `loadReward`
 */
export const loadBeside = async ({ subject, loaded }: Beside, options: RewardOptions): Promise<Reward> => {
  const { sandboxOptions, rewardOptions } = loaded;
  const { function: name, completionFormat, columns, ...kept } = rewardOptions;
  const folder = makeTemporaryFolder('audit');
  const remove = (): void => removeTemporaryFolder(folder);
  try {
    chmodSync(folder, 0o755); // the sandbox has a user of its own
    const file = join(folder, 'audit_solve.py');
    writeFileSync(
      file,
      `${inlineBlock(subject.source)}
import sys

sys.path.append(${pythonText(PYTHON_FOLDER)})
from runrl_audit.solve import solver

reward_fn = solver(${pythonText(subject.path)}, ${pythonText(name)}, ${pythonText(completionFormat ?? 'auto')}, ${pythonText(columns ?? 'auto')})
`,
    );
    const sandbox = await createSandbox({
      ...sandboxOptions,
      mounts: [...(sandboxOptions.mounts ?? []), shown(subject.path), AUDIT_PACKAGE],
    });
    const close = async (): Promise<void> => {
      await sandbox.close();
      remove();
    };
    try {
      const reward = await sandbox.loadReward(file, {
        ...kept,
        completionFormat: 'str',
        concurrency: 1,
        reuse: 'always',
        onTamper: 'keep',
        outputLimit: OUTPUT_LIMIT,
        ...options,
      });
      return closing(reward, close);
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    remove();
    throw error;
  }
};

/** The module, whose end is also that of its sandbox. */
const closing = (reward: Reward, close: () => Promise<void>): Reward =>
  new Proxy(reward, {
    get: (target, name) => {
      if (name === 'close' || name === Symbol.asyncDispose) return close;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

/** What a program answered; undefined when the call ended before it did. */
export const answerOf = <T>({ stdout }: Outcome): T | undefined => {
  const at = stdout.lastIndexOf(ANSWER);
  if (at === -1) return undefined;
  const end = stdout.indexOf('\n', at);
  try {
    return JSON.parse(stdout.slice(at + ANSWER.length, end === -1 ? undefined : end)) as T;
  } catch {
    return undefined; // cut off at the limit
  }
};
