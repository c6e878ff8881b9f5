/** What `check` shows while it works: one line that is rewritten, or a line now and then. */
import { expect, it } from 'vitest';
import { CheckProgress } from '../../src/cli/check/progress.ts';

const screenOf = (canRedraw: boolean) => {
  const written: string[] = [];
  const screen = {
    write: (text: string) => void written.push(text),
    columns: () => 30,
    canRedraw,
    paint: (_: unknown, text: string) => text,
  };
  return { screen, written };
};

it('rewrites one line no wider than the terminal, and leaves nothing of it', () => {
  const { screen, written } = screenOf(true);
  {
    using progress = new CheckProgress(screen, 60_000);
    progress.show('empty answers (1 of 40; 0 findings so far)');
    progress.log('a warning');
    progress.show('x');
  }
  const erased = '\r\u001b[2K';
  expect(written[0]).toBe(`${erased}… 0 s of 60 s: empty answers…`);
  expect(written[1]).toBe(`${erased}a warning\n`);
  expect(written.at(-2)).toBe(`${erased}… 0 s of 60 s: x`);
  expect(written.at(-1)).toBe(erased);
});

it('writes a line now and then where lines cannot be rewritten', () => {
  const { screen, written } = screenOf(false);
  {
    using progress = new CheckProgress(screen, 60_000);
    for (let step = 0; step < 50; step++) progress.show(`step ${step}`);
    progress.log('a warning');
  }
  expect(written).toEqual(['… 0 s of 60 s: step 0\n', 'a warning\n']);
});
