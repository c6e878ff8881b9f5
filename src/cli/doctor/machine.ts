/** The machine as `doctor` sees it: an interface, so that its judgements can be tested on machines of all kinds. */
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from '../../python/locate.ts';
import { findBubblewrap } from '../../sandbox/bubblewrap.ts';
import { ownVersion } from '../../server/own-version.ts';

export interface Ran {
  /** null when it did not start or was killed. */
  code: number | null;
  /** stdout and stderr, trimmed. */
  output: string;
}

export interface Machine {
  env: Readonly<Record<string, string | undefined>>;
  /** Folder of this program's package, and its version. */
  program: string;
  version: string;
  /** Path of Node.js. */
  node: string;
  nodeVersion: string;
  uid: number;
  temporary: string;
  /** The text of a small file, trimmed; undefined when there is none. */
  read(path: string): string | undefined;
  writable(path: string): boolean;
  onPath(name: string): string | undefined;
  /** Path of `bwrap`. */
  bubblewrap: string | undefined;
  run(command: string, args: readonly string[]): Promise<Ran>;
}

const attempt = <T>(action: () => T): T | undefined => {
  try {
    return action();
  } catch {
    return undefined;
  }
};

export const thisMachine = (): Machine => ({
  env: process.env,
  program: join(import.meta.dirname, '../..'),
  version: ownVersion(),
  node: process.execPath,
  nodeVersion: process.version,
  uid: process.getuid?.() ?? 0,
  temporary: tmpdir(),
  read: (path) => attempt(() => readFileSync(path, 'utf8').trim()),
  writable: (path) => existsSync(path) && attempt(() => accessSync(path, constants.W_OK) ?? true) === true,
  onPath: (name) => findOnPath(name, process.env),
  bubblewrap: findBubblewrap(),
  run: async (command, args) => {
    const { execa } = await import('execa');
    const limits = { timeout: 20_000, killSignal: 'SIGKILL', reject: false } as const;
    const { exitCode, stdout, stderr, originalMessage, shortMessage } = await execa(command, args, limits);
    const output = `${stdout}\n${stderr}`.trim() || (originalMessage ?? shortMessage ?? '');
    return { code: exitCode ?? null, output };
  },
});
