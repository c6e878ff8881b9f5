/** The command line, started as people start it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export const MAIN = join(import.meta.dirname, '../../src/cli/main.ts');

/** Started by hand, whoever started the tests. */
const environment = { ...process.env, npm_command: '' };

export const start = (args: readonly string[], stdin: 'ignore' | 'pipe' = 'ignore'): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', MAIN, ...args], {
    stdio: [stdin, 'pipe', 'pipe'],
    env: environment,
  });

export const finish = async (child: ChildProcess) => {
  const { stdout, stderr } = child as ChildProcess & {
    stdout: NodeJS.ReadableStream;
    stderr: NodeJS.ReadableStream;
  };
  const [out, err, [code]] = await Promise.all([text(stdout), text(stderr), once(child, 'exit')]);
  return { out, err, code: code as number | null };
};

export const cli = async (...args: string[]) => finish(start(args));

/** The same, with a limit on the size of files, in KiB. */
export const cliWithFileSize = (kibibytes: number, ...args: string[]) => {
  const limited = ['-c', `ulimit -S -f ${kibibytes}; exec "$@"`, 'bash', process.execPath];
  const command = [...limited, '--import', 'tsx', MAIN, ...args];
  return finish(spawn('bash', command, { stdio: ['ignore', 'pipe', 'pipe'], env: environment }));
};

/** Resolves when the result file has grown to so many bytes. */
export const hasWritten = async (path: string, bytes: number): Promise<void> => {
  while ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < bytes) await new Promise(setImmediate);
};
