import { expect, it, vi } from 'vitest';
import { formatMs, formatNumber, formatRate, formatShare } from '../../src/formats/text/numbers.ts';
import { makePaint } from '../../src/formats/text/paint.ts';
import { bar, table } from '../../src/formats/text/table.ts';
import type { Progressing } from '../../src/run/file-run-options.ts';
import { Progress, type Screen } from '../../src/run/progress.ts';

/** A terminal that understands what the display sends, and remembers what is on it. */
class Terminal implements Screen {
  readonly lines: string[] = [''];
  isCursorVisible = true;
  canRedraw = true;
  readonly paint = makePaint(false);
  width = 80;
  #row = 0;
  #column = 0;

  columns(): number {
    return this.width;
  }

  write(text: string): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what this is about
    for (const [token] of text.matchAll(/\u001b\[\??\d*[A-Za-z]|[\s\S]/gu)) this.#take(token);
  }

  #take(token: string): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
    const up = /^\u001b\[(\d+)A$/.exec(token);
    if (up) this.#row -= Number(up[1]);
    else if (token === '\u001b[J')
      this.lines.splice(this.#row, this.lines.length, (this.lines[this.#row] ?? '').slice(0, this.#column));
    else if (token === '\u001b[K')
      this.lines[this.#row] = (this.lines[this.#row] ?? '').slice(0, this.#column);
    else if (token === '\u001b[?25l') this.isCursorVisible = false;
    else if (token === '\u001b[?25h') this.isCursorVisible = true;
    else if (token === '\r') this.#column = 0;
    else if (token === '\n') {
      this.#row++;
      this.#column = 0;
      this.lines[this.#row] ??= '';
    } else {
      const line = this.lines[this.#row] ?? '';
      this.lines[this.#row] = line.slice(0, this.#column) + token + line.slice(this.#column + 1);
      this.#column++;
    }
  }
}

const view = (fields: Partial<Progressing> = {}): Progressing => ({
  total: 1_000,
  earlier: 0,
  statuses: new Map([
    ['ok', 240],
    ['timeout', 10],
  ]),
  oldestMs: () => 0,
  slowest: async () => null,
  ...fields,
});

const started = (fields: Partial<Progressing> = {}, terminal = new Terminal()) => {
  let now = 0;
  const progress = new Progress(terminal, view(fields), 'reward.py', () => now);
  progress.start();
  const pass = (ms: number, rows: number) => {
    now += ms;
    for (let count = 0; count < rows; count++) progress.row();
    progress.tick();
  };
  return { terminal, progress, pass };
};

it('redraws a block in place, and leaves nothing behind', () => {
  const { terminal, progress, pass } = started();
  expect(terminal.isCursorVisible).toBe(false);
  pass(500, 100);
  pass(500, 150);
  expect(terminal.lines).toEqual([
    '██████░░░░░░░░░░░░░░░░░░ 250/1,000  25 %  250/s  3.0 s left',
    'ok 240  timeout 10',
    '',
  ]);
  progress.log('a line that stays');
  progress.note = 'finishing';
  expect(terminal.lines).toEqual([
    'a line that stays',
    '██████░░░░░░░░░░░░░░░░░░ 250/1,000  25 %  250/s  3.0 s left',
    'ok 240  timeout 10',
    'finishing',
    '',
  ]);
  progress.stop();
  progress.stop();
  expect(terminal.lines).toEqual(['a line that stays', '']);
  expect(terminal.isCursorVisible).toBe(true);
});

it('never wraps a line', () => {
  const terminal = new Terminal();
  terminal.width = 40;
  const { pass, progress } = started({}, terminal);
  pass(500, 100);
  expect(Math.max(...terminal.lines.map((line) => line.length))).toBeLessThan(40);
  progress.stop();
});

it('asks where the slowest call is at most every two seconds, and only when one takes that long', async () => {
  const stack =
    'Stack (most recent call first):\n  File "/usr/lib/python3.11/re.py", line 1 in match\n  File "/m/reward.py", line 7 in spin\n';
  const slowest = vi.fn(async () => ({
    index: 42,
    call: { index: 3, running_ms: 6_500, stack },
    isInFlight: () => inFlight,
  }));
  let oldest = 1_000;
  let inFlight = true;
  const { terminal, pass, progress } = started({ slowest, oldestMs: () => oldest });
  pass(5_000, 1);
  expect(slowest).not.toHaveBeenCalled();
  oldest = 7_000;
  pass(250, 0);
  pass(250, 0);
  await slowest.mock.results[0]?.value;
  pass(250, 0);
  expect(slowest).toHaveBeenCalledTimes(1);
  expect(terminal.lines[2]).toBe('slowest: [42] for 7.0 s in reward.py:7 in spin');
  pass(2_000, 0);
  expect(slowest).toHaveBeenCalledTimes(2);
  inFlight = false;
  pass(250, 1);
  expect(terminal.lines).toHaveLength(3);
  progress.stop();
});

it('prints plain lines where nothing can be redrawn', () => {
  const terminal = new Terminal();
  terminal.canRedraw = false;
  const write = vi.spyOn(terminal, 'write');
  const { pass, progress } = started({}, terminal);
  pass(1_000, 250);
  progress.log('word');
  progress.stop();
  expect(write.mock.calls.map(([text]) => text)).toEqual([
    '250/1,000  25 %  250/s  3.0 s left  |  ok 240  timeout 10\n',
    'word\n',
  ]);
});

it('writes numbers as people read them', () => {
  expect([0, 12, 0.379123, 1234567, -0.5].map(formatNumber)).toEqual([
    '0',
    '12',
    '0.3791',
    '1235000',
    '-0.5',
  ]);
  expect([0.0123, 9.99, 42.4, 1_234, 59_960, 200_000, 7_500_000].map(formatMs)).toEqual([
    '0.012 ms',
    '10 ms',
    '42 ms',
    '1.2 s',
    '1 min 0 s',
    '3 min 20 s',
    '2 h 5 min',
  ]);
  expect([0.123, 12.3, 1648.4].map(formatRate)).toEqual(['0.12/s', '12/s', '1,648/s']);
  expect([
    formatShare(0, 9),
    formatShare(1, 1_000_000),
    formatShare(999_999, 1_000_000),
    formatShare(9, 9),
  ]).toEqual(['0.0 %', '< 0.1 %', '> 99.9 %', '100.0 %']);
  expect([bar(0, 4), bar(1e-9, 4), bar(0.5, 4), bar(1, 4)]).toEqual(['', '▏', '██', '████']);
  expect(
    table(
      [
        ['a', '1'],
        ['日本', '23'],
      ],
      ['left', 'right'],
    ),
  ).toEqual(['a      1', '日本  23']);
});
