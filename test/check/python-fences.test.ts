import { expect, test } from 'vitest';
import { fencedIn, inFence } from '../../src/check/answers/programs/python-fences.ts';

const opened = (info: string): string => `Mend this:\n\`\`\`${info}\nx = 1\n\`\`\`\nThank you.`;

test.each(['', 'python', 'py', 'python  ', 'python a.py', 'python:lib/a.py', 'python title=a.py', ' NAME'])(
  'fences opened with "%s" hold Python',
  (info) => {
    expect(fencedIn(opened(info))).toEqual(['x = 1\n']);
  },
);

test('fences of other languages hold none', () => {
  expect(fencedIn('```json\n{}')).toEqual([]);
  expect(fencedIn(`${inFence('x = 1')}\n${inFence('y = 2')}`)).toEqual(['x = 1\n', 'y = 2\n']);
});
