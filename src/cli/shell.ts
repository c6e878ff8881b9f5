/** Commands that people can copy from the screen. */
import { basename, relative } from 'node:path';
import { kebab } from '../options/rows.ts';

export const quoted = (word: string): string =>
  /^[\w./@%+=:,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** How this program was started, as a command that starts it again. */
const ownCommand = (script: string, environment: NodeJS.ProcessEnv): string[] => {
  if (environment.npm_command === 'exec') return ['npx', 'runrl-sandbox'];
  if (basename(script) === 'runrl-sandbox') return ['runrl-sandbox'];
  const near = relative('', script);
  return ['node', near.startsWith('..') ? script : near];
};

/** `npx runrl-sandbox`, or whatever else this program was started by: what begins a command that people can copy. */
export const ownCommandLine = (): string =>
  ownCommand(process.argv[1] ?? 'runrl-sandbox', process.env)
    .map(quoted)
    .join(' ');

/** The command that goes on where this one was stopped. */
export const resumeCommand = (argv: readonly string[], environment: NodeJS.ProcessEnv): string => {
  const [, script = 'runrl-sandbox', ...words] = argv;
  const kept = words.filter((word) => word !== '--overwrite' && word !== '--resume');
  return [...ownCommand(script, environment), ...kept, '--resume'].map(quoted).join(' ');
};

/**
 * The command that replays what `play` saved.
 * @param flags those that `play` and `run` have both, as they were given
 */
export const replayCommand = (
  script: string,
  flags: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
): string => {
  return [...ownCommand(script, environment), 'run', ...wordsOf(flags), '-o', '-'].map(quoted).join(' ');
};

/** The command that checks the same file in the same way. */
export const checkAgainCommand = (
  script: string,
  files: readonly string[],
  flags: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
): string => [...ownCommand(script, environment), 'check', ...files, ...wordsOf(flags)].map(quoted).join(' ');

const wordsOf = (flags: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(flags).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const flag = `--${kebab(name)}`;
    if (value === true) return [flag];
    return (Array.isArray(value) ? value : [value]).flatMap((each) => [flag, String(each)]);
  });
