import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { RunView } from '../../src/run/file-run-options.ts';
import { FakeReward, outcome } from './fake-reward.ts';
import { indexes, sorted, testRun, upTo } from './files.ts';

it('ends with one row per completion, wherever the last two lines are cut', async () => {
  const test = testRun(7);
  await test.run({ fake: { answer: ({ position }) => outcome({ info: { text: `é${position}` } }) } });
  const whole = readFileSync(test.output);
  const secondLast = whole.lastIndexOf('\n', whole.lastIndexOf('\n', whole.length - 2) - 1) + 1;
  const last = whole.lastIndexOf('\n', whole.length - 2) + 1;
  const isEdge = (at: number) =>
    Math.min(...[secondLast, last, whole.length].map((edge) => Math.abs(edge - at))) < 20;
  for (let length = secondLast; length <= whole.length; length += isEdge(length) ? 1 : 7) {
    writeFileSync(test.output, whole);
    truncateSync(test.output, length);
    const reward = new FakeReward();
    const summary = await test.run({ resume: true, reward });
    const kept =
      length === whole.length ? 7 : whole.subarray(0, length).toString('latin1').split('\n').length - 1;
    expect([length, summary.earlier, reward.started.length]).toEqual([length, kept, 7 - kept]);
    expect(sorted(indexes(test.rows()))).toEqual(upTo(7));
    expect(readFileSync(test.output).subarray(0, secondLast).equals(whole.subarray(0, secondLast))).toBe(
      true,
    );
  }
});

it('starts anew when there is no file yet, or an empty one', async () => {
  const test = testRun(5);
  await test.run({ resume: true });
  expect(sorted(indexes(test.rows()))).toEqual(upTo(5));
  writeFileSync(test.output, '');
  await test.run({ resume: true });
  expect(sorted(indexes(test.rows()))).toEqual(upTo(5));
  writeFileSync(test.output, '{"ind');
  await test.run({ resume: true });
  expect(sorted(indexes(test.rows()))).toEqual(upTo(5));
});

it.each(['notes', '{"notes": 1}'])('leaves a text alone that has no line end: %s', async (notes) => {
  const test = testRun(5);
  writeFileSync(test.output, notes);
  await expect(test.run({ resume: true })).rejects.toMatchObject({ code: 'RS105' });
  expect(readFileSync(test.output, 'utf8')).toBe(notes);
});

it('goes on in order after an ordered part', async () => {
  const test = testRun(50);
  await test.run({ ordered: true });
  const whole = readFileSync(test.output);
  truncateSync(test.output, whole.length >> 1);
  await test.run({ ordered: true, resume: true });
  expect(indexes(test.rows())).toEqual(upTo(50));
});

it('does not need the module when nothing is left', async () => {
  const test = testRun(6);
  await test.run();
  const summary = await test.run({ resume: true, reward: new Promise(() => {}) });
  expect(summary).toMatchObject({
    state: 'finished',
    earlier: 6,
    rows: 6,
    remaining: 0,
    reward_function: null,
    first_call: null,
  });
});

it('sums up all rows, those of the earlier run too', async () => {
  const test = testRun(20);
  const answer = ({ completion }: { completion: unknown }) => {
    const number = Number(String(completion).split(' ')[1]);
    return number % 4 === 3
      ? outcome({
          status: 'raised',
          reward: null,
          error: { type: 'ValueError', message: `bad ${number}`, traceback: null },
        })
      : outcome({ reward: number, info: { half: number / 2, word: `w${number}` }, duration_ms: number + 1 });
  };
  const whole = await test.run({ fake: { answer } });
  const bytes = readFileSync(test.output);
  truncateSync(test.output, bytes.length >> 1);
  const resumed = await test.run({ fake: { answer }, resume: true });
  for (const part of ['statuses', 'info_strings', 'failures', 'warnings', 'latency_ms'] as const) {
    expect(resumed[part]).toEqual(whole[part]);
  }
  expect(resumed.reward?.mean).toBeCloseTo(whole.reward?.mean ?? 0, 10);
  expect(resumed.reward?.histogram).toEqual(whole.reward?.histogram);
});

const row = (index: number, id: unknown, fields: object = {}) =>
  `${JSON.stringify({ index, id, ...outcome(), ...fields })}\n`;

it.each([
  ['an index outside the file', row(0, 'p0') + row(99, 'p0'), ':2: cannot resume: index 99 is not a row of'],
  [
    'a row that is there twice',
    row(0, 'p0') + row(1, 'p0') + row(0, 'p0'),
    ':3: cannot resume: index 0 appears twice',
  ],
  [
    'the id of another file',
    row(0, 'other'),
    ':1: cannot resume: index 0 has the id "other", which is "p0" in',
  ],
  ['no JSON', `${row(0, 'p0')}hello\n`, ':2: cannot resume: the line is not a result row'],
  ['JSON that is no result', '{"index": 0}\n', ':1: cannot resume: the line is not a result row'],
  [
    'a status nobody knows',
    row(0, 'p0', { status: 'fine' }),
    ':1: cannot resume: the line is not a result row',
  ],
])('refuses an output with %s, and leaves it as it is', async (_, content, message) => {
  const test = testRun(4);
  writeFileSync(test.output, content);
  const error = await test.run({ resume: true }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'RS105', message: expect.stringContaining(message) });
  expect(readFileSync(test.output, 'utf8')).toBe(content);
});

it('says when what it goes on with is another version than the one that wrote the file', async () => {
  const test = testRun(4);
  await test.run();
  writeFileSync(test.output, readFileSync(test.output, 'utf8').split('\n').slice(0, 2).concat('').join('\n'));
  const said: (readonly string[])[] = [];
  const events = { onStart: ({ module }: RunView) => void said.push(module.warnings) };
  const reward = new FakeReward({ answer: () => outcome({ version: 'beef' }) });
  const summary = await test.run({
    resume: true,
    reward: Object.assign(reward, { version: 'beef' }),
    events,
  });
  expect(summary).toMatchObject({ rows: 4, versions: ['f00d', 'beef'] });
  expect(said).toEqual([[expect.stringMatching(/reward\.py has changed since .*f00d.*beef.*--overwrite/)]]);
  // Nothing is left to do: it is known all the same.
  expect((await test.run({ resume: true })).versions).toEqual(['f00d', 'beef']);
});

it('does lost rows again, in their place when the file is in order, and leaves them with `keepLost`', async () => {
  const lost = (position: number) => position === 2 || position === 5;
  const fake = {
    answer: ({ position }: { position: number }) =>
      lost(position) ? outcome({ status: 'lost', reward: 0 }) : outcome(),
  };
  for (const ordered of [false, true]) {
    const test = testRun(8);
    await test.run({ fake, ordered: true });
    const kept = await test.run({ resume: true, keepLost: true, ordered });
    expect(kept).toMatchObject({ earlier: 8, statuses: { lost: 2 } });
    expect(test.rows()).toHaveLength(8);
    const whole = readFileSync(test.output, 'utf8');
    writeFileSync(test.output, `${whole}{"torn`);
    const said: string[] = [];
    const events = { onStart: ({ module }: RunView) => void said.push(...module.warnings) };
    const summary = await test.run({ resume: true, ordered, events });
    expect(said).toEqual(ordered ? [expect.stringContaining('5 behind it are done again')] : []);
    expect(summary).toMatchObject({
      state: 'finished',
      earlier: ordered ? 2 : 6,
      statuses: { ok: 8, lost: 0 },
    });
    const written = indexes(test.rows());
    expect(ordered ? written : sorted(written)).toEqual(upTo(8));
    expect(written.slice(0, 6)).toEqual(ordered ? upTo(6) : [0, 1, 3, 4, 6, 7]);
    expect(existsSync(`${test.output}.resuming`)).toBe(false);
  }
});
