/** Outcomes → the numbers that trainers take. They have no word for "no reward", so the policies must have one. */
import type { RewardOptions } from '../../options.ts';
import { FAMILY_OF, type Outcome } from '../../outcome.ts';
import { HttpProblem } from '../http/problem.ts';

/** Policies without which what a completion does could leave it without a number. */
const NEEDED = { onTimeout: '--on-timeout', onError: '--on-error', onTamper: '--on-tamper' } as const;

/**
 * Looks before anything is scored: else the trainer would run for days, and break at the first reward that raises.
 * @throws HttpProblem `needs-policy`, which says what to set
 */
export const mustHavePolicies = (module: string, options: Pick<RewardOptions, keyof typeof NEEDED>): void => {
  const missing = (Object.keys(NEEDED) as (keyof typeof NEEDED)[]).filter((name) => options[name] == null);
  if (missing.length === 0) return;
  const flags = missing.map((name) => `${NEEDED[name]} NUMBER`).join(' ');
  throw new HttpProblem('needs-policy', `Start the server with ${flags}`, {
    help:
      `this trainer only accepts numbers, and \`${module}\` has none for calls that fail; in a config file: ` +
      missing.map((name) => `\`${name}\``).join(', '),
  });
};

/**
 * The number of each outcome.
 * @throws HttpProblem `no-reward` when one was lost, or cancelled: trainers ask again
 */
export const numbersOf = (outcomes: readonly Outcome[]): number[] => {
  const without = outcomes.filter(({ reward }) => reward === null);
  const [first] = without;
  if (first === undefined) return outcomes.map(({ reward }) => reward as number);
  const help =
    FAMILY_OF[first.status] === 'ours' ? 'with `--on-lost NUMBER` it would have that number' : undefined;
  throw new HttpProblem(
    'no-reward',
    `${without.length} of ${outcomes.length} calls have no reward: the first is \`${first.status}\``,
    { help },
  );
};

/** As Python reads a float: of `1` it makes an int, of that torch an integer tensor, which has no mean. */
export const floatText = (number: number): string => {
  const written = JSON.stringify(number);
  return /^-?\d+$/.test(written) ? `${written}.0` : written;
};

export const floatsText = (numbers: readonly number[]): string => `[${numbers.map(floatText).join(',')}]`;
