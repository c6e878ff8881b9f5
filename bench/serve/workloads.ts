/** The workloads of trainers, W1 to W5 and W7: rows that are the same in every run, limits, and who is measured. */
import type { RewardOptions } from '../../src/index.ts';
import { cores } from '../machine.ts';
import type { Baseline } from './baselines.ts';
import { BASELINES } from './baselines.ts';
import type { Item, Pace } from './load.ts';

export interface Workload {
  name: string;
  what: string;
  module: string;
  calls: number;
  /** @param scale what takes time by waiting waits so much less */
  item: (index: number, scale: number) => Item;
  options: Pick<RewardOptions, 'timeout' | 'memory' | 'reuse'>;
  limitSeconds: number;
  concurrency: (scale: number) => number;
  /** Numbers of clients that it is tried with, as far as they were asked for. */
  clients: readonly number[];
  pace: Pace;
  baselines: readonly Baseline[];
  /** Share of the rows that baselines get, which start interpreters for each. */
  few: number;
}

/** A number in [0, 1) for each index: the same in every run. */
const chance = (index: number, salt = 0): number =>
  ((((index + 1) * 2_654_435_761 + salt * 40_503) >>> 0) % 2 ** 32) / 2 ** 32;

/** Of a normal distribution (Box and Muller). */
const normal = (index: number): number =>
  Math.sqrt(-2 * Math.log(1 - chance(index, 1))) * Math.cos(2 * Math.PI * chance(index, 2));

/** Milliseconds of CPU: half of them below 3, at most 20. */
const mathMs = (index: number): number => Math.min(20, 0.5 + 2.5 * -Math.log2(1 - chance(index)));

const works = (length: number, kwargs: object, expected = true): Item => ({
  completion: 'y'.repeat(length),
  kwargs: { ...kwargs },
  expected: expected ? length : null,
});

/** What rows of strangers do, half of it hanging. */
const HOSTILE = [
  ...['loop', 'exit', 'c-loop', 'segfault', 'blocked', 'memory'],
  ...['loop', 'raise', 'c-loop', 'print', 'blocked', 'text', 'loop', 'patch'],
];
const HANGS = new Set(['loop', 'c-loop', 'blocked']);

const HOSTILE_LIMIT = 1;
const isHostile = (index: number): boolean => index % 10 === 3;
const hostile = (index: number): string => HOSTILE[Math.floor(index / 10) % HOSTILE.length] as string;

/** Seconds within which W7 must be done: each hang its limit and a tenth, each other row 50 ms, twice that in all. */
export const hostileBound = (calls: number): number => {
  const rows = [...Array(calls).keys()];
  const hung = rows.filter((index) => isHostile(index) && HANGS.has(hostile(index))).length;
  return 10 + (2 * (hung * HOSTILE_LIMIT * 1.1 + (calls - hung) * 0.05)) / cores;
};

const SUM = 'print(sum(i * i for i in range(int(input()))))\n';
const square = (n: number): number => ((n - 1) * n * (2 * n - 1)) / 6;
const BOMB = 'held = []\nwhile True:\n    held.append(bytearray(1 << 26))\n';

const code = (index: number): Item => {
  const kind = chance(index);
  const tests = Array.from({ length: index % 2 === 0 ? 10 : 100 }, (_, at) => [`${at}\n`, `${square(at)}`]);
  const kwargs = { tests, notes: 'n'.repeat(4_000 + Math.floor(18_000 * chance(index, 3))) };
  if (kind < 0.05) return { completion: 'while True:\n    pass\n', kwargs, expected: 0 };
  if (kind < 0.06) return { completion: BOMB, kwargs, expected: 0 };
  return { completion: `${SUM}# ${index}\n`, kwargs, expected: 1 };
};

const common = { options: {}, limitSeconds: 5, concurrency: () => cores, few: 1, pace: 'step' as Pace };

export const WORKLOADS: readonly Workload[] = [
  {
    ...common,
    name: 'W1',
    what: 'format: 1,024 calls of 16 kB, 30 µs of work',
    module: 'bench/rewards/format.py',
    calls: 1_024,
    item: (index) => ({
      completion: `<think>${'word '.repeat(3_200)}</think><answer>${index % 7}</answer>`,
      kwargs: { expected_result: 3 },
      expected: 0.2 + (index % 7 === 3 ? 1 : 0),
    }),
    clients: [1, 4, 16, 64, 256],
    baselines: BASELINES,
  },
  {
    ...common,
    name: 'W2',
    what: 'math: 2,048 calls of 8 kB, 0.5 to 20 ms of CPU (half below 3), 0.5 % hang',
    module: 'bench/rewards/works.py',
    calls: 2_048,
    item: (index) =>
      index % 200 === 100 ? works(8_000, { does: 'spin' }, false) : works(8_000, { ms: mathMs(index) }),
    options: { timeout: '5s' },
    clients: [1, 16, 256],
    baselines: BASELINES,
  },
  {
    ...common,
    name: 'W3',
    what: 'code: 1,024 programs, 10 or 100 tests each, 5 % loop, 1 % eat memory; each test a process',
    module: 'bench/rewards/stdin_code.py',
    calls: 1_024,
    item: code,
    options: { timeout: '60s' },
    limitSeconds: 60,
    clients: [1],
    baselines: ['threads', 'prime', 'areal'],
    few: 0.25,
  },
  {
    ...common,
    name: 'W4',
    what: 'judge: 512 calls that wait, lognormal, median 2 s, p99 20 s, 256 at once',
    module: 'bench/rewards/judge.py',
    calls: 512,
    item: (index, scale) => {
      const score = (index % 10) / 10;
      const seconds = Math.min(1, scale) * 2 * Math.exp(0.99 * normal(index));
      return { completion: 'an answer', kwargs: { seconds, score }, expected: score };
    },
    options: { timeout: '300s', reuse: 'always' },
    limitSeconds: 300,
    concurrency: (scale) => Math.max(cores, Math.ceil(256 * Math.min(1, scale))),
    clients: [1, 16],
    baselines: ['inline', 'threads', 'prime'],
  },
  {
    ...common,
    name: 'W5',
    what: 'burst: 960 submits in 50 ms, 20 ms of CPU, limit 5 s',
    module: 'bench/rewards/works.py',
    calls: 960,
    item: (index) => works(500 + index, { ms: 20 }),
    options: { timeout: '5s' },
    clients: [1, 16, 256],
    pace: { withinMs: 50 },
    baselines: BASELINES,
  },
  {
    ...common,
    name: 'W7',
    what: 'hostile: 1,024 calls of 1 ms, a tenth hangs, crashes, prints, eats memory or patches builtins',
    module: 'bench/rewards/works.py',
    calls: 1_024,
    item: (index) =>
      isHostile(index) ? works(100, { does: hostile(index) }, false) : works(100 + (index % 50), { ms: 1 }),
    options: { timeout: '1s', memory: '256MiB' },
    limitSeconds: HOSTILE_LIMIT,
    clients: [1, 16],
    baselines: BASELINES,
  },
];
