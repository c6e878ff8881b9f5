/** Puzzles whose verifiers leave out a rule: numbers used again, sums of what is not given, rounds, words that are none, repeats. */
import { expect, test } from 'vitest';
import { gradedCheck } from '../../../src/check/probes/compared/graded.ts';
import { TOGETHER_PROBE } from '../../../src/check/probes/text/together.ts';
import { asking, contextOf, type Model, paidRows, type Shape } from './models.ts';

test('of an object in lines a line that is missing is seen to make no difference', async () => {
  const names = ['Ann', 'Bob', 'Cy', 'Dot'];
  const rows = Array.from({ length: 5 }, (_, at) => ({
    gold: Object.fromEntries(
      names.map((name, place) => [name, ['tea', 'milk', 'juice', 'cola'][(at + place) % 4]]),
    ),
  }));
  const context = contextOf({ rows, wrappers: [{ name: 'plain', wrap: (text) => text }] });
  const arrange = (value: unknown): string =>
    Object.entries(value as object)
      .map(([name, drink]) => `${name}: ${drink}`)
      .join('\n');
  const levels = context.calibration.levels.map((each) => ({
    ...each,
    gold: { completion: arrange(each.row.fields.gold), reward: 1 },
  }));
  const answered: Model = (text, { gold }) => {
    const lines = text.split('\n').map((line) => line.split(': '));
    const right = lines.filter(([name = '', drink]) => (gold as Record<string, string>)[name] === drink);
    return right.length / lines.length;
  };
  const asked = asking({ ...context, calibration: { ...context.calibration, arrange, levels } }, answered);
  expect((await gradedCheck.run(asked)).map(({ rule }) => rule)).toContain('A22');
});

test('plans of all rows, one after the other, are paid where the goal only has to be met on the way', () => {
  const rows = ['up\nleft', 'down\nup', 'left\ndown'].map((gold) => ({ gold }));
  const shape: Shape = { rows, wrappers: [{ name: 'plain', wrap: (text) => text }] };
  const isMet: Model = (text, { gold }) => (text.includes(String(gold)) ? 1 : 0);
  const isEnd: Model = (text, { gold }) => (text === gold ? 1 : 0);
  expect(paidRows(TOGETHER_PROBE, shape, isMet)).toBe(3);
  expect(paidRows(TOGETHER_PROBE, shape, isEnd)).toBe(0);
});

test('a list inside of an object is the answer, and one element more is seen to make no difference', async () => {
  const rows = Array.from({ length: 6 }, (_, at) => ({
    gold: {
      size: 4,
      mines: [
        [at, 1],
        [2, at],
        [3, 3],
      ],
    },
  }));
  const context = contextOf({ rows, wrappers: [{ name: 'plain', wrap: (text) => text }] });
  const levels = context.calibration.levels.map((each, at) => ({
    ...each,
    gold: { completion: `[[${at}, 1], [2, ${at}], [3, 3]]`, reward: 1 },
  }));
  const recall: Model = (text, { gold }) => {
    const cells = text.match(/\[\d+, ?\d+\]/g)?.map((cell) => cell.replace(' ', '')) ?? [];
    const mines = (gold as { mines: number[][] }).mines.map((mine) => JSON.stringify(mine));
    return mines.filter((mine) => cells.includes(mine)).length / mines.length;
  };
  const asked = asking({ ...context, calibration: { ...context.calibration, levels } }, recall);
  expect((await gradedCheck.run(asked)).map(({ rule }) => rule)).toContain('A05');
});
