import { expect, it } from 'vitest';
import { wrappersFor } from '../../src/check/answers/wrapped/wrappers.ts';
import { EMPTY_ANALYSIS } from '../../src/check/static/empty.ts';
import { rowOf } from '../../src/check/subject/rows.ts';
import { rowText } from '../../src/check/subject/subject.ts';

const place = { file: 'r.py', line: 1, column: 1, endLine: 1, endColumn: 1 };
const row = (prompt: string) => rowOf(JSON.stringify({ prompt }), 0);

const answers = (prompt: string, analysis = EMPTY_ANALYSIS): string[] =>
  wrappersFor([row(prompt)], analysis).map((wrapper) => wrapper.wrap('7'));

it('begins with the plain answer, and has no two that are the same', () => {
  const all = answers('What is 3 + 4?');
  expect(all[0]).toBe('7');
  expect(new Set(all).size).toBe(all.length);
  expect(all).toContain('<answer>7</answer>');
});

it('has the tags, labels and keys that a prompt names', () => {
  const all = answers(
    'Use <plan></plan> and <result></result>. End with \'Total: <number>\'. Or {"value": 1}.',
  );
  expect(all).toContain('<result>7</result>');
  expect(all.some((text) => /<plan>[\s\S]+<\/plan>\s*<result>\s*7\s*<\/result>/.test(text))).toBe(true);
  expect(all).toContain('Total: 7');
  expect(all).toContain('{"value": 7}');
  // A list stays one, and what only begins like it is a text.
  const wrapped = wrappersFor([row('{"value": 1}')], EMPTY_ANALYSIS).flatMap(({ wrap }) => [
    wrap('["a", 1]'),
    wrap('[a'),
  ]);
  expect(wrapped).toContain('{"value": ["a", 1]}');
  expect(wrapped).toContain('{"value": "[a"}');
});

it('has keys of JSON that a prompt only names', () => {
  const objects = answers('Reply with one JSON object with the keys "total" and "why", nothing else.')
    .filter((text) => text.startsWith('{"total"'))
    .map((text) => JSON.parse(text) as object);
  expect(objects).toContainEqual({ total: 7, why: expect.any(String) });
  expect(answers('Name the keys "total" and "why".').join()).not.toContain('"why"');
});

it('has keys of JSON that only the source reads', () => {
  const analysis = { ...EMPTY_ANALYSIS, actionKeys: ['mood'] };
  expect(answers('JSON with the key mood.', analysis)).toContain('{"mood": 7}');
  expect(answers('JSON such as {"tone": 1}.', analysis).join()).not.toContain('"mood"');
});

it('has forms in quotes with an example in the place of the answer', () => {
  expect(answers('End with `Minutes: x`.')).toContain('Minutes: 7');
  expect(answers('Последняя строка:\nОтвет: <число>')).toContain('Ответ: 7');
  expect(answers('Reply as "total = 3.5 EUR".')).toEqual(
    expect.arrayContaining(['total = 7', 'total = 7 EUR']),
  );
});

it('has labels of lines that show short parts with one sign between', () => {
  expect(answers('Finish with one line of this form:\nRanking: first > second > third')).toContain(
    'Ranking: 7',
  );
  expect(answers('Reply with `path: a -> b -> ...`.')).toContain('path: 7');
  expect(answers('The towns are\nStops: Ulm')).not.toContain('Stops: 7');
});

it('has labels of examples that stand there without quotes, at the end of a line', () => {
  expect(answers('Finish with one line such as: Route: RRDL')).toContain('Route: 7');
  expect(answers('Close with a line like this:\nTotal = 12.50 EUR.\nNo other text.')).toEqual(
    expect.arrayContaining(['Total = 7', 'Total = 7 EUR']),
  );
  // In the middle of a sentence it is what the task speaks of.
  expect(answers('Towns such as Ulm: small ones are left out. Which are there?')).not.toContain('Ulm: 7');
});

it('has what the source looks for', () => {
  const pattern = {
    pattern: 'RESULT=(\\d+);',
    flags: '',
    method: 'search',
    place,
    templates: ['RESULT=\u0000;'],
  };
  const all = answers('', {
    ...EMPTY_ANALYSIS,
    patterns: [pattern],
    constants: ['Verdict:', '<<final>>', '<out>'],
  });
  expect(all).toContain('RESULT=7;');
  expect(all).toContain('Verdict: 7');
  expect(all).toContain('<out>7</out>');
});

it('writes an answer with $ signs as it is', () => {
  const all = wrappersFor([row('')], EMPTY_ANALYSIS).map((wrapper) => wrapper.wrap('$& $1'));
  expect(all).toContain('<answer>$& $1</answer>');
});

it('rows keep the JSON text of their fields', () => {
  const text = '{"prompt": "a", "x": 18.0, "y": {"z": [1,  2]}, "big": 12345678901234567890}';
  const { texts } = rowOf(text, 3);
  expect(texts).toEqual({ prompt: '"a"', x: '18.0', y: '{"z": [1,  2]}', big: '12345678901234567890' });
  expect(rowText(rowOf(text, 3), { x: '19.0', y: undefined })).toBe(
    '{"prompt":"a","x":19.0,"big":12345678901234567890}',
  );
});

it('patterns with a short list beside the answer give a form for each of the list', () => {
  const templates = ['A:\0 J', 'A:x J', 'A: \0 J', 'A:\0 Wh', 'A: \0 Wh', 'A:\0 kWh'];
  const pattern = { pattern: '', flags: 0, method: 'search', place, templates } as const;
  const written = answers('', { ...EMPTY_ANALYSIS, patterns: [pattern as never] });
  expect(written).toEqual(expect.arrayContaining(['A:7 J', 'A:7 Wh', 'A:7 kWh']));
  expect(written).not.toContain('A: 7 Wh');
});

it('has the answer in a part whose heading or label the prompt names, with something in the others', () => {
  const headings = answers('Write `## Work` with a sentence, and `## Result` with the number.');
  expect(headings.some((text) => /^## Work\n\w[^#]+## Result\n7$/.test(text))).toBe(true);
  const labels = answers('What is it? Reply in two lines:\nReason: one sentence\nTotal: the number');
  expect(labels.some((text) => /^Reason: \w.+\nTotal: 7$/.test(text))).toBe(true);
  // A label by itself is no list of parts.
  expect(answers('Context: a mill. What is it?').some((text) => text.includes('Context'))).toBe(false);
});
