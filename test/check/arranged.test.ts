import { expect, it } from 'vitest';
import { marksBeyond } from '../../src/check/answers/marks.ts';
import { arrangedOf } from '../../src/check/answers/written/arranged.ts';
import { hintsOf } from '../../src/check/answers/written/hints.ts';
import { EMPTY_ANALYSIS } from '../../src/check/static/empty.ts';
import { rowOf } from '../../src/check/subject/rows.ts';

const answers = (fields: Record<string, unknown>): string[] =>
  arrangedOf(rowOf(JSON.stringify(fields), 0)).map(({ answer }) => answer);

it('lists: one tag for each element, also of JSON given as text', () => {
  const prompt = 'Write <step>…</step> for each step.';
  expect(answers({ prompt, plan: '[{"do": "lift"}, {"do": "turn"}]' })).toContain(
    '<step>{"do":"lift"}</step>\n<step>{"do":"turn"}</step>',
  );
  expect(answers({ prompt, plan: ['lift', 'turn'] })).toContain('<step>lift</step>\n<step>turn</step>');
});

it('letters of a string, and parts of one', () => {
  expect(answers({ prompt: '', right: 'BD' })).toEqual(expect.arrayContaining(['B, D', 'B\nD', 'B and D']));
  expect(answers({ prompt: '', right: 'red|blue' })).toContain('red, blue');
  expect(answers({ prompt: '', right: 'NO' })).toEqual([]);
});

it('objects: lines, tables with the header of the prompt, labels and slots of the prompt', () => {
  const pair = { pears: 0, figs: 12 };
  expect(answers({ prompt: '', want: pair })).toContain('pears: 0\nfigs: 12');
  expect(answers({ prompt: 'CSV with the header fruit,count please', want: pair })).toContain(
    'fruit,count\npears,0\nfigs,12',
  );
  expect(
    answers({ prompt: 'Form:\nFirst name: ...\nAge: ...', want: { first_name: 'Ida', age: 7 } }),
  ).toContain('First name: Ida\nAge: 7');
  expect(answers({ prompt: "End with 'from <start> to <end>'.", start_day: 3, end_day: 9 })).toContain(
    'from 3 to 9',
  );
});

it('lists of objects and of lists: CSV, tables, lines', () => {
  const edges = [
    { from: 'a', to: 'b' },
    { from: 'c', to: 'd, e' },
  ];
  const all = answers({ prompt: '', edges });
  expect(all).toContain('from,to\na,b\nc,"d, e"');
  expect(all).toContain('a -> b\nc -> d, e');
  expect(all).toContain('| from | to |\n| --- | --- |\n| a | b |\n| c | d, e |');
  expect(
    answers({
      prompt: '',
      moves: [
        ['e2', 'e4'],
        ['d7', 'd5'],
      ],
    }),
  ).toContain('e2-e4\nd7-d5');
});

it('calls and marks in the tags and brackets that prompts show', () => {
  const call = { tool: 'book', given: { room: 'red', hour: 9 } };
  const prompt = 'Use <call name="tool"><arg name="key">value</arg></call>.';
  expect(answers({ prompt, call })).toContain(
    '<call name="book"><arg name="room">red</arg><arg name="hour">9</arg></call>',
  );
  expect(answers({ prompt, call })).toContain('<book><room>red</room><hour>9</hour></book>');
  expect(answers({ prompt: '', needed: [{ line: 2 }, { line: 5 }] })).toEqual(
    expect.arrayContaining(['[2][5]', '2, 5']),
  );
});

it('calls of tools as they are written in Python and in a shell', () => {
  const expected = { name: 'set_light', arguments: { room: 'hall', level: 20, on: true } };
  const written = answers({ prompt: '', expected });
  expect(written).toContain("set_light(room='hall', level=20, on=True)");
  expect(written).toContain('set_light --room hall --level 20 --on True');
  expect(answers({ prompt: '', calls: [expected, { ...expected, arguments: { room: 'bath' } }] })).toContain(
    "set_light(room='hall', level=20, on=True)\nset_light(room='bath')",
  );
  expect(answers({ prompt: '', expected: { name: 'a b', arguments: {} } }).join()).not.toContain('a b(');
});

it('columns with the sign that the prompt shows, numbers as the file has them', () => {
  const [first] = answers({ prompt: 'Reply <at>row~column</at>.', y: 4.0, x: 2 });
  expect(hintsOf('Reply <at>row~column</at>.').between).toEqual(['~']);
  expect(answers({ prompt: 'Reply <at>row~column</at>.', y: 4, x: 2 })).toContain('4~2');
  expect(first).toBeDefined();
  const row = rowOf('{"prompt": "", "low": 1.0, "high": 2.50}', 0);
  expect(arrangedOf(row).map(({ answer }) => answer)).toContain('1.0-2.50');
});

it('poor answers that differ from row to row are no measure; the same on all rows is a scale', () => {
  const levels = (rewards: number[]) =>
    rewards.map((reward, line) => ({
      row: rowOf('{}', line),
      gold: { completion: '', reward },
      floor: 0,
      top: reward,
      decoys: [],
    }));
  const one = { ...EMPTY_ANALYSIS, numbers: [1] };
  expect(marksBeyond(levels([0.2, 0.3, 0.5]), one, 0.5)).toBe(1);
  expect(marksBeyond(levels([0.5, 0.5, 0.5]), one, 0.5)).toBeUndefined();
  expect(marksBeyond(levels([0.9, 0.95, 1]), one, 1)).toBeUndefined();
  expect(marksBeyond(levels([2, 3, 5]), one, 5)).toBeUndefined();
  expect(marksBeyond(levels([0.2, 0.3, 0.5]), EMPTY_ANALYSIS, 0.5)).toBeUndefined();
});
