import { expect, it } from 'vitest';
import { SLOT } from '../../src/check/policies/actions/command-forms.ts';
import { taggedIn } from '../../src/check/policies/actions/tagged.ts';
import { sharedStarts } from '../../src/check/policies/actions/words.ts';

it('reads calls that are shown as several tags', () => {
  expect(taggedIn('Say <tool>find</tool> <input>words</input>, or <end>x</end>.')).toEqual({
    whole: ['<tool>find</tool> <input>words</input>'],
    forms: [`<tool>find</tool> <input>${SLOT}</input>`],
    commands: [`<tool>find</tool> <input>${SLOT}</input>`],
  });
  const nested = '<call>\n<name>add</name>\n<a>1</a>\n<b>2</b>\n</call>';
  expect(taggedIn(nested).commands).toContain(
    `<call>\n<name>add</name>\n<a>${SLOT}</a>\n<b>${SLOT}</b>\n</call>`,
  );
});

it('reads calls whose JSON is in a tag, with the quotes of texts kept', () => {
  const shown = '<use>{"name": "buy", "args": {"sku": "A1", "n": 2}}</use>';
  expect(taggedIn(`For example ${shown}`)).toEqual({
    whole: [shown],
    forms: [shown.replace('A1', SLOT), shown.replace('2', SLOT)],
    commands: [shown.replace('A1', SLOT).replace('2', SLOT)],
  });
  expect(taggedIn('a <b> c, {"d": 1} and </e>')).toEqual({ whole: [], forms: [], commands: [] });
});

it('takes what stands last in several quoted actions for a value', () => {
  expect(sharedStarts(['route to sales', 'route to billing', 'go home', 'done'])).toEqual([
    `route to ${SLOT}`,
  ]);
});
