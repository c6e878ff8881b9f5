/**
 * The options people pass, their defaults, and the form without optionals that the code works with.
 * One zod schema per surface; unknown keys are errors with the nearest right name.
 */
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { type AllowedHost, parseAllowedHost } from './allowed-host.ts';
import { nearestName, SandboxError } from './errors.ts';
import {
  type EnvironmentOptions,
  PROFILES,
  REUSE_MODES,
  type RewardOptions,
  type SandboxOptions,
} from './option-types.ts';

export * from './option-types.ts';

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

export const sandboxOptionsSchema = z.strictObject({
  level: z.enum(['auto', 'namespaces', 'landlock', 'none']).default('auto'),
  profile: z.enum(PROFILES).default('default'),
  python: z.string().min(1).optional(),
  mounts: z.array(z.string().min(1)).default([]),
  hide: z.array(z.string().min(1)).default([]),
  root: z.string().min(1).optional(),
  allowNet: z.array(allowedHost).max(1000).default([]),
  env: z.array(z.string()).default([]),
  sources: z.custom<Map<string, Uint8Array>>((value) => value instanceof Map).optional(),
  recover: z.boolean().default(false),
  onLog: z
    .custom<(line: string, level?: 'info' | 'warn' | 'error') => void>((value) => typeof value === 'function')
    .optional(),
});

/** What every module has, whatever is in it. */
const moduleOptions = {
  loadTimeout: duration.default(60_000),
  memory: size(16 * 2 ** 20, ' of at least 16MiB').default(2 ** 30),
  moduleMemory: size(64 * 2 ** 20, ' of at least 64MiB').optional(),
  tmpSize: size(2 ** 16, ' of at least 64KiB').default(64 * 2 ** 20),
  fileSize: size(2 ** 10, ' of at least 1KiB').optional(),
  processes: z.number().int().min(4).max(65_536).default(256),
  openFiles: z.number().int().min(128).max(1_048_576).default(512),
  cpuTime: duration.optional(),
  outputLimit: size(0, '').default(64 * 2 ** 10),
  seed: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  onTimeout: policy.default(null),
  onError: policy.default(null),
  onTamper: z
    .union([z.number(), z.literal('keep')], 'expected a number, null or `keep`')
    .nullable()
    .default(null),
  onLost: policy.default(null),
  requirements: z.string().min(1).optional(),
};

export const rewardOptionsSchema = z.strictObject({
  function: z.string().min(1).optional(),
  completionFormat: z.enum(['auto', 'str', 'messages']).default('auto'),
  columns: z.enum(['auto', 'list', 'value']).default('auto'),
  concurrency: z.number().int().min(1).max(4096).default(availableParallelism()),
  timeout: duration.default(10_000),
  maxResult: size(2 ** 10, ' of at least 1KiB').default(2 ** 20),
  maxCompletion: size(1, ' of at least 1B').default(16 * 2 ** 20),
  reuse: z.enum(REUSE_MODES).default('auto'),
  allowSharedState: z.boolean().default(false),
  ...moduleOptions,
});

export const environmentOptionsSchema = z.strictObject({
  class: z.string().min(1).optional(),
  concurrency: z
    .number()
    .int()
    .min(1)
    .max(4096)
    .default(Math.max(32, 4 * availableParallelism())),
  timeout: duration.default(30_000),
  setupTimeout: duration.default(30_000),
  maxSteps: z.number().int().min(1).max(1_000_000_000).default(100),
  idleTimeout: duration.default(900_000),
  maxEpisodes: z.number().int().min(1).max(100_000).default(1_000),
  maxResult: size(2 ** 10, ' of at least 1KiB').default(16 * 2 ** 20),
  maxAction: size(1, ' of at least 1B').default(16 * 2 ** 20),
  localNetwork: z.boolean().default(false),
  reuse: z
    .enum(['auto', 'never', 'always'], 'expected `auto`, `never` or `always`: episodes share no worker')
    .default('auto'),
  ...moduleOptions,
});

export type ResolvedSandboxOptions = z.output<typeof sandboxOptionsSchema>;
export type ResolvedRewardOptions = z.output<typeof rewardOptionsSchema>;
export type ResolvedEnvironmentOptions = z.output<typeof environmentOptionsSchema>;

/** Does not compile unless a schema takes what its documented type says, and nothing else. */
type Same<A, B> = [A, B] extends [B, A]
  ? keyof A | keyof B extends keyof A & keyof B
    ? true
    : never
  : never;
true satisfies Same<SandboxOptions, z.input<typeof sandboxOptionsSchema>> &
  Same<RewardOptions, z.input<typeof rewardOptionsSchema>> &
  Same<EnvironmentOptions, z.input<typeof environmentOptionsSchema>>;

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
