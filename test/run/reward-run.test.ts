import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { SandboxError } from '../../src/errors.ts';
import { FakeReward, outcome } from './fake-reward.ts';
import { indexes, sorted, testRun, upTo } from './files.ts';

it('writes one row per completion, with all fields in snake_case, in the documented order', async () => {
  const test = testRun(40);
  const summary = await test.run();
  expect(sorted(indexes(test.rows()))).toEqual(upTo(40));
  expect(Object.keys(test.rows()[0] ?? {})).toEqual(
    'index id status reward info duration_ms queue_ms cpu_ms max_rss_bytes error stack stdout stderr warnings evidence fresh level version'.split(
      ' ',
    ),
  );
  expect(test.rows().every(({ id, index }) => id === `p${index >> 1}`)).toBe(true);
  expect(summary).toMatchObject({
    state: 'finished',
    completions: 40,
    prompts: 20,
    rows: 40,
    remaining: 0,
    earlier: 0,
  });
});

it('hands over the original bytes of both lines', async () => {
  const test = testRun(1);
  writeFileSync(test.prompts, '{"prompt": "x", "n": 18.0, "big": 12345678901234567890}\n');
  writeFileSync(test.completions, '{"prompt_index": 0, "completion": "\\ud800", "further": 1.0}\r\n');
  const seen: string[] = [];
  const reward = new FakeReward();
  const original = reward.scoreAll.bind(reward);
  reward.scoreAll = (calls, options) =>
    original(
      (async function* () {
        for await (const call of calls) {
          if ('row' in call)
            seen.push(Buffer.from(call.row).toString(), Buffer.from(call.completionRow).toString());
          yield call;
        }
      })(),
      options,
    );
  await test.run({ reward });
  expect(seen).toEqual([
    '{"prompt": "x", "n": 18.0, "big": 12345678901234567890}',
    '{"prompt_index": 0, "completion": "\\ud800", "further": 1.0}',
  ]);
});

it('writes in the order of the completions file when asked to', async () => {
  const test = testRun(60);
  const slowFirst = {
    answer: ({ position }: { position: number }) => (position % 3 === 0 ? later() : outcome()),
  };
  await test.run({ ordered: true, fake: slowFirst });
  expect(indexes(test.rows())).toEqual(upTo(60));
});

/** An outcome some turns of the event loop later. */
const later = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  return outcome();
};

it('keeps 64-bit ids exact, and writes values that JSON does not have as null with a warning', async () => {
  const test = testRun(1);
  writeFileSync(test.prompts, '{"prompt": "x", "id": 9007199254740993}\n');
  writeFileSync(test.completions, '{"id": 9007199254740993, "completion": ""}\n');
  await test.run({ fake: { answer: () => outcome({ info: { a: Number.NaN, b: 1 }, stdout: '\ud800' }) } });
  const text = readFileSync(test.output, 'utf8');
  expect(text).toMatch(/^\{"index":0,"id":9007199254740993,"status":"ok"/);
  expect(JSON.parse(text)).toMatchObject({
    info: { a: null, b: 1 },
    warnings: ['info `a` was NaN, written as null'],
    stdout: '\ud800',
  });
});

it('scores nothing when a file has errors, whatever the module does', async () => {
  const test = testRun(4);
  writeFileSync(test.completions, '{"completion": "x", "id": "p0"}\nnot json\n');
  const reward = new FakeReward();
  await expect(test.run({ reward })).rejects.toMatchObject({ code: 'RS104', total: 1 });
  const broken = Promise.reject(new SandboxError('RS201', 'no such module'));
  await expect(test.run({ reward: broken })).rejects.toMatchObject({ code: 'RS104' });
  expect([reward.started, test.rows()]).toEqual([[], []]);
});

it('leaves out lines with errors when asked to, and says how many', async () => {
  const test = testRun(4);
  const rows = [
    '{"completion": "x", "id": "p0"}',
    'not json',
    '',
    '{"completion": "y", "id": "p1"}',
    '{"completion": "y", "id": "p9"}',
  ];
  writeFileSync(test.completions, rows.join('\n'));
  const summary = await test.run({ skipInvalid: true });
  expect(sorted(indexes(test.rows()))).toEqual([0, 3]);
  expect(summary).toMatchObject({ state: 'finished', skipped: { prompts: 0, completions: 2 } });
  writeFileSync(test.completions, '{}\n');
  await expect(test.run({ skipInvalid: true, overwrite: true })).rejects.toMatchObject({ code: 'RS104' });
});

it('reports a module that does not load, and leaves an output that was to be overwritten as it is', async () => {
  const test = testRun(4);
  writeFileSync(test.output, 'precious\n');
  const reward = Promise.reject(new SandboxError('RS201', 'reward.py:3: SyntaxError'));
  await expect(test.run({ reward, overwrite: true })).rejects.toMatchObject({ code: 'RS201' });
  expect(readFileSync(test.output, 'utf8')).toBe('precious\n');
});

it('writes rows to a stream, and nothing else', async () => {
  const test = testRun(30);
  const output = new PassThrough();
  const [summary, text] = await Promise.all([
    test.run({ output }).then((result) => {
      output.end();
      return result;
    }),
    output.setEncoding('utf8').toArray(),
  ]);
  const lines = text.join('').trimEnd().split('\n');
  expect(sorted(lines.map((line) => (JSON.parse(line) as { index: number }).index))).toEqual(upTo(30));
  expect(summary.output).toBe('-');
});

it('stops when the reader of the rows goes away', async () => {
  const test = testRun(20_000);
  const output = new PassThrough({ highWaterMark: 1 });
  output.once('data', () => output.destroy(Object.assign(new Error('EPIPE'), { code: 'EPIPE' })));
  const summary = await test.run({ output });
  expect(summary.state).toBe('interrupted');
  expect(summary.remaining).toBeGreaterThan(0);
});

it('counts only, without an output', async () => {
  const test = testRun(10);
  const summary = await test.run({ output: undefined });
  expect(summary).toMatchObject({ rows: 10, output: null });
  expect(test.rows()).toEqual([]);
});

it.each([
  ['an existing file', { resume: false }, 'RS105', /exists already/],
  [
    'both ways at once',
    { resume: true, overwrite: true },
    'RS101',
    /`resume` cannot be used with `overwrite`/,
  ],
])('refuses %s', async (_, options, code, message) => {
  const test = testRun(2);
  writeFileSync(test.output, 'something\n');
  await expect(test.run(options)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  expect(readFileSync(test.output, 'utf8')).toBe('something\n');
});

it('refuses outputs that cannot be, and never writes over an input', async () => {
  const test = testRun(2);
  mkdirSync(join(test.folder, 'folder'));
  const refused = (output: string) =>
    test.run({ output, overwrite: true }).then(String, (error: SandboxError) => error.message);
  expect(await refused(join(test.folder, 'folder'))).toMatch(/is a directory/);
  expect(await refused(join(test.folder, 'missing', 'x.jsonl'))).toMatch(
    /folder of the output file .* does not exist/,
  );
  expect(await refused(join(test.completions, 'x.jsonl'))).toMatch(/cannot be opened: .*ENOTDIR/);
  expect(await refused(test.completions)).toMatch(/is the same file as the input/);
  expect(await refused('/dev/null')).toMatch(/object Object/);
});

it('refuses to write a file that another run is writing, also by another name', async () => {
  const test = testRun(8);
  const alias = join(test.folder, 'alias.jsonl');
  symlinkSync(test.output, alias);
  writeFileSync(test.output, '');
  let second: Promise<unknown> | undefined;
  const answer = async () => {
    second ??= test.run({ output: alias, resume: true }).catch((error: unknown) => error);
    await second;
    return outcome();
  };
  await test.run({ resume: true, fake: { answer } });
  expect(await second).toMatchObject({
    code: 'RS105',
    message: expect.stringMatching(/Another run is writing/),
  });
  expect(sorted(indexes(test.rows()))).toEqual(upTo(8));
});

it('keeps the rows that it has when the sandbox is lost, and says what is left', async () => {
  const test = testRun(40);
  const reward = new FakeReward();
  const original = reward.scoreAll.bind(reward);
  reward.scoreAll = async function* (calls, options) {
    let count = 0;
    for await (const scored of original(calls, options)) {
      yield scored;
      if (++count === 25) throw new SandboxError('RS403', 'the agent died 4 times', { help: 'see dmesg' });
    }
  };
  const summary = await test.run({ reward });
  expect(summary).toMatchObject({
    state: 'failed',
    remaining: 15,
    rows: 25,
    failure: { code: 'RS403', message: 'the agent died 4 times', help: 'see dmesg' },
  });
  expect(test.rows()).toHaveLength(25);
  await test.run({ resume: true });
  expect(sorted(indexes(test.rows()))).toEqual(upTo(40));
});

it('says so when the disk is full', async () => {
  const test = testRun(4);
  const summary = await test.run({ output: '/dev/full' });
  expect(summary).toMatchObject({
    state: 'failed',
    remaining: 4,
    failure: { code: 'RS106', message: expect.stringMatching(/ENOSPC/), help: expect.stringMatching(/room/) },
  });
});
