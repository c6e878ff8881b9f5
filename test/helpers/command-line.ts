/** The command line as it is shipped: leftovers.ts sees to it that it is built from the sources as they are. */
import { join } from 'node:path';

/** The program and the first of its arguments. */
export const COMMAND = [process.execPath, join(import.meta.dirname, '../../dist/cli/main.js')] as const;

/** The environment of somebody who starts it by hand, whoever started the tests. */
export const byHand = (): NodeJS.ProcessEnv => ({ ...process.env, npm_command: '' });
