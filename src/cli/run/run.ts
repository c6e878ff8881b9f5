/** `runrl-sandbox run`: its flags. What they do is loaded when the command runs. */
import type { Command } from 'commander';
import { EXIT } from '../../errors.ts';
import { addOptions } from '../settings/flags.ts';
import type { RunFlags } from './flags.ts';

const REQUIRED = ['prompts', 'completions'] as const;

const EXAMPLES = `
Durations are written 500ms, 2s, 5m; sizes 64KiB, 256MiB, 1GiB.
A failed call has no reward (null), unless --on-timeout, --on-error, --on-tamper or --on-lost give it one.
A failed episode ends there; its row says why.

Examples:
  runrl-sandbox run --prompts prompts.jsonl --completions completions.jsonl --reward reward.py
  runrl-sandbox run --prompts p.jsonl --completions c.jsonl --reward r.py -o results.jsonl --resume
  runrl-sandbox run --prompts p.jsonl --completions c.jsonl --reward r.py -o - | jq .reward
  runrl-sandbox run --prompts p.jsonl --completions actions.jsonl --environment env.py -o steps.jsonl`;

export const addRunCommand = (program: Command): void => {
  const command = program
    .command('run')
    .description('score a file of completions with a reward function, or replay actions in an environment')
    .argument('[file]', 'Python file with a reward function or an environment');
  // No `requiredOption`: commander would complain about `--prompts` being absent when it was misspelt.
  addOptions(command)
    .addHelpText('after', EXAMPLES)
    .action(async (file: string | undefined, flags: RunFlags) => {
      const given = [file, flags.reward, flags.environment].filter((each) => each !== undefined);
      if (given.length > 1 && file !== undefined)
        command.error('error: name one file: FILE, --reward FILE or --environment FILE');
      const missing: string[] = REQUIRED.filter((name) => flags[name] === undefined).map(
        (name) => `--${name} FILE`,
      );
      if (given.length === 0) missing.push('--reward FILE or --environment FILE');
      if (missing.length > 0) command.error(`error: missing ${missing.join(', ')}`);
      const { runCommand } = await import('./command.ts');
      process.exitCode = await runCommand(flags, file);
      // Rows that nobody takes any more would keep the process alive.
      if (flags.output === '-' && process.exitCode === EXIT.interrupted) process.exit();
    });
};
