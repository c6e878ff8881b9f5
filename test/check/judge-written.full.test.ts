/** Ways in which judges are asked and read, each with one fault or none. */
import { describe, expect, it } from 'vitest';
import { judgeCheck } from '../../src/check/judge/check.ts';
import { type Setting, withContext } from './stage.ts';

const SETTING: Setting = {
  rows: [{ prompt: 'Why is the sky blue?', reference: 'Rayleigh scattering' }],
  basis: 'judge',
  goldField: null,
  // A judge that is silent is waited for.
  reward: { timeout: '2s' },
};

describe('what people write', () => {
  it.each([
    ['counts_words_instead', ['D07']],
    ['pays_what_is_not_wrong', ['D04', 'D07']],
    ['takes_null', ['D07']],
    ['believes_texts', ['D04']],
    ['finds_letters', ['D03', 'D04']],
    ['pays_half_for_failure', ['D03', 'D05', 'D07']],
    ['writes_chat', ['D06']],
    ['takes_any_argument', ['D05']],
    ['is_silent_on_refusals', ['D07']],
    ['demands_a_schema', []],
    ['demands_a_letter', []],
  ])('%s: %j', async (name, rules) => {
    await withContext(`judges/${name}.py`, SETTING, async (context) => {
      const findings = await judgeCheck.run(context);
      expect(findings.map(({ rule }) => rule).sort()).toEqual(rules);
      expect(context.notes.isJudged).toBe(true);
    });
  });
});
