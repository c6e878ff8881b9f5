import { expect, test } from 'vitest';
import { ignoredValues } from '../../../src/check/probes/faults/ignored.ts';
import { setUp } from '../../../src/check/probes/faults/setup.ts';
import { asking, contextOf, type Model } from './models.ts';

interface Case {
  text: string;
  match: boolean;
}
const rows = ['ab', 'cde', 'fg', 'hij'].map((gold) => ({
  gold,
  cases: [
    { text: gold, match: true },
    { text: `${gold}x`, match: false },
    { text: `${gold}${gold}`, match: true },
  ],
}));
const pays =
  (agrees: (one: Case, matched: boolean) => boolean): Model =>
  (text, { cases }) => {
    const pattern = /^<answer>(.+)<\/answer>$/.exec(text)?.[1];
    const matches = (one: Case): boolean => new RegExp(`^(?:${pattern})+$`).test(one.text);
    return pattern !== undefined && (cases as Case[]).every((one) => agrees(one, matches(one))) ? 1 : 0;
  };
const found = async (model: Model): Promise<string[]> => {
  const context = asking(contextOf({ rows }), model);
  const findings = [
    { source: 'probe', severity: 'critical', rule: 'A16', title: '', why: '', fix: '' },
  ] as const;
  const setup = setUp({ ...context, findings });
  return setup === undefined ? ['none'] : (await ignoredValues(setup)).map(({ rule }) => rule);
};

test('what is expected to be false is taken for no expectation', async () => {
  expect(await found(pays(({ match }, matched) => !(match && !matched)))).toEqual(['A21']);
  expect(await found(pays(({ match }, matched) => match === matched))).toEqual([]);
});
