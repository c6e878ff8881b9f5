/** `runrl-sandbox play`: its flags. What they do is loaded when the command runs. */
import type { Command } from 'commander';
import { addOptions } from '../settings/flags.ts';
import type { PlayFlags } from './flags.ts';

const EXAMPLES = `
Type an action (or a completion) and see what it is worth; \`:help\` lists the commands.
Without --row and --id the rows are listed first. Rows count from 0, as \`prompt_index\` does.
Lines that are piped in are played as they are: runrl-sandbox play … < actions.txt

Examples:
  runrl-sandbox play --environment env.py --prompts prompts.jsonl
  runrl-sandbox play --environment env.py --prompts prompts.jsonl --row 3 --seed 7
  runrl-sandbox play --reward reward.py --prompts prompts.jsonl --id q12`;

export const addPlayCommand = (program: Command): void => {
  const command = program
    .command('play')
    .description('play an environment, or try a reward function, by hand');
  addOptions(command)
    .addHelpText('after', EXAMPLES)
    .action(async (flags: PlayFlags) => {
      if (flags.prompts === undefined) command.error('error: missing --prompts FILE');
      if (flags.environment === undefined && flags.reward === undefined)
        command.error('error: missing --environment FILE or --reward FILE');
      const { playCommand } = await import('./command.ts');
      process.exitCode = await playCommand(flags);
    });
};
