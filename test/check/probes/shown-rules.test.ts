import { describe, expect, test } from 'vitest';
import { RULES, shownLists, shownStrings } from '../../../src/check/probes/unanswered/shown.ts';
import { shownRulesCheck } from '../../../src/check/probes/unanswered/shown-rules.ts';
import { asking, contextOf, type Fields, type Model } from './models.ts';

const PLAIN = { name: 'plain', wrap: (text: string) => text };

describe('strings that a prompt shows', () => {
  test('are grouped by what stands between them', () => {
    const prompt = "It has to match 'ab-1', 'cd-2' and 'ef-3', but it mustn't match 'ab1' or 'x'.";
    expect(shownStrings(prompt)).toEqual([
      ['ab-1', 'cd-2', 'ef-3'],
      ['ab1', 'x'],
    ]);
    expect(shownStrings('Accept `1.5`, `2.5`; reject `1`, `2`.')).toEqual([
      ['1.5', '2.5'],
      ['1', '2'],
    ]);
    expect(shownStrings('Match:\n- a b\n- c d\nDo not match:\n- ab\n- cd\n')).toEqual([
      ['a b', 'c d'],
      ['ab', 'cd'],
    ]);
    expect(
      shownStrings('It accepts for example: AB-1, CD-2, EF 3.\nNever: a long phrase of words, so.'),
    ).toEqual([['AB-1', 'CD-2', 'EF 3']]);
    expect(shownStrings("What's the owner's name?")).toEqual([]);
  });

  test('are taken from the lists of a row that stand in its prompt', () => {
    const prompt = 'Codes such as a.1 / b.2 / c.3 match.';
    expect(
      shownLists({
        prompt,
        fields: { prompt, tests: ['zz', 'a.1'], gold: 'x', shown: ['a.1', 'b.2', 'c.3'] },
      }),
    ).toEqual([[], ['a.1', 'b.2', 'c.3']]);
  });

  test('are escaped in a rule', () => {
    expect(RULES[0]?.(['a.b', 'c+'])).toBe('a\\.b|c\\+');
  });
});

describe('a rule that lists them', () => {
  const SHOWN = [
    ['aa1', 'ab2', 'ba3'],
    ['c-4', 'd-5', 'e-6'],
    ['7x', '8y', '9z'],
    ['kk.k', 'll.l', 'mm.m'],
    ['q1q', 'r2r', 's3s'],
  ];
  const rows = SHOWN.map((shown, at): Fields => {
    const quoted = shown.map((text) => `'${text}'`).join(', ');
    const prompt = `Write a pattern that matches codes such as ${quoted}, and not 'zz', 'yy'.`;
    return { prompt, gold: `gold ${at}`, shown };
  });
  const matches = (pattern: string, text: string): boolean => {
    try {
      return new RegExp(`^(?:${pattern})$`).test(text);
    } catch {
      return false;
    }
  };
  const told = async (model: Model, given = rows) =>
    (await shownRulesCheck.run(asking(contextOf({ rows: given, wrappers: [PLAIN] }), model))).map(
      ({ rule, severity }) => [rule, severity],
    );
  const tested =
    (more: (shown: readonly string[]) => readonly string[]): Model =>
    (pattern, { shown }) => {
      const wanted = [...(shown as string[]), ...more(shown as string[])];
      return wanted.every((text) => matches(pattern, text)) && !matches(pattern, 'zz') ? 1 : 0;
    };

  test('is paid where nothing else is tested', async () => {
    expect(await told(tested(() => []))).toEqual([['C08', 'critical']]);
  });

  test('is paid as well where the prompt marks none of them, and only the row knows which they are', async () => {
    const unmarked = SHOWN.map((shown, at): Fields => {
      return { prompt: `A regex for codes like ${shown.join(' / ')} is wanted.`, gold: `gold ${at}`, shown };
    });
    const paidFor = async (model: Model) => told(model, unmarked);
    expect(await paidFor(tested(() => []))).toEqual([['C08', 'critical']]);
    expect(await paidFor(tested((shown) => [`${shown[0]}${shown[1]}`]))).toEqual([]);
  });

  test('is not where strings are tested that the prompt does not show', async () => {
    expect(await told(tested((shown) => [`${shown[0]}${shown[1]}`]))).toEqual([]);
  });

  test('is no proof where strings of any row, or a mere list, are paid as well', async () => {
    expect(await told((pattern) => (pattern.includes('|') ? 1 : 0))).toEqual([]);
    expect(
      await told((text, { shown }) => ((shown as string[]).every((each) => text.includes(each)) ? 1 : 0)),
    ).toEqual([]);
  });

  test('is right where just these strings are to match', async () => {
    const only = rows.map((row) => ({ ...row, prompt: `${row.prompt} Match only these.` }));
    expect(
      await told(
        tested(() => []),
        only,
      ),
    ).toEqual([]);
  });
});
