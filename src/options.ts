/**
 * The options people pass, their defaults, and the form without optionals that the code works with.
 * One zod schema per surface; unknown keys are errors with the nearest right name.
 */
import { z } from 'zod';
import { SandboxError } from './errors.ts';
import { faultOf, type OptionFault, unknownHelp } from './options/fault.ts';
import { ENVIRONMENT, REWARD } from './options/modules.ts';
import { SANDBOX } from './options/sandbox.ts';
import { shapeOf } from './options/schema.ts';
import type { EnvironmentOptions, RewardOptions, SandboxOptions } from './options/types.ts';

export { PROFILES, type Profile, REUSE_MODES, type ReuseMode } from './options/modes.ts';
export * from './options/types.ts';

export { parseDuration, parseSize } from './options/units.ts';

export const sandboxOptionsSchema = z.strictObject({
  ...shapeOf(SANDBOX),
  sources: z.custom<Map<string, Uint8Array>>((value) => value instanceof Map).optional(),
  recover: z.boolean().default(false),
  onLog: z
    .custom<(line: string, level?: 'info' | 'warn' | 'error') => void>((value) => typeof value === 'function')
    .optional(),
});
export const rewardOptionsSchema = z.strictObject(shapeOf(REWARD));
export const environmentOptionsSchema = z.strictObject(shapeOf(ENVIRONMENT));

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
  throw optionError(faultOf(schema, options ?? {}) as OptionFault, Object.keys(schema.shape));
};

/** A fault in the words of the library. */
export const optionError = (fault: OptionFault, known: readonly string[]): SandboxError => {
  if (fault.kind === 'unknown')
    return new SandboxError('RS101', `Unknown option \`${fault.name}\``, {
      help: unknownHelp(fault.name, known),
    });
  const { path, expected, bare, got } = fault;
  const name = path.length === 0 ? 'options' : path.join('.');
  const unit = bare === undefined ? '' : ` (a bare number: ${bare})`;
  return new SandboxError('RS101', `Option \`${name}\`: expected ${expected}${unit}, got ${describe(got)}`);
};
