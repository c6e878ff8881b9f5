import { expect, it } from 'vitest';
import { SLOT } from '../../src/check/policies/actions/command-forms.ts';
import type { Workshop } from '../../src/check/policies/attacks/attacks.ts';
import { fragments } from '../../src/check/policies/attacks/fragments.ts';
import type { Attack } from '../../src/check/policies/play/attack.ts';
import type { Player } from '../../src/check/policies/play/player.ts';
import type { CheckRow } from '../../src/check/subject.ts';
import { rowOf } from './stage.ts';

const WORDS = ['cold', 'cord', 'word', 'ward', 'warm', 'lead', 'gold', 'head', 'tail', 'ours', 'iron'];
const rows = [
  ['cold', 'warm'],
  ['lead', 'gold'],
  ['head', 'tail'],
  ['word', 'cold'],
].map(([start, target], line) =>
  rowOf({ start, target, prompt: `From ${start} to ${target}, please.` }, line),
);

/** A ladder of words: a step differs in one letter of those that both have, and has to be a word. */
const playerOf = (isWord: (said: string) => boolean): Player => {
  const play = async (row: CheckRow, actions: readonly string[]) => {
    let at = String(row.fields.start);
    const steps = actions.map((action) => {
      const said = /^<say>(.*)<\/say>$/.exec(action)?.[1];
      if (said === undefined) return { observation: 'Write <say>.', reward: 0 };
      const apart = [...at].filter((letter, place) => place < said.length && letter !== said[place]).length;
      if (said !== '' && isWord(said) && apart <= 1) at = said;
      const won = said === row.fields.target && at === said;
      return { observation: isWord(said) ? 'A word.' : 'No word.', reward: won ? 1 : 0 };
    });
    return { row, steps, return: steps.reduce((sum, { reward }) => sum + reward, 0) };
  };
  return { play, budget: { has: () => true } } as unknown as Player;
};
const workshop = { rows, space: { forms: [`<say>${SLOT}</say>`] } } as unknown as Workshop;
const moves = (attack: { policy: (row: CheckRow) => unknown } | undefined, row: CheckRow) => {
  const policy = attack?.policy(row) as ((view: { step: number }) => string | null) | null;
  return [0, 1, 2].map((step) => policy?.({ step }));
};

it('says a letter and then the word of the prompt, where a letter is taken for a word', async () => {
  const [attack] = await fragments(
    workshop,
    playerOf((said) => WORDS.join(' ').includes(said)),
  );
  expect(attack).toMatchObject({ rule: 'A03', isTampering: true, isBound: true, least: 0.9, most: 2 });
  const firsts = rows.map((row) => moves(attack, row)[0]);
  // Another letter on each row, none with which a word of the row begins: neither a choice nor an initial.
  expect(new Set(firsts).size).toBe(rows.length);
  for (const [at, first] of firsts.entries())
    expect(first).toMatch(new RegExp(`^<say>[^${String(rows[at]?.fields.start)[0]}]</say>$`));
  expect(moves(attack, rows[0] as CheckRow).slice(1)).toEqual(['<say>warm</say>', null]);
  const without = ((attack as Attack).without as (row: CheckRow) => string[][])(rows[0] as CheckRow);
  // A word of the row, nothing and what means nothing must not do the same.
  expect(without).toEqual(
    expect.arrayContaining([
      [firsts[0]],
      ['', '<say>warm</say>'],
      ['<say>zqxvkj</say>', '<say>warm</say>'],
      ['<say>warm</say>', '<say>warm</say>'],
      ['<say>cold</say>', '<say>warm</say>'],
    ]),
  );
});

it('makes none where only whole words are, or where the prompt names nothing', async () => {
  expect(
    await fragments(
      workshop,
      playerOf((said) => WORDS.includes(said)),
    ),
  ).toEqual([]);
  const silent = rows.map((row) => ({ ...row, prompt: 'Go on.' }));
  expect(
    await fragments(
      { ...workshop, rows: silent },
      playerOf((said) => WORDS.join(' ').includes(said)),
    ),
  ).toEqual([]);
});
