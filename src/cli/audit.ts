/** `runrl-sandbox audit`: its flags. What they do is loaded when the command runs. */
import type { Command } from 'commander';
import { addModuleOptions } from './module-options.ts';
import type { RunFlags } from './run-flags.ts';

const EXAMPLES = `
Each completion is scored; of those that were paid some of each training step are scored again on other rows. One that
solved its task loses its pay there, one that found a hole keeps it. \`check\` examines a reward file, \`audit\` the
completions of a run.

Exit codes:
  0    no alarm
  1    alarm: the share of well-paid completions that keep their pay on other rows has risen
  2    input that cannot be read

Examples:
  runrl-sandbox audit --reward reward.py --prompts prompts.jsonl --completions completions.jsonl
  runrl-sandbox audit --reward r.py --prompts p.jsonl --completions c.jsonl --step-field global_step --json`;

export const addAuditCommand = (program: Command): void => {
  const command = program
    .command('audit')
    .description('tell whether the completions of a training run still earn their reward')
    .option('--prompts <file>', 'prompt file (.jsonl), required')
    .option('--completions <file>', 'completions file (.jsonl) with a training step per row, required')
    .option('--reward <file>', 'Python file with `reward_fn`; this or --environment is required')
    .option('--environment <file>', 'Python file with a class that has `setup` and `step`')
    .option('--step-field <field>', 'field of the completions that has their training step (default: step)')
    .option('--audit-sample <n>', 'paid completions of each step that are scored again (default: 16)')
    .option('--key <field>', 'field by which completions find their prompt (default: id)')
    .option('--skip-invalid', 'leave out lines with errors instead of refusing the files')
    .option('--json', 'print the report as JSON on stdout')
    .option('--quiet', 'no progress, and no report unless there is an alarm');
  addModuleOptions(command)
    .addHelpText('after', EXAMPLES)
    .action(async (flags: RunFlags) => {
      const missing: string[] = (['prompts', 'completions'] as const)
        .filter((name) => flags[name] === undefined)
        .map((name) => `--${name} FILE`);
      if (flags.reward === undefined && flags.environment === undefined)
        missing.push('--reward FILE or --environment FILE');
      if (missing.length > 0) command.error(`error: missing ${missing.join(', ')}`);
      const { auditCommand } = await import('./audit-command.ts');
      process.exitCode = await auditCommand(flags);
    });
};
