/** `runrl-sandbox check`: its flags. What they do is loaded when the command runs. */
import type { Command } from 'commander';
import { addModuleOptions, collect, type KindFlags } from './module-options.ts';

export interface CheckFlags extends KindFlags {
  reward?: string;
  environment?: string;
  prompts?: string;
  completions?: string;
  key?: string;
  budget?: string;
  failOn?: string;
  /** `true`: to stdout. */
  json?: string | true;
  sarif?: string;
  markdown?: string;
  html?: string;
  baseline?: string;
  writeBaseline?: string;
  replay?: string;
  report?: string;
  without?: string[];
  quiet?: true;
}

/** A probe is a short call, the same seed must find the same, and policies would hide failures. */
const DIFFERENCES = {
  defaults: {
    '--timeout': '5s; a step: 30s',
    '--load-timeout': '30s; an environment: 60s',
    '--seed': '0',
  },
  without: ['--on-timeout', '--on-error', '--on-tamper', '--on-lost'],
};

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
    .argument('[file]', 'Python file with a reward function or an environment')
    .option('--reward <file>', 'the file, where it is to be taken for a reward function')
    .option('--environment <file>', 'the file, where it is to be taken for an environment')
    .option('--prompts <file>', 'prompt file (.jsonl); without it little can be checked')
    .option('--completions <file>', 'completions, or actions of episodes, of a model: what is usual')
    .option('--key <field>', 'field that is the key (default: id)')
    .option('--budget <duration>', 'time that the check may take (default: 60s)')
    .option('--fail-on <severity>', 'end with 1 from critical, high, warning or info on (default: critical)')
    .option('--json [file]', 'the report as JSON, to stdout or a file')
    .option('--sarif <file>', 'the report as SARIF 2.1, for code scanning')
    .option('--markdown <file>', 'the report as Markdown')
    .option('--html <file>', 'the report as one page that opens from disk')
    .option('--baseline <file>', 'findings that are known: they are shown, and change nothing')
    .option('--write-baseline <file>', 'write what was found as known')
    .option('--replay <finding>', 'run the exploit of this finding again, and nothing else')
    .option('--report <file>', '--replay: report (--json FILE) that has the finding')
    .option('--quiet', 'say nothing on stderr but errors')
    .option(
      '--without <part>',
      'leave out `decoy` or `mining`, to measure what it is worth; repeatable',
      collect,
    );
  addModuleOptions(command, DIFFERENCES)
    .addHelpText('after', HELP)
    .action(async (file: string | undefined, flags: CheckFlags) => {
      const given = [file, flags.reward, flags.environment].filter((each) => each !== undefined);
      if (given.length === 0) command.error('error: missing FILE');
      if (given.length > 1) command.error('error: name one file: FILE, --reward FILE or --environment FILE');
      const { checkCommand } = await import('./check-command.ts');
      process.exitCode = await checkCommand(given[0] as string, flags);
    });
};
