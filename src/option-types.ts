/** The options that people pass, with their meanings and defaults. What is checked, and the defaults, is in options.ts. */
import type { Level } from './outcome.ts';

/** Text such as `'500ms'`, `'2s'`, `'5m'` or `'1h'`, or a number of milliseconds. */
export type Duration = string | number;
/** Text such as `'512B'`, `'64KiB'`, `'256MiB'` or `'1GiB'`, or a number of bytes. */
export type Size = string | number;

export const REUSE_MODES = ['auto', 'never', 'always', 'shared'] as const;
export type ReuseMode = (typeof REUSE_MODES)[number];

export const PROFILES = ['default', 'strict'] as const;
export type Profile = (typeof PROFILES)[number];

/** What `createSandbox` takes. */
export interface SandboxOptions {
  /**
   * How strongly to confine. `auto` takes the strongest level that this machine has (never `none`);
   * a named level is used or refused. @default 'auto'
   */
  level?: 'auto' | Level | undefined;
  /**
   * `strict`, for reward files of strangers: no capabilities and the system call filter before the module is
   * imported; calls of one module share a pid namespace. Level `namespaces` only. @default 'default'
   */
  profile?: Profile | undefined;
  /** Python interpreter of the modules: a path or a name on PATH. @default the active venv, else `python3` */
  python?: string | undefined;
  /** Further files and folders that modules may read, mounted at the same path, read-only. @default [] */
  mounts?: string[] | undefined;
  /**
   * Files and folders that modules must not see, even where they lie in a folder that is shown to them: opening them
   * fails. What `mounts` names itself is shown. The commands add the files that they were given (docs/security.md).
   * @default []
   */
  hide?: string[] | undefined;
  /** Folder in which modules find what they import, after their own folder; mounted, read-only. @default none */
  root?: string | undefined;
  /**
   * Hosts that modules may reach, and nothing else: a name, `*.` and a name, an address, a network (`10.0.0.0/8`) or
   * `localhost`, with a port or (without one) 443 and 80. See docs/judges.md. @default [] (no network)
   */
  allowNet?: string[] | undefined;
  /**
   * Names of variables of this process's environment that modules get, for keys of APIs. Their values are taken out of
   * everything that comes back. See docs/judges.md. @default []
   */
  env?: string[] | undefined;
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
  /** Wall time that importing the module may take. @default '60s' */
  loadTimeout?: Duration | undefined;
  /**
   * Memory that one call or episode may take, what the module itself takes included: of each process (RLIMIT_DATA),
   * and of all its processes with its files in /tmp together. docs/limits.md says how hard that is. @default '1GiB'
   */
  memory?: Size | undefined;
  /** Memory that all workers of the module may take together; the largest is ended. @default none */
  moduleMemory?: Size | undefined;
  /** Size of each worker's private /tmp. @default '64MiB' */
  tmpSize?: Size | undefined;
  /** Size of one file that a call or an episode writes. @default the size of /tmp */
  fileSize?: Size | undefined;
  /** Processes of one worker, itself and threads included. Minimum 4. @default 256 */
  processes?: number | undefined;
  /** Descriptors that one process may have open. Minimum 128. @default 512 */
  openFiles?: number | undefined;
  /** CPU time that one call or step may take, all its threads and processes together. Not with `shared`. @default none */
  cpuTime?: Duration | undefined;
  /** How much of stdout, and of stderr, is kept per call or step; the rest is dropped, it goes on. @default '64KiB' */
  outputLimit?: Size | undefined;
  /** Seed for `random`, numpy and torch: the same seed and row give the same numbers. @default from the system */
  seed?: number | undefined;
  /** Reward of a call or step that hit a limit (`timeout`, `memory`). @default null */
  onTimeout?: number | null | undefined;
  /** Reward of a call or step whose module failed (`raised`, `invalid`, `crashed`). @default null */
  onError?: number | null | undefined;
  /**
   * Reward of a call or step that is `tampered`: it did something that makes its number worthless.
   * `keep` leaves it the number that the module returned. See docs/evidence.md. @default null
   */
  onTamper?: number | 'keep' | null | undefined;
  /** Reward of a call or step that was lost through no fault of its own. @default null */
  onLost?: number | null | undefined;
  /** pip requirements file for the module's own cached environment. @default PEP 723 metadata in the file, if any */
  requirements?: string | undefined;
}

/** What `sandbox.loadReward` takes. The fields are the flags of `run` (docs/cli.md), in camel case. */
export interface RewardOptions extends ModuleOptions {
  /** Name of the reward function. @default `reward_fn`, else `reward_func` */
  function?: string | undefined;
  /** What the function's first parameter receives. `auto` decides once, at load. @default 'auto' */
  completionFormat?: 'auto' | 'str' | 'messages' | undefined;
  /** What a batched function gets for a field of the row: a list of one, or its value. @default 'auto', by its source */
  columns?: 'auto' | 'list' | 'value' | undefined;
  /** Calls that may run at the same time. Minimum 1. @default the number of CPUs */
  concurrency?: number | undefined;
  /** Wall time that one call may take, from its own start; time in the queue does not count. @default '10s' */
  timeout?: Duration | undefined;
  /** JSON bytes of what a result carries beside its number and output (info, warnings, error). @default '1MiB' */
  maxResult?: Size | undefined;
  /** JSON bytes of one completion; a call with a longer one is `invalid` without being run. @default '16MiB' */
  maxCompletion?: Size | undefined;
  /** When a worker serves a further call. See docs/reuse.md. @default 'auto' */
  reuse?: ReuseMode | undefined;
  /**
   * Declares harmless what makes `auto` take fresh workers or imports: libraries that are not known to run no text,
   * database connections, helper processes, sockets and pipes of the import. Calls may then find in them what earlier
   * ones left. See docs/reuse.md. @default false
   */
  allowSharedState?: boolean | undefined;
}

/** What `sandbox.loadEnvironment` takes. The fields are the flags of `run` (docs/cli.md), in camel case. */
export interface EnvironmentOptions extends ModuleOptions {
  /** Name of the environment's class. @default the one class with `setup` and `step` */
  class?: string | undefined;
  /**
   * Setups and steps that may run at the same time; further ones wait, and their clocks with them.
   * Minimum 1. @default four for each CPU, at least 32
   */
  concurrency?: number | undefined;
  /** Wall time that one `step` may take, from its own start; time in the queue does not count. @default '30s' */
  timeout?: Duration | undefined;
  /** Wall time that the class's constructor and `setup` may take together. @default '30s' */
  setupTimeout?: Duration | undefined;
  /** Steps of one episode, after which it ends: no trajectory is endless. Minimum 1. @default 100 */
  maxSteps?: number | undefined;
  /** How long an episode may wait for its next step before it is ended, and the log says so. @default '15m' */
  idleTimeout?: Duration | undefined;
  /** Episodes that live at the same time; further ones wait for one to end. Minimum 1. @default 1000 */
  maxEpisodes?: number | undefined;
  /** JSON bytes of what a step gives beside its number and output (observation, info, warnings). @default '16MiB' */
  maxResult?: Size | undefined;
  /** JSON bytes of one action; a step with a longer one is `invalid` without being run, and ends it. @default '16MiB' */
  maxAction?: Size | undefined;
  /**
   * Gives each episode a network of its own, with loopback, for environments that run servers: it costs 2 MiB and a
   * millisecond per episode. Without it an episode can make no socket that listens. Level `namespaces` only.
   * @default false
   */
  localNetwork?: boolean | undefined;
  /** An episode has a worker of its own under each of these, from `setup` to its end. @default 'auto' */
  reuse?: Exclude<ReuseMode, 'shared'> | undefined;
}
