/** `runrl-sandbox serve`: its flags. What they do is loaded when the command runs. */
import type { Command } from 'commander';
import { addModuleOptions, collect, type KindFlags } from './module-options.ts';

/** Flags as commander hands them over: text, not yet checked. */
export interface ServeFlags extends KindFlags {
  reward?: string[];
  environment?: string[];
  http?: string;
  zmq?: string[];
  credits?: string;
  clientGrace?: string;
  config?: string;
  watch?: true;
  tokenFile?: string;
  data?: string;
  join?: string;
  basePath?: string;
  frameAncestors?: string[];
  auditSample?: string;
  onAlarm?: string;
  onUnearned?: string;
  grace?: string;
  stallTimeout?: string;
  maxBody?: string;
  queue?: string;
  busyStatus?: string;
  runCode?: true;
  runCodePackages?: true;
  logLevel?: string;
  logFormat?: string;
  endWithStdin?: true;
  json?: true;
}

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
    .description('serve reward functions and environments over HTTP and ZeroMQ, beside any trainer')
    .option('--reward <[name=]file>', 'Python file with `reward_fn`; repeatable', collect)
    .option('--environment <[name=]file>', 'Python file with an environment; repeatable', collect)
    .option(
      '--http <host:port>',
      'address to listen on; port 0 is any free one (default: 127.0.0.1:8000; with --zmq none)',
    )
    .option(
      '--zmq <address>',
      'listen for clients over ZeroMQ: ipc:///path, tcp://127.0.0.1:5555; repeatable',
      collect,
    )
    .option('--config <file>', 'settings (default: runrl-sandbox.json, where there is one)')
    .option('--watch', 'load a file again when it changes')
    .option('--token-file <file>', 'token that clients must send; needed where other machines can reach it')
    .option('--data <folder>', 'folder that keeps what training steps came to (default: in memory only)')
    .option('--join <folder>', 'shared folder that tells clients of a fleet where this host is')
    .option('--base-path <path>', 'path below which a proxy shows it, where the proxy does not cut it off')
    .option(
      '--frame-ancestors <origin>',
      'origin whose pages may show the page in a frame; repeatable',
      collect,
    )
    .option(
      '--audit-sample <n>',
      'paid calls of each training step that are scored again on other rows (default: 16; 0: none)',
    )
    .option(
      '--on-alarm <target>',
      'URL that an alarm of the audit is posted to, or command that gets it on stdin',
    )
    .option(
      '--on-unearned <reward>',
      'after an alarm, reward of calls that keep theirs on other rows: a number, null or keep (default: keep)',
    )
    .option('--grace <duration>', 'time that the end may wait for what runs (default: 25s)')
    .option('--stall-timeout <duration>', 'how long a client may take nothing of its answer (default: 60s)')
    .option('--max-body <size>', 'body of one request (default: 64MiB)')
    .option('--queue <n>', 'calls and steps that may wait or run at the same time (default: 16384)')
    .option('--credits <n>', 'calls of one ZeroMQ client whose outcomes it has not taken (default: 4096)')
    .option('--client-grace <duration>', 'how long a vanished ZeroMQ client is waited for (default: 30s)')
    .option('--busy-status <status>', 'answer when the queue is full: 503 or 429 (default: 503)')
    .option('--run-code', 'run Python programs for clients of SandboxFusion, in the sandbox: POST /run_code')
    .option('--run-code-packages', '--run-code: programs find the installed packages')
    .option('--log-level <level>', 'debug, info, warn or error (default: info)')
    .option('--log-format <format>', 'text or json (default: text in a terminal, else json)')
    .option('--end-with-stdin', 'end at once when stdin ends: with the program that holds its other end')
    .option('--json', 'print what was started, and how it ended, as JSON on stdout');
  addModuleOptions(command)
    .addHelpText('after', EXAMPLES)
    .action(async (flags: ServeFlags) => {
      const { serveCommand } = await import('./serve-command.ts');
      process.exitCode = await serveCommand(flags);
    });
};
