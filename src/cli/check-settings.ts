/** The flags of `check` → checked options. */
import { SEVERITIES, type Severity } from '../check/finding.ts';
import { kindOf } from '../check/loading/module-kind.ts';
import { SandboxError } from '../errors.ts';
import {
  type EnvironmentOptions,
  parseDuration,
  type RewardOptions,
  type SandboxOptions,
} from '../options.ts';
import type { CheckFlags } from './check.ts';
import { DURATION, withUnit } from './flag-values.ts';
import {
  environmentOptions,
  ONLY_ENVIRONMENT,
  ONLY_REWARD,
  refuseFlags,
  rewardOptions,
  sandboxSettings,
} from './module-settings.ts';
import { hideFrom } from './told-files.ts';

export interface CheckSettings {
  kind: 'reward' | 'environment';
  budget: number;
  seed: number;
  failOn: Severity;
  without: ReadonlySet<string>;
  sandbox: SandboxOptions;
  reward: RewardOptions;
  environment: EnvironmentOptions;
}

const DEFAULT_BUDGET = '60s';
const DEFAULT_SEED = 0;

/**
 * @param file of the module
 * @param source its text
 * @throws SandboxError RS101
 */
export const checkSettings = (file: string, source: string, flags: CheckFlags): CheckSettings => {
  const kind =
    flags.environment !== undefined
      ? 'environment'
      : flags.reward !== undefined
        ? 'reward'
        : kindOf(source, flags.function);
  const isReward = kind === 'reward';
  const [other, own, given] = isReward
    ? [ONLY_ENVIRONMENT, 'an environment', 'a reward function']
    : [ONLY_REWARD, 'a reward function', 'an environment'];
  refuseFlags(flags, other, own, given);
  const budget = parseDuration(withUnit('--budget', flags.budget, DURATION) ?? DEFAULT_BUDGET);
  const reward = isReward ? rewardOptions(flags) : {};
  const environment = isReward ? {} : environmentOptions(flags);
  return {
    kind,
    budget: budget ?? 0,
    seed: reward.seed ?? environment.seed ?? DEFAULT_SEED,
    failOn: severityOf(flags.failOn),
    without: partsOf(flags.without),
    sandbox: hideFrom(
      sandboxSettings(flags),
      [file],
      [
        ...[flags.prompts, flags.completions, flags.baseline, flags.writeBaseline, flags.report],
        ...[flags.json, flags.sarif, flags.markdown, flags.html],
      ],
    ),
    reward,
    environment,
  };
};

const PARTS = ['decoy', 'mining'];

const partsOf = (names: readonly string[] = []): ReadonlySet<string> => {
  const unknown = names.find((name) => !PARTS.includes(name));
  if (unknown === undefined) return new Set(names);
  throw new SandboxError('RS101', `--without: expected one of ${PARTS.join(', ')}, got \`${unknown}\``);
};

const severityOf = (text: string | undefined): Severity => {
  const found = SEVERITIES.find((severity) => severity === (text ?? 'critical'));
  if (found !== undefined) return found;
  throw new SandboxError('RS101', `--fail-on: expected one of ${SEVERITIES.join(', ')}, got \`${text}\``);
};
