/** The flags of `run` → checked options: of a reward, or of an environment. */

import { FlagError } from '../../options/flag-error.ts';
import type { EnvironmentOptions, RewardOptions, SandboxOptions } from '../../options.ts';
import { onlyRows } from '../../run/resume/only-rows.ts';
import type { KindFlags } from '../settings/flags.ts';
import {
  environmentOptions,
  ONLY_ENVIRONMENT,
  ONLY_REWARD,
  refuseFlags,
  rewardOptions,
  sandboxSettings,
} from '../settings/module-settings.ts';
import { allowedFailures } from './end.ts';
import type { RunFlags } from './flags.ts';

/** What is run, and how. */
export type ModuleChoice =
  | { kind: 'reward'; file: string; options: RewardOptions }
  | { kind: 'environment'; file: string; options: EnvironmentOptions };

export interface RunSettings {
  sandbox: SandboxOptions;
  module: ModuleChoice;
}

/** @throws SandboxError RS101 */
export const runSettings = (flags: RunFlags): RunSettings => {
  if (flags.resume && flags.overwrite) throw new FlagError('resume', ' cannot be used with --overwrite');
  if (flags.resume && (flags.output === undefined || flags.output === '-')) {
    throw new FlagError('resume', ' needs the output file of the earlier run: -o FILE');
  }
  if (flags.only !== undefined) onlyRows(flags.only);
  if (flags.maxFailures !== undefined) allowedFailures(flags.maxFailures, 0);
  return { module: moduleChoice(flags), sandbox: sandboxSettings(flags) };
};

/** @throws SandboxError RS101 */
export const moduleChoice = (flags: KindFlags & { reward?: string; environment?: string }): ModuleChoice => {
  if (flags.reward !== undefined && flags.environment !== undefined) {
    throw new FlagError('reward', ' cannot be used with --environment', {
      help: 'rows with `completion` are for a reward function, rows with `actions` for an environment',
    });
  }
  if (flags.environment !== undefined) {
    refuseFlags(flags, ONLY_REWARD, '--reward', '--environment');
    return { kind: 'environment', file: flags.environment, options: environmentOptions(flags) };
  }
  refuseFlags(flags, ONLY_ENVIRONMENT, '--environment', '--reward');
  return { kind: 'reward', file: flags.reward ?? '', options: rewardOptions(flags) };
};
