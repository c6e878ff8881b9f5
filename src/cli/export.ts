/** `runrl-sandbox export`: its flags. What they do is loaded when the command runs. */
import type { Command } from 'commander';

/** Flags as commander hands them over: text, not yet checked. */
export interface ExportFlags {
  to?: string;
  output?: string;
  overwrite?: true;
  prompts?: string;
  completions?: string;
  key?: string;
  stepField?: string;
  reward?: string;
  environment?: string;
  findings?: string;
  json?: true;
}

const EXAMPLES = `
PATH is a folder of \`serve --data\`, its steps.jsonl, or a result file of \`run -o\`.
parquet, csv and jsonl are a folder with the tables steps, samples and failures; tensorboard is a folder of event files;
html is one file that opens from disk.

Examples:
  runrl-sandbox export data --to parquet -o tables
  runrl-sandbox export data --to html -o run.html
  runrl-sandbox export results.jsonl --to tensorboard -o events --prompts p.jsonl --completions c.jsonl`;

export const addExportCommand = (program: Command): void => {
  program
    .command('export')
    .description('write the numbers, samples and failures of a run for other programs')
    .argument('<path>', 'data folder, steps.jsonl or result file')
    .option('--to <format>', 'parquet, csv, jsonl, tensorboard or html, required')
    .option('-o, --output <path>', 'folder, or file of html (default: export-FORMAT, export.html)')
    .option('--overwrite', 'replace what is there')
    .option('--prompts <file>', 'prompt file of the result file: rows have what was asked')
    .option('--completions <file>', 'completions file of the result file: rows have what was said')
    .option('--key <field>', 'field by which completions find their prompt (default: id)')
    .option('--step-field <field>', 'field of the completions that holds the training step (default: step)')
    .option('--reward <file>', 'Python file of the result file: told in commands that run a row again')
    .option('--environment <file>', 'the same, of an environment')
    .option('--findings <file>', 'report of `check --json` (default: check.json of a data folder)')
    .option('--json', 'print what was written as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, flags: ExportFlags) => {
      const { exportCommand } = await import('./export-command.ts');
      process.exitCode = await exportCommand(path, flags);
    });
};
