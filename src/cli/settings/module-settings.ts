/** The flags of modules → options of the library, checked; flags of the other kind of module are refused. */
import { FlagError } from '../../options/flag-error.ts';
import { ENVIRONMENT, REWARD } from '../../options/modules.ts';
import { SANDBOX } from '../../options/sandbox.ts';
import {
  type EnvironmentOptions,
  environmentOptionsSchema,
  type RewardOptions,
  rewardOptionsSchema,
  type SandboxOptions,
  sandboxOptionsSchema,
} from '../../options.ts';
import { checkOptions, flagOf, optionsOf } from './flag-values.ts';
import type { KindFlags } from './flags.ts';
import { isConfigured } from './origins.ts';

/** Flags of the one kind, and what the other kind has instead. */
export const ONLY_REWARD = {
  function: '`--class` names the class of an environment',
  completionFormat: 'a `step` receives each action as a string',
  columns: '`setup` gets the fields of the row by name',
  allowSharedState: 'an episode has a worker of its own',
  restore: 'an episode has a worker of its own, which is always a fork',
  maxCompletion: '`--max-action` limits the actions of an environment',
} as const;
export const ONLY_ENVIRONMENT = {
  class: '`--function` names the reward function',
  setupTimeout: '`--timeout` limits each call of a reward function',
  maxSteps: 'a reward function is called once for each completion',
  idleTimeout: '`--timeout` limits each call of a reward function',
  maxEpisodes: '`--concurrency` limits the calls that run at the same time',
  maxAction: '`--max-completion` limits the completions of a reward function',
  localNetwork: 'a reward function has no network of its own',
} as const;

/** A flag without effect is a mistake that nobody would notice. A configuration is for both kinds of module. */
export const refuseFlags = (
  flags: KindFlags,
  only: Readonly<Partial<Record<keyof KindFlags, string>>>,
  owner: string,
  given: string,
): void => {
  for (const [name, help] of Object.entries(only)) {
    if (flags[name as keyof KindFlags] === undefined || isConfigured(name)) continue;
    throw new FlagError(flagOf(name).slice(2), ` is for ${owner}, not for ${given}`, { help });
  }
};

/** @throws SandboxError RS101 */
export const rewardOptions = (flags: KindFlags): RewardOptions => {
  const options = optionsOf(REWARD, flags);
  checkOptions(rewardOptionsSchema, options);
  return options as RewardOptions;
};

/** A configuration is for both kinds, and `shared` for rewards only. */
const withoutReuse = ({ reuse: _reuse, ...flags }: KindFlags): KindFlags => flags;

/** @throws SandboxError RS101 */
export const environmentOptions = (flags: KindFlags): EnvironmentOptions => {
  if (flags.reuse === 'shared' && isConfigured('reuse')) return environmentOptions(withoutReuse(flags));
  if (flags.reuse === 'shared') {
    throw new FlagError('reuse', ': episodes share no worker, so `shared` is for --reward only', {
      help: 'leave it out: an episode has a worker of its own, from `setup` to its end',
    });
  }
  const options = optionsOf(ENVIRONMENT, flags);
  checkOptions(environmentOptionsSchema, options);
  return options as EnvironmentOptions;
};

/** @throws SandboxError RS101 */
export const sandboxSettings = (flags: KindFlags): SandboxOptions => {
  const options = optionsOf(SANDBOX, flags);
  checkOptions(sandboxOptionsSchema, options);
  return options as SandboxOptions;
};
