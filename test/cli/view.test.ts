/** `view`, `run --view`, `run --only` and `export` as they are started by people. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { browserCommand } from '../../src/cli/view/open-browser.ts';
import { onlyRows } from '../../src/run/resume/only-rows.ts';
import { COMMAND, cliForEach } from '../helpers/command-line.ts';
import { newFolder } from '../helpers/with-reward.ts';
import { note, writeStore } from '../view/outcomes.ts';

const withView = async (words: string[], body: (url: string) => Promise<void>): Promise<number | null> => {
  const child = spawn(COMMAND[0], [COMMAND[1], 'view', ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    await body(line.toString().trim());
  } finally {
    child.kill('SIGTERM');
  }
  const [code] = (await exited) as [number | null];
  return code;
};

const filled = async (): Promise<string> => {
  const folder = newFolder();
  await writeStore(folder, (steps) => note(steps, 3, { reward: 1 }));
  return folder;
};

it('shows several runs, scores nothing, and ends with SIGTERM', async () => {
  const code = await withView([await filled(), await filled()], async (url) => {
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    const { runs, serving } = (await (await fetch(`${url}v1/view/runs`)).json()) as {
      runs: { id: string; calls: number }[];
      serving: boolean;
    };
    expect([serving, runs.length, runs[1]?.id, runs[1]?.calls]).toEqual([false, 2, 'r1', 1]);
    const score = await fetch(`${url}v1/score`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"completion":"x"}',
    });
    expect([score.status, (await score.text()).includes('unknown-module')]).toEqual([404, true]);
    expect((await (await fetch(`${url}readyz`)).json()) as object).toMatchObject({ ready: true });
  });
  expect(code).toBe(0);
}, 180_000);

const REWARD = `import pathlib
def reward_fn(completion, expected, **kwargs):
    try:
        seen = "question" in pathlib.Path(__file__).with_name("prompts.jsonl").read_text()
    except OSError:
        seen = False
    return 1.0 if completion == str(expected) else 0.0, {"expected": repr(expected), "seen": float(seen)}
`;

it('tries rows of the prompt file with the reward that is named, which sees none of the files', async () => {
  const folder = await filled();
  const file = join(folder, 'reward.py');
  const prompts = join(folder, 'prompts.jsonl');
  writeFileSync(file, REWARD);
  const rows = Array.from({ length: 30 }, (_, at) => {
    const prompt = [{ role: 'user', content: at === 20 ? 'Find ME' : `question ${at}` }];
    return `{"id": ${at}, "prompt": ${JSON.stringify(prompt)}, "expected": 18.0}`;
  });
  writeFileSync(prompts, `${rows.join('\n')}\nno row\n`);
  await withView([folder, '--prompts', prompts, '--reward', file], async (url) => {
    const get = async (path: string) => (await fetch(`${url}v1/view/${path}`)).json() as Promise<object>;
    expect(await get('runs')).toMatchObject({ serving: true, runs: [{ has: { prompts: true } }] });
    const first = await get('runs/r0/prompts?limit=1');
    expect(first).toEqual({ total: 30, next: 2, rows: [{ line: 1, key: '0', prompt: 'question 0' }] });
    expect(await get('runs/r0/prompts?search=find+me')).toMatchObject({ next: null, rows: [{ line: 21 }] });
    expect(await get('runs/r0/prompts?from=31')).toMatchObject({ next: null, rows: [] });
    expect(await get('runs/r0/prompts/2')).toEqual({ line: 2, row: rows[1] });
    expect(await get('runs/r0/prompts/31')).toMatchObject({ status: 404 });
    expect(await get('runs/r0/prompts/x')).toMatchObject({ status: 422 });
    const scored = await fetch(`${url}v1/score`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"module":"reward","completion":"18.0","kwargs":${rows[1]}}`,
    });
    expect(await scored.json()).toMatchObject({ reward: 1, info: { expected: '18.0', seen: 0 } });
    expect(await get('workers')).toMatchObject({ modules: [{ module: 'reward', state: 'ready' }] });
  });
}, 180_000);

it('says why a reward that is named cannot be tried', async () => {
  const folder = await filled();
  const file = join(folder, 'reward.py');
  writeFileSync(file, 'import no_such_module\n');
  await withView([folder, '--reward', file], async (url) => {
    const body = '{"completion":"x","kwargs":{}}';
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}v1/score`, { method: 'POST', headers, body });
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('no_such_module')]);
    const workers = (await (await fetch(`${url}v1/view/workers`)).json()) as object;
    expect(workers).toMatchObject({
      modules: [{ state: 'failed', trouble: expect.stringContaining('no_such') }],
    });
  });
}, 180_000);

it('says what is wrong with a path, a port, a flag', async () => {
  const folder = await filled();
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const results = await cliForEach([
    ['view', join(folder, 'nothing')],
    ['view', folder, '--http', `127.0.0.1:${port}`],
    ['view', folder, '--http', '0.0.0.0:0'],
    ['view', folder, '--completions', 'c.jsonl'],
    ['view', folder, '--base-path', 'no-slash'],
    ['export', folder, '--to', 'parket'],
    ['export', folder, '--to', 'csv', '-o', join(folder, 'steps.jsonl')],
    ['export', folder, '--to', 'jsonl', '-o', folder, '--overwrite'],
    ['export', join(folder, 'steps.jsonl'), '--to', 'jsonl', '-o', folder, '--overwrite'],
    ['export', folder, '--to', 'csv', '-o', dirname(folder), '--overwrite'],
  ]);
  taken.close();
  expect(results.map(({ code, err }) => `${code} ${err.split('\n')[0]?.slice(0, 5)}`)).toEqual([
    '2 RS102',
    '2 RS504',
    '2 RS101',
    '2 RS101',
    '2 RS101',
    '2 RS101',
    '2 RS102',
    '2 RS105',
    '2 RS105',
    '2 RS105',
  ]);
  expect(existsSync(join(folder, 'steps.jsonl'))).toBe(true);
  expect(results[1].err).toContain('another program is listening on it');
  expect(results[5].err).toContain('did you mean `parquet`');
}, 180_000);

it('does only the rows that are named, and shows the others nowhere', async () => {
  const folder = newFolder();
  const at = (name: string): string => join(folder, name);
  writeFileSync(at('reward.py'), 'def reward_fn(completion, **kwargs):\n    return float(completion)\n');
  writeFileSync(at('p.jsonl'), '{"id":"a","prompt":[{"role":"user","content":"?"}]}\n');
  writeFileSync(at('c.jsonl'), [1, 2, 3, 4].map((n) => `{"id":"a","completion":"${n}"}\n`).join(''));
  const files = ['--prompts', at('p.jsonl'), '--completions', at('c.jsonl'), '--reward', at('reward.py')];
  const [done, missing, viewed, both] = await cliForEach([
    ['run', ...files, '--only', 'line:2,4', '-o', at('out.jsonl'), '--json'],
    ['run', ...files, '--only', 'line:5'],
    ['run', ...files, '--view'],
    ['run', ...files, '--view', '-o', '-'],
  ]);
  expect([done.code, JSON.parse(done.out).completions]).toEqual([0, 2]);
  const rows = readFileSync(at('out.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows.map(({ index, reward }) => [index, reward]).sort()).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(missing.err).toContain('line 5 of');
  expect([viewed.code, viewed.err]).toEqual([
    0,
    expect.stringMatching(/Watch it at http:\/\/127\.0\.0\.1:\d+\//),
  ]);
  expect(both.code).toBe(2);
}, 180_000);

it('reads lines of `--only`', () => {
  expect([...onlyRows('line:3,118')]).toEqual([2, 117]);
  for (const text of ['3', 'line:0', 'line:', 'line:a', 'row:3', 'line:3, 4'])
    expect(() => onlyRows(text)).toThrow('--only: expected');
});

it('finds a browser only where there is a screen', () => {
  expect(browserCommand({ PATH: '/usr/bin' })).toBeUndefined();
  expect(browserCommand({ BROWSER: 'my-browser' })).toBe('my-browser');
  expect(browserCommand({ DISPLAY: ':0', PATH: '/nonexistent' })).toBeUndefined();
});
