/** `runrl-sandbox completion`: a script that completes commands, options and their values; all else are files. */
import type { Command } from 'commander';
import { COMMANDS } from '../../options/commands.ts';
import { optionsOfCommand } from '../../options/groups.ts';
import { flagName, type Row } from '../../options/rows.ts';

const SHELLS = { bash: () => bash(), zsh: () => zsh(), fish: () => fish() } as const;

const optionsOf = (name: string): [flag: string, row: Row][] =>
  Object.entries(optionsOfCommand(name)).map(([option, row]) => [flagName(option, row), row]);

const names = [...Object.keys(COMMANDS), 'completion'];

const bash = (): string => {
  const values = Object.keys(COMMANDS).flatMap((name) =>
    optionsOf(name).flatMap(([flag, { values: choices }]) =>
      choices === undefined ? [] : [`    '${name} ${flag}') words='${choices.join(' ')}' ;;`],
    ),
  );
  const flags = Object.keys(COMMANDS).map(
    (name) =>
      `      ${name}) words='${optionsOf(name)
        .map(([flag]) => flag)
        .join(' ')} --help' ;;`,
  );
  return `_runrl_sandbox() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} command=\${COMP_WORDS[1]} words=''
  case "$command $before" in
${values.join('\n')}
  esac
  if ((COMP_CWORD == 1)); then
    words='${names.join(' ')}'
  elif [[ $command == completion ]]; then
    words='${Object.keys(SHELLS).join(' ')}'
  elif [[ $word == -* ]]; then
    case $command in
${flags.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _runrl_sandbox runrl-sandbox
`;
};

const zsh = (): string =>
  `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bash()}`;

const fish = (): string => {
  const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = names.map((name) => `complete -c runrl-sandbox -n __fish_use_subcommand -f -a ${name}`);
  for (const name of Object.keys(COMMANDS))
    for (const [flag, row] of optionsOf(name)) {
      const values = row.values === undefined ? '' : ` -x -a ${quoted(row.values.join(' '))}`;
      const value = row.type === 'flag' ? '' : row.values === undefined ? ' -r' : values;
      lines.push(
        `complete -c runrl-sandbox -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}${value} -d ${quoted(row.help)}`,
      );
    }
  return `${lines.join('\n')}\n`;
};

export const addCompletionCommand = (program: Command): void => {
  const command = program
    .command('completion')
    .description('print a script that completes commands, options and their values in a shell')
    .argument('<shell>', Object.keys(SHELLS).join(', '))
    .addHelpText(
      'after',
      `
Examples:
  source <(runrl-sandbox completion bash)
  runrl-sandbox completion fish > ~/.config/fish/completions/runrl-sandbox.fish`,
    )
    .action((shell: string) => {
      const script = (SHELLS as Readonly<Record<string, () => string>>)[shell];
      if (script === undefined)
        command.error(`error: expected one of ${Object.keys(SHELLS).join(', ')}, got \`${shell}\``);
      else process.stdout.write(script());
    });
};
