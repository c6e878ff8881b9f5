import { describe, expect, it } from 'vitest';
import { sourceFrame } from '../../src/check/report/frame.ts';

const source =
  'def reward_fn(completion, **kwargs):\n\texpected = kwargs["x"]\n\tif expected in completion:\n\t\treturn 1.0\n\treturn 0.0\n';
const place = { file: 'reward.py', line: 3, column: 5, endLine: 3, endColumn: 27 };

describe('a source frame', () => {
  it('has carets under what it speaks of, tabs and all', () => {
    expect(sourceFrame(source, place)?.split('\n')).toEqual([
      '1 | def reward_fn(completion, **kwargs):',
      '2 |     expected = kwargs["x"]',
      '3 |     if expected in completion:',
      '  |        ^^^^^^^^^^^^^^^^^^^^^^',
      '4 |         return 1.0',
    ]);
  });

  it('marks every line of a place on several, from its indent on', () => {
    expect(sourceFrame(source, { ...place, column: 2, endLine: 4, endColumn: 13 })?.split('\n')).toEqual([
      '1 | def reward_fn(completion, **kwargs):',
      '2 |     expected = kwargs["x"]',
      '3 |     if expected in completion:',
      '  |     ^^^^^^^^^^^^^^^^^^^^^^^^^^',
      '4 |         return 1.0',
      '  |         ^^^^^^^^^^',
      '5 |     return 0.0',
    ]);
  });

  it('counts characters, and columns of wide ones', () => {
    const wide = sourceFrame('x = "数学😀" + y\n', {
      ...place,
      line: 1,
      column: 12,
      endLine: 1,
      endColumn: 13,
    });
    expect(wide?.split('\n')[1]).toBe(`  | ${' '.repeat(14)}^`);
  });

  it('is none where there is no such line, and one caret at least', () => {
    expect(sourceFrame('x', { ...place, line: 9 })).toBeNull();
    expect(sourceFrame('x', { ...place, line: 1, column: 9, endLine: 1, endColumn: 9 })).toContain('^');
  });
});
