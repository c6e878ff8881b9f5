/** P8: the workloads of trainers, beside what people write instead. Every method gets the same calls. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { RewardOptions } from '../src/index.ts';
import { compare, type Options, type Row } from './harness.ts';
import { cores, file, python } from './machine.ts';
import { callsPerSecond, withReward } from './throughput.ts';

export interface Workload {
  name: string;
  what: string;
  module: string;
  calls: number;
  options: RewardOptions;
  row: (index: number) => { completion: string; [field: string]: unknown };
}

const METHODS = ['inline', 'threads', 'processes', 'python-c', 'bwrap'] as const;
/** These start an interpreter per call: fewer calls are enough to know. */
const SLOW = new Set<string>(['python-c', 'bwrap']);

/** A number in [0, 1) for each index: the same in every run. */
const chance = (index: number): number => ((index * 2_654_435_761) % 2 ** 32) / 2 ** 32;

export const SOLUTION =
  'def solve(n):\n    total = 0\n    for i in range(n):\n        total += i * i\n    return total\n';

const TESTS = Array.from({ length: 10 }, (_, n) => [
  n * 100,
  [...Array(n * 100).keys()].reduce((sum, i) => sum + i * i, 0),
]);
const IMPORTS =
  'import bisect, collections, datetime, decimal, fractions, functools, heapq, itertools, math, random, re, statistics, string\n';

export const WORKLOADS: Workload[] = [
  {
    name: 'P8 W0',
    what: 'warm trivial reward, 2 kB completions, in groups of 8 of one row',
    module: 'bench/rewards/trivial.py',
    calls: 100_000,
    options: {},
    row: (index) => ({ completion: 'x'.repeat(2_000), expected_result: Math.floor(index / 8) }),
  },
  {
    name: 'P8 W1',
    what: 'format reward, 16 kB completions',
    module: 'bench/rewards/format.py',
    calls: 4_096,
    options: {},
    row: (index) => ({
      completion: `<think>${'word '.repeat(3_200)}</think><answer>${index % 7}</answer>`,
      expected_result: 3,
    }),
  },
  {
    name: 'P8 W2',
    what: 'math reward, 8 kB completions, 0.5 to 20 ms of CPU, median 3',
    module: 'bench/rewards/spin.py',
    calls: 600,
    options: {},
    row: (index) => ({
      completion: 'y'.repeat(8_000),
      ms: Math.min(20, 0.5 + 2.5 * -Math.log2(1 - chance(index))),
    }),
  },
  {
    name: 'P8 W3',
    what: 'code reward: exec of the completion against 10 tests',
    module: 'bench/rewards/code.py',
    calls: 600,
    options: {},
    row: (index) => ({ completion: `${SOLUTION}# ${index}\n`, tests: TESTS }),
  },
  {
    name: 'P8 W4',
    what: 'the same with a completion that imports 13 modules of the standard library',
    module: 'bench/rewards/code.py',
    calls: 600,
    options: {},
    row: (index) => ({ completion: `${IMPORTS}${SOLUTION}# ${index}\n`, tests: TESTS }),
  },
];

export const workloads = async ({ rounds, scale }: Options, report: (row: Row) => void): Promise<Row[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'runrl-bench-'));
  const rows: Row[] = [];
  try {
    for (const workload of WORKLOADS) {
      const count = Math.ceil(workload.calls * scale);
      const input = Array.from({ length: count }, (_, index) => workload.row(index));
      // As the others have them: values in memory.
      const calls = input.map(({ completion, ...kwargs }) => ({ completion, kwargs }));
      await withReward(workload.module, { concurrency: cores, ...workload.options }, async (reward) => {
        await callsPerSecond(reward, calls.slice(0, 100));
        for (const method of METHODS) {
          const few = SLOW.has(method) ? input.slice(0, Math.ceil(120 * scale)) : input;
          const path = join(folder, 'calls.jsonl');
          writeFileSync(path, few.map((row) => `${JSON.stringify(row)}\n`).join(''));
          const row = await compare(
            {
              name: workload.name,
              what: workload.what,
              unit: 'calls/s',
              baseline: method,
              goal: { atLeast: 1 },
            },
            rounds,
            () => callsPerSecond(reward, calls),
            async () => {
              const args = [
                file('bench/python/baselines.py'),
                method,
                file(workload.module),
                path,
                String(cores),
              ];
              return Number((await execa(python, args)).stdout);
            },
          );
          report(row);
          rows.push(row);
        }
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return rows;
};
