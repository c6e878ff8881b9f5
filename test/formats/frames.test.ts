import { expect, it } from 'vitest';
import { formatProblem, makeProblem } from '../../src/formats/frames.ts';
import { displayWidth, oneLine, shorten, visible } from '../../src/formats/text/visible.ts';

const frame = (text: string, start: number, end: number, help?: string) =>
  formatProblem(makeProblem({ file: 'p.jsonl', line: 118, text, start, end }, 'RS103', 'is wrong', help));

it('shows file, place, code, line, caret and help', () => {
  const text = '{"prompt":[{"role":"asistant","content":"2+2?"}]}';
  expect(frame(text, 19, 29, 'did you mean "assistant"?')).toBe(
    [
      'p.jsonl:118:20: RS103 is wrong',
      '118 | {"prompt":[{"role":"asistant","content":"2+2?"}]}',
      '    |                    ^^^^^^^^^^',
      '    = help: did you mean "assistant"?',
    ].join('\n'),
  );
});

it('puts the caret under the character, also after wide and invisible ones, and at the end of the line', () => {
  expect(frame('日本\t\u001b\u200bx', 5, 6).split('\n').slice(1)).toEqual([
    '118 | 日本␉␛�x',
    '    |        ^',
  ]);
  expect(frame('{"a', 3, 4).split('\n').slice(1)).toEqual(['118 | {"a', '    |    ^']);
});

it('cuts long lines around the fault, never in the middle of a character', () => {
  const text = `${'😀'.repeat(1_000)}X${'y'.repeat(1_000)}`;
  const [head, source, caret] = frame(text, 2_000, 2_001).split('\n') as [string, string, string];
  expect(head).toBe('p.jsonl:118:1001: RS103 is wrong');
  expect(source).toMatch(/^118 \| …(😀)+Xy+…$/u);
  expect(source.length).toBeLessThan(130);
  expect(displayWidth(source.slice(0, source.indexOf('X')))).toBe(caret.indexOf('^'));
});

it('shortens and disarms text from models', () => {
  expect(oneLine('a\nb\u001b[31m', 80)).toBe('a␊b␛[31m');
  expect(shorten('😀😀😀😀', 3)).toBe('😀😀…');
  expect(shorten('😀😀😀', 3)).toBe('😀😀😀');
  expect(visible('\ud800x\u202e')).toBe('�x�');
});
