/** The flags of `check` → checked options. */
import type { AttackerOptions } from '../../check/attacker/attacker.ts';
import { SEVERITIES, type Severity } from '../../check/finding.ts';
import { kindOf } from '../../check/loading/module-kind.ts';
import { FlagError } from '../../options/flag-error.ts';
import {
  type EnvironmentOptions,
  parseDuration,
  type RewardOptions,
  type SandboxOptions,
} from '../../options.ts';
import { DURATION, type Unit, withUnit } from '../settings/flag-values.ts';
import {
  environmentOptions,
  ONLY_ENVIRONMENT,
  ONLY_REWARD,
  refuseFlags,
  rewardOptions,
  sandboxSettings,
} from '../settings/module-settings.ts';
import { hideFrom } from '../settings/told-files.ts';
import { attackerSettings } from './attacker-settings.ts';
import type { CheckFlags } from './check.ts';

export interface CheckSettings {
  kind: 'reward' | 'environment';
  budget: number;
  calls?: number;
  seed: number;
  failOn: Severity;
  exhaustive: boolean;
  sandbox: SandboxOptions;
  reward: RewardOptions;
  environment: EnvironmentOptions;
  attacker?: AttackerOptions | undefined;
}

const DEFAULT_BUDGET = '60s';
const DEFAULT_SEED = 0;
/** Also a number of calls, which is the same work on every machine. */
const BUDGET: Unit = { ...DURATION, expected: 'a duration such as `30s` or `5m`, or `4000calls`' };

const callsOf = (text: string | undefined): number | undefined => {
  const [, number] = /^([1-9]\d{0,8}) *calls?$/.exec(text ?? '') ?? [];
  return number === undefined ? undefined : Number(number);
};

/**
 * @param file of the module
 * @param source its text
 * @throws SandboxError RS101
 */
export const checkSettings = (
  file: string,
  source: string,
  flags: CheckFlags,
  environmentVariables: NodeJS.ProcessEnv = process.env,
): CheckSettings => {
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
  const calls = callsOf(flags.budget);
  const time = calls === undefined ? flags.budget : undefined;
  const budget = parseDuration(withUnit('--budget', time, BUDGET) ?? DEFAULT_BUDGET);
  const reward = isReward ? rewardOptions(flags) : {};
  const environment = isReward ? {} : environmentOptions(flags);
  const seed = reward.seed ?? environment.seed ?? DEFAULT_SEED;
  return {
    kind,
    budget: budget ?? 0,
    ...(calls === undefined ? {} : { calls }),
    seed,
    attacker: attackerSettings(flags, seed, environmentVariables.RUNRL_ATTACKER_KEY),
    failOn: severityOf(flags.failOn),
    exhaustive: flags.exhaustive === true,
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

const severityOf = (text: string | undefined): Severity => {
  const found = SEVERITIES.find((severity) => severity === (text ?? 'critical'));
  if (found !== undefined) return found;
  throw new FlagError('fail-on', `: expected one of ${SEVERITIES.join(', ')}, got \`${text}\``);
};
