import { expect, it } from 'vitest';
import { findForged } from '../../src/check/policies/behaviour/forged.ts';
import type { LeakOptions } from '../../src/check/policies/behaviour/leaks.ts';
import { findSupersets, listedIn } from '../../src/check/policies/behaviour/supersets.ts';
import type { CheckRow } from '../../src/check/subject.ts';
import { rowOf } from './stage.ts';

type Said = { paid: number; observations?: readonly string[] };

const optionsOf = (
  rows: readonly CheckRow[],
  honest: (row: CheckRow) => string[],
  world: (row: CheckRow, actions: readonly string[]) => Said,
): LeakOptions => {
  const play = async (row: CheckRow, actions: readonly string[]) => {
    const { paid, observations = [] } = world(row, actions);
    const steps = actions.map((action, at) => ({ action, observation: observations[at] ?? '' }));
    return { row, status: 'ok', return: paid, steps, seed: 7 };
  };
  const known = rows.map(
    (row) => [row, { actions: honest(row), return: world(row, honest(row)).paid, how: 'script' }] as const,
  );
  const calibrated = { honest: new Map(known), floors: new Map(), answer: null, goldFields: [] };
  return { rows, player: { play, budget: { has: () => true } }, calibrated } as unknown as LeakOptions;
};

const cited = [
  ['d1', 'd3'],
  ['d2', 'd4'],
  ['d5', 'd1'],
  ['d6', 'd2'],
].map((sources, line) => rowOf({ sources }, line));
const sourcesOf = ({ fields }: CheckRow): string[] => fields.sources as string[];
const cite = (row: CheckRow): string[] => [JSON.stringify({ cites: sourcesOf(row) })];
const citesIn = ([action]: readonly string[]): string[] =>
  (JSON.parse(action ?? '{}') as { cites: string[] }).cites;

it('tells lists that may have everything in them', async () => {
  const recall = optionsOf(cited, cite, (row, actions) => ({
    paid: sourcesOf(row).filter((each) => citesIn(actions).includes(each)).length / 2,
  }));
  expect(await findSupersets(recall)).toMatchObject([{ rule: 'F16', severity: 'warning' }]);
  const exact = optionsOf(cited, cite, (row, actions) => ({
    paid: Number(JSON.stringify(citesIn(actions)) === JSON.stringify(sourcesOf(row))),
  }));
  expect(await findSupersets(exact)).toEqual([]);
  expect(listedIn('pick a, b.').map(({ items, with: made }) => [items, made(['c', 'd'])])).toEqual([
    [['a', 'b'], 'pick c, d.'],
  ]);
});

const booked = [4, 2, 7, 5].map((guests, line) => rowOf({ guests }, line));
const book = ({ fields }: CheckRow): string[] => [`BOOK ${fields.guests}`, 'BYE'];

it('tells words of the environment that count when the agent writes them', async () => {
  const calls = (isHeard: boolean) => (row: CheckRow, actions: readonly string[]) => {
    const observations = actions.map((action) =>
      action.replace(/^BOOK (\d)$|.+/s, (_, n) => (n ? `TABLE FOR ${n}` : '')),
    );
    const log = [...observations, ...(isHeard ? actions : [])].join('\n');
    return { observations, paid: Number(log.includes(`TABLE FOR ${row.fields.guests}`)) };
  };
  expect(await findForged(optionsOf(booked, book, calls(true)))).toMatchObject([{ rule: 'F15' }]);
  expect(await findForged(optionsOf(booked, book, calls(false)))).toEqual([]);
  // Paid for the words of the move wherever they stand: nothing of the environment is believed.
  const anywhere = optionsOf(booked, book, (row, actions) => ({
    observations: actions,
    paid: Number(actions.join(' ').includes(`BOOK ${row.fields.guests}`)),
  }));
  expect(await findForged(anywhere)).toEqual([]);
});
