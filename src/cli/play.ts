/** `runrl-sandbox play`: its flags. What they do is loaded when the command runs. */
import type { Command } from 'commander';
import { addModuleOptions } from './module-options.ts';
import type { PlayFlags } from './play-flags.ts';

/** One person plays one game, and may think for long. */
const DIFFERENCES = {
  defaults: { '--idle-timeout': '24h', '--seed': 'drawn at the start, and shown' },
  without: ['--concurrency', '--reuse', '--max-episodes'],
};

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
    .description('play an environment, or try a reward function, by hand')
    .option('--prompts <file>', 'prompt file (.jsonl), required')
    .option('--environment <file>', 'Python file with a class with `setup` and `step`; or:')
    .option('--reward <file>', 'Python file with `reward_fn`')
    .option('--row <n>', '0-based line of the prompt file')
    .option('--id <key>', 'key of the prompt row')
    .option('--key <field>', 'field that is the key (default: id)')
    .option('--json', 'one line of JSON per event');
  addModuleOptions(command, DIFFERENCES)
    .addHelpText('after', EXAMPLES)
    .action(async (flags: PlayFlags) => {
      if (flags.prompts === undefined) command.error('error: missing --prompts FILE');
      if (flags.environment === undefined && flags.reward === undefined)
        command.error('error: missing --environment FILE or --reward FILE');
      const { playCommand } = await import('./play-command.ts');
      process.exitCode = await playCommand(flags);
    });
};
