/** The flags of `run` → checked options. Every complaint names the flag as it was typed. */
import { nearestName, SandboxError } from '../errors.ts';
import {
  parseDuration,
  parseSize,
  type RewardOptions,
  resolveOptions,
  rewardOptionsSchema,
  type SandboxOptions,
  sandboxOptionsSchema,
} from '../options.ts';
import type { RunFlags } from './run-flags.ts';

export interface RunSettings {
  sandbox: SandboxOptions;
  reward: RewardOptions;
}

/** Options of the library whose flags have another name. */
const FLAG_OF: Readonly<Record<string, string>> = { level: '--sandbox', mounts: '--mount' };

const flagOf = (option: string): string =>
  FLAG_OF[option] ?? `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const bad = (flag: string, expected: string, value: string, help?: string): SandboxError =>
  new SandboxError(
    'RS101',
    `${flag}: expected ${expected}, got \`${value}\``,
    help === undefined ? {} : { help },
  );

/** @throws SandboxError RS101 */
export const runSettings = (flags: RunFlags): RunSettings => {
  if (flags.resume && flags.overwrite)
    throw new SandboxError('RS101', '--resume and --overwrite exclude each other');
  if (flags.resume && (flags.output === undefined || flags.output === '-')) {
    throw new SandboxError('RS101', '--resume needs the output file to go on with: -o FILE');
  }
  const reward = withoutUndefined({
    function: flags.function,
    completionFormat: flags.completionFormat,
    concurrency: wholeNumber('--concurrency', flags.concurrency, 1, 4096),
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
    maxCompletion: withUnit('--max-completion', flags.maxCompletion, SIZE),
    reuse: flags.reuse,
    seed: wholeNumber('--seed', flags.seed, 0, Number.MAX_SAFE_INTEGER),
    onTimeout: policy('--on-timeout', flags.onTimeout),
    onError: policy('--on-error', flags.onError),
    onTamper: flags.onTamper === 'keep' ? 'keep' : policy('--on-tamper', flags.onTamper, ', `keep`'),
    onLost: policy('--on-lost', flags.onLost),
    requirements: flags.requirements,
  });
  const sandbox = withoutUndefined({
    level: flags.sandbox,
    profile: flags.profile,
    python: flags.python,
    mounts: flags.mount,
    allowNet: flags.allowNet,
    env: flags.env,
  });
  check(() => resolveOptions(rewardOptionsSchema, reward), reward);
  check(() => resolveOptions(sandboxOptionsSchema, sandbox), sandbox);
  return { reward: reward as RewardOptions, sandbox: sandbox as SandboxOptions };
};

const withoutUndefined = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Says what the library says about an option, in the words of the command line. */
const check = (resolve: () => void, values: Readonly<Record<string, unknown>>): void => {
  try {
    resolve();
  } catch (error) {
    const match =
      error instanceof SandboxError
        ? /^Option `(\w+)(?:\.(\d+))?[^`]*`: expected (.*), got /s.exec(error.message)
        : null;
    if (match === null) throw error;
    const [, option = '', position, expected = ''] = match;
    const given = values[option];
    const value = String(Array.isArray(given) && position !== undefined ? given[Number(position)] : given);
    const choices = [...expected.matchAll(/"(\w+)"/g)].map(([, choice]) => choice ?? '');
    const near = nearestName(value, choices);
    const wanted =
      choices.length > 0 ? `one of ${choices.join(', ')}` : expected.replace(/ \(a bare number: \w+\)/, '');
    throw bad(flagOf(option), wanted, value, near === undefined ? undefined : `did you mean \`${near}\`?`);
  }
};

const wholeNumber = (
  flag: string,
  text: string | undefined,
  least: number,
  most: number,
): number | undefined => {
  if (text === undefined) return undefined;
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw bad(flag, `a whole number from ${least} to ${most}`, text);
};

const policy = (flag: string, text: string | undefined, other = ''): number | null | undefined => {
  if (text === undefined || text === 'null') return text === undefined ? undefined : null;
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(number)) return number;
  throw bad(flag, `a number${other}, or \`null\` for none`, text);
};

interface Unit {
  parse: (text: string) => number | undefined;
  expected: string;
  /** What people write instead → what they mean. */
  meant: readonly (readonly [RegExp, string])[];
}

const DURATION: Unit = {
  parse: parseDuration,
  expected: 'a duration such as `500ms`, `2s` or `5m`',
  meant: [
    [/^(sec|secs|seconds?)?$/i, 's'],
    [/^(min|mins|minutes?)$/i, 'm'],
    [/^(hours?|hrs?)$/i, 'h'],
    [/^(millis|milliseconds?)$/i, 'ms'],
  ],
};

const SIZE: Unit = {
  parse: parseSize,
  expected: 'a size such as `64KiB`, `256MiB` or `1GiB`',
  meant: [
    [/^ki?b?$/i, 'KiB'],
    [/^(mi?b?)?$/i, 'MiB'],
    [/^gi?b?$/i, 'GiB'],
  ],
};

/** The library takes bare numbers; on the command line nobody can see which unit is meant. */
const withUnit = (flag: string, text: string | undefined, unit: Unit): string | undefined => {
  if (text === undefined || unit.parse(text) !== undefined) return text;
  const [, number, letters] = /^(\d+(?:\.\d+)?) *([a-zA-Z]*)$/.exec(text) ?? [];
  const meant =
    letters === undefined ? undefined : unit.meant.find(([pattern]) => pattern.test(letters))?.[1];
  throw bad(
    flag,
    unit.expected,
    text,
    meant === undefined ? undefined : `did you mean \`${number}${meant}\`?`,
  );
};
