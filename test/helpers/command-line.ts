/** The command line as it is shipped: leftovers.ts sees to it that it is built from the sources as they are. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The program and the first of its arguments. */
export const COMMAND = [process.execPath, join(import.meta.dirname, '../../dist/cli/main.js')] as const;

const MANY = join(import.meta.dirname, '../fixtures/many-commands.mjs');

/** How a command ended. */
export interface Ended {
  out: string;
  err: string;
  code: number | null;
}

/**
 * Runs commands one after the other in one process, whose start takes longer than most of what they do. For those that end
 * by themselves and are told from each other by their arguments alone.
 */
export const cliForEach = async <Commands extends readonly (readonly string[])[]>(
  commands: readonly [...Commands],
): Promise<{ [Index in keyof Commands]: Ended }> => {
  const running = promisify(execFile)(COMMAND[0], [MANY, COMMAND[1]], { env: byHand() });
  running.child.stdin?.end(JSON.stringify(commands));
  const { stdout } = await running;
  return JSON.parse(stdout);
};

/** The environment of somebody who starts it by hand, whoever started the tests. */
export const byHand = (): NodeJS.ProcessEnv => ({ ...process.env, npm_command: '' });
