/**
 * What the configuration file and the environment say of options that were not given as flags:
 * flags > `RUNRL_SANDBOX_TIMEOUT` > the table of the command in `runrl.toml` > its top level > the default.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { systemError } from '../../errors/system.ts';
import { optionsOfCommand } from '../../options/groups.ts';
import { configKey, flagKey, isRepeatable, type Row } from '../../options/rows.ts';
import { type Found, origins } from './origins.ts';
import type { ConfigFile } from './runrl-toml.ts';

const FILE = 'runrl.toml';
const PROJECT = 'pyproject.toml';
/** Names another file; empty for none. */
const VARIABLE = 'RUNRL_SANDBOX_CONFIG';
const PREFIX = 'RUNRL_SANDBOX_';

/**
 * Gives a command the values that it was not given by flags.
 * @throws SandboxError RS101, RS102: a file that cannot be read, or says what no option is
 */
export const configure = async (command: Command, environment: NodeJS.ProcessEnv): Promise<void> => {
  const file = await findFile(environment);
  for (const [name, row] of Object.entries(optionsOfCommand(command.name()))) {
    const flag = configKey(name, row);
    const isNegated = flag.startsWith('no-');
    const key = flagKey(name, isNegated ? { ...row, flag: flag.slice('no-'.length) } : row);
    if (wasTyped(command, key) || (!isRepeatable(row) && hasTypedRival(command, key))) continue;
    const variable = `${PREFIX}${flag.replaceAll('-', '_').toUpperCase()}`;
    const given = variable === VARIABLE ? undefined : environment[variable];
    const found = fromEnvironment(row, given, variable) ?? file?.valueOf(command.name(), name, row);
    if (found === undefined || found.value === false) continue;
    origins.set(key, found.origin);
    command.setOptionValueWithSource(key, isNegated ? false : found.value, 'config');
  }
};

/** What excludes each other: what was typed wins. */
const RIVALS: Readonly<Record<string, string>> = {
  reward: 'environment',
  environment: 'reward',
  overwrite: 'resume',
  resume: 'overwrite',
  row: 'id',
  id: 'row',
};

const wasTyped = (command: Command, key: string): boolean => command.getOptionValueSource(key) === 'cli';

const hasTypedRival = (command: Command, key: string): boolean => {
  const rival = RIVALS[key];
  const isModule = key === 'reward' || key === 'environment';
  const takesModule = command.registeredArguments[0]?.name() === 'file';
  return (
    (rival !== undefined && wasTyped(command, rival)) || (isModule && takesModule && command.args.length > 0)
  );
};

const fromEnvironment = (row: Row, text: string | undefined, origin: string): Found | undefined => {
  if (text === undefined || text === '') return undefined;
  if (isRepeatable(row)) return { value: text.split(',').map((each) => each.trim()), origin };
  if (row.type !== 'flag') return { value: text, origin };
  return { value: !/^(0|false|no)$/i.test(text), origin };
};

/** The nearest `runrl.toml`, or `pyproject.toml` with `[tool.runrl-sandbox]`, from the current folder upwards. */
const findFile = async (environment: NodeJS.ProcessEnv): Promise<ConfigFile | undefined> => {
  const named = environment[VARIABLE];
  if (named === '') return undefined;
  if (named !== undefined) return await read(named);
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    for (const name of [FILE, PROJECT]) {
      const path = join(folder, name);
      const found = existsSync(path) && isTrusted(path) ? await read(path) : undefined;
      if (found !== undefined) return found;
    }
    if (folder === dirname(folder)) return undefined;
  }
};

/** A file that another user left above this folder must not choose the interpreter or turn confinement off. */
const isTrusted = (path: string): boolean => {
  const trusted = [process.getuid?.(), 0, statSync('.').uid];
  if (trusted.includes(statSync(path).uid)) return true;
  process.stderr.write(
    `Ignored ${path}: it belongs to another user. RUNRL_SANDBOX_CONFIG=${path} uses it.\n`,
  );
  return false;
};

const read = async (path: string): Promise<ConfigFile | undefined> => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw systemError('RS102', `The configuration file \`${path}\` cannot be read`, cause);
  }
  const isProject = path.endsWith(PROJECT);
  if (isProject && !text.includes('tool.runrl-sandbox')) return undefined;
  // Only where there is a file: most commands need no parser.
  const { readConfigFile } = await import('./runrl-toml.ts');
  return readConfigFile(path, text, isProject);
};
