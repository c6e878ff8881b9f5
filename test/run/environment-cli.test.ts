import { once } from 'node:events';
import { statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cli, cliWithFileSize, finish, hasWritten, start } from './command.ts';
import { type EpisodeTestRun, episodeRun, episodes } from './episode-files.ts';
import { sorted, testRun, upTo } from './files.ts';

const TIMEOUT = { timeout: 120_000 };

const withEnvironment = (test: EpisodeTestRun, source: string): EpisodeTestRun => {
  writeFileSync(join(test.folder, 'env.py'), source);
  return test;
};

/** The arguments that name the three files. `none`: what is tested here is the command, on any machine. */
const files = ({ prompts, completions, folder }: EpisodeTestRun): string[] =>
  `run --sandbox none --prompts ${prompts} --completions ${completions} --environment ${join(folder, 'env.py')}`.split(
    ' ',
  );

const ECHO = `class Echo:
    def setup(self, prompt, **kwargs):
        self.steps = 0
        return f"say something to {prompt}"

    def step(self, action):
        self.steps += 1
        if action == "a9":
            raise ValueError(action)
        return {"observation": f"{action}!", "reward": 0.5, "done": self.steps == 3, "reward_info_dict": {"n": self.steps}}
`;

const DRAWS = `import random, time
class Draws:
    def setup(self, **kwargs):
        return str(random.random())
    def step(self, action):
        time.sleep(0.005)
        return {"observation": str(random.random()) + str({"a", "b", "c", action}), "reward": random.random(), "done": False}
`;

it('plays a file of actions, writes its rows and sums up', TIMEOUT, async () => {
  const test = withEnvironment(episodeRun(6, 4), ECHO);
  const [plain, json] = await Promise.all([
    cli(...files(test), '-o', test.output, '--ordered'),
    cli(...files(test).map((each) => (each === '--environment' ? '--json' : each))),
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
  const [lax, strict, limited] = await Promise.all([
    cli(...files(test), '-o', test.output),
    cli(...files(test), '--strict', '--quiet'),
    cli(...files(test), '--json', '--strict', '--max-steps', '1'),
  ]);
  expect([lax.code, strict.code, limited.code]).toEqual([1, 1, 0]);
  expect(lax.err).toMatch(/\nNo episode succeeded\.\n$/);
  expect(lax.err).toMatch(
    /1 × raised ValueError at env\.py:9 in step\n +such as line 1 \(id "p0"\), step 1: a9/,
  );
  expect(test.rows().at(-1)).toMatchObject({ status: 'raised', ended: 'failed', length: 2, return: 0.5 });
  expect(JSON.parse(limited.out)).toMatchObject({ ended: { max_steps: 1 }, unused: { actions: 2 } });
});

it('gives the same rows again for the same seed, however often it was killed', TIMEOUT, async () => {
  const test = withEnvironment(episodeRun(60, 5), DRAWS);
  const seeded = [...files(test), '-o', test.output, '--seed', '7'];
  const shown = () =>
    test
      .rows()
      .map(({ index, kind, step, observation, reward, return: sum }) =>
        JSON.stringify([index, kind, step, observation, reward, sum]),
      )
      .sort();
  await cli(...seeded, '--quiet');
  const whole = shown();
  truncateSync(test.output, 0);
  for (let kill = 1; kill <= 2; kill++) {
    const child = start([...seeded, '--resume', '--concurrency', '2']);
    const ended = once(child, 'exit'); // it may have done all, where this process was held up
    const size = statSync(test.output, { throwIfNoEntry: false })?.size ?? 0;
    await hasWritten(test.output, size + 5_000);
    child.kill('SIGKILL');
    await ended;
  }
  expect((await cli(...seeded, '--resume', '--reuse', 'never')).code).toBe(0);
  expect(sorted(episodes(test.rows()))).toEqual(upTo(60));
  expect(shown()).toEqual(whole);
});

it('keeps whole episodes when the disk is full, counts them, and resumes', TIMEOUT, async () => {
  const test = withEnvironment(episodeRun(200, 4), ECHO);
  const args = [...files(test), '-o', test.output];
  const { code, err } = await cliWithFileSize(64, ...args);
  expect(code).toBe(3);
  expect(err).toMatch(/^RS106 .*EFBIG/m);
  const kept = episodes(test.rows()).length;
  expect(kept).toBeGreaterThan(0);
  expect(err).toContain(`${200 - kept} of 200 completions are not played.`);
  expect((await cli(...args, '--resume')).code).toBe(0);
  expect(sorted(episodes(test.rows()))).toEqual(upTo(200));
});

it('finishes the episodes that run on Ctrl-C, and prints a command that does the rest', TIMEOUT, async () => {
  const test = withEnvironment(episodeRun(200, 10), DRAWS);
  const child = start([...files(test), '-o', test.output, '--concurrency', '2', '--overwrite']);
  const ended = finish(child);
  await hasWritten(test.output, 5_000);
  child.kill('SIGINT');
  const { code, err } = await ended;
  expect(code).toBe(130);
  const left = 200 - episodes(test.rows()).length;
  expect(left).toBeGreaterThan(0);
  expect(err).toContain('Finishing the episodes that run.');
  expect(err).toContain(`${left} of 200 completions are not played.`);
  const command = /To go on:\n {2}node \S+main\.js (.*)\n/.exec(err)?.[1]?.replace('--concurrency 2', '');
  expect((await cli(...(command ?? '').split(/ +/))).code).toBe(0);
  expect(sorted(episodes(test.rows()))).toEqual(upTo(200));
});

it('tells which flags go with which kind of module, and rows of the wrong kind', TIMEOUT, async () => {
  const test = withEnvironment(episodeRun(2), ECHO);
  const rewards = testRun(2);
  writeFileSync(join(rewards.folder, 'reward.py'), 'def reward_fn(completion, **kwargs):\n    return 1.0\n');
  const reward = `run --prompts ${rewards.prompts} --completions ${rewards.completions} --reward ${join(rewards.folder, 'reward.py')}`;
  const cases: [string[], RegExp][] = [
    [[...files(test), '--reward', 'r.py'], /^RS101 --reward and --environment exclude each other\n/],
    [
      [...files(test), '--function', 'f'],
      /^RS101 --function goes with --reward, not with --environment\n {2}= help: `--class` names the class/,
    ],
    [
      `${reward} --class Echo`.split(' '),
      /^RS101 --class goes with --environment, not with --reward\n {2}= help: `--function` names/,
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
  for (const [args, message] of cases) {
    const { code, out, err } = await cli(...args);
    expect([args.join(' '), code, out]).toEqual([args.join(' '), 2, '']);
    expect(err).toMatch(message);
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
