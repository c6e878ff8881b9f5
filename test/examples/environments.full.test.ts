/** The example environments, replayed by `runrl-sandbox run`: every return is known beforehand. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { COMMAND } from '../helpers/command-line.ts';
import { installedPythons } from '../python/interpreters.ts';

const ROOT = join(import.meta.dirname, '../..');
const NAMES = ['grid-world', 'number-guessing', 'shop', 'text-to-sql', 'twenty-questions'];

interface Script {
  id: string;
  actions: string[];
  /** Null where it depends on the seed. */
  expected_return: number | null;
}

interface StepRow {
  kind: 'step';
  index: number;
  id: string;
  step: number;
  status: string;
  observation: string;
  reward: number;
  done: boolean;
  info: Record<string, number | string>;
}

interface EpisodeRow {
  kind: 'episode';
  index: number;
  id: string;
  status: string;
  observation: string | null;
  return: number;
  length: number;
  ended: 'done' | 'actions_used' | 'max_steps' | 'failed';
}

const readRows = <Row>(path: string): Row[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);

const scriptsOf = (name: string): Script[] =>
  readRows<Script>(join(ROOT, 'examples', name, 'completions.jsonl'));

/** Replays the scripts of an example in the order of their rows. */
const replay = async (
  name: string,
  ...flags: string[]
): Promise<{ steps: StepRow[]; episodes: EpisodeRow[] }> => {
  const folder = mkdtempSync(join(tmpdir(), 'environments-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const output = join(folder, 'rows.jsonl');
  const example = join(ROOT, 'examples', name);
  await promisify(execFile)(COMMAND[0], [
    ...[COMMAND[1], 'run', '--quiet', '--ordered', '--strict'],
    ...['--prompts', join(example, 'prompts.jsonl'), '--completions', join(example, 'completions.jsonl')],
    ...['--environment', join(example, 'environment.py'), '--output', output, ...flags],
  ]);
  const rows = readRows<StepRow | EpisodeRow>(output);
  return {
    steps: rows.filter((row) => row.kind === 'step'),
    episodes: rows.filter((row) => row.kind === 'episode'),
  };
};

describe.each(NAMES)('%s', (name) => {
  it.each(installedPythons())(
    'pays each player what its row expects, on Python $version',
    async ({ python }) => {
      const { episodes } = await replay(name, '--python', python);
      const scripts = scriptsOf(name);
      expect(episodes.map(({ index, id, status }) => [index, id, status])).toEqual(
        scripts.map(({ id }, index) => [index, id, 'ok']),
      );
      for (const [index, { expected_return: expected }] of scripts.entries())
        if (expected !== null) expect(episodes[index]?.return, `row ${index}`).toBeCloseTo(expected, 9);
    },
  );

  it('takes the actions up to the end of the game, and no further', async () => {
    const { steps, episodes } = await replay(name);
    const scripts = scriptsOf(name);
    for (const { index, length, ended } of episodes) {
      const taken = steps.filter((step) => step.index === index);
      expect(taken.map(({ step }) => step)).toEqual(taken.map((_, step) => step));
      expect(taken).toHaveLength(length);
      expect(taken.findIndex(({ done }) => done)).toBe(ended === 'done' ? length - 1 : -1);
      if (ended !== 'done') expect([ended, length]).toEqual(['actions_used', scripts[index]?.actions.length]);
    }
  });
});

describe('grid-world on a wet floor', () => {
  const walks = async (seed: string) => {
    const { steps } = await replay('grid-world', '--seed', seed);
    return steps.map(({ index, step, observation, reward }) => ({ index, step, observation, reward }));
  };

  it('is the same walk with the same seed', async () => {
    expect(await walks('7')).toEqual(await walks('7'));
  });

  it('is another walk with another seed', async () => {
    expect(await walks('1')).not.toEqual(await walks('2'));
  });
});
