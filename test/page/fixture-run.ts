/** A run as the routes of the view tell it, made of a few formulas: the same numbers each time, as many as are asked for. */
import type {
  Cause,
  Column,
  Example,
  OneStep,
  Row,
  RunInfo,
  Series,
  Status,
} from '../../page/src/data/types.ts';

export const HOSTILE = [
  '<script>window.hacked=1</script>',
  '<img src=x onerror="window.hacked=1">',
  '</pre></td></table><iframe srcdoc="<script>parent.hacked=1</script>">',
  'right-to-left \u202egnp.exe\u202c and zero\u200bwidth',
  'javascript:window.hacked=1',
].join('\n');

export interface Made {
  steps: number;
  numbers: readonly string[];
  strings: readonly string[];
  module: string;
  isHostile?: boolean;
}

/** Between 0 and 1, the same for the same numbers. */
const noise = (a: number, b: number): number => {
  let hash = Math.imul(a * 2_654_435_761 + b, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
};

const CALLS = 64;
const START = Date.UTC(2026, 5, 1, 8);

const meanAt = (key: number, step: number, steps: number): number => {
  const progress = step / Math.max(1, steps - 1);
  if (key === 0) return 0.15 + 0.7 / (1 + Math.exp(-8 * (progress - 0.4))) + 0.08 * (noise(0, step) - 0.5);
  const shape = [progress, 1 - progress, Math.sin(6 * progress) / 2 + 0.5, 0.5, progress ** 3][key % 5] ?? 0;
  return (shape + 0.15 * (noise(key, step) - 0.5)) * (key % 4 === 3 ? 800 : 1);
};

const failedAt = (status: Status, step: number, steps: number): number => {
  const progress = step / steps;
  if (status === 'raised') return Math.round(6 * (1 - progress) * noise(31, step));
  if (status === 'timeout') return progress > 0.55 && progress < 0.7 ? Math.round(14 * noise(32, step)) : 0;
  return status === 'invalid' ? Math.round(2 * noise(33, step)) : 0;
};

const FAILED = ['raised', 'invalid', 'timeout'] as const;

export const statusesAt = (step: number, steps: number): Record<string, number> => {
  const failed = Object.fromEntries(FAILED.map((status) => [status, failedAt(status, step, steps)]));
  return { ok: CALLS - Object.values(failed).reduce((sum, count) => sum + count, 0), ...failed };
};

const columnOf = (key: number, steps: readonly number[], all: number): Column => ({
  n: steps.map(() => CALLS),
  mean: steps.map((step) => (key === 6 && step % 40 < 12 ? null : meanAt(key, step, all))),
  sd: steps.map((step) => 0.08 + 0.1 * noise(key + 50, step)),
  min: steps.map((step) => meanAt(key, step, all) - 0.4),
  max: steps.map((step) => meanAt(key, step, all) + 0.4),
  missing: steps.map(() => (key === 6 ? 12 : 0)),
  nan: steps.map((step) => (key === 4 && step % 9 === 0 ? 2 : 0)),
});

/** Every `joined`-th step instead of means of them: here only their number matters. */
export const seriesOf = (
  made: Made,
  keys: readonly string[],
  query: { from: number; to: number; points: number },
): Series => {
  const from = Math.max(0, query.from);
  const to = Math.min(made.steps - 1, query.to);
  const total = to - from + 1;
  const joined = Math.max(1, Math.ceil(total / query.points));
  const step = Array.from({ length: Math.ceil(total / joined) }, (_, row) => from + row * joined);
  const names = ['@reward', ...made.numbers];
  const counts = step.map((one) => statusesAt(one, made.steps));
  return {
    version: 1,
    module: made.module,
    joined,
    total,
    start: 0,
    x: {
      step,
      last: step.map((one) => Math.min(to, one + joined - 1)),
      calls: step.map((one) => (one + 1) * CALLS),
      time: step.map((one) => START + one * 41_000),
    },
    statuses: Object.fromEntries(
      ['ok', ...FAILED].map((status) => [status, counts.map((one) => one[status] ?? 0)]),
    ),
    calls: step.map(() => CALLS),
    latency: {
      p50: step.map((one) => 8 + 3 * noise(60, one)),
      p95: step.map((one) => 30 + 25 * noise(61, one)),
      max: step.map((one) => 80 + 200 * noise(62, one)),
    },
    groups: {
      n: step.map(() => 8),
      equal: step.map((one) => Math.round(8 * noise(63, one) * (one / made.steps))),
    },
    columns: Object.fromEntries(
      keys
        .filter((key) => names.includes(key))
        .map((key) => [key, columnOf(names.indexOf(key), step, made.steps)]),
    ),
  };
};

const PROMPTS = [
  'What is 17 + 25?',
  'A train leaves at 9:40 and arrives at 11:05. How long does it take?',
  'Simplify 12/18.',
];
const SAID = [
  'Let me think step by step. 17 + 25 = 42.\n\nThe answer is 42.',
  'It takes 1 hour and 25 minutes.\n\n<answer>85</answer>',
  'Both can be divided by 6, so the fraction is 2/3.',
];
const VALUES = ['42', '85 min', '2/3', 'no answer found', ''];

export const rowOf = (made: Made, step: number, index: number): Row => {
  const at = Math.floor(noise(step + 7, index) * 3);
  const text = made.isHostile === true && index < 2 ? HOSTILE : (SAID[at] ?? '');
  const status: Status = index === 3 ? 'raised' : 'ok';
  return {
    hash: step * 10 + index,
    prompt: made.isHostile === true && index === 0 ? HOSTILE : (PROMPTS[at] ?? ''),
    prompt_chars: (PROMPTS[at] ?? '').length,
    completion: made.isHostile === true && index === 2 ? `${'a'.repeat(3_999)}…` : text,
    completion_chars: made.isHostile === true && index === 2 ? 5_000_000 : text.length,
    value:
      made.isHostile === true && index === 1
        ? HOSTILE
        : (VALUES[Math.floor(noise(step, index + 3) * 5)] ?? ''),
    value_chars: 0,
    reward: status === 'ok' ? Math.round(100 * noise(step, index + 20)) / 100 : null,
    status,
    duration_ms: 3 + 40 * noise(step, index + 40),
    line: 1 + ((step * 5 + index) % 118),
    completion_line: null,
    id: null,
    info: {
      'format/score': noise(step, index + 80),
      answer: made.isHostile === true ? HOSTILE : (VALUES[at] ?? ''),
    },
    at: null,
    error: status === 'raised' ? { type: 'ValueError', message: 'no number in the last line' } : null,
    again: {
      command: null,
      request: {
        route: 'v1/score',
        body: {
          module: made.module,
          completion: text,
          kwargs: { prompt: PROMPTS[at], expected_result: 42 + at },
        },
      },
    },
  };
};

export const stepOf = (made: Made, step: number, key: string): OneStep => {
  const rows = [0, 1, 2, 3, 4].map((index) => rowOf(made, step, index));
  const by = (of: (row: Row) => number) => [...rows].sort((one, other) => of(other) - of(one));
  const statuses = statusesAt(step, made.steps);
  return {
    version: 1,
    module: made.module,
    step,
    previous: step > 0 ? step - 1 : null,
    next: step < made.steps - 1 ? step + 1 : null,
    calls: CALLS,
    statuses,
    since: new Date(START + step * 41_000).toISOString(),
    until: new Date(START + step * 41_000 + 30_000).toISOString(),
    numbers: Object.fromEntries(
      ['@reward', ...made.numbers].map((name, index) => {
        const mean = meanAt(index, step, made.steps);
        return [name, { n: CALLS, mean, sd: 0.1, min: mean - 0.4, max: mean + 0.4, missing: 0, nan: 0 }];
      }),
    ),
    latency: { p50: 8.2, p95: 41, max: 212 },
    groups: { n: 8, equal: Math.round(8 * noise(63, step) * (step / made.steps)) },
    strings: ['@calls', ...made.strings].map((name) => ({ key: name, n: CALLS })),
    key,
    samples: {
      random: rows,
      highest: by(({ reward }) => reward ?? -1),
      lowest: by(({ reward }) => -(reward ?? -1)),
      slowest: by(({ duration_ms }) => duration_ms),
      frequent: VALUES.slice(0, 4).map((value, index) => ({
        value: made.isHostile === true && index === 0 ? HOSTILE : value,
        value_chars: value.length,
        count: 30 - 8 * index,
        share: (30 - 8 * index) / CALLS,
        example: rows[index] ?? null,
      })),
      exact: true,
    },
    audit: null,
  };
};

const CAUSES: readonly Omit<Cause, 'steps' | 'share'>[] = [
  {
    cause: 'c1',
    status: 'raised',
    type: 'ValueError',
    where: 'reward.py:14 in parse',
    message: 'could not convert string to float: "forty-two"',
    count: 412,
  },
  {
    cause: 'c2',
    status: 'timeout',
    type: null,
    where: 'reward.py:31 in simplify',
    message: 'did not return within 10 s',
    count: 96,
  },
  {
    cause: 'c3',
    status: 'invalid',
    type: null,
    where: 'reward.py:9 in reward_fn',
    message: 'returned NaN, expected a finite number',
    count: 57,
  },
];

export const causesOf = (made: Made): Cause[] =>
  CAUSES.map((cause, index) => ({
    ...cause,
    ...(made.isHostile === true ? { message: HOSTILE, type: '<b>Error</b>' } : {}),
    share: cause.count / (made.steps * CALLS),
    steps: {
      step: Array.from({ length: 60 }, (_, at) => Math.floor((at * made.steps) / 60)),
      count: Array.from({ length: 60 }, (_, at) =>
        index === 1 && (at < 33 || at > 42) ? 0 : Math.round(9 * noise(index + 90, at)),
      ),
    },
  }));

export const exampleOf = (made: Made, cause: Cause): Example => ({
  step: 12,
  row: {
    ...rowOf(made, 12, 3),
    status: cause.status,
    reward: null,
    error: { type: cause.type ?? 'Timeout', message: cause.message },
  },
  frames: [
    { file: 'reward.py', line: 14, function: 'parse', own: true },
    { file: 'reward.py', line: 22, function: 'reward_fn', own: true },
    { file: '/usr/lib/python3.11/json/decoder.py', line: 355, function: 'raw_decode', own: false },
  ],
  traceback: `Traceback (most recent call last):\n  File "reward.py", line 22, in reward_fn\n    value = parse(completion)\n  File "reward.py", line 14, in parse\n    return float(text)\nValueError: ${cause.message}`,
  stack:
    cause.status === 'timeout'
      ? 'File "reward.py", line 31 in simplify\nFile "reward.py", line 22 in reward_fn'
      : null,
  stdout: made.isHostile === true ? HOSTILE : 'parsing …\n',
  stderr: '',
  warnings: [],
  evidence: [],
  again: {
    command:
      'runrl-sandbox run --reward reward.py --prompts prompts.jsonl --completions completions.jsonl --only line:118',
    request: {
      route: 'v1/score',
      body: { module: made.module, completion: 'forty-two', kwargs: { expected_result: 42 } },
    },
  },
});

export const runInfoOf = (made: Made, id: string, name: string): RunInfo => ({
  id,
  name,
  kind: 'served',
  path: null,
  live: true,
  by: 'step',
  calls_per_step: null,
  modules: [{ name: made.module, kind: 'reward', file: 'reward.py' }],
  steps: made.steps,
  first: made.steps > 0 ? 0 : null,
  latest: made.steps > 0 ? made.steps - 1 : null,
  calls: made.steps * CALLS,
  since: new Date(START).toISOString(),
  until: new Date(START + made.steps * 41_000).toISOString(),
  version: 1,
  has: { episodes: true, findings: true, prompts: false, audit: true, failures: true },
  notes: [],
});
