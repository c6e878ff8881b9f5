import { expect, it } from 'vitest';
import { type Input, InputReader } from '../../src/play/input.ts';

const read = (...lines: string[]): (Input | undefined)[] => {
  const reader = new InputReader();
  return lines.map((line) => reader.feed(line));
};

const text = (value: string): Input => ({ kind: 'text', text: value });

it('takes a line as it is, spaces included', () => {
  expect(read('  go north ', ':)', ': x', 'a:b')).toEqual(['  go north ', ':)', ': x', 'a:b'].map(text));
});

it('takes commands, with what stands behind them', () => {
  expect(read(':undo', ':Save  my file.jsonl ')).toEqual([
    { kind: 'command', name: 'undo', argument: undefined },
    { kind: 'command', name: 'save', argument: 'my file.jsonl' },
  ]);
});

it('takes text that looks like a command behind two colons', () => {
  expect(read('::undo', ':::x')).toEqual([':undo', '::x'].map(text));
});

it('leaves out empty lines', () => {
  expect(read('', '   ')).toEqual([undefined, undefined]);
});

it.each([
  [':paste', ':end'],
  ['"""', '"""'],
])('takes several lines between %s and %s, commands among them', (begin, end) => {
  const inputs = read(begin, '', ':undo', '  x', end, ':seed');
  expect(inputs.filter((input) => input !== undefined)).toEqual([
    text('\n:undo\n  x'),
    { kind: 'command', name: 'seed', argument: undefined },
  ]);
});

it('sends nothing but the empty text when that is what was pasted', () => {
  expect(read(':paste', ':end')[1]).toEqual(text(''));
});

it('says what a paste waits for, and forgets it when told', () => {
  const reader = new InputReader();
  reader.feed(':paste');
  reader.feed('half');
  expect(reader.awaits).toBe(':end');
  reader.drop();
  expect(reader.awaits).toBeUndefined();
  expect(reader.feed('whole')).toEqual(text('whole'));
});
