import { describe, expect, it } from 'vitest';
import { attackerSettings } from '../../../src/cli/check/attacker-settings.ts';

const URL = 'http://127.0.0.1:8000/v1';

describe('--attacker', () => {
  it('is off without an address', () => {
    expect(attackerSettings({}, 0, 'sk-key')).toBeUndefined();
  });

  it.each([URL, `${URL}/`, `${URL}/chat/completions`])('takes %s', (attacker) => {
    const wanted = { url: URL, model: 'small', requests: 30, seed: 3 };
    expect(attackerSettings({ attacker, model: 'small' }, 3, undefined)).toEqual(wanted);
    expect(attackerSettings({ attacker, model: 'small' }, 3, 'sk-key')).toEqual({ ...wanted, key: 'sk-key' });
  });

  it.each([
    ['7', { requests: 7 }],
    ['200000tokens', { requests: 1_000, tokens: 200_000 }],
  ])('has a budget of %s', (attackerBudget, limits) => {
    const settings = attackerSettings({ attacker: URL, model: 'small', attackerBudget }, 0, undefined);
    expect(settings).toMatchObject(limits);
  });

  it.each([
    [{ attacker: URL }, /needs --model NAME/],
    [{ model: 'small' }, /--model.* needs --attacker/],
    [{ attackerBudget: '7' }, /--attacker-budget.* needs --attacker/],
    [{ attacker: '127.0.0.1:8000', model: 'small' }, /expected an address/],
    [{ attacker: 'file:///etc/passwd', model: 'small' }, /expected an address/],
    [
      { attacker: 'https://me:secret@example.com/v1', model: 'small' },
      /without a user, a password and a query/,
    ],
    [{ attacker: `${URL}?key=secret`, model: 'small' }, /without a user, a password and a query/],
    [{ attacker: URL, model: 'small', attackerBudget: '0' }, /expected a number of requests/],
    [{ attacker: URL, model: 'small', attackerBudget: '5000' }, /expected a number of requests/],
    [{ attacker: URL, model: 'small', attackerBudget: '5m' }, /expected a number of requests/],
  ])('refuses %o', (flags, sentence) => {
    expect(() => attackerSettings(flags, 0, undefined)).toThrow(sentence);
    expect(() => attackerSettings(flags, 0, undefined)).not.toThrow(/secret/);
  });
});
