/** The rows of options → flags of commander, and back. Nothing heavy is loaded: `--help` comes through here. */
import { type Command, Option } from 'commander';
import { EXIT } from '../../errors.ts';
import { COMMANDS } from '../../options/commands.ts';
import { moduleGroups } from '../../options/groups.ts';
import type { ENVIRONMENT, REWARD } from '../../options/modules.ts';
import {
  defaultText,
  type FlagsOf,
  flagName,
  isRepeatable,
  type Row,
  signOf,
  type Table,
} from '../../options/rows.ts';
import type { SANDBOX } from '../../options/sandbox.ts';

/** Flags of modules, as commander hands them over: text, not yet checked (see module-settings.ts). */
export interface KindFlags
  extends Omit<FlagsOf<typeof SANDBOX>, 'level' | 'mounts'>,
    FlagsOf<Omit<typeof REWARD, keyof typeof ENVIRONMENT>>,
    FlagsOf<typeof ENVIRONMENT> {
  sandbox?: string;
  mount?: string[];
}

/** Adds the options of the command of this name: its own, then those of modules under headings. */
export const addOptions = (command: Command): Command => {
  const { own, modules } = COMMANDS[command.name()] ?? { own: {} };
  const added = addTable(command, own);
  if (modules === undefined) return command;
  addHelps(command.optionsGroup('Options:'), added);
  for (const [heading, table] of moduleGroups(modules)) addTable(command.optionsGroup(`${heading}:`), table);
  return command;
};

const collect = (value: string, earlier: string[] = []): string[] => [...earlier, value];

const addTable = (command: Command, table: Table): Option[] =>
  Object.entries(table).map(([name, row]) => {
    const option = new Option(writtenOf(name, row), helpOf(row));
    if (isRepeatable(row)) option.argParser(collect);
    command.addOption(option);
    return option;
  });

/** `-o, --output <file>`. */
const writtenOf = (name: string, row: Row): string => {
  const short = row.short === undefined ? '' : `-${row.short}, `;
  const sign = signOf(row);
  const value = sign === '' ? '' : row.bare ? ` [${sign}]` : ` <${sign}>`;
  return `${short}${flagName(name, row)}${value}`;
};

const helpOf = (row: Row): string => {
  const fallback = defaultText(row);
  const repeatable = isRepeatable(row) ? '; repeatable' : '';
  return `${row.help}${repeatable}${fallback === undefined ? '' : ` (default: ${fallback.replaceAll('`', '')})`}`;
};

/** `-h` shows a command's own options, `--help` all. */
const addHelps = (command: Command, own: readonly Option[]): void => {
  command
    .helpOption('--help', 'show all options')
    .option('-h', "show the command's own options")
    .on('option:h', () => {
      const help = command.createHelp();
      help.visibleOptions = () => [...own];
      const all = `\`runrl-sandbox ${command.name()} --help\` shows all options, also those of modules.`;
      process.stdout.write(`${help.formatHelp(command, help)}\n${all}\n`);
      process.exit(EXIT.ok);
    });
};
