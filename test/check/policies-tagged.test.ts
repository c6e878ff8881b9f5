import { expect, it } from 'vitest';
import { SLOT } from '../../src/check/policies/actions/command-forms.ts';
import { sharedStarts } from '../../src/check/policies/actions/words.ts';

it('takes what stands last in several quoted actions for a value', () => {
  expect(sharedStarts(['route to sales', 'route to billing', 'go home', 'done'])).toEqual([
    `route to ${SLOT}`,
  ]);
});
