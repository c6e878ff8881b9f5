/** The flags that modules share → options of the library, checked. */
import {
  type EnvironmentOptions,
  environmentOptionsSchema,
  type RewardOptions,
  type SandboxOptions,
  sandboxOptionsSchema,
} from '../options.ts';
import {
  checkOptions,
  DURATION,
  policy,
  SIZE,
  wholeNumber,
  withoutUndefined,
  withUnit,
} from './flag-values.ts';
import type { EnvironmentFlags, ModuleFlags } from './module-options.ts';

/** Options that a reward and an environment have both. */
export type ModuleSettings = Pick<RewardOptions, keyof RewardOptions & keyof EnvironmentOptions>;

/**
 * Options of a module from the flags of `addModuleOptions` and `addPolicyOptions`; absent flags are left out.
 * @throws SandboxError RS101
 */
export const moduleSettings = (flags: ModuleFlags): ModuleSettings =>
  withoutUndefined({
    timeout: withUnit('--timeout', flags.timeout, DURATION),
    loadTimeout: withUnit('--load-timeout', flags.loadTimeout, DURATION),
    memory: withUnit('--memory', flags.memory, SIZE),
    moduleMemory: withUnit('--module-memory', flags.moduleMemory, SIZE),
    tmpSize: withUnit('--tmp-size', flags.tmpSize, SIZE),
    fileSize: withUnit('--file-size', flags.fileSize, SIZE),
    processes: wholeNumber('--processes', flags.processes, 4, 65_536),
    openFiles: wholeNumber('--open-files', flags.openFiles, 128, 1_048_576),
    cpuTime: withUnit('--cpu-time', flags.cpuTime, DURATION),
    outputLimit: withUnit('--output-limit', flags.outputLimit, SIZE),
    maxResult: withUnit('--max-result', flags.maxResult, SIZE),
    seed: wholeNumber('--seed', flags.seed, 0, Number.MAX_SAFE_INTEGER),
    onTimeout: policy('--on-timeout', flags.onTimeout),
    onError: policy('--on-error', flags.onError),
    onTamper: flags.onTamper === 'keep' ? 'keep' : policy('--on-tamper', flags.onTamper, ', `keep`'),
    onLost: policy('--on-lost', flags.onLost),
    requirements: flags.requirements,
  });

/**
 * Options of an environment: those of `moduleSettings` and those of the flags of `addEnvironmentOptions`.
 * @param further options that only one command has flags for
 * @throws SandboxError RS101
 */
export const environmentSettings = (
  flags: ModuleFlags & EnvironmentFlags,
  further: Readonly<Record<string, unknown>> = {},
): EnvironmentOptions => {
  const settings = withoutUndefined({
    ...moduleSettings(flags),
    class: flags.class,
    setupTimeout: withUnit('--setup-timeout', flags.setupTimeout, DURATION),
    maxSteps: wholeNumber('--max-steps', flags.maxSteps, 1, 1_000_000_000),
    idleTimeout: withUnit('--idle-timeout', flags.idleTimeout, DURATION),
    maxAction: withUnit('--max-action', flags.maxAction, SIZE),
    localNetwork: flags.localNetwork,
    ...further,
  });
  checkOptions(environmentOptionsSchema, settings);
  return settings as EnvironmentOptions;
};

/**
 * Options of the sandbox.
 * @throws SandboxError RS101
 */
export const sandboxSettings = (flags: ModuleFlags): SandboxOptions => {
  const settings = withoutUndefined({
    level: flags.sandbox,
    profile: flags.profile,
    python: flags.python,
    mounts: flags.mount,
    hide: flags.hide,
    root: flags.root,
    allowNet: flags.allowNet,
    env: flags.env,
  });
  checkOptions(sandboxOptionsSchema, settings);
  return settings as SandboxOptions;
};
