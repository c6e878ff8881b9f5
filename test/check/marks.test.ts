import { expect, test } from 'vitest';
import { isAllThereIs, isComparedWithNothing, isShell, rowsDiffer } from '../../src/check/answers/marks.ts';
import { contextOf } from './probes/models.ts';

const ROWS = ['2031-04-07', '1987-12-30', '2004-08-19'].map((expected) => ({ expected, style: 'short' }));
const of = (fields: readonly string[]) =>
  Object.assign(contextOf({ rows: ROWS, goldField: null, analysis: { fields } }), {
    subject: { rows: contextOf({ rows: ROWS, goldField: null }).calibration.levels.map(({ row }) => row) },
    scorer: { range: { low: 0, high: 1 } },
  });

test('one text for all rows, where different answers are read, was compared with none of them', () => {
  expect(isComparedWithNothing(of(['expected']))).toBe(true);
  expect(isComparedWithNothing(of(['style']))).toBe(false);
});

test('a text of two characters says nothing where answers are read, and may be what is wanted elsewhere', () => {
  const hits = [{ completion: '1111-11-11' }, { completion: '1111-11-11' }];
  expect(isShell(of(['expected']), hits)).toBe(true);
  expect(isShell(of(['style']), hits)).toBe(false);
  expect(isShell(of(['expected']), [{ completion: 'My whole answer is a poem.' }])).toBe(false);
});

const rowsOf = (rows: readonly Record<string, unknown>[], fields: readonly string[], source = '') => {
  const context = contextOf({ rows, goldField: null, analysis: { fields } });
  return Object.assign(context, {
    subject: { rows: context.calibration.levels.map(({ row }) => row), source },
    scorer: { range: { low: 0, high: 1 } },
  });
};
const OPENED = ['( [', '{ (', '[ ['].map((text, at) => ({
  prompt: `Close ${text}`,
  opened: text,
  closed: `${text} …${at}`,
  limit: 10 + at,
}));

test('rows have answers of their own where a field is read, or where one that no prompt shows is not', () => {
  expect(rowsDiffer(rowsOf(OPENED, ['opened']))).toBe(true);
  expect(rowsDiffer(rowsOf(OPENED, []))).toBe(true);
  const topics = OPENED.map(({ prompt }, at) => ({ prompt, topic: `hidden ${at}`, id: `row ${at}` }));
  expect(rowsDiffer(rowsOf(topics, []))).toBe(false);
  expect(
    rowsDiffer(
      rowsOf(
        OPENED.map((row) => ({ ...row, prompt: 'Go on.' })),
        ['opened'],
      ),
    ),
  ).toBe(false);
});

test('less than 1 is not all there is where the source speaks of 1', () => {
  const seen = (high: number, numbers: readonly number[]): boolean => {
    const context = rowsOf(OPENED, []);
    return isAllThereIs(
      Object.assign(context, {
        scorer: { range: { low: 0, high } },
        analysis: { ...context.analysis, numbers },
      }),
    );
  };
  expect([seen(1, [1]), seen(0.6, []), seen(0.6, [0.6, 1]), seen(0.3, [])]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
