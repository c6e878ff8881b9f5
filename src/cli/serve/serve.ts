/** `runrl-sandbox serve`: its flags. What they do is loaded when the command runs. */
import type { Command } from 'commander';
import type { SERVE } from '../../options/commands.ts';
import type { FlagsOf } from '../../options/rows.ts';
import { addOptions, type KindFlags } from '../settings/flags.ts';

/** Flags as commander hands them over: text, not yet checked. */
export type ServeFlags = KindFlags & FlagsOf<typeof SERVE>;

const EXAMPLES = `
The address is printed on stdout when all modules are loaded; the log goes to stderr.
GET / is the page to watch what is rewarded, GET /docs is a page to try it, GET /openapi.json describes it. SIGTERM or Ctrl-C once: takes nothing new, finishes
what runs, and ends; twice: ends now.

Examples:
  runrl-sandbox serve --reward reward.py
  runrl-sandbox serve --reward maths=maths.py --reward code=code.py --environment game.py --watch
  runrl-sandbox serve --reward reward.py --http 0.0.0.0:8000 --token-file token.txt
  runrl-sandbox serve --reward reward.py --zmq ipc:///tmp/runrl.sock
  runrl-sandbox serve --run-code
  runrl-sandbox serve --config runrl-sandbox.json`;

export const addServeCommand = (program: Command): void => {
  const command = program
    .command('serve')
    .description('serve reward functions and environments over HTTP and ZeroMQ, beside any trainer');
  addOptions(command)
    .addHelpText('after', EXAMPLES)
    .action(async (flags: ServeFlags) => {
      const { serveCommand } = await import('./command.ts');
      process.exitCode = await serveCommand(flags);
    });
};
