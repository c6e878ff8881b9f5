/** `runrl-sandbox serve`: its flags. What they do is loaded when the command runs. */
import type { Command } from 'commander';
import {
  addConcurrencyOptions,
  addEnvironmentOptions,
  addMaxEpisodesOption,
  addModuleOptions,
  addPolicyOptions,
  addRewardOptions,
  collect,
  type KindFlags,
} from './module-options.ts';

/** Flags as commander hands them over: text, not yet checked. */
export interface ServeFlags extends KindFlags {
  reward?: string[];
  environment?: string[];
  http?: string;
  config?: string;
  watch?: true;
  tokenFile?: string;
  grace?: string;
  maxBody?: string;
  queue?: string;
  busyStatus?: string;
  logLevel?: string;
  json?: true;
}

const EXAMPLES = `
The address is printed on stdout when all modules are loaded; the log, a JSON object per line, goes to stderr.
GET /docs is a page to try it, GET /openapi.json describes it. SIGTERM or Ctrl-C once: takes nothing new, finishes
what runs, and ends; twice: ends now.

Examples:
  runrl-sandbox serve --reward reward.py
  runrl-sandbox serve --reward maths=maths.py --reward code=code.py --environment game.py --watch
  runrl-sandbox serve --reward reward.py --http 0.0.0.0:8000 --token-file token.txt
  runrl-sandbox serve --config runrl-sandbox.json`;

export const addServeCommand = (program: Command): void => {
  const command = program
    .command('serve')
    .description('serve reward functions and environments over HTTP, beside any trainer')
    .option('--reward <[name=]file>', 'Python file with `reward_fn`; repeatable', collect)
    .option('--environment <[name=]file>', 'Python file with an environment; repeatable', collect)
    .option('--http <host:port>', 'address to listen on; port 0 is any free one (default: 127.0.0.1:8000)')
    .option('--config <file>', 'settings (default: runrl-sandbox.json, where there is one)')
    .option('--watch', 'load a file again when it changes')
    .option('--token-file <file>', 'token that clients must send; needed where other machines can reach it')
    .option('--grace <duration>', 'time that the end may wait for what runs (default: 25s)')
    .option('--max-body <size>', 'body of one request (default: 64MiB)')
    .option('--queue <n>', 'calls and steps that may wait or run at the same time (default: 16384)')
    .option('--busy-status <status>', 'answer when the queue is full: 503 or 429 (default: 503)')
    .option('--log-level <level>', 'debug, info, warn or error (default: info)');
  addConcurrencyOptions(command);
  addRewardOptions(command);
  addEnvironmentOptions(command);
  addMaxEpisodesOption(command);
  addModuleOptions(command);
  addPolicyOptions(command)
    .option('--json', 'print what was started, and how it ended, as JSON on stdout')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: ServeFlags) => {
      const { serveCommand } = await import('./serve-command.ts');
      process.exitCode = await serveCommand(flags);
    });
};
