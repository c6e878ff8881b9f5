/** Flags that every command has that loads a module. Only their names and texts: `--help` must load nothing heavy. */
import type { Command, Option } from 'commander';
import { EXIT } from '../errors.ts';

/** Flags of every module, as commander hands them over: text, not yet checked (see module-settings.ts). */
export interface ModuleFlags {
  python?: string;
  requirements?: string;
  mount?: string[];
  hide?: string[];
  root?: string;
  allowNet?: string[];
  env?: string[];
  sandbox?: string;
  profile?: string;
  timeout?: string;
  loadTimeout?: string;
  memory?: string;
  moduleMemory?: string;
  tmpSize?: string;
  fileSize?: string;
  processes?: string;
  openFiles?: string;
  cpuTime?: string;
  outputLimit?: string;
  maxResult?: string;
  seed?: string;
  onTimeout?: string;
  onError?: string;
  onTamper?: string;
  onLost?: string;
}

/** Flags that only environments have. */
export interface EnvironmentFlags {
  class?: string;
  setupTimeout?: string;
  maxSteps?: string;
  idleTimeout?: string;
  maxAction?: string;
  localNetwork?: true;
}

/** All flags that say how modules of either kind are called. */
export interface KindFlags extends ModuleFlags, EnvironmentFlags {
  function?: string;
  completionFormat?: string;
  columns?: string;
  maxCompletion?: string;
  concurrency?: string;
  reuse?: string;
  allowSharedState?: true;
  maxEpisodes?: string;
}

export const collect = (value: string, earlier: string[] = []): string[] => [...earlier, value];

/** Flag, what it is, and its default in words. */
type Row = readonly [flags: string, text: string, fallback?: string];

const REPEATABLE = '; repeatable';

/** By heading of the help. */
const GROUPS: Readonly<Record<string, readonly Row[]>> = {
  'Reward functions': [
    ['--function <name>', 'name of the function', 'reward_fn, else reward_func'],
    ['--completion-format <format>', 'what the function receives: auto, str or messages', 'auto'],
    ['--columns <form>', 'what a batched function gets for a field of the row: auto, list or value', 'auto'],
    ['--max-completion <size>', 'completion of one call', '16MiB'],
    ['--allow-shared-state', 'keep workers although libraries or what the import opened may carry state on'],
  ],
  Environments: [
    ['--class <name>', 'class of the environment', 'the one with `setup` and `step`'],
    ['--setup-timeout <duration>', 'time that the constructor and `setup` may take', '30s'],
    ['--max-steps <n>', 'steps of one episode, after which it ends', '100'],
    ['--idle-timeout <duration>', 'time that an episode may wait for its next step', '15m'],
    ['--max-action <size>', 'action of one step', '16MiB'],
    ['--local-network', 'a network of its own for each episode, for environments that run servers'],
    ['--max-episodes <n>', 'episodes that live at the same time', '1000'],
  ],
  Workers: [
    [
      '--concurrency <n>',
      'calls or episodes that run at the same time',
      'number of CPUs; episodes: four per CPU, at least 32',
    ],
    ['--reuse <mode>', 'when a worker serves further calls: auto, never, always or shared', 'auto'],
  ],
  Module: [
    ['--python <interpreter>', 'interpreter of the module', 'the active venv, else python3'],
    ['--requirements <file>', 'pip requirements of the module, installed into an environment of its own'],
    ['--mount <path>', `a further file or folder that the module may read${REPEATABLE}`],
    ['--hide <path>', `a file or folder that it must not see, wherever it lies${REPEATABLE}`],
    ['--root <folder>', 'folder that the module imports from, after its own: the root of a project'],
    [
      '--allow-net <host[:port]>',
      `a host that the module may reach, on this port or on 443 and 80${REPEATABLE}`,
    ],
    ['--env <name>', `a variable that the module gets, kept out of all output${REPEATABLE}`],
    ['--sandbox <level>', 'auto, namespaces, landlock or none', 'auto'],
    ['--profile <profile>', 'default, or strict for files of strangers', 'default'],
    ['--seed <n>', 'seed for random, numpy and torch: same seed, same rewards', 'from the system'],
  ],
  Limits: [
    ['--timeout <duration>', 'time that one call or one step may take', '10s; a step: 30s'],
    ['--load-timeout <duration>', 'time that importing the module may take', '60s'],
    ['--memory <size>', 'memory that one call or episode may take', '1GiB'],
    ['--module-memory <size>', 'memory that all workers together may take', 'none'],
    ['--tmp-size <size>', "size of each worker's /tmp", '64MiB'],
    ['--file-size <size>', 'size of one file that a worker writes', 'as --tmp-size'],
    ['--processes <n>', 'processes and threads that one worker may have', '256'],
    ['--open-files <n>', 'descriptors that one process may have open', '512'],
    ['--cpu-time <duration>', 'CPU time that one call or step may take', 'none'],
    ['--output-limit <size>', 'stdout, and stderr, kept of one call or step', '64KiB'],
    ['--max-result <size>', 'what one call or one step gives back', '1MiB; a step: 16MiB'],
  ],
  'Rewards of failed calls': [
    ['--on-timeout <reward>', 'reward of what hit a limit: a number or null', 'null'],
    ['--on-error <reward>', 'reward of what failed in its code: a number or null', 'null'],
    ['--on-tamper <reward>', 'reward of what tampered: a number, keep or null', 'null'],
    ['--on-lost <reward>', 'reward of what was lost: a number or null', 'null'],
  ],
};

/** How a command differs from `run`. */
export interface Differences {
  /** Defaults in words, by flag. */
  defaults?: Readonly<Record<string, string>>;
  /** Flags that it lacks. */
  without?: readonly string[];
}

/** Adds the options of modules under headings. To be called when the command has its own: `-h` shows no others. */
export const addModuleOptions = (
  command: Command,
  { defaults = {}, without = [] }: Differences = {},
): Command => {
  addHelps(command.optionsGroup('Options:'), [...command.options]);
  for (const [heading, rows] of Object.entries(GROUPS)) {
    command.optionsGroup(`${heading}:`);
    for (const [flags, text, usual] of rows) {
      const name = flags.split(' ')[0] ?? '';
      if (without.includes(name)) continue;
      const fallback = defaults[name] ?? usual;
      const shown = fallback === undefined ? text : `${text} (default: ${fallback})`;
      if (text.endsWith(REPEATABLE)) command.option(flags, shown, collect);
      else command.option(flags, shown);
    }
  }
  return command;
};

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
