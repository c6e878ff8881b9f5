/** What trainers do by themselves with the same rows, in processes of their own: bench/python/trainers.py. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { file, python } from '../machine.ts';
import type { Item, Measured } from './load.ts';

export const BASELINES = ['inline', 'threads', 'prime', 'areal'] as const;
export type Baseline = (typeof BASELINES)[number];

export interface BaselineRun {
  method: Baseline;
  /** Path in the repository. */
  module: string;
  items: readonly Item[];
  concurrency: number;
  limitSeconds: number;
  /** After this it counts as one that does not finish. */
  patienceSeconds: number;
  env?: Record<string, string>;
}

export const runBaseline = async (run: BaselineRun): Promise<Measured> => {
  const folder = mkdtempSync(join(tmpdir(), 'runrl-bench-'));
  writeFileSync(join(folder, 'rows.jsonl'), run.items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  const numbers = [run.concurrency, run.limitSeconds].map(String);
  // A process group of its own: its pools leave processes that hang.
  const child = spawn(
    python,
    [file('bench/python/trainers.py'), run.method, file(run.module), folder, ...numbers],
    { detached: true, stdio: 'ignore', env: { ...process.env, BENCH_PLAIN: '1', ...run.env } },
  );
  const endAll = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // nothing of it is left
    }
  };
  process.once('exit', endAll);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    endAll();
  }, run.patienceSeconds * 1e3);
  try {
    await once(child, 'exit');
    const result = join(folder, 'result.json');
    if (existsSync(result)) return JSON.parse(readFileSync(result, 'utf8')) as Measured;
    const unfinished = late
      ? `not done after ${Math.round(run.patienceSeconds)} s`
      : 'the trainer itself ended';
    return { ...NOTHING, unfinished };
  } finally {
    clearTimeout(timer);
    process.off('exit', endAll);
    endAll();
    rmSync(folder, { recursive: true, force: true });
  }
};

const NOTHING: Measured = {
  seconds: Number.NaN,
  perSecond: Number.NaN,
  p50: Number.NaN,
  p95: Number.NaN,
  p99: Number.NaN,
  wrong: Number.NaN,
  falseTimeouts: Number.NaN,
};
