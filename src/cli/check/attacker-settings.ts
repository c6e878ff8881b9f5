/** `--attacker`, `--model` and `--attacker-budget` → which model is asked for attacks, and for how many. */
import type { AttackerOptions } from '../../check/attacker/attacker.ts';
import { FlagError } from '../../options/flag-error.ts';
import type { CheckFlags } from './check.ts';

const DEFAULT_REQUESTS = 30;
/** Where tokens are the limit. */
const MOST_REQUESTS = 1_000;

/**
 * @param key of the endpoint, sent to it and shown nowhere
 * @throws SandboxError RS101
 */
export const attackerSettings = (
  { attacker, model, attackerBudget }: Pick<CheckFlags, 'attacker' | 'model' | 'attackerBudget'>,
  seed: number,
  key: string | undefined,
): AttackerOptions | undefined => {
  if (attacker === undefined) {
    if (model !== undefined) throw new FlagError('model', ' needs --attacker');
    if (attackerBudget !== undefined) throw new FlagError('attacker-budget', ' needs --attacker');
    return undefined;
  }
  if (model === undefined || model === '') throw new FlagError('attacker', ' needs --model NAME');
  return {
    url: endpointOf(attacker),
    model,
    ...(key === undefined || key === '' ? {} : { key }),
    ...limitsOf(attackerBudget),
    seed,
  };
};

const endpointOf = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new FlagError(
      'attacker',
      `: expected an address such as http://127.0.0.1:8000/v1, got \`${text}\``,
    );
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    const help = 'give the key in the variable RUNRL_ATTACKER_KEY';
    throw new FlagError('attacker', ': expected an address without a user, a password and a query', { help });
  }
  return url.href.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
};

const limitsOf = (text: string | undefined): Pick<AttackerOptions, 'requests' | 'tokens'> => {
  if (text === undefined) return { requests: DEFAULT_REQUESTS };
  const [, number, unit] = /^([1-9]\d{0,8}) *(tokens?)?$/.exec(text) ?? [];
  const count = Number(number);
  if (number === undefined || (unit === undefined && count > MOST_REQUESTS))
    throw new FlagError(
      'attacker-budget',
      `: expected a number of requests up to ${MOST_REQUESTS}, or \`200000tokens\`, got \`${text}\``,
    );
  return unit === undefined ? { requests: count } : { requests: MOST_REQUESTS, tokens: count };
};
