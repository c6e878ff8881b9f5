/**
 * The options that people pass, with their meanings and defaults.
 * Generated from the rows beside this file by scripts/generate-options.ts. Do not edit.
 */

/** Text such as `'500ms'`, `'2s'`, `'5m'` or `'1h'`, or a number of milliseconds. */
export type Duration = string | number;
/** Text such as `'512B'`, `'64KiB'`, `'256MiB'` or `'1GiB'`, or a number of bytes. */
export type Size = string | number;

/** What `createSandbox` takes. */
export interface SandboxOptions {
  /**
   * Interpreter of the modules: a path, a name on PATH, or the folder of a venv. @default the active venv, else
   * `python3`
   */
  python?: string | undefined;
  /** Another file or folder that modules may read. It is mounted read-only at the same path. @default [] */
  mounts?: string[] | undefined;
  /**
   * A file or folder that modules must not see, wherever it lies. Opening it fails. The files that a command is
   * given are hidden anyway, unless `--mount` names them. @default []
   */
  hide?: string[] | undefined;
  /**
   * Folder that modules import from, after their own, such as the root of a project. All of it is mounted,
   * read-only. @default none
   */
  root?: string | undefined;
  /**
   * A host that modules may reach, on this port or on 443 and 80. A name, `*.` and a name, an address, a network
   * (`10.0.0.0/8`) or `localhost`: docs/judges.md. @default []
   */
  allowNet?: string[] | undefined;
  /** An environment variable that modules get, kept out of all output. See docs/judges.md. @default [] */
  env?: string[] | undefined;
  /**
   * How strongly to confine: auto, namespaces, landlock or none. `auto` takes the strongest level that this
   * machine has, never `none`; a named level is used or refused (docs/security.md). @default 'auto'
   */
  level?: 'auto' | 'namespaces' | 'landlock' | 'none' | undefined;
  /**
   * Default, or strict for reward files that you do not trust. What `strict` changes: docs/security.md. Level
   * `namespaces` only. @default 'default'
   */
  profile?: 'default' | 'strict' | undefined;
  /**
   * Python files by their absolute path, used instead of those on disk; files that a load reads are added. All loads
   * with the same map have one version of each file. @default each load reads its files, and keeps them
   */
  sources?: Map<string, Uint8Array> | undefined;
  /**
   * Whether a module that was given up (RS403) is started again, after 1 s, 2 s, up to 30 s, until it serves. Meanwhile
   * its calls are refused with that error. @default false
   */
  recover?: boolean | undefined;
  /** Called with one line for every notable event (level chosen, agent restarted). @default silent */
  onLog?: ((line: string, level?: 'info' | 'warn' | 'error') => void) | undefined;
}

/** What every module has, whatever is in it. docs/limits.md has what happens at a limit. */
export interface ModuleOptions {
  /**
   * Pip requirements of the module, installed into a cached environment of its own. @default PEP 723 metadata in
   * the file, if any
   */
  requirements?: string | undefined;
  /** Seed for random, numpy and torch: same seed and row, same reward. @default from the system */
  seed?: number | undefined;
  /** Wall time that importing the module may take. @default '60s' */
  loadTimeout?: Duration | undefined;
  /**
   * Memory that one call or episode may take, all its processes together. What the module itself takes counts, and
   * so do files in /tmp (docs/limits.md). At least 16MiB. @default '1GiB'
   */
  memory?: Size | undefined;
  /**
   * Memory that all workers of the module may take together; above it, the largest is killed. At least 64MiB.
   * @default none
   */
  moduleMemory?: Size | undefined;
  /** Size of each worker's private /tmp. At least 64KiB. @default '64MiB' */
  tmpSize?: Size | undefined;
  /** Size of one file that a worker may write. At least 1KiB. @default as --tmp-size */
  fileSize?: Size | undefined;
  /** Processes and threads that one worker may have. From 4 to 65536. @default 256 */
  processes?: number | undefined;
  /** File descriptors that one process may have open. From 128 to 1048576. @default 512 */
  openFiles?: number | undefined;
  /**
   * CPU time that one call or step may take, all its threads and processes together. Not with `--reuse shared`.
   * @default none
   */
  cpuTime?: Duration | undefined;
  /** Stdout, and stderr, kept of one call or step; the rest is dropped. @default '64KiB' */
  outputLimit?: Size | undefined;
  /** Reward of what hit a limit (`timeout`, `memory`): a number or null. @default null */
  onTimeout?: number | null | undefined;
  /** Reward of what failed in its code (`raised`, `invalid`, `crashed`): a number or null. @default null */
  onError?: number | null | undefined;
  /**
   * Reward of what tampered: a number, keep or null. `keep` leaves it the number that the module returned
   * (docs/evidence.md). @default null
   */
  onTamper?: number | 'keep' | null | undefined;
  /** Reward of what was lost through no fault of its own: a number or null. @default null */
  onLost?: number | null | undefined;
}

/** What `sandbox.loadReward` takes. The fields are the flags of `run` (docs/cli.md), in camel case. */
export interface RewardOptions extends ModuleOptions {
  /** Name of the reward function. @default `reward_fn`, else `reward_func` */
  function?: string | undefined;
  /** What the function receives: auto, str or messages. `auto` decides once, at load. @default 'auto' */
  completionFormat?: 'auto' | 'str' | 'messages' | undefined;
  /** What a batched function gets for a field of the row: auto, list (of one) or value. @default 'auto' */
  columns?: 'auto' | 'list' | 'value' | undefined;
  /**
   * Reuse workers even if libraries, or resources opened at import, may carry state over. Calls may then find in
   * them what earlier calls left (docs/reuse.md). @default false
   */
  allowSharedState?: boolean | undefined;
  /**
   * Restore the memory of workers instead of forking new ones, where the kernel can: auto, always or never.
   * `auto`: where little memory is copied (docs/reuse.md). @default 'auto'
   */
  restore?: 'auto' | 'always' | 'never' | undefined;
  /** Size of one completion, as JSON; a longer one is `invalid` and not run. @default '16MiB' */
  maxCompletion?: Size | undefined;
  /** Calls that run at the same time. From 1 to 4096. @default number of CPUs */
  concurrency?: number | undefined;
  /**
   * When a worker serves further calls: auto, never, always or shared. An episode has a worker of its own in any
   * case, so `shared` is refused for environments (docs/reuse.md). @default 'auto'
   */
  reuse?: 'auto' | 'never' | 'always' | 'shared' | undefined;
  /**
   * Wall time that one call or one step may take, from its own start. Time in the queue does not count. @default
   * '10s'
   */
  timeout?: Duration | undefined;
  /** Size of one result, as JSON: info, warnings, error and observation. At least 1KiB. @default '1MiB' */
  maxResult?: Size | undefined;
}

/** What `sandbox.loadEnvironment` takes. The fields are the flags of `run` (docs/cli.md), in camel case. */
export interface EnvironmentOptions extends ModuleOptions {
  /** Name of the environment’s class. @default the one with `setup` and `step` */
  class?: string | undefined;
  /** Wall time that the constructor and `setup` may take together. @default '30s' */
  setupTimeout?: Duration | undefined;
  /** Steps of one episode, after which it ends. From 1 to 1000000000. @default 100 */
  maxSteps?: number | undefined;
  /** How long an episode may wait for its next step before it is ended. @default '15m' */
  idleTimeout?: Duration | undefined;
  /** Size of one action, as JSON; a longer one is `invalid`, is not run, and ends the episode. @default '16MiB' */
  maxAction?: Size | undefined;
  /**
   * Give each episode a loopback network of its own, for environments that run servers. It costs 2 MiB and a
   * millisecond per episode. Level `namespaces` only. @default false
   */
  localNetwork?: boolean | undefined;
  /** Episodes that live at the same time; further ones wait. From 1 to 100000. @default 1000 */
  maxEpisodes?: number | undefined;
  /**
   * Setups and steps that run at the same time; further ones wait, and their time has not started. From 1 to 4096.
   * @default four per CPU, at least 32
   */
  concurrency?: number | undefined;
  /**
   * Each episode has a worker of its own, whatever is chosen. An episode has a worker of its own in any case, so
   * `shared` is refused for environments (docs/reuse.md). @default 'auto'
   */
  reuse?: 'auto' | 'never' | 'always' | undefined;
  /**
   * Wall time that one call or one step may take, from its own start. Time in the queue does not count. @default
   * '30s'
   */
  timeout?: Duration | undefined;
  /** Size of one result, as JSON: info, warnings, error and observation. At least 1KiB. @default '16MiB' */
  maxResult?: Size | undefined;
}
