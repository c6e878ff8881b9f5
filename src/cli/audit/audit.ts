/** `runrl-sandbox audit`: its flags. What they do is loaded when the command runs. */
import type { Command } from 'commander';
import type { RunFlags } from '../run/flags.ts';
import { addOptions } from '../settings/flags.ts';

const EXAMPLES = `
Each completion is scored; of those that were paid some of each training step are scored again on other rows. One that
solved its task loses its pay there, one that found a hole keeps it. \`check\` examines a reward file, \`audit\` the
completions of a run.

Exit codes:
  0    no alarm
  1    alarm: the share of well-paid completions that keep their pay on other rows has risen
  2    input that cannot be read, or has no training steps

Examples:
  runrl-sandbox audit --reward reward.py --prompts prompts.jsonl --completions completions.jsonl
  runrl-sandbox audit --reward r.py --prompts p.jsonl --completions c.jsonl --step-field global_step --json`;

export const addAuditCommand = (program: Command): void => {
  const command = program
    .command('audit')
    .description('tell whether the completions of a training run still earn their reward');
  addOptions(command)
    .addHelpText('after', EXAMPLES)
    .action(async (flags: RunFlags) => {
      const missing: string[] = (['prompts', 'completions'] as const)
        .filter((name) => flags[name] === undefined)
        .map((name) => `--${name} FILE`);
      if (flags.reward === undefined && flags.environment === undefined)
        missing.push('--reward FILE or --environment FILE');
      if (missing.length > 0) command.error(`error: missing ${missing.join(', ')}`);
      const { auditCommand } = await import('./command.ts');
      process.exitCode = await auditCommand(flags);
    });
};
