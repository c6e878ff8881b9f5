import { expect, it } from 'vitest';
import type { RowExplorer } from '../../src/check/policies/actions/row-moves.ts';
import { calibrateHonest } from '../../src/check/policies/ways/honest.ts';
import { Random } from '../../src/check/random.ts';
import type { CheckRow, Subject } from '../../src/check/subject/subject.ts';
import { rowOf } from './stage.ts';

/** Wants the answer that a row is said to have; everything else is paid nothing. */
const explorerOf = (wanted: (row: CheckRow) => string): RowExplorer => {
  const play = async (row: CheckRow, actions: readonly string[], { changed }: { changed?: object } = {}) => ({
    row,
    status: 'ok',
    setup: { status: 'ok' },
    return: actions[0] === wanted(row) && changed === undefined ? 1 : 0,
    steps: actions.map((action) => ({ action })),
  });
  const player = { play, budget: { has: () => true } };
  return { player, space: { forms: ['submit \u0000'], live: [] } } as unknown as RowExplorer;
};
const calibrated = async (fields: readonly Record<string, unknown>[], wanted: (row: CheckRow) => string) => {
  const rows = fields.map((each, line) => rowOf(each, line));
  const subject = { actions: new Map() } as unknown as Subject;
  const { answer, honest } = await calibrateHonest(explorerOf(wanted), subject, rows, new Random(7));
  return { answer, known: [...honest.values()].map(({ actions }) => actions[0]) };
};

it('says a whole column as its JSON', async () => {
  const fields = [3, 5, 8].map((sum) => ({ receipt: { sum: String(sum), shop: `shop ${sum}` } }));
  const { answer, known } = await calibrated(fields, ({ texts }) => texts.receipt ?? '');
  expect(answer).toMatchObject({ field: 'receipt', finish: null });
  expect(known).toEqual(fields.map(({ receipt }) => JSON.stringify(receipt)));
});

it('looks at what stands beside what is given before what is inside of it', async () => {
  const store = Object.fromEntries(
    ['a', 'b', 'c', 'd'].map((name) => [name, { maker: `m${name}`, left: 4 }]),
  );
  const fields = [31, 52, 86].map((units) => ({ store, units }));
  const { answer } = await calibrated(fields, ({ fields: own }) => `submit ${String(own.units)}`);
  expect(answer).toMatchObject({ field: 'units', form: 'submit \u0000' });
});
