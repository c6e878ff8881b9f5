/** `runrl-sandbox export`: its flags. What they do is loaded when the command runs. */
import type { Command } from 'commander';
import type { EXPORT } from '../../options/commands.ts';
import type { FlagsOf } from '../../options/rows.ts';
import { addOptions } from '../settings/flags.ts';

/** Flags as commander hands them over: text, not yet checked. */
export type ExportFlags = FlagsOf<typeof EXPORT>;

const EXAMPLES = `
PATH is a folder of \`serve --data\`, its steps.jsonl, or a result file of \`run -o\`.
parquet, csv and jsonl are a folder with the tables steps, samples and failures; tensorboard is a folder of event files;
html is one file that opens from disk.

Examples:
  runrl-sandbox export data --to parquet -o tables
  runrl-sandbox export data --to html -o run.html
  runrl-sandbox export results.jsonl --to tensorboard -o events --prompts p.jsonl --completions c.jsonl`;

export const addExportCommand = (program: Command): void => {
  const command = program
    .command('export')
    .description('write the numbers, samples and failures of a run for other programs')
    .argument('<path>', 'data folder, steps.jsonl or result file');
  addOptions(command)
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, flags: ExportFlags) => {
      const { exportCommand } = await import('./command.ts');
      process.exitCode = await exportCommand(path, flags);
    });
};
