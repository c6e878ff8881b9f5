/** Result files that real runs wrote: of completions with and without steps, of an environment; and while they grow. */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { Views } from '../../../src/view/routes/views.ts';
import { openSource } from '../../../src/view/sources/open-source.ts';
import type { ResultsOptions } from '../../../src/view/sources/results-options.ts';
import { COMMAND } from '../../helpers/command-line.ts';
import { newFolder } from '../../helpers/with-reward.ts';

const REWARD = `def reward_fn(completion, **kwargs):
    if completion == "boom":
        raise ValueError("no number in it")
    return float(completion == str(kwargs["answer"])), {"verdict": "<b>yes</b>", "length": len(completion)}
`;
const ENVIRONMENT = `class Counts:
    def setup(self, **kwargs):
        self.count = 0
        return "begin"
    def step(self, action):
        self.count += 1
        return {"observation": f"{self.count}", "reward": 1.0, "done": action == "stop", "reward_info_dict": {"said": action}}
`;

let folder: string;
const at = (name: string): string => join(folder, name);
const jsonl = (name: string, rows: readonly object[]): void =>
  writeFileSync(at(name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

beforeAll(() => {
  folder = newFolder();
  writeFileSync(at('reward.py'), REWARD);
  writeFileSync(at('env.py'), ENVIRONMENT);
  jsonl(
    'p.jsonl',
    Array.from({ length: 10 }, (_, n) => ({
      id: `q${n}`,
      prompt: [{ role: 'user', content: `What is ${n}?` }],
      answer: n,
    })),
  );
  const completions = Array.from({ length: 250 }, (_, n) => ({
    id: `q${n % 10}`,
    completion: n % 50 === 7 ? 'boom' : String(n % 4),
    step: Math.floor(n / 50),
  }));
  jsonl('c.jsonl', completions);
  jsonl(
    'plain.jsonl',
    completions.map(({ step: _, ...row }) => row),
  );
  jsonl('a.jsonl', [
    { id: 'q1', actions: ['go', 'go', 'stop'] },
    { id: 'q2', actions: ['stop'] },
  ]);
  const run = (...words: string[]): void =>
    void execFileSync(COMMAND[0], [COMMAND[1], 'run', '--prompts', at('p.jsonl'), '--quiet', ...words]);
  run('--completions', at('c.jsonl'), '--reward', at('reward.py'), '-o', at('results.jsonl'), '--ordered');
  run('--completions', at('a.jsonl'), '--environment', at('env.py'), '-o', at('episodes.jsonl'), '--ordered');
}, 120_000);

const opened: Views[] = [];
afterEach(() => {
  for (const views of opened.splice(0)) views.close();
});
const viewsOf = (name: string, options: ResultsOptions = {}): Views => {
  const views = new Views({ version: '0', serving: false, sources: [openSource(at(name), options)] });
  opened.push(views);
  return views;
};
const inputs = (): ResultsOptions => ({
  prompts: at('p.jsonl'),
  completions: at('c.jsonl'),
  module: { kind: 'reward', file: at('reward.py') },
});

it('finds the steps that completions carry, with prompts and what was said', async () => {
  const views = viewsOf('results.jsonl', inputs());
  const { x, calls, groups } = await views.series('r0', {});
  expect([x.step, calls, groups.n]).toEqual([
    [0, 1, 2, 3, 4],
    [50, 50, 50, 50, 50],
    [10, 10, 10, 10, 10],
  ]);
  const step = await views.step('r0', '3', {});
  expect(step.samples.random).toHaveLength(5);
  for (const row of step.samples.random) {
    expect(row.value).toBe('<b>yes</b>');
    expect(row.prompt).toBe(`What is ${((row.completion_line ?? 0) - 1) % 10}?`);
    expect(row.completion).toBe(String(((row.completion_line ?? 0) - 1) % 4));
  }
});

it('names the command that runs a failed row again, which does', async () => {
  const views = viewsOf('results.jsonl', inputs());
  const { causes, total } = await views.failures('r0', {});
  expect([total, causes.map(({ count, where }) => [count, where])]).toEqual([
    5,
    [[5, 'reward.py:3 in reward_fn']],
  ]);
  const { examples } = await views.failure('r0', causes[0]?.cause ?? '', {});
  const command = examples[0]?.again.command ?? '';
  expect(command).toContain('runrl-sandbox run --only line:8 ');
  // It ends with 1: no call succeeded.
  const { stdout: out } = spawnSync(COMMAND[0], [COMMAND[1], ...command.split(' ').slice(1), '--quiet'], {
    encoding: 'utf8',
  });
  const rows = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows).toMatchObject([{ index: 7, status: 'raised', error: { message: 'no number in it' } }]);
}, 60_000);

it('shows rows without steps in blocks, and all of them together', async () => {
  const views = viewsOf('results.jsonl', { ...inputs(), completions: at('plain.jsonl') });
  const { runs } = await views.runs();
  expect(runs).toMatchObject([{ by: 'calls', calls_per_step: 100, steps: 3, calls: 250 }]);
  expect((await views.series('r0', {})).x.calls).toEqual([100, 200, 250]);
  expect(await views.step('r0', 'all', { key: '@calls' })).toMatchObject({
    calls: 250,
    previous: null,
    next: null,
  });
});

it('has no prompts where no files are named, says so, and still tells calls apart', async () => {
  const views = viewsOf('results.jsonl');
  const { runs } = await views.runs();
  expect(runs[0]?.notes.map(({ text }) => text)).toContain(
    'A result file has neither prompts nor completions',
  );
  const { samples } = await views.step('r0', '0', {});
  expect(samples.random.map(({ prompt, completion }) => [prompt, completion])).toEqual(
    Array(5).fill([null, null]),
  );
  const { causes } = await views.failures('r0', {});
  expect((await views.failure('r0', causes[0]?.cause ?? '', {})).examples[0]?.again).toEqual({
    command: null,
    request: null,
  });
});

it('follows a file that grows, torn lines and lines that are none included', async () => {
  const lines = readFileSync(at('results.jsonl'), 'utf8').split('\n');
  const views = viewsOf('results.jsonl');
  await views.runs();
  writeFileSync(at('grows.jsonl'), '');
  const growing = new Views({ version: '0', serving: false, sources: [openSource(at('grows.jsonl'))] });
  opened.push(growing);
  expect((await growing.changes()).runs).toMatchObject([{ calls: 0, latest: null, live: true }]);
  appendFileSync(at('grows.jsonl'), `${lines[0]}\n${lines[1]?.slice(0, 50)}`);
  expect((await growing.changes()).runs).toMatchObject([{ calls: 1, latest: 0 }]);
  appendFileSync(at('grows.jsonl'), `${lines[1]?.slice(50)}\nnot a row\n${lines.slice(2, 150).join('\n')}\n`);
  expect((await growing.changes()).runs).toMatchObject([{ calls: 150, latest: 1 }]);
  expect((await growing.runs()).runs[0]?.notes.map(({ level }) => level)).toContain('warning');
  writeFileSync(at('grows.jsonl'), `${lines[0]}\n`);
  expect((await growing.changes()).runs).toMatchObject([{ calls: 1 }]);
});

it('plays episodes back, step by step', async () => {
  const views = viewsOf('episodes.jsonl', { prompts: at('p.jsonl'), completions: at('a.jsonl') });
  const { runs } = await views.runs();
  expect(runs).toMatchObject([{ calls: 4, has: { episodes: true } }]);
  const { episodes, total } = await views.episodes('r0', {
    module: undefined,
    state: undefined,
    from: 0,
    limit: 10,
  });
  expect([
    total,
    episodes.map(({ steps, return: sum, ended, prompt }) => [steps, sum, ended, prompt]),
  ]).toEqual([
    2,
    [
      [1, 1, 'done', 'What is 2?'],
      [3, 3, 'done', 'What is 1?'],
    ],
  ]);
  const one = await views.episode('r0', episodes[1]?.episode ?? '');
  expect(one).toMatchObject({
    observation: 'begin',
    timeline: [
      { at: 1, action: 'go', observation: '1', reward: 1, done: false },
      {},
      { action: 'stop', done: true, info: { said: 'stop' } },
    ],
  });
  const { numbers } = await views.step('r0', '0', {});
  expect(numbers).toMatchObject({ '@return': { n: 2, mean: 2 }, '@length': { n: 2, min: 1, max: 3 } });
});
