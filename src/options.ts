/**
 * The options people pass, their defaults, and the form without optionals that the code works with.
 * One zod schema per surface; unknown keys are errors with the nearest right name.
 */
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { type AllowedHost, parseAllowedHost } from './allowed-host.ts';
import { nearestName, SandboxError } from './errors.ts';

const DURATION_UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const SIZE_UNITS: Readonly<Record<string, number>> = { B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

const parseUnit = (text: string, units: Readonly<Record<string, number>>): number | undefined => {
  const match = /^(\d+(?:\.\d+)?)([A-Za-z]+)$/.exec(text);
  const factor = match?.[2] === undefined ? undefined : units[match[2]];
  return match?.[1] === undefined || factor === undefined ? undefined : Number(match[1]) * factor;
};

/** `500ms`, `2s`, `5m`, `1h` → milliseconds; undefined when it is not a duration. */
export const parseDuration = (text: string): number | undefined => parseUnit(text, DURATION_UNITS);

/** `512B`, `64KiB`, `256MiB`, `1GiB` → bytes; undefined when it is not a size. */
export const parseSize = (text: string): number | undefined => {
  const bytes = parseUnit(text, SIZE_UNITS);
  return bytes === undefined ? undefined : Math.floor(bytes);
};

const unit = (parse: (text: string) => number | undefined, minimum: number, wanted: string) =>
  z
    .custom<number | string>(() => true)
    .transform((value, context): number => {
      const number = typeof value === 'string' ? parse(value) : value;
      if (typeof number === 'number' && Number.isFinite(number) && number >= minimum) return number;
      context.addIssue({ code: 'custom', message: `expected ${wanted}` });
      return z.NEVER;
    });

export const duration = unit(
  parseDuration,
  1,
  'a duration of at least 1ms, such as `500ms`, `2s` or `5m` (a bare number: milliseconds)',
);
export const size = (minimum: number, least: string) =>
  unit(
    parseSize,
    minimum,
    `a size${least}, such as \`64KiB\`, \`256MiB\` or \`1GiB\` (a bare number: bytes)`,
  );
const policy = z.number().nullable();
const allowedHost = z.string().transform((text, context): AllowedHost => {
  const parsed = parseAllowedHost(text);
  if (typeof parsed !== 'string') return parsed;
  context.addIssue({ code: 'custom', message: parsed });
  return z.NEVER;
});

export const REUSE_MODES = ['auto', 'never', 'always', 'shared'] as const;
export type ReuseMode = (typeof REUSE_MODES)[number];

export const PROFILES = ['default', 'strict'] as const;
export type Profile = (typeof PROFILES)[number];

export const sandboxOptionsSchema = z.strictObject({
  /**
   * How strongly to confine. `auto` takes the strongest level that this machine has (never `none`);
   * a named level is used or refused. @default 'auto'
   */
  level: z.enum(['auto', 'namespaces', 'landlock', 'none']).default('auto'),
  /**
   * `strict`, for reward files of strangers: no capabilities and the system call filter before the module is
   * imported; calls of one module share a pid namespace. Level `namespaces` only. @default 'default'
   */
  profile: z.enum(PROFILES).default('default'),
  /** Python interpreter of the modules: a path or a name on PATH. @default the active venv, else `python3` */
  python: z.string().min(1).optional(),
  /** Further files and folders that modules may read, mounted at the same path, read-only. @default [] */
  mounts: z.array(z.string().min(1)).default([]),
  /**
   * Hosts that modules may reach, and nothing else: a name, `*.` and a name, an address, a network (`10.0.0.0/8`) or
   * `localhost`, with a port or (without one) 443 and 80. See docs/judges.md. @default [] (no network)
   */
  allowNet: z.array(allowedHost).max(1000).default([]),
  /**
   * Names of variables of this process's environment that modules get, for keys of APIs. Their values are taken out of
   * everything that comes back. See docs/judges.md. @default []
   */
  env: z.array(z.string()).default([]),
  /** Called with one line for every notable event (level chosen, agent restarted). @default silent */
  onLog: z.custom<(line: string) => void>((value) => typeof value === 'function').optional(),
});

/** What every module has, whatever is in it. */
const moduleOptions = {
  /** Wall time that importing the module may take. @default '60s' */
  loadTimeout: duration.default(60_000),
  /**
   * Memory that one call or episode may take, what the module itself takes included: of each process (RLIMIT_DATA),
   * and of all its processes with its files in /tmp together. docs/limits.md says how hard that is. @default '1GiB'
   */
  memory: size(16 * 2 ** 20, ' of at least 16MiB').default(2 ** 30),
  /** Memory that all workers of the module may take together; the largest is ended. @default none */
  moduleMemory: size(64 * 2 ** 20, ' of at least 64MiB').optional(),
  /** Size of each worker's private /tmp. @default '64MiB' */
  tmpSize: size(2 ** 16, ' of at least 64KiB').default(64 * 2 ** 20),
  /** Size of one file that a call or an episode writes. @default the size of /tmp */
  fileSize: size(2 ** 10, ' of at least 1KiB').optional(),
  /** Processes of one worker, itself and threads included. Minimum 4. @default 256 */
  processes: z.number().int().min(4).max(65_536).default(256),
  /** Descriptors that one process may have open. Minimum 128. @default 512 */
  openFiles: z.number().int().min(128).max(1_048_576).default(512),
  /** CPU time that one call or step may take, all its threads and processes together. Not with `shared`. @default none */
  cpuTime: duration.optional(),
  /** How much of stdout, and of stderr, is kept per call or step; the rest is dropped, it goes on. @default '64KiB' */
  outputLimit: size(0, '').default(64 * 2 ** 10),
  /** Seed for `random`, numpy and torch: the same seed and row give the same numbers. @default from the system */
  seed: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Reward of a call or step that hit a limit (`timeout`, `memory`). @default null */
  onTimeout: policy.default(null),
  /** Reward of a call or step whose module failed (`raised`, `invalid`, `crashed`). @default null */
  onError: policy.default(null),
  /**
   * Reward of a call or step that is `tampered`: it did something that makes its number worthless.
   * `keep` leaves it the number that the module returned. See docs/evidence.md. @default null
   */
  onTamper: z
    .union([z.number(), z.literal('keep')], 'expected a number, null or `keep`')
    .nullable()
    .default(null),
  /** Reward of a call or step that was lost through no fault of its own. @default null */
  onLost: policy.default(null),
  /** pip requirements file for the module's own cached environment. @default PEP 723 metadata in the file, if any */
  requirements: z.string().min(1).optional(),
};

export const rewardOptionsSchema = z.strictObject({
  /** Name of the reward function. @default `reward_fn`, else `reward_func` */
  function: z.string().min(1).optional(),
  /** What the function's first parameter receives. `auto` decides once, at load. @default 'auto' */
  completionFormat: z.enum(['auto', 'str', 'messages']).default('auto'),
  /** Calls that may run at the same time. Minimum 1. @default the number of CPUs */
  concurrency: z.number().int().min(1).max(4096).default(availableParallelism()),
  /** Wall time that one call may take, from its own start; time in the queue does not count. @default '10s' */
  timeout: duration.default(10_000),
  /** JSON bytes of what a result carries beside its number and output (info, warnings, error). @default '1MiB' */
  maxResult: size(2 ** 10, ' of at least 1KiB').default(2 ** 20),
  /** JSON bytes of one completion; a call with a longer one is `invalid` without being run. @default '16MiB' */
  maxCompletion: size(1, ' of at least 1B').default(16 * 2 ** 20),
  /** When a worker serves a further call. See docs/reuse.md. @default 'auto' */
  reuse: z.enum(REUSE_MODES).default('auto'),
  ...moduleOptions,
});

export const environmentOptionsSchema = z.strictObject({
  /** Name of the environment's class. @default the one class with `setup` and `step` */
  class: z.string().min(1).optional(),
  /**
   * Setups and steps that may run at the same time; further ones wait, and their clocks with them.
   * Minimum 1. @default four for each CPU, at least 32
   */
  concurrency: z
    .number()
    .int()
    .min(1)
    .max(4096)
    .default(Math.max(32, 4 * availableParallelism())),
  /** Wall time that one `step` may take, from its own start; time in the queue does not count. @default '30s' */
  timeout: duration.default(30_000),
  /** Wall time that the class's constructor and `setup` may take together. @default '30s' */
  setupTimeout: duration.default(30_000),
  /** Steps of one episode, after which it ends: no trajectory is endless. Minimum 1. @default 100 */
  maxSteps: z.number().int().min(1).max(1_000_000_000).default(100),
  /** How long an episode may wait for its next step before it is ended, and the log says so. @default '15m' */
  idleTimeout: duration.default(900_000),
  /** Episodes that live at the same time; further ones wait for one to end. Minimum 1. @default 1000 */
  maxEpisodes: z.number().int().min(1).max(100_000).default(1_000),
  /** JSON bytes of what a step gives beside its number and output (observation, info, warnings). @default '16MiB' */
  maxResult: size(2 ** 10, ' of at least 1KiB').default(16 * 2 ** 20),
  /** JSON bytes of one action; a step with a longer one is `invalid` without being run, and ends it. @default '16MiB' */
  maxAction: size(1, ' of at least 1B').default(16 * 2 ** 20),
  /**
   * Gives each episode a network of its own, with loopback, for environments that run servers: it costs 2 MiB and a
   * millisecond per episode. Without it an episode can make no socket that listens. Level `namespaces` only.
   * @default false
   */
  localNetwork: z.boolean().default(false),
  /** An episode has a worker of its own under each of these, from `setup` to its end. @default 'auto' */
  reuse: z
    .enum(['auto', 'never', 'always'], 'expected `auto`, `never` or `always`: episodes share no worker')
    .default('auto'),
  ...moduleOptions,
});

/** What `createSandbox` takes. */
export type SandboxOptions = z.input<typeof sandboxOptionsSchema>;
export type ResolvedSandboxOptions = z.output<typeof sandboxOptionsSchema>;
/**
 * What `sandbox.loadReward` takes. Durations are text (`'500ms'`, `'2s'`, `'5m'`) or milliseconds, sizes are text
 * (`'64KiB'`, `'1GiB'`) or bytes. The fields are the flags of `run`, in camel case: docs/cli.md has their meanings and
 * defaults, docs/limits.md what happens at a limit.
 */
export type RewardOptions = z.input<typeof rewardOptionsSchema>;
export type ResolvedRewardOptions = z.output<typeof rewardOptionsSchema>;
/**
 * What `sandbox.loadEnvironment` takes. Durations are text (`'500ms'`, `'2s'`, `'5m'`) or milliseconds, sizes are text
 * (`'64KiB'`, `'1GiB'`) or bytes. The fields are the flags of `run`, in camel case: docs/cli.md has their meanings and
 * all defaults, docs/limits.md what happens at a limit. Those of episodes: `timeout` of a step `'30s'`, `setupTimeout`
 * `'30s'`, `idleTimeout` `'15m'`, `maxSteps` 100, `maxEpisodes` 1000, `concurrency` four for each CPU and at least 32.
 */
export type EnvironmentOptions = z.input<typeof environmentOptionsSchema>;
export type ResolvedEnvironmentOptions = z.output<typeof environmentOptionsSchema>;

const describe = (value: unknown): string => {
  if (typeof value === 'string') return `\`${value}\` (string)`;
  if (value === null) return '`null`';
  return typeof value === 'object'
    ? `an ${Array.isArray(value) ? 'array' : 'object'}`
    : `\`${String(value)}\` (${typeof value})`;
};

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );

/**
 * Checks options against a schema and fills in the defaults.
 * @throws SandboxError RS101, naming the option, what was expected and what came.
 */
export const resolveOptions = <Schema extends z.ZodObject>(
  schema: Schema,
  options: unknown,
): z.output<Schema> => {
  const result = schema.safeParse(options ?? {});
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    const near = nearestName(key, Object.keys(schema.shape));
    throw new SandboxError('RS101', `Unknown option \`${key}\``, {
      help:
        near === undefined
          ? `options are ${Object.keys(schema.shape).join(', ')}`
          : `did you mean \`${near}\`?`,
    });
  }
  const path = issue?.path ?? [];
  const name = path.length === 0 ? 'options' : path.join('.');
  const message = (issue?.message ?? 'invalid')
    .replace(/^(Invalid (input|option)|Too small|Too big): /, '')
    .replace(/, received .*$/, '');
  throw new SandboxError('RS101', `Option \`${name}\`: ${message}, got ${describe(at(options, path))}`);
};
