/** W9: eight ranks of a trainer at one host, each a Python process with its share of the rows: bench/python/ranks.py. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import type { Options } from '../harness.ts';
import { agentInterpreter, cores, file } from '../machine.ts';
import type { Item, Measured } from './load.ts';
import { type Check, inTurns, type MethodResult } from './report.ts';
import { withServer } from './server.ts';
import { WORKLOADS } from './workloads.ts';

const RANKS = 8;

export interface RanksRun {
  way: 'map' | 'inline' | 'pool';
  ranks: number;
  items: readonly Item[];
  endpoint: string;
  /** Path in the repository, for the ways that need no server. */
  module?: string;
}

export interface RanksMeasured extends Measured {
  /** Seconds that each rank took. */
  each: number[];
}

export const runRanks = async ({ way, ranks, items, endpoint, module }: RanksRun): Promise<RanksMeasured> => {
  const folder = mkdtempSync(join(tmpdir(), 'runrl-bench-'));
  writeFileSync(join(folder, 'rows.jsonl'), items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  if (module !== undefined) copyFileSync(file(module), join(folder, 'reward.py'));
  const env = { PYTHONPATH: file('python-client/src') };
  const python = await agentInterpreter();
  const children = Array.from({ length: ranks }, (_, rank) =>
    execa(python, [file('bench/python/ranks.py'), way, folder, `${rank}`, `${ranks}`, endpoint], {
      env,
      stdin: 'pipe',
      stderr: 'inherit',
    }),
  );
  try {
    const lines = children.map((child) => createInterface({ input: child.stdout })[Symbol.asyncIterator]());
    await Promise.all(lines.map((line) => line.next()));
    for (const child of children) child.stdin.end('go\n');
    const told = await Promise.all(lines.map(async (line) => JSON.parse((await line.next()).value)));
    await Promise.all(children);
    const each = told.map(({ seconds }) => seconds as number);
    const seconds = Math.max(...each);
    const at = (share: number): number =>
      ([...each].sort((a, b) => a - b)[Math.floor(share * (each.length - 1))] ?? 0) * 1e3;
    return {
      seconds,
      perSecond: items.length / seconds,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      wrong: told.reduce((sum, { wrong }) => sum + wrong, 0),
      falseTimeouts: 0,
      each,
    };
  } finally {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Rows of W1 and of W2 without hangs, an eighth for each rank; the percentiles are those of ranks, not of calls. */
export const eightRanks = async ({
  rounds,
  scale,
}: Options): Promise<{ results: MethodResult[]; checks: Check[] }> => {
  const results: MethodResult[] = [];
  const checks: Check[] = [];
  for (const [of, calls] of [['W1', 8_192] as const, ['W2', 2_048] as const]) {
    const workload = WORKLOADS.find(({ name }) => name === of);
    if (workload === undefined) throw new Error(of);
    const { module } = workload;
    const items = Array.from({ length: Math.ceil((calls * scale) / RANKS) * RANKS }, (_, index) =>
      workload.item(index, 1),
    ).map((item, index) => (item.expected === null ? workload.item(index + 1, 1) : item));
    await withServer({ reward: module, concurrency: cores }, async ({ endpoint }) => {
      const run = { ranks: RANKS, items, endpoint, module };
      let spread = 1;
      const found = await inTurns(
        'W9',
        [
          {
            name: `${of}: 8 Python clients, map`,
            run: async () => {
              const measured = await runRanks({ ...run, way: 'map' });
              spread = Math.max(spread, Math.max(...measured.each) / Math.min(...measured.each));
              return measured;
            },
          },
          { name: `${of}: inline in each rank`, run: () => runRanks({ ...run, way: 'inline' }) },
          { name: `${of}: a process pool in each rank`, run: () => runRanks({ ...run, way: 'pool' }) },
        ],
        rounds,
      );
      results.push(...found);
      checks.push({
        what: `W9 ${of}: each call of eight clients came to its reward; the slowest client took ${spread.toFixed(2)} times the fastest`,
        met: found[0]?.wrong === 0,
      });
    });
  }
  return { results, checks };
};
