/** Prompts, actions and result file of a test with episodes. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type EnvironmentRunOptions, runEnvironment } from '../../src/run/environment-run.ts';
import { FakeEnvironment, type FakeEnvironmentOptions } from './fake-environment.ts';

export interface EpisodeRowOnDisk {
  index: number;
  id: string | number | null;
  kind: 'step' | 'episode';
  step?: number;
  status: string;
  observation: unknown;
  reward?: number | null;
  done?: boolean;
  return?: number;
  length?: number;
  ended?: string;
  actions_unused?: number;
}

export interface EpisodeTestRun {
  folder: string;
  prompts: string;
  completions: string;
  output: string;
  rows(): EpisodeRowOnDisk[];
  run(
    options?: Partial<EnvironmentRunOptions> & { fake?: FakeEnvironmentOptions },
  ): ReturnType<typeof runEnvironment>;
}

/** `count` rows of `actionsPerRow` actions `a0`, `a1`, …; two rows for each of the prompts `p0`, `p1`, … */
export const episodeRun = (count: number, actionsPerRow = 3): EpisodeTestRun => {
  const folder = mkdtempSync(join(tmpdir(), 'episodes-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const [prompts = '', completions = '', output = ''] = ['prompts', 'actions', 'results'].map((name) =>
    join(folder, `${name}.jsonl`),
  );
  const actions = JSON.stringify(Array.from({ length: actionsPerRow }, (_, step) => `a${step}`));
  const lines = (number: number, line: (index: number) => string): string =>
    Array.from({ length: number }, (_, index) => `${line(index)}\n`).join('');
  writeFileSync(
    prompts,
    lines(Math.ceil(count / 2), (line) => `{"prompt": "question ${line}", "id": "p${line}"}`),
  );
  writeFileSync(
    completions,
    lines(count, (line) => `{"actions": ${actions}, "id": "p${line >> 1}"}`),
  );
  return {
    folder,
    prompts,
    completions,
    output,
    rows: () => (existsSync(output) ? readRows(output) : []),
    run: ({ fake, ...options } = {}) =>
      runEnvironment({
        prompts,
        completions,
        output,
        environment: new FakeEnvironment(fake),
        environmentFile: join(folder, 'env.py'),
        ...options,
      }),
  };
};

const readRows = (path: string): EpisodeRowOnDisk[] => {
  const lines = readFileSync(path, 'utf8').split('\n');
  if (lines.pop() !== '') throw new Error('the last line is torn');
  return lines.map((line) => JSON.parse(line) as EpisodeRowOnDisk);
};

/** Indexes of the episodes that are there, in the order of the file; each must be whole and stand alone. */
export const episodes = (rows: readonly EpisodeRowOnDisk[]): number[] => {
  const found: number[] = [];
  let steps = 0;
  for (const { index, kind, step, length } of rows) {
    if (kind === 'step') {
      if (step !== steps++) throw new Error(`step ${step} of ${index} is not in its place`);
    } else {
      if (length !== steps) throw new Error(`episode ${index} has ${steps} steps, not ${length}`);
      found.push(index);
      steps = 0;
    }
  }
  if (steps > 0) throw new Error('the last episode has no row of its own');
  return found;
};
