import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cliForEach } from '../helpers/command-line.ts';
import { cli, finish, hasWritten, start } from './command.ts';
import { DRAWS, ECHO, files, withEnvironment } from './environments.ts';
import { episodeRun, episodes } from './episode-files.ts';
import { sorted, testRun, upTo } from './files.ts';

const TIMEOUT = { timeout: 120_000 };

it('plays a file of actions, writes its rows and sums up', TIMEOUT, async () => {
  const test = withEnvironment(episodeRun(6, 4), ECHO);
  const [plain, json] = await cliForEach([
    [...files(test), '-o', test.output, '--ordered'],
    files(test).map((each) => (each === '--environment' ? '--json' : each)),
  ]);
  expect([plain.code, plain.out, json.code]).toEqual([0, '', 0]);
  expect(plain.err).toMatch(/env\.py: Echo, .*; 6 completions; level none\n/);
  expect(plain.err).toMatch(/6 episodes played in .*\n[\s\S]*done +6 +100\.0 %\n[\s\S]*return {2}mean 1\.5 /);
  expect(episodes(test.rows())).toEqual(upTo(6));
  expect(test.rows()[0]).toMatchObject({ id: 'p0', kind: 'step', step: 0, observation: 'a0!', reward: 0.5 });
  expect(test.rows()[3]).toMatchObject({
    kind: 'episode',
    observation: 'say something to question 0',
    return: 1.5,
    length: 3,
    ended: 'done',
    actions_unused: 1,
  });
  expect(JSON.parse(json.out)).toMatchObject({
    schema: 'runrl-sandbox.run-environment/1',
    state: 'finished',
    exit: 0,
    episodes: 6,
    ended: { done: 6 },
    steps: { count: 18, info_numbers: { n: { count: 18, max: 3 } } },
    environment: { class: 'Echo', hash_seed: '0' },
  });
});

it('exits with 1 when no episode succeeded, and names the line', TIMEOUT, async () => {
  const test = withEnvironment(episodeRun(2), ECHO);
  writeFileSync(test.completions, '{"actions": ["x", "a9", "y"], "id": "p0"}\n');
  const [lax, strict, limited] = await cliForEach([
    [...files(test), '-o', test.output],
    [...files(test), '--strict', '--quiet'],
    [...files(test), '--json', '--strict', '--max-steps', '1'],
  ]);
  expect([lax.code, strict.code, limited.code]).toEqual([1, 1, 0]);
  expect(lax.err).toMatch(/\nNo episode succeeded\.\n$/);
  expect(lax.err).toMatch(
    /1 × raised ValueError at env\.py:9 in step\n +such as line 1 \(id "p0"\), step 1: a9/,
  );
  expect(test.rows().at(-1)).toMatchObject({ status: 'raised', ended: 'failed', length: 2, return: 0.5 });
  expect(JSON.parse(limited.out)).toMatchObject({ ended: { max_steps: 1 }, unused: { actions: 2 } });
});

it('finishes the episodes that run on Ctrl-C, and prints a command that does the rest', TIMEOUT, async () => {
  const test = withEnvironment(episodeRun(60, 10), DRAWS);
  const child = start([...files(test), '-o', test.output, '--concurrency', '2', '--overwrite']);
  const ended = finish(child);
  await hasWritten(test.output, 3_000);
  child.kill('SIGINT');
  const { code, err } = await ended;
  expect(code).toBe(130);
  const left = 60 - episodes(test.rows()).length;
  expect(left).toBeGreaterThan(0);
  expect(err).toContain('Waiting for the episodes that run.');
  expect(err).toContain(`${left} of 60 completions are not played.`);
  const command = /To continue:\n {2}node \S+main\.js (.*)\n/.exec(err)?.[1]?.replace('--concurrency 2', '');
  expect((await cli(...(command ?? '').split(/ +/))).code).toBe(0);
  expect(sorted(episodes(test.rows()))).toEqual(upTo(60));
});

it('tells which flags go with which kind of module, and rows of the wrong kind', TIMEOUT, async () => {
  const test = withEnvironment(episodeRun(2), ECHO);
  const rewards = testRun(2);
  writeFileSync(join(rewards.folder, 'reward.py'), 'def reward_fn(completion, **kwargs):\n    return 1.0\n');
  const reward = `run --prompts ${rewards.prompts} --completions ${rewards.completions} --reward ${join(rewards.folder, 'reward.py')}`;
  const cases: [string[], RegExp][] = [
    [[...files(test), '--reward', 'r.py'], /^RS101 --reward cannot be used with --environment\n/],
    [
      [...files(test), '--function', 'f'],
      /^RS101 --function is for --reward, not for --environment\n {2}= help: `--class` names the class/,
    ],
    [
      `${reward} --class Echo`.split(' '),
      /^RS101 --class is for --environment, not for --reward\n {2}= help: `--function` names/,
    ],
    [[...files(test), '--reuse', 'shared'], /^RS101 --reuse: episodes share no worker, so `shared`/],
    [[...files(test), '--max-steps', '0'], /^RS101 --max-steps: expected a whole number from 1 to/],
    [[...files(test), '--class', 'Eco'], /^RS201 .*env\.py:1:7: .* no class `Eco`/m],
    [
      [...files(test), '--completions', rewards.completions],
      /RS104 `actions` is missing[\s\S]*help: rows with `completion` are for reward functions \(`--reward FILE`\)/,
    ],
    [
      `${reward} --completions ${test.completions}`.split(' '),
      /RS104 `completion` is missing[\s\S]*help: rows with `actions` are for environments \(`--environment FILE`\)/,
    ],
  ];
  const ends = await cliForEach(cases.map(([args]) => args));
  for (const [at, [args, message]] of cases.entries()) {
    expect({ args, code: ends[at]?.code, out: ends[at]?.out }).toEqual({ args, code: 2, out: '' });
    expect(ends[at]?.err).toMatch(message);
  }
});

it('reports lines with errors as JSON, under the schema of environments', TIMEOUT, async () => {
  const test = withEnvironment(episodeRun(2), ECHO);
  writeFileSync(test.completions, '{"actions": ["x", 5], "id": "p0"}\n');
  const { code, out } = await cli(...files(test), '--json');
  expect(code).toBe(2);
  expect(JSON.parse(out)).toMatchObject({
    schema: 'runrl-sandbox.run-environment/1',
    state: 'refused',
    problems: [{ line: 1, column: 19, message: '`actions[1]` must be a string, got the number 5' }],
  });
});
