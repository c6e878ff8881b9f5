/** Rubbish that wins, where nobody knows how to win honestly. */
import { expect, it } from 'vitest';
import type { LeakOptions } from '../../src/check/policies/behaviour/leaks.ts';
import { findPaidRubbish } from '../../src/check/policies/behaviour/paid-rubbish.ts';
import { rowOf } from '../../src/check/subject/rows.ts';
import type { CheckRow } from '../../src/check/subject/subject.ts';

const ROWS = Array.from({ length: 8 }, (_, line) => rowOf(`{"prompt": "", "board": ${line}}`, line));

const optionsOf = (reward: (row: CheckRow) => number, known = false): LeakOptions => {
  const play = async (row: CheckRow, [action = '']: string[]) => ({
    row,
    seed: 0,
    status: 'ok',
    ended: 'done',
    return: reward(row),
    steps: [{ action, observation: '', reward: reward(row) }],
  });
  const honest = new Map(known ? ROWS.map((row) => [row, { return: 1 }]) : []);
  const player = { play, budget: { has: () => true } };
  return { player, rows: ROWS, calibrated: { honest, floors: new Map() } } as unknown as LeakOptions;
};

it('that is paid in full on each row is a proof', async () => {
  expect(await findPaidRubbish(optionsOf(() => 1))).toMatchObject([
    { rule: 'F06', severity: 'critical', exploit: { completion: ['zqxvkj'], reward: 1 } },
  ]);
});

it.each([
  ['that loses on one row', optionsOf((row) => (row.line === 7 ? -1 : 1))],
  ['that gets a part', optionsOf(() => 0.5)],
  ['beside honest play, with which everything else is compared', optionsOf(() => 1, true)],
])('%s is none', async (_, options) => {
  expect(await findPaidRubbish(options)).toEqual([]);
});
