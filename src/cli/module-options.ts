/** Flags that every command has that loads a module. Only their names and texts: `--help` must load nothing heavy. */
import type { Command } from 'commander';

/** Flags of every module, as commander hands them over: text, not yet checked (see module-settings.ts). */
export interface ModuleFlags {
  python?: string;
  requirements?: string;
  mount?: string[];
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
  maxEpisodes?: string;
}

export const collect = (value: string, earlier: string[] = []): string[] => [...earlier, value];

/** Flag, what it is, and its default in words. A flag with `repeatable` may be given several times. */
type Row = readonly [flags: string, text: string, fallback?: string];

/** Defaults of a command where they are not those of `run`, by flag. */
export type Defaults = Readonly<Record<string, string>>;

const REPEATABLE = '; repeatable';

const addRows = (command: Command, heading: string, rows: readonly Row[], own: Defaults = {}): Command => {
  command.optionsGroup(heading);
  for (const [flags, text, usual] of rows) {
    const fallback = own[flags.split(' ')[0] ?? ''] ?? usual;
    const shown = fallback === undefined ? text : `${text} (default: ${fallback})`;
    if (text.endsWith(REPEATABLE)) command.option(flags, shown, collect);
    else command.option(flags, shown);
  }
  return command;
};

const MODULE: readonly Row[] = [
  ['--python <interpreter>', 'interpreter of the module', 'the active venv, else python3'],
  ['--requirements <file>', 'pip requirements of the module, installed into an environment of its own'],
  ['--mount <path>', `a further file or folder that the module may read${REPEATABLE}`],
  ['--root <folder>', 'folder that the module imports from, after its own: the root of a project'],
  [
    '--allow-net <host[:port]>',
    `a host that the module may reach, on this port or on 443 and 80${REPEATABLE}`,
  ],
  ['--env <name>', `a variable that the module gets, kept out of all output${REPEATABLE}`],
  ['--sandbox <level>', 'auto, namespaces, landlock or none', 'auto'],
  ['--profile <profile>', 'default, or strict for files of strangers', 'default'],
  ['--seed <n>', 'seed for random, numpy and torch: same seed, same rewards', 'from the system'],
];

const LIMITS: readonly Row[] = [
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
];

/** What a module may have, see and use. The policies are apart: see `addPolicyOptions`. */
export const addModuleOptions = (command: Command, own?: Defaults): Command => {
  addRows(command, 'Module:', MODULE, own);
  return addRows(command, 'Limits:', LIMITS, own);
};

const POLICIES: readonly Row[] = [
  ['--on-timeout <reward>', 'reward of what hit a limit: a number or null', 'null'],
  ['--on-error <reward>', 'reward of what failed in its code: a number or null', 'null'],
  ['--on-tamper <reward>', 'reward of what tampered: a number, keep or null', 'null'],
  ['--on-lost <reward>', 'reward of what was lost: a number or null', 'null'],
];

/** What number a failed call or step becomes. */
export const addPolicyOptions = (command: Command): Command =>
  addRows(command, 'Rewards of failed calls:', POLICIES);

const ENVIRONMENTS: readonly Row[] = [
  ['--class <name>', 'class of the environment', 'the one with `setup` and `step`'],
  ['--setup-timeout <duration>', 'time that the constructor and `setup` may take', '30s'],
  ['--max-steps <n>', 'steps of one episode, after which it ends', '100'],
  ['--idle-timeout <duration>', 'time that an episode may wait for its next step', '15m'],
  ['--max-action <size>', 'action of one step', '16MiB'],
  ['--local-network', 'a network of its own for each episode, for environments that run servers'],
];
const MAX_EPISODES: readonly Row[] = [['--max-episodes <n>', 'episodes that live at the same time', '1000']];

/** What only environments have. */
export const addEnvironmentOptions = (command: Command, own?: Defaults): Command =>
  addRows(command, 'Environments:', ENVIRONMENTS, own);

/** For commands that have many episodes live at a time. */
export const addMaxEpisodesOption = (command: Command): Command =>
  addRows(command, 'Environments:', MAX_EPISODES);

const CONCURRENCY: readonly Row[] = [
  [
    '--concurrency <n>',
    'calls or episodes that run at the same time',
    'number of CPUs; episodes: four per CPU, at least 32',
  ],
  ['--reuse <mode>', 'when a worker serves further calls: auto, never, always or shared', 'auto'],
];

/** For commands that have many calls or episodes run at a time. */
export const addConcurrencyOptions = (command: Command): Command => addRows(command, 'Workers:', CONCURRENCY);

const REWARDS: readonly Row[] = [
  ['--function <name>', 'name of the function', 'reward_fn, else reward_func'],
  ['--completion-format <format>', 'what the function receives: auto, str or messages', 'auto'],
  ['--columns <form>', 'what a batched function gets for a field of the row: auto, list or value', 'auto'],
  ['--max-completion <size>', 'completion of one call', '16MiB'],
];

/** What only reward functions have. */
export const addRewardOptions = (command: Command): Command => addRows(command, 'Reward functions:', REWARDS);

/**
 * `--help` shows all options, `-h` only those under the first heading: most people look for one of these.
 * To be called last.
 */
export const addShortHelp = (command: Command): Command => {
  const further = command.options.filter((option) => option.helpGroupHeading !== undefined);
  const headings = [...new Set(further.map((option) => option.helpGroupHeading?.slice(0, -1)))];
  const words = `Further options: ${headings.join(', ')}. \`runrl-sandbox ${command.name()} --help\` shows all.`;
  return command
    .optionsGroup('Options:')
    .helpOption('--help', 'show all options')
    .option('-h', 'show the options used most')
    .on('option:h', () => {
      const help = command.createHelp();
      help.visibleOptions = (shown) => shown.options.filter((option) => !further.includes(option));
      process.stdout.write(`${help.formatHelp(command, help)}\n${words}\n`);
      process.exit(0);
    });
};
