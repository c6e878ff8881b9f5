/** `runrl-sandbox view`: its flags. What they do is loaded when the command runs. */
import type { Command } from 'commander';
import type { VIEW } from '../../options/commands.ts';
import type { FlagsOf } from '../../options/rows.ts';
import { addOptions, type KindFlags } from '../settings/flags.ts';

/** Flags as commander hands them over: text, not yet checked. */
export interface ViewFlags extends KindFlags, Omit<FlagsOf<typeof VIEW>, 'noOpen'> {
  /** False with `--no-open`. */
  open: boolean;
}

const EXAMPLES = `
PATH is a folder of \`serve --data\`, its steps.jsonl, or a result file of \`run -o\`; also while it is being written.
Addresses of servers, or a folder of \`serve --join\`, are shown as one run: what all of them have counted, together.
The address is printed on stdout; Ctrl-C ends it.

Examples:
  runrl-sandbox view data
  runrl-sandbox view results.jsonl --prompts p.jsonl --completions c.jsonl --reward reward.py
  runrl-sandbox view http://10.0.0.5:8000 http://10.0.0.6:8000 --server-token-file token.txt
  runrl-sandbox view before/data after/data --http 127.0.0.1:8010`;

export const addViewCommand = (program: Command): void => {
  const command = program
    .command('view')
    .description('look at the rewards of one or several runs in a browser')
    .argument('<path...>', 'data folder, steps.jsonl, result file, or address of a server');
  addOptions(command)
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], flags: ViewFlags) => {
      const { viewCommand } = await import('./command.ts');
      process.exitCode = await viewCommand(paths, flags);
    });
};
