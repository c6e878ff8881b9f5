/** `runrl-sandbox run`: its flags. What they do is loaded when the command runs. */
import type { Command } from 'commander';
import { EXIT } from '../errors.ts';
import { addModuleOptions } from './module-options.ts';
import type { RunFlags } from './run-flags.ts';

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
    .argument('[file]', 'Python file with a reward function or an environment')
    // Not `requiredOption`: commander would complain about `--prompts` being absent when it was misspelt.
    .option('--prompts <file>', 'prompt file (.jsonl), required')
    .option('--completions <file>', 'completions file (.jsonl), required')
    .option('--reward <file>', 'Python file with `reward_fn`; this or --environment is required')
    .option('--environment <file>', 'Python file with a class that has `setup` and `step`')
    .option('-o, --output <file>', 'write the rows to this file; `-` for stdout')
    .option('--only <lines>', 'do only these rows of the completions file: line:118, line:3,118')
    .option('--view', 'show the run in a browser while it goes on')
    .option('--key <field>', 'field by which completions find their prompt (default: id)')
    .option('--skip-invalid', 'leave out lines with errors instead of refusing the files')
    .option('--resume', 'go on with the output file of an earlier run; rows that are `lost` are done again')
    .option('--keep-lost', '--resume: leave rows that are `lost` as they are')
    .option('--overwrite', 'replace an output file that exists')
    .option('--ordered', 'write rows in the order of the completions, not as they finish')
    .option('--strict', 'exit with 1 when a call or episode failed')
    .option(
      '--max-failures <n>',
      'exit with 1 when more calls or episodes failed than this count or share: 10, 5%',
    )
    .option(
      '--audit-sample <n>',
      'paid completions of each training step that are scored again on other rows (default: 16, where rows have a `step`; 0: none)',
    )
    .option('--step-field <field>', 'field of the completions that has their training step (default: step)')
    .option('--json', 'print the summary as JSON on stdout (on stderr with `-o -`)')
    .option('--quiet', 'no progress and no summary');
  addModuleOptions(command)
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
      const { runCommand } = await import('./run-command.ts');
      process.exitCode = await runCommand(flags, file);
      // Rows that nobody takes any more would keep the process alive.
      if (flags.output === '-' && process.exitCode === EXIT.interrupted) process.exit();
    });
};
