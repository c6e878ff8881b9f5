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

/** What a module may have, see and use. The policies are apart: see `addPolicyOptions`. */
export const addModuleOptions = (command: Command): Command =>
  command
    .option('--python <interpreter>', 'interpreter of the module (default: the active venv, else python3)')
    .option(
      '--requirements <file>',
      'pip requirements of the module, installed into an environment of its own',
    )
    .option('--mount <path>', 'a further file or folder that the module may read; repeatable', collect)
    .option('--root <folder>', 'folder that the module imports from, after its own: the root of a project')
    .option(
      '--allow-net <host[:port]>',
      'a host that the module may reach (default ports: 443 and 80); repeatable',
      collect,
    )
    .option('--env <name>', 'a variable that the module gets, kept out of all output; repeatable', collect)
    .option('--sandbox <level>', 'auto, namespaces, landlock or none (default: auto)')
    .option('--profile <profile>', 'default, or strict for files of strangers (default: default)')
    .option('--timeout <duration>', 'time that one call (default: 10s) or one step (30s) may take')
    .option('--load-timeout <duration>', 'time that importing the module may take (default: 60s)')
    .option('--memory <size>', 'memory that one call or episode may take (default: 1GiB)')
    .option('--module-memory <size>', 'memory that all workers together may take (default: no limit)')
    .option('--tmp-size <size>', "size of each worker's /tmp (default: 64MiB)")
    .option('--file-size <size>', 'size of one file that a worker writes (default: the size of /tmp)')
    .option('--processes <n>', 'processes and threads that one worker may have (default: 256)')
    .option('--open-files <n>', 'descriptors that one process may have open (default: 512)')
    .option('--cpu-time <duration>', 'CPU time that one call or step may take (default: no limit)')
    .option('--output-limit <size>', 'stdout, and stderr, kept of one call or step (default: 64KiB)')
    .option('--max-result <size>', 'what one call (default: 1MiB) or one step (16MiB) gives back')
    .option('--seed <n>', 'seed for random, numpy and torch: same seed, same rewards');

/** What number a failed call or step becomes. */
export const addPolicyOptions = (command: Command): Command =>
  command
    .option('--on-timeout <reward>', 'reward of what hit a limit: a number or null (default: null)')
    .option('--on-error <reward>', 'reward of what failed in its code: a number or null (default: null)')
    .option('--on-tamper <reward>', 'reward of what tampered: a number, keep or null (default: null)')
    .option('--on-lost <reward>', 'reward of what was lost: a number or null (default: null)');

/** What only environments have. */
export const addEnvironmentOptions = (command: Command): Command =>
  command
    .option('--class <name>', 'class of the environment (default: the one with `setup` and `step`)')
    .option('--setup-timeout <duration>', 'time that the constructor and `setup` may take (default: 30s)')
    .option('--max-steps <n>', 'steps of one episode, after which it ends (default: 100)')
    .option('--idle-timeout <duration>', 'time that an episode may wait for its next step (default: 15m)')
    .option('--max-action <size>', 'action of one step (default: 16MiB)')
    .option('--local-network', 'a network of its own for each episode, for environments that run servers');

/** For commands that have many episodes live at a time. */
export const addMaxEpisodesOption = (command: Command): Command =>
  command.option('--max-episodes <n>', '--environment: episodes that live at the same time (default: 1000)');

/** For commands that have many calls or episodes run at a time. */
export const addConcurrencyOptions = (command: Command): Command =>
  command
    .option(
      '--concurrency <n>',
      'calls (default: number of CPUs) or episodes (default: four per CPU, at least 32) that run at the same time',
    )
    .option(
      '--reuse <mode>',
      'when a worker serves further calls: auto, never, always or shared (default: auto)',
    );

/** What only reward functions have. */
export const addRewardOptions = (command: Command): Command =>
  command
    .option('--function <name>', '--reward: name of the function (default: reward_fn, else reward_func)')
    .option(
      '--completion-format <format>',
      '--reward: what the function receives: auto, str or messages (default: auto)',
    )
    .option(
      '--columns <form>',
      '--reward: what a batched function gets for a field of the row: auto, list or value (default: auto)',
    )
    .option('--max-completion <size>', '--reward: completion of one call (default: 16MiB)');
