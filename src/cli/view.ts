/** `runrl-sandbox view`: its flags. What they do is loaded when the command runs. */
import type { Command } from 'commander';
import { collect } from './module-options.ts';

/** Flags as commander hands them over: text, not yet checked. */
export interface ViewFlags {
  prompts?: string;
  completions?: string;
  key?: string;
  stepField?: string;
  reward?: string;
  environment?: string;
  findings?: string;
  http?: string;
  tokenFile?: string;
  basePath?: string;
  frameAncestors?: string[];
  /** False with `--no-open`. */
  open: boolean;
  json?: true;
}

const EXAMPLES = `
PATH is a folder of \`serve --data\`, its steps.jsonl, or a result file of \`run -o\`; also while it is being written.
The address is printed on stdout; Ctrl-C ends it.

Examples:
  runrl-sandbox view data
  runrl-sandbox view results.jsonl --prompts p.jsonl --completions c.jsonl --reward reward.py
  runrl-sandbox view before/data after/data --http 127.0.0.1:8010`;

export const addViewCommand = (program: Command): void => {
  program
    .command('view')
    .description('look at the rewards of one or several runs in a browser')
    .argument('<path...>', 'data folder, steps.jsonl or result file')
    .option('--prompts <file>', 'prompt file of the result files: rows show what was asked')
    .option('--completions <file>', 'completions file of the result files: rows show what was said')
    .option('--key <field>', 'field by which completions find their prompt (default: id)')
    .option('--step-field <field>', 'field of the completions that holds the training step (default: step)')
    .option('--reward <file>', 'Python file of the result files: told in commands that run a row again')
    .option('--environment <file>', 'the same, of an environment')
    .option('--findings <file>', 'report of `check --json` (default: check.json of a data folder)')
    .option('--http <host:port>', 'address to listen on (default: 127.0.0.1, any free port)')
    .option('--token-file <file>', 'token that browsers must send; needed where other machines can reach it')
    .option('--base-path <path>', 'path below which a proxy shows it, where the proxy does not cut it off')
    .option('--frame-ancestors <origin>', 'origin whose pages may show it in a frame; repeatable', collect)
    .option('--no-open', 'open no browser')
    .option('--json', 'print the address as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], flags: ViewFlags) => {
      const { viewCommand } = await import('./view-command.ts');
      process.exitCode = await viewCommand(paths, flags);
    });
};
