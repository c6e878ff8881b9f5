/** What one step comes to: spreads, groups, latencies, the calls that are kept, the causes of failures. */
import { expect, it } from 'vitest';
import type { Outcome } from '../../../src/outcome.ts';
import { CauseFinder } from '../../../src/view/store/causes.ts';
import { latencyOf } from '../../../src/view/store/durations.ts';
import { StepFigures } from '../../../src/view/store/step-figures.ts';
import { outcome } from '../../run/fake-reward.ts';

interface Made extends Partial<Outcome> {
  row?: unknown;
  said?: string;
}

const finder = new CauseFinder('reward.py');
const noted = (calls: readonly Made[]): StepFigures => {
  const figures = new StepFigures('maths', 1, finder);
  for (const { row = {}, said = '', ...more } of calls) {
    const source = {
      module: 'maths',
      step: 1,
      row: Buffer.from(JSON.stringify(row)),
      said: Buffer.from(JSON.stringify(said)),
    };
    figures.note('call', { ...outcome({}), ...more }, source);
  }
  return figures;
};

/** A fixed order that is no other's. */
const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((each, at) => [(at * 7919) % 1_009, each] as const)
    .sort(([a], [b]) => a - b)
    .map(([, each]) => each);

const calls = Array.from({ length: 200 }, (_, at) => ({
  reward: at % 7,
  duration_ms: 200 - at,
  said: `answer ${at}`,
  row: { prompt: `question ${at % 10}` },
  info: { verdict: at % 3 === 0 ? 'right' : 'wrong', ...(at % 50 === 0 ? { rare: `text ${at}` } : {}) },
}));

it('keeps the same calls in each view, whatever order they come in', () => {
  const [one, other] = [noted(calls), noted(shuffled(calls))].map((figures) => figures.snapshot());
  for (const snapshot of [one, other]) {
    const { record, rows } = snapshot as NonNullable<typeof one>;
    const rewards = (record.views?.highest ?? []).map((at) => rows[at]?.reward);
    expect(rewards).toEqual([6, 6, 6, 6, 6]);
    expect((record.views?.lowest ?? []).map((at) => rows[at]?.reward)).toEqual([0, 0, 0, 0, 0]);
    expect((record.views?.slowest ?? []).map((at) => rows[at]?.duration_ms)).toEqual([
      200, 199, 198, 197, 196,
    ]);
    const random = (record.views?.random ?? []).map((at) => rows[at]?.hash ?? 0);
    expect(random).toEqual([...random].sort((a, b) => a - b));
  }
  const saidOf = (snapshot: typeof one, views: 'random' | 'highest' | 'lowest'): unknown[] =>
    (snapshot?.record.views?.[views] ?? []).map((at) => snapshot?.rows[at]?.completion);
  for (const view of ['random', 'highest', 'lowest'] as const)
    expect(saidOf(one, view)).toEqual(saidOf(other, view));
});

it('keeps calls of a rare string too, and counts its values', () => {
  const { record, rows } = noted(calls).snapshot();
  const rare = record.info_strings.rare;
  expect(rare?.n).toBe(4);
  expect((rare?.views?.random ?? []).map((at) => rows[at]?.info.rare).sort()).toEqual([
    'text 0',
    'text 100',
    'text 150',
    'text 50',
  ]);
  expect(record.info_strings.verdict?.values).toEqual({
    values: [
      { value: 'wrong', chars: 5, count: 133 },
      { value: 'right', chars: 5, count: 67 },
    ],
    spare: 0,
  });
});

it('finds the most frequent value among more than it can count, and says how far off it may be', () => {
  const many = Array.from({ length: 400 }, (_, at) => ({
    said: String(at),
    info: { text: at % 2 === 0 ? 'often' : `once ${at}` },
  }));
  const values = noted(many).snapshot().record.info_strings.text?.values;
  expect(values?.values[0]?.value).toBe('often');
  const count = values?.values[0]?.count ?? 0;
  expect(count).toBeLessThanOrEqual(200);
  expect(count + (values?.spare ?? 0)).toBeGreaterThanOrEqual(200);
  expect(values?.spare).toBeGreaterThan(0);
});

it('counts groups of one row, and those that are all paid the same', () => {
  const of = (row: number, reward: number): Made => ({ row: { prompt: 'p'.repeat(500), row }, reward });
  const mixed = [of(1, 1), of(2, 0), of(1, 1), of(2, 1), of(3, 1), of(1, 1), of(4, 0), of(4, 0)];
  expect(noted(mixed).snapshot().record.groups).toEqual({ n: 3, equal: 2 });
  expect(noted(shuffled(mixed)).snapshot().record.groups).toEqual({ n: 3, equal: 2 });
});

it('knows the spread of numbers, and what is none', () => {
  const record = noted([2, 4, 4, 4, 5, 5, 7, 9, Number.NaN].map((a) => ({ info: { a } }))).snapshot().record;
  expect(record.info_numbers.a).toEqual({ n: 8, mean: 5, min: 2, max: 9, sd: 2, nan: 1 });
});

it('knows quantiles of durations to within a twentieth', () => {
  const record = noted(Array.from({ length: 1_000 }, (_, at) => ({ duration_ms: at + 1 }))).snapshot().record;
  const { p50, p95, max } = latencyOf(record.durations);
  expect(Math.abs((p50 ?? 0) / 500 - 1)).toBeLessThan(0.05);
  expect(Math.abs((p95 ?? 0) / 950 - 1)).toBeLessThan(0.05);
  expect(max).toBe(1_000);
});

it('goes on from what was written as if it had never stopped', () => {
  const half = noted(calls.slice(0, 100));
  const written = JSON.parse(JSON.stringify(half.snapshot())) as ReturnType<StepFigures['snapshot']>;
  const next = StepFigures.of(written, finder);
  const whole = noted(calls).snapshot().record;
  for (const { row, said, ...more } of calls.slice(100))
    next.note(
      'call',
      { ...outcome({}), ...more },
      {
        module: 'maths',
        step: 1,
        row: Buffer.from(JSON.stringify(row)),
        said: Buffer.from(JSON.stringify(said)),
      },
    );
  const { record, rows } = next.snapshot();
  expect(record).toMatchObject({ calls: 200, statuses: whole.statuses, durations: whole.durations });
  expect(record.reward?.mean).toBeCloseTo(whole.reward?.mean ?? 0, 10);
  expect(record.reward?.sd).toBeCloseTo(whole.reward?.sd ?? 0, 10);
  const other = noted(calls).snapshot();
  for (const view of ['random', 'highest', 'lowest', 'slowest'] as const)
    expect(record.views?.[view]?.map((at) => rows[at]?.hash)).toEqual(
      whole.views?.[view]?.map((at) => other.rows[at]?.hash),
    );
});

it('groups failures by the line of the module, and keeps the first of each', () => {
  const raised = (line: number, message: string): Made => ({
    status: 'raised',
    reward: null,
    error: {
      type: 'ValueError',
      message,
      traceback: `Traceback (most recent call last):\n  File "/m/reward.py", line ${line}, in reward_fn\nValueError: ${message}`,
    },
    stdout: 'p'.repeat(5_000),
  });
  const figures = noted([raised(3, 'bad 1'), raised(3, 'bad 2'), raised(9, 'bad 3')]);
  const { causes } = figures.snapshot().record;
  expect(causes).toMatchObject([
    { n: 2, type: 'ValueError', where: 'reward.py:3 in reward_fn', message: 'bad 1' },
    { n: 1, where: 'reward.py:9 in reward_fn' },
  ]);
  const example = figures.exampleOf(causes?.[0]?.cause ?? '');
  expect(example?.stdout).toHaveLength(2_000);
  expect(example?.body).toEqual({ completion: '', kwargs: {} });
});

it('holds little of huge strings', () => {
  const huge = 'x'.repeat(2 ** 20);
  const text = JSON.stringify(
    noted(
      Array.from({ length: 30 }, (_, at) => ({ said: `${at}${huge}`, info: { huge: `${at}${huge}` } })),
    ).snapshot(),
  );
  expect(text.length).toBeLessThan(20 * 10_000);
  expect(text).toContain('"chars":{"huge":1048577');
});
