import { expect, test } from 'vitest';
import type { Form } from '../../src/check/answers/answer-forms.ts';
import { shownIn, stretchesIn } from '../../src/check/answers/shown-places.ts';
import type { Wrapper } from '../../src/check/calibration.ts';
import { filled, markOf } from '../../src/check/row-parts.ts';
import { rowOf } from './stage.ts';

const plain: Wrapper = { name: 'plain', wrap: (text) => text };
const row = (call: string) =>
  rowOf({ prompt: `Write \`test_it\` with \`assert ${call} == ...\` in a \`\`\`python block.` });

test('stretches of a prompt with one place, a test also in its function', () => {
  expect(stretchesIn('Complete `fun(3) = ___` now.')).toEqual([['fun(3) = ', '']]);
  expect(stretchesIn('Report\nload: ? %\nnothing else')).toEqual([]);
  expect(stretchesIn('End with\ntotal of 3: <number> kg')).toEqual([['total of 3: ', ' kg']]);
  expect(stretchesIn(row("f('x')").prompt)[0]?.[0]).toBe("def test_it():\n    assert f('x') == ");
  expect(stretchesIn(row('f(3)').prompt)[0]).toEqual(['def test_it():\n    assert f(3) == ', '']);
  expect(stretchesIn('from <start> to <end>: say it')).toEqual([]);
});

test('what stands beside the answer comes from the row that is asked', () => {
  const rows = [row('f(3)'), row('g(5)')];
  const form: Form = { key: 'answer', field: 'answer', path: [], answer: '7' };
  const [first] = shownIn(rows, [form], [plain], ({ key, field, path, answer }, wrapper) => ({
    key,
    field,
    path,
    wrapper,
    isProgram: false,
    made: false,
    complete: () => wrapper.wrap(answer),
    mean: 0,
  }));
  expect(rows.map((each) => first?.complete(each))).toEqual([
    'def test_it():\n    assert f(3) == 7',
    'def test_it():\n    assert g(5) == 7',
  ]);
  const list = first?.wrapper.wrap('1 2 3') ?? '';
  expect(rows.map((each) => filled(list, each, first?.rowParts ?? []))[1]).toBe(
    'def test_it():\n    assert g(5) == 1 2 3',
  );
});

test('places without a part are left empty, and other texts as they are', () => {
  const [one] = [row('f(3)')];
  if (one === undefined) return;
  expect(filled(`a${markOf(0)}b${markOf(1)}c`, one, [() => '1', () => undefined])).toBe('a1bc');
  expect(filled(`a${markOf(0)}b`, one, [])).toBe(`a${markOf(0)}b`);
});
