/** Prompt, completions and result files of a test. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { RunOptions } from '../../src/run/reward-run.ts';
import { runReward } from '../../src/run/reward-run.ts';
import { type FakeOptions, FakeReward } from './fake-reward.ts';

export interface RowOnDisk {
  index: number;
  id: string | number | null;
  status: string;
  reward: number | null;
  evidence: { kind: string }[];
}

export interface TestRun {
  folder: string;
  prompts: string;
  completions: string;
  output: string;
  /** The rows of the result file. */
  rows(): RowOnDisk[];
  run(options?: Partial<RunOptions> & { fake?: FakeOptions }): ReturnType<typeof runReward>;
}

/** `count` completions, two for each of the prompts `p0`, `p1`, … */
export const testRun = (count: number): TestRun => {
  const folder = mkdtempSync(join(tmpdir(), 'run-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const [prompts, completions, output] = ['prompts.jsonl', 'completions.jsonl', 'results.jsonl'].map((name) =>
    join(folder, name),
  );
  const promptRow = (_: unknown, line: number) =>
    `{"prompt": [{"role": "user", "content": "question ${line}"}], "id": "p${line}"}\n`;
  const completionRow = (_: unknown, line: number) =>
    `{"completion": "answer ${line}", "id": "p${line >> 1}"}\n`;
  writeFileSync(prompts as string, Array.from({ length: Math.ceil(count / 2) }, promptRow).join(''));
  writeFileSync(completions as string, Array.from({ length: count }, completionRow).join(''));
  const files = { prompts: prompts as string, completions: completions as string, output: output as string };
  return {
    folder,
    ...files,
    rows: () => (existsSync(files.output) ? readRows(files.output) : []),
    run: ({ fake, ...options } = {}) =>
      runReward({
        ...files,
        reward: new FakeReward(fake),
        rewardFile: join(folder, 'reward.py'),
        ...options,
      }),
  };
};

const readRows = (path: string): RowOnDisk[] => {
  const lines = readFileSync(path, 'utf8').split('\n');
  if (lines.pop() !== '') throw new Error('the last line is torn');
  return lines.map((line) => JSON.parse(line) as RowOnDisk);
};

export const indexes = (rows: readonly RowOnDisk[]): number[] => rows.map(({ index }) => index);

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

export const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b);
