import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makePaint } from '../../src/formats/text/paint.ts';
import type { EvidenceKind } from '../../src/outcome.ts';
import type { ScoredRow } from '../../src/run/output/row.ts';
import { SAMPLES, sampleHash } from '../../src/run/summary/info-stats.ts';
import { LatencyHistogram } from '../../src/run/summary/latency.ts';
import { RewardHistogram } from '../../src/run/summary/reward-histogram.ts';
import { failures, printed } from '../../src/run/summary/sections.ts';
import type { RunSummary } from '../../src/run/summary/shape.ts';
import { SummaryBuilder } from '../../src/run/summary/summary.ts';
import { formatSummary } from '../../src/run/summary/text.ts';
import { outcome } from './fake-reward.ts';

const row = (index: number, fields: Parameters<typeof outcome>[0] = {}): ScoredRow => ({
  index,
  id: `"p${index}"`,
  promptLine: index,
  outcome: outcome(fields),
});

const build = (rows: readonly ScoredRow[]) => {
  const builder = new SummaryBuilder('/home/ann/reward.py');
  for (const one of rows) builder.add(one);
  return builder.build((line) => `question ${line}`);
};

const failed = (index: number, type: string, message: string, line?: number) => {
  const traceback =
    line === undefined
      ? null
      : `Traceback (most recent call last):\n  File "/m/reward.py", line ${line}, in f\n`;
  return row(index, { status: 'raised', reward: null, error: { type, message, traceback } });
};

it('counts the calls that wrote something, and those with a thread that raised', () => {
  const raised = 'warning\nException in thread Thread-1 (work):\nTraceback …\n';
  const summary = build([
    row(0, { stdout: 'a' }),
    row(1, { stdout: 'a', stderr: 'no Exception in thread here' }),
    row(2, { stderr: raised }),
    row(3),
  ]);
  expect(summary.printed).toEqual({ stdout: 2, stderr: 2, thread_raised: 1 });
  const paint = makePaint(false);
  expect(printed(summary, paint)[0]).toContain('2 printed, 2 wrote to stderr, 1 had a thread that raised');
  expect(printed(build([row(3)]), paint)).toEqual([]);
});

it('gives the numbers that one gets by hand', () => {
  const summary = build([
    row(0, { reward: 1, info: { length: 10, note: 'a' }, duration_ms: 100, fresh: true }),
    row(1, { reward: 0, info: { length: 20 }, duration_ms: 2, fresh: true }),
    row(2, { reward: 0.5, info: { length: 60, note: 'b' }, duration_ms: 1 }),
    row(3, { status: 'timeout', reward: -1, duration_ms: 1_000, warnings: ['took 3 s'] }),
    row(4, { status: 'raised', reward: null, duration_ms: 1, warnings: ['took 4 s', 'other'] }),
  ]);
  expect(summary.statuses).toMatchObject({ ok: 3, timeout: 1, raised: 1, lost: 0 });
  const { std, ...reward } = summary.reward ?? { std: 0 };
  expect(reward).toEqual({
    count: 4,
    mean: 0.125,
    min: -1,
    max: 1,
    by_policy: 1,
    histogram: [-1, 0, 0.5, 1].map((value) => ({ from: value, to: value, count: 1 })),
  });
  expect(std).toBeCloseTo(Math.sqrt((1.125 ** 2 + 0.125 ** 2 + 0.375 ** 2 + 0.875 ** 2) / 4), 12);
  expect(summary.info_numbers.length).toMatchObject({ count: 3, mean: 30, min: 10, max: 60 });
  expect(summary.info_strings.note).toEqual({
    count: 2,
    samples: [
      { index: 0, id: '"p0"', prompt: 'question 0', value: 'a' },
      { index: 2, id: '"p2"', prompt: 'question 2', value: 'b' },
    ],
  });
  expect(summary.warnings).toEqual([
    { message: 'took 3 s', count: 2 },
    { message: 'other', count: 1 },
  ]);
  expect(summary.latency_ms?.max).toBe(1_000);
  expect(summary.latency_ms?.p50).toBeCloseTo(2, 1);
  const { fresh, reused, ...first } = summary.first_call ?? {};
  expect(first).toEqual({ index: 0, duration_ms: 100 });
  expect([fresh?.count, reused?.count]).toEqual([1, 3]);
  expect(fresh?.p50).toBeCloseTo(2, 1);
});

it('groups failures by status, type and the line of the user, else by the message without its values', () => {
  const { failures } = build([
    failed(5, 'ValueError', 'could not convert "abc"', 14),
    failed(3, 'ValueError', 'could not convert "xyz"', 14),
    failed(9, 'ValueError', 'could not convert "xyz"', 20),
    failed(1, 'KeyError', "'a'"),
    failed(2, 'KeyError', "'b'"),
    failed(4, 'KeyError', 'at 0x7f3a of 12'),
    failed(6, 'KeyError', 'at 0x123c of 9'),
    failed(7, 'KeyError', 'at 0x7f3a of 12'),
    row(8, {
      status: 'timeout',
      reward: null,
      stack:
        'Stack (most recent call first):\n  File "/usr/lib/python3.11/re.py", line 1 in m\n  File "/m/reward.py", line 33 in g\n  File "/m/reward.py", line 40 in h\n',
    }),
  ]);
  expect(
    failures.map(({ status, type, where, count, example }) => [status, type, where, count, example.index]),
  ).toEqual([
    ['raised', 'KeyError', null, 3, 4],
    ['raised', 'KeyError', null, 2, 1],
    ['raised', 'ValueError', 'reward.py:14 in f', 2, 3],
    ['timeout', null, 'reward.py:33 in g', 1, 8],
    ['raised', 'ValueError', 'reward.py:20 in f', 1, 9],
  ]);
  expect(failures[2]?.example).toMatchObject({
    id: '"p3"',
    message: 'could not convert "xyz"',
    frame: { line: 14 },
  });
});

it('samples the five strings with the smallest hashes, in whatever order the rows come', () => {
  const expected = Array.from({ length: 300 }, (_, index) => index)
    .sort((a, b) => sampleHash('note', a) - sampleHash('note', b))
    .slice(0, SAMPLES)
    .sort((a, b) => a - b);
  const rows = Array.from({ length: 300 }, (_, index) => row(index, { info: { note: `value ${index}` } }));
  fc.assert(
    fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
      expect(build(shuffled).info_strings.note?.samples.map(({ index }) => index)).toEqual(expected);
    }),
    { numRuns: 10 },
  );
});

it('samples evenly', () => {
  // The index of the smallest hash must not favour any part of the file: chi-square over ten parts.
  const parts = new Array<number>(10).fill(0);
  for (let name = 0; name < 2_000; name++) {
    const hashes = Array.from({ length: 100 }, (_, index) => sampleHash(`name-${name}`, index));
    const smallest = hashes.indexOf(Math.min(...hashes));
    parts[Math.floor(smallest / 10)] = (parts[Math.floor(smallest / 10)] ?? 0) + 1;
  }
  const chiSquare = parts.reduce((sum, count) => sum + (count - 200) ** 2 / 200, 0);
  expect(chiSquare).toBeLessThan(27.9); // 0.1 % with nine degrees of freedom
});

it('knows quantiles within 2 %', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 200 }),
      (values) => {
        const histogram = new LatencyHistogram();
        for (const value of values) histogram.add(value);
        const ordered = [...values].sort((a, b) => a - b);
        for (const part of [0.5, 0.95]) {
          const exact = ordered[Math.ceil(part * ordered.length) - 1] ?? 0;
          expect(Math.abs(histogram.quantile(part) - exact) / exact).toBeLessThan(0.02);
        }
        expect(histogram.summary()?.max).toBe(ordered.at(-1));
      },
    ),
  );
});

it('shows distinct values, else ten bins that hold every value once and cover exactly the range', () => {
  const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), {
    minLength: 1,
    maxLength: 300,
  });
  fc.assert(
    fc.property(numbers, (values) => {
      const histogram = new RewardHistogram();
      for (const value of values) histogram.add(value);
      const bars = histogram.bars();
      expect(bars.length).toBeLessThanOrEqual(10);
      expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
      expect(bars[0]?.from).toBe(Math.min(...values) + 0);
      expect(bars.at(-1)?.to).toBe(Math.max(...values) + 0);
    }),
  );
});

it.each([
  ['up', (at: number) => at / 1_000],
  ['down', (at: number) => -at / 1_000],
  ['both ways', (at: number) => (at % 2 === 0 ? at : -at) / 1_000],
])('bins values that run %s, beyond the number that it keeps exactly', (_, value) => {
  const histogram = new RewardHistogram();
  const values = Array.from({ length: 50_000 }, (_unused, at) => value(at));
  for (const one of values) histogram.add(one);
  const bars = histogram.bars();
  expect(bars.length).toBeGreaterThanOrEqual(9);
  bars.forEach(({ from, to, count }, at) => {
    const isLast = at === bars.length - 1;
    const inside = values.filter((one) => one >= from && (one < to || isLast)).length;
    expect(Math.abs(count - inside)).toBeLessThanOrEqual(1); // edges are sums of rounded widths
  });
});

const whole = (rows: readonly ScoredRow[]): RunSummary => ({
  schema: 'runrl-sandbox.run/1',
  state: 'finished',
  completions: rows.length,
  remaining: 0,
  prompts: 4,
  skipped: { prompts: 0, completions: 0 },
  versions: ['f00d'],
  earlier: 0,
  output: 'results.jsonl',
  reward_function: { name: 'reward_fn', shape: 'str', load_ms: 320, warnings: [] },
  fresh_workers: null,
  elapsed_ms: 2_000,
  rows_per_second: 2_500,
  failure: null,
  ...build(rows),
});

const item = (kind: EvidenceKind, source: string | null = null) => ({
  kind,
  message: `did ${kind}`,
  where: 'reward.py:3',
  source,
});

it('counts the calls with evidence by kind, the worst first, each with the first of them', () => {
  const summary = whole([
    row(0),
    row(5, { evidence: [item('completion_executed', 'x = 1\ny = 2'), item('completion_executed', 'z')] }),
    row(2, {
      status: 'tampered',
      reward: null,
      evidence: [item('completion_executed', 'a'), item('patched')],
    }),
    row(3, { status: 'timeout', reward: null, evidence: [item('patched')] }),
  ]);
  expect(summary.statuses.tampered).toBe(1);
  expect(summary.evidence.calls).toBe(3);
  expect(summary.evidence.kinds.map(({ kind, calls, example }) => [kind, calls, example.index])).toEqual([
    ['patched', 2, 2],
    ['completion_executed', 2, 2],
  ]);
  const text = formatSummary(summary, makePaint(false));
  expect(text).toContain('evidence  in 3 calls');
  expect(text).toContain('2 × patched at reward.py:3');
  expect(text).toContain('such as line 3 (id "p2"): did completion_executed: a');
});

it('is readable, and harmless whatever the module returned', () => {
  const text = formatSummary(
    whole([
      row(0, { reward: 1, info: { length: 12.5, note: 'red \u001b[31m\nalert'.repeat(40) } }),
      row(1, { reward: 0, info: { length: 7.5 } }),
      row(2, { reward: 0 }),
      failed(3, 'ValueError', 'bad\u0007 value', 14),
    ]),
    makePaint(false),
  );
  expect(text.split('\n')).toEqual([
    '4 completions scored in 2.0 s, 2,500/s',
    '',
    'outcomes',
    '  ok         3  75.0 %',
    '  raised     1  25.0 %',
    '',
    'reward  mean 0.3333  std 0.4714  min 0  max 1  (1 row without a reward)',
    '  0  ██████████████████████████████  2',
    '  1  ███████████████                 1',
    '',
    'info, numbers',
    '          mean  min   max  n',
    '  length    10  7.5  12.5  2',
    '',
    'info, note  1 value',
    '  line 1  "red ␛[31m␊alertred ␛[31m␊alertred ␛[31m␊alertred ␛[31m␊ale…  ← question 0',
    '',
    'time per call  p50 1 ms  p95 1 ms  max 1 ms',
    'first call     1 ms; 3 in reused workers p50 1 ms  (importing the module took 320 ms)',
    '',
    'failures, by cause',
    '  1 × raised ValueError at reward.py:14 in f',
    '      such as line 4 (id "p3"): bad␇ value',
  ]);
});

it('shows what to do at the end of a long message, broken into lines', () => {
  const message = `\`step\` returned None; expected ${'a dict with this and that, '.repeat(8)}or a tuple. Is there a return?`;
  const rows = [
    row(0, { status: 'invalid', reward: null, error: { type: 'InvalidStep', message, traceback: null } }),
  ];
  const lines = failures(build(rows), makePaint(false));
  expect(lines.length).toBeGreaterThan(4);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
  expect(lines.map((line) => line.trim()).join(' ')).toContain(message);
});

it('keeps its memory bounded when a module invents names, messages and warnings', () => {
  const builder = new SummaryBuilder('reward.py');
  const letters = (index: number) => [...String(index)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  for (let index = 0; index < 2_000; index++) {
    const fields = { info: { [`name-${index}`]: index, [`text-${index}`]: 'x' }, warnings: [letters(index)] };
    builder.add(
      row(index, {
        ...fields,
        status: 'raised',
        error: { type: letters(index), message: '', traceback: null },
      }),
    );
  }
  const summary = builder.build(() => '');
  expect([Object.keys(summary.info_numbers).length, summary.info_values_left_out]).toEqual([100, 3_800]);
  expect([summary.failures.length, summary.failures_left_out, summary.warnings.length]).toEqual([
    500, 1_500, 200,
  ]);
});
