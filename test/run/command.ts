/** The command line, started as people start it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { byHand, COMMAND } from '../helpers/command-line.ts';

export const start = (args: readonly string[], stdin: 'ignore' | 'pipe' = 'ignore'): ChildProcess =>
  spawn(COMMAND[0], [COMMAND[1], ...args], { stdio: [stdin, 'pipe', 'pipe'], env: byHand() });

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
  const limited = ['-c', `ulimit -S -f ${kibibytes}; exec "$@"`, 'bash', ...COMMAND];
  return finish(spawn('bash', [...limited, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: byHand() }));
};

/** Resolves when the result file has grown to so many bytes. */
export const hasWritten = async (path: string, bytes: number): Promise<void> => {
  while ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < bytes)
    await new Promise((resolve) => setTimeout(resolve, 5)); // not at once: it would take a core from who writes
};
