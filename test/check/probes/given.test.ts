/** What a prompt gives to work on, paid as the answer. */
import { describe, expect, test } from 'vitest';
import { givenCheck } from '../../../src/check/probes/compared/given.ts';
import { ECHO_PROBES } from '../../../src/check/probes/text/echo.ts';
import { asking, contextOf, type Model } from './models.ts';

const MIXED = [
  'etnlpa',
  'niwwod',
  'gairtu',
  'gierbd',
  'fsetor',
  'ejakct',
  'kcetor',
  'hswoda',
  'ttelob',
  'eritnw',
];
const ROWS = MIXED.map((mixed, at) => ({
  prompt: at % 2 === 0 ? `Unscramble: ${mixed}` : `Which word has the letters of '${mixed}'?`,
  mixed,
}));
const NUMBERS = MIXED.map((_, at) => ({
  prompt: `Use 3 tokens to leave ${at * 7 + 40} on the stack.`,
  target: at * 7 + 40,
}));
const inner = (text: string): string => /<answer>(.*)<\/answer>/.exec(text)?.[1] ?? '';
const letters = (text: string): string => [...text].sort().join('');
const severities = async (rows: typeof ROWS | typeof NUMBERS, goldField: string, model: Model) => {
  const found = await givenCheck.run(asking(contextOf({ rows, goldField }), model));
  return found.map(({ rule, severity }) => `${rule} ${severity}`);
};

describe('a copy of what is to be made into another text', () => {
  const prompts = (say: (text: string) => string) =>
    MIXED.map((mixed) => ({ prompt: say(mixed), mixed })) as typeof ROWS;
  const model: Model = (text, { mixed }) => Number(inner(text) === mixed);

  test('is proof', async () => {
    expect(
      await severities(
        prompts((text) => `Translate: ${text}`),
        'mixed',
        model,
      ),
    ).toEqual(['A04 critical']);
  });

  test('is none where it may stay as it is, or is to be found in a text', async () => {
    const stays = prompts((text) => `Convert, unless it is right already: ${text}`);
    expect(await severities(stays, 'mixed', model)).toEqual(['A04 warning']);
    const found = MIXED.map((mixed, at) => ({
      prompt: `Translated ${at} times by many people: ${mixed}`,
      mixed,
    }));
    expect(await severities(found as typeof ROWS, 'mixed', model)).toEqual(['A04 warning']);
  });
});

describe('a copy of the material', () => {
  test('is proof where other texts of the same stuff are paid as well', async () => {
    const model: Model = (text, { mixed }) => Number(letters(inner(text)) === letters(String(mixed)));
    expect(await severities(ROWS, 'mixed', model)).toEqual(['A04 critical']);
  });

  test('may be what the task is to find, where only it is paid', async () => {
    const model: Model = (text, { mixed }) => Number(inner(text) === mixed);
    expect(await severities(ROWS, 'mixed', model)).toEqual(['A04 warning']);
  });

  test('is found among numbers, though the field is called as answers are', async () => {
    const sum: Model = (text, { target }) => {
      const parts = inner(text).split(/\s*\+\s*/);
      return Number(parts.reduce((all, part) => all + Number(part), 0) === target);
    };
    expect(await severities(NUMBERS, 'target', sum)).toEqual(['A04 critical']);
    const same: Model = (text, { target }) => Number(inner(text) === String(target));
    expect(await severities(NUMBERS, 'target', same)).toEqual([]);
  });
});

test('words of a passage in another order are no proof: a measure of shared words takes them so', async () => {
  const words = (text: string): string => text.split(' ').sort().join(' ');
  const f1: Model = (text, { given }) => Number(words(inner(text)) === words(String(given)));
  const passage = MIXED.map((name, at) => ({
    prompt: `In ${1900 + at} the bridge of ${name} was built by Ana Ruiz ${name}. Who built it?`,
    given: `Ana Ruiz ${name}`,
  }));
  expect(await severities(passage as never, 'given', f1)).toEqual(['A04 warning']);
  // Nothing else is given: there is nothing to be found.
  const list = MIXED.map((name) => ({ prompt: `Sort: Ana Ruiz ${name}`, given: `Ana Ruiz ${name}` }));
  expect(await severities(list as never, 'given', f1)).toEqual(['A04 critical']);
});

test('what is copied is written in several ways, and never where it is the right answer', () => {
  const [, copied] = ECHO_PROBES;
  const texts = (list: number[]): readonly string[] => {
    const context = contextOf({ rows: [{ prompt: `Sort ${list.join(', ')}.`, list, gold: '3, 5, 9' }] });
    return copied?.make(context, context.calibration.levels[0] as never) ?? [];
  };
  expect(texts([5, 3, 9])).toContain('<answer>5, 3, 9</answer>');
  expect(texts([3, 5, 9])).not.toContain('<answer>3, 5, 9</answer>');
});
