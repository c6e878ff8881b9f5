import { expect, it } from 'vitest';
import { ownMoves } from '../../src/check/policies/actions/own-moves.ts';
import { mineText, noWords } from '../../src/check/policies/actions/words.ts';
import type { Player } from '../../src/check/policies/play/player.ts';
import { findMoves, movesOf } from '../../src/check/policies/ways/moves-in-rows.ts';
import type { CheckRow } from '../../src/check/subject/subject.ts';
import { rowOf } from './stage.ts';

const SLOT = '\u0000';

/** Pays for exactly these actions. */
const playerOf = (wanted: (row: CheckRow) => readonly string[]): Player => {
  const play = async (row: CheckRow, actions: readonly string[]) => ({
    row,
    status: 'ok',
    return: JSON.stringify(actions) === JSON.stringify(wanted(row)) ? 1 : 0,
  });
  return { play, budget: { has: () => true } } as unknown as Player;
};
const found = async (
  fields: readonly Record<string, unknown>[],
  wanted: (row: CheckRow) => readonly string[],
) => {
  const rows = fields.map((each, line) => rowOf(each, line));
  const forms = [`go ${SLOT}`, `<pick>${SLOT}</pick>`, `take ${SLOT} of ${SLOT}`];
  const column = await findMoves({ player: playerOf(wanted), forms, finishes: [null, 'done'] }, rows);
  return { column, rows };
};
const own = <T>({ fields }: CheckRow): T => fields as T;

it('plays a list of whole actions, whatever it is called', async () => {
  const ways = [['go a', 'open'], ['go b', 'open'], ['look']];
  const { column } = await found(
    ways.map((way) => ({ place: 'x', trail: way })),
    (row) => own<{ trail: string[] }>(row).trail,
  );
  expect(column).toEqual({ path: 'trail', key: null, form: SLOT, join: null, finish: null });
});

it('puts the answer of each question into the form of one', async () => {
  const rounds = [
    ['A', 'C'],
    ['B', 'B'],
    ['D', 'A'],
  ];
  const { column } = await found(
    rounds.map((keys) => ({ questions: keys.map((key) => ({ text: 'what?', key })) })),
    (row) => own<{ questions: { key: string }[] }>(row).questions.map(({ key }) => `<pick>${key}</pick>`),
  );
  expect(column).toMatchObject({ path: 'questions', key: 'key', form: `<pick>${SLOT}</pick>` });
});

it('gives a command of several places the parts of each item, and ends the play', async () => {
  const bowls = [{ rice: 2, oil: 1 }, { salt: 3 }, { oil: 2 }];
  const { column } = await found(
    bowls.map((bowl) => ({ bowl })),
    (row) => [
      ...Object.entries(own<{ bowl: object }>(row).bowl).map(([thing, count]) => `take ${thing} of ${count}`),
      'done',
    ],
  );
  expect(column).toMatchObject({ path: 'bowl', form: `take ${SLOT} of ${SLOT}`, finish: 'done' });
});

it('says all items in one breath', async () => {
  const codes = [
    ['R', 'G'],
    ['Y', 'R'],
    ['B', 'B'],
  ];
  const { column, rows } = await found(
    codes.map((pegs) => ({ pegs })),
    (row) => [own<{ pegs: string[] }>(row).pegs.join('')],
  );
  expect(movesOf(column as NonNullable<typeof column>, rows[1] as CheckRow)).toEqual(['YR']);
});

it('says what a row holds in the forms of actions, pairs in both orders', () => {
  const moves = ownMoves(rowOf({ from: 'Lund', to: 'Kiel', stops: ['Ribe'] }), [SLOT, `go ${SLOT} ${SLOT}`]);
  expect(moves).toEqual(expect.arrayContaining(['Lund', 'Ribe', 'go Lund Kiel', 'go Kiel Lund']));
});

it('learns a move that is shown without quotes', () => {
  const words = noWords();
  mineText('Each turn send four letters, for example RGBY. Then wait.', words);
  expect([...words.words]).toContain('RGBY');
});

it('plays lists of lists item by item', async () => {
  const nests = [[['a', 'b'], ['c']], [['d'], ['e', 'f']], [['c', 'a', 'g']]];
  const { column } = await found(
    nests.map((nest) => ({ nest })),
    (row) => own<{ nest: string[][] }>(row).nest.flatMap((part) => part.map((each) => `go ${each}`)),
  );
  expect(column).toMatchObject({ path: 'nest', form: `go ${SLOT}` });
});

it('takes no list that is paid the same whosever it is', async () => {
  const { column } = await found([{ way: ['a'] }, { way: ['b'] }, { way: ['c'] }], () => ['zq']);
  expect(column).toBeNull();
});
