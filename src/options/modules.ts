/** The options of modules, by what they concern. Their order is that of `--help` and docs/cli.md. */
import { availableParallelism } from 'node:os';
import { REUSE_MODES } from './modes.ts';
import type { Table } from './rows.ts';

/** What rewards and environments both have, and mean the same by. */
export const MODULE = {
  requirements: {
    type: 'text',
    sign: 'file',
    help: 'pip requirements of the module, installed into a cached environment of its own',
    usual: 'PEP 723 metadata in the file, if any',
  },
  seed: {
    type: 'count',
    help: 'seed for random, numpy and torch: same seed and row, same reward',
    usual: 'from the system',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  },
} as const satisfies Table;

/** Limits of both; docs/limits.md has what happens at each. */
export const LIMITS = {
  loadTimeout: { type: 'duration', help: 'wall time that importing the module may take', default: '60s' },
  memory: {
    type: 'size',
    help: 'memory that one call or episode may take, all its processes together',
    note: 'What the module itself takes counts, and so do files in /tmp ([limits.md](limits.md)).',
    default: '1GiB',
    least: '16MiB',
  },
  moduleMemory: {
    type: 'size',
    help: 'memory that all workers of the module may take together; above it, the largest is killed',
    usual: 'none',
    least: '64MiB',
  },
  tmpSize: { type: 'size', help: "size of each worker's private /tmp", default: '64MiB', least: '64KiB' },
  fileSize: {
    type: 'size',
    help: 'size of one file that a worker may write',
    usual: 'as --tmp-size',
    least: '1KiB',
  },
  processes: {
    type: 'count',
    help: 'processes and threads that one worker may have',
    default: 256,
    min: 4,
    max: 65_536,
  },
  openFiles: {
    type: 'count',
    help: 'file descriptors that one process may have open',
    default: 512,
    min: 128,
    max: 1_048_576,
  },
  cpuTime: {
    type: 'duration',
    help: 'CPU time that one call or step may take, all its threads and processes together',
    note: 'Not with `--reuse shared`.',
    usual: 'none',
  },
  outputLimit: {
    type: 'size',
    help: 'stdout, and stderr, kept of one call or step; the rest is dropped',
    default: '64KiB',
  },
} as const satisfies Table;

/** Rewards of failed calls. */
export const POLICIES = {
  onTimeout: {
    type: 'reward',
    help: 'reward of what hit a limit (`timeout`, `memory`): a number or null',
    default: null,
  },
  onError: {
    type: 'reward',
    help: 'reward of what failed in its code (`raised`, `invalid`, `crashed`): a number or null',
    default: null,
  },
  onTamper: {
    type: 'rewardOrKeep',
    help: 'reward of what tampered: a number, keep or null',
    note: '`keep` leaves it the number that the module returned ([evidence.md](evidence.md)).',
    default: null,
  },
  onLost: {
    type: 'reward',
    help: 'reward of what was lost through no fault of its own: a number or null',
    default: null,
  },
} as const satisfies Table;

/** What only rewards have. */
export const REWARD_ONLY = {
  function: {
    type: 'text',
    sign: 'name',
    help: 'name of the reward function',
    usual: '`reward_fn`, else `reward_func`',
  },
  completionFormat: {
    type: 'choice',
    sign: 'format',
    help: 'what the function receives: auto, str or messages',
    note: '`auto` decides once, at load.',
    values: ['auto', 'str', 'messages'],
    default: 'auto',
  },
  columns: {
    type: 'choice',
    sign: 'form',
    help: 'what a batched function gets for a field of the row: auto, list (of one) or value',
    values: ['auto', 'list', 'value'],
    default: 'auto',
  },
  allowSharedState: {
    type: 'flag',
    help: 'reuse workers even if libraries, or resources opened at import, may carry state over',
    note: 'Calls may then find in them what earlier calls left ([reuse.md](reuse.md)).',
    default: false,
  },
  restore: {
    type: 'choice',
    sign: 'when',
    help: 'restore the memory of workers instead of forking new ones, where the kernel can: auto, always or never',
    note: '`auto`: where little memory is copied ([reuse.md](reuse.md#restored-workers)).',
    values: ['auto', 'always', 'never'],
    default: 'auto',
  },
  maxCompletion: {
    type: 'size',
    help: 'size of one completion, as JSON; a longer one is `invalid` and not run',
    default: '16MiB',
    least: '1B',
  },
} as const satisfies Table;

/** What only environments have. */
export const ENVIRONMENT_ONLY = {
  class: {
    type: 'text',
    sign: 'name',
    help: 'name of the environment’s class',
    usual: 'the one with `setup` and `step`',
  },
  setupTimeout: {
    type: 'duration',
    help: 'wall time that the constructor and `setup` may take together',
    default: '30s',
  },
  maxSteps: {
    type: 'count',
    help: 'steps of one episode, after which it ends',
    default: 100,
    min: 1,
    max: 1_000_000_000,
  },
  idleTimeout: {
    type: 'duration',
    help: 'how long an episode may wait for its next step before it is ended',
    default: '15m',
  },
  maxAction: {
    type: 'size',
    help: 'size of one action, as JSON; a longer one is `invalid`, is not run, and ends the episode',
    default: '16MiB',
    least: '1B',
  },
  localNetwork: {
    type: 'flag',
    help: 'give each episode a loopback network of its own, for environments that run servers',
    note: 'It costs 2 MiB and a millisecond per episode. Level `namespaces` only.',
    default: false,
  },
  maxEpisodes: {
    type: 'count',
    help: 'episodes that live at the same time; further ones wait',
    default: 1_000,
    min: 1,
    max: 100_000,
  },
} as const satisfies Table;

/** What a call of a reward takes; `STEP` has the same names. */
export const CALL = {
  concurrency: {
    type: 'count',
    help: 'calls that run at the same time',
    usual: 'number of CPUs',
    computed: () => availableParallelism(),
    min: 1,
    max: 4096,
  },
  reuse: {
    type: 'choice',
    sign: 'mode',
    help: 'when a worker serves further calls: auto, never, always or shared',
    note: 'An episode has a worker of its own in any case, so `shared` is refused for environments ([reuse.md](reuse.md)).',
    values: REUSE_MODES,
    default: 'auto',
  },
  timeout: {
    type: 'duration',
    help: 'wall time that one call or one step may take, from its own start',
    note: 'Time in the queue does not count.',
    default: '10s',
  },
  maxResult: {
    type: 'size',
    help: 'size of one result, as JSON: info, warnings, error and observation',
    default: '1MiB',
    least: '1KiB',
  },
} as const satisfies Table;

/** What a setup or step of an environment takes. */
export const STEP = {
  concurrency: {
    type: 'count',
    help: 'setups and steps that run at the same time; further ones wait, and their time has not started',
    usual: 'four per CPU, at least 32',
    computed: () => Math.max(32, 4 * availableParallelism()),
    min: 1,
    max: 4096,
  },
  reuse: {
    ...CALL.reuse,
    help: 'each episode has a worker of its own, whatever is chosen',
    values: ['auto', 'never', 'always'],
    expected: '`auto`, `never` or `always`: episodes share no worker',
  },
  timeout: { ...CALL.timeout, default: '30s' },
  maxResult: { ...CALL.maxResult, default: '16MiB' },
} as const satisfies Table;

export const SHARED = { ...MODULE, ...LIMITS, ...POLICIES } as const satisfies Table;
export const REWARD = { ...REWARD_ONLY, ...CALL, ...SHARED } as const satisfies Table;
export const ENVIRONMENT = { ...ENVIRONMENT_ONLY, ...STEP, ...SHARED } as const satisfies Table;
