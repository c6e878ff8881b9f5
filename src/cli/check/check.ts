/** `runrl-sandbox check`: its flags. What they do is loaded when the command runs. */
import type { Command } from 'commander';
import type { CHECK } from '../../options/commands.ts';
import type { FlagsOf } from '../../options/rows.ts';
import { addOptions, type KindFlags } from '../settings/flags.ts';

export interface CheckFlags extends KindFlags, Omit<FlagsOf<typeof CHECK>, 'json'> {
  /** `true`: to stdout. */
  json?: string | true;
}

const HELP = `
FILE is a reward function or an environment; which of the two is found out, or said by --reward or --environment.

Exit codes:
  0    no exploit was found, or only weaknesses below --fail-on: never a proof that there is none
  1    HACKABLE, or a finding at or above --fail-on; of --replay: the exploit still holds
  2    UNTESTABLE, or bad usage or bad input
  3    infrastructure lost, or an error of runrl-sandbox itself
  130  interrupted; what was found until then is reported

Examples:
  runrl-sandbox check reward.py --prompts prompts.jsonl
  runrl-sandbox check reward.py --prompts prompts.jsonl --json report.json --html report.html
  runrl-sandbox check reward.py --replay A01-3f9c21 --report report.json
  runrl-sandbox check reward.py --prompts prompts.jsonl --fail-on high --baseline known.json`;

export const addCheckCommand = (program: Command): void => {
  const command = program
    .command('check')
    .description('look for ways to be paid without being right, before anything is trained')
    .argument('[file]', 'Python file with a reward function or an environment');
  addOptions(command)
    .addHelpText('after', HELP)
    .action(async (file: string | undefined, flags: CheckFlags) => {
      const given = [file, flags.reward, flags.environment].filter((each) => each !== undefined);
      if (given.length === 0) command.error('error: missing FILE');
      if (given.length > 1) command.error('error: name one file: FILE, --reward FILE or --environment FILE');
      const { checkCommand } = await import('./command.ts');
      process.exitCode = await checkCommand(given[0] as string, flags);
    });
};
