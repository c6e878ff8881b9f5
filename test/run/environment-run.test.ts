import { readFileSync, writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { SandboxError } from '../../src/errors.ts';
import { InputError } from '../../src/formats/problems.ts';
import { episodeRun, episodes } from './episode-files.ts';
import { FakeEnvironment, setupOutcome, stepOutcome } from './fake-environment.ts';
import { sorted, upTo } from './files.ts';

const later = async <Value>(value: Value): Promise<Value> => {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  return value;
};

const error = { type: 'ValueError', message: 'no', traceback: null };

it('writes a row per step, then one per episode, with the documented fields in their order', async () => {
  const test = episodeRun(1, 2);
  await test.run({
    fake: {
      setup: () => setupOutcome({ observation: 'start', stdout: 'hello' }),
      step: ({ action }) =>
        stepOutcome({ observation: `after ${action}`, reward: 0.5, info: { n: 1 }, done: action === 'a1' }),
    },
  });
  const outcome =
    'duration_ms queue_ms cpu_ms max_rss_bytes error stack stdout stderr warnings evidence fresh level version';
  const [first = {}, , last = {}] = test.rows();
  expect(Object.keys(first)).toEqual(
    `index id kind step status observation reward done info ${outcome}`.split(' '),
  );
  expect(Object.keys(last)).toEqual(
    `index id kind observation status return length ended actions_unused info ${outcome}`.split(' '),
  );
  expect(test.rows()).toMatchObject([
    { index: 0, id: 'p0', kind: 'step', step: 0, observation: 'after a0', reward: 0.5, done: false },
    { index: 0, id: 'p0', kind: 'step', step: 1, observation: 'after a1', reward: 0.5, done: true },
    {
      kind: 'episode',
      observation: 'start',
      status: 'ok',
      return: 1,
      length: 2,
      ended: 'done',
      stdout: 'hello',
    },
  ]);
});

it('hands over the original bytes of the prompt row, and writes the original text of observations', async () => {
  const test = episodeRun(1, 1);
  const row = '{"prompt": "x", "id": 9007199254740993, "n": 18.0, "big": 12345678901234567890}';
  writeFileSync(test.prompts, `${row}\n`);
  writeFileSync(test.completions, '{"id": 9007199254740993, "actions": ["\\ud800"]}\n');
  const json = '[{"role": "user", "content": "x", "n": 18.0}]';
  const actions: string[] = [];
  const environment = new FakeEnvironment({
    setup: () => setupOutcome({ observation_json: json }),
    step: ({ action }) => {
      actions.push(action);
      return stepOutcome({ observation_json: json });
    },
  });
  await test.run({ environment });
  expect([environment.started, actions]).toEqual([[row], ['\ud800']]);
  const [step = '', episode = ''] = readFileSync(test.output, 'utf8').split('\n');
  expect(step).toContain(
    `{"index":0,"id":9007199254740993,"kind":"step","step":0,"status":"ok","observation":${json},`,
  );
  expect(episode).toContain(`,"kind":"episode","observation":${json},"status":"ok",`);
});

it('says why each episode ended, and counts the actions that were left over', async () => {
  const test = episodeRun(5, 4);
  const summary = await test.run({
    fake: {
      maxSteps: 3,
      setup: (_, episode) => (episode === 4 ? setupOutcome({ status: 'raised', error }) : setupOutcome()),
      step: ({ episode, number }) => {
        if (episode === 0) return stepOutcome({ done: number === 1 });
        if (episode === 1 && number === 2) return stepOutcome({ status: 'crashed', reward: null, error });
        return stepOutcome();
      },
    },
    ordered: true,
    episodesAtOnce: 1,
  });
  const ends = test.rows().filter(({ kind }) => kind === 'episode');
  expect(ends.map((row) => [row.ended, row.status, row.length, row.return, row.actions_unused])).toEqual([
    ['done', 'ok', 2, 2, 2],
    ['failed', 'crashed', 3, 2, 1],
    ['max_steps', 'ok', 3, 3, 1],
    ['max_steps', 'ok', 3, 3, 1],
    ['failed', 'raised', 0, 0, 4],
  ]);
  expect(ends[1]).toMatchObject({ error });
  expect(ends[4]).toMatchObject({ error, observation: null });
  expect(summary).toMatchObject({
    state: 'finished',
    ended: { done: 1, failed: 2, max_steps: 2, actions_used: 0 },
    unused: { episodes: 5, actions: 9 },
  });
});

it('ends an episode whose actions are used, also when there are none', async () => {
  const test = episodeRun(2, 2);
  writeFileSync(test.completions, '{"actions": ["x"], "id": "p0"}\n{"actions": [], "id": "p0"}\n');
  const environment = new FakeEnvironment();
  await test.run({ environment, ordered: true });
  expect(test.rows().filter(({ kind }) => kind === 'episode')).toMatchObject([
    { ended: 'actions_used', length: 1, actions_unused: 0 },
    { ended: 'actions_used', length: 0, return: 0 },
  ]);
  expect(environment.live).toBe(0);
});

it('plays many at once, no more than it may, and keeps the rows of each together', async () => {
  const test = episodeRun(60);
  const environment = new FakeEnvironment({
    step: ({ episode, number }) => ((episode + number) % 3 === 0 ? later(stepOutcome()) : stepOutcome()),
  });
  await test.run({ environment, episodesAtOnce: 7 });
  expect(sorted(episodes(test.rows()))).toEqual(upTo(60));
  expect([environment.mostLive, environment.live]).toEqual([7, 0]);
});

it('writes in the order of the completions file when asked to, and does not run far ahead', async () => {
  const test = episodeRun(60);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const environment = new FakeEnvironment({
    step: ({ episode }) => (episode === 0 ? held.then(() => stepOutcome()) : stepOutcome()),
  });
  const running = test.run({ environment, ordered: true, episodesAtOnce: 4 });
  while (environment.started.length < 18) await new Promise(setImmediate);
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(environment.started.length).toBeLessThan(24);
  release();
  await running;
  expect(episodes(test.rows())).toEqual(upTo(60));
});

it('sums up returns, lengths, steps and failures with the line of the user', async () => {
  const test = episodeRun(4, 2);
  const traceback = 'Traceback (most recent call last):\n  File "/m/env.py", line 7, in step\n';
  const summary = await test.run({
    fake: {
      setup: () => setupOutcome({ duration_ms: 5 }),
      step: ({ episode, number }) =>
        episode === 3 && number === 1
          ? stepOutcome({ status: 'raised', reward: null, error: { ...error, traceback } })
          : stepOutcome({ reward: episode, info: { guess: number, note: `n${number}` }, warnings: ['odd'] }),
    },
    episodesAtOnce: 1,
  });
  expect(summary).toMatchObject({
    schema: 'runrl-sandbox.run-environment/1',
    episodes: 4,
    statuses: { ok: 3, raised: 1 },
    return: { count: 3, mean: 2, min: 0, max: 4, by_policy: 0 },
    length: { mean: 2, min: 2, max: 2 },
    steps: { count: 8, statuses: { ok: 7, raised: 1 }, info_numbers: { guess: { count: 7 } } },
    setup_ms: { count: 4, mean: 5 },
    warnings: [{ message: 'odd', count: 7 }],
    failures: [
      {
        status: 'raised',
        type: 'ValueError',
        where: 'env.py:7 in step',
        count: 1,
        example: { index: 3, step: 1 },
      },
    ],
    environment: { class: 'Game', hash_seed: '0' },
  });
  expect(summary.steps.info_strings.note?.samples[0]).toMatchObject({ step: expect.any(Number) });
  expect(summary.steps.per_second).toBeGreaterThan(0);
});

it('counts the return of a failed episode only when a policy gave its step a reward', async () => {
  const test = episodeRun(2, 1);
  const summary = await test.run({
    fake: {
      step: ({ episode }) => stepOutcome({ status: 'timeout', reward: episode === 0 ? -1 : null, error }),
    },
    episodesAtOnce: 1,
  });
  expect(summary.return).toMatchObject({ count: 1, mean: -1, by_policy: 1 });
});

it.each([
  ['{"id": "p0"}', '1:1: RS104 `actions` is missing: it must be an array of strings'],
  ['{"id": "p0", "actions": "x"}', '1:25: RS104 `actions` must be an array of strings, got "x"'],
  ['{"id": "p0", "actions": ["x", 5]}', '1:31: RS104 `actions[1]` must be a string, got the number 5'],
  ['{"id": "p0", "completion": "x"}', '1:1: RS104 `actions` is missing'],
])('refuses the row %s', async (row, expected) => {
  const test = episodeRun(1);
  writeFileSync(test.completions, `${row}\n`);
  const environment = new FakeEnvironment();
  const refused = (await test.run({ environment }).catch((thrown: unknown) => thrown)) as InputError;
  expect(refused).toBeInstanceOf(InputError);
  expect(refused.message).toContain(`${test.completions}:${expected}`);
  if (row.includes('completion')) expect(refused.message).toMatch(/help: .*`--reward FILE`.*needs `actions`/);
  expect(environment.started).toEqual([]);
});

it('refuses, before any episode, rows with a field that `setup` gets something else for', async () => {
  const test = episodeRun(2);
  writeFileSync(test.prompts, '{"prompt": "x", "id": "p0", "rng": 1}\n');
  const environment = new FakeEnvironment({ reserved: ['rng'] });
  await expect(test.run({ environment })).rejects.toMatchObject({
    code: 'RS103',
    message: expect.stringContaining('the call of `Game.setup` fills the parameter of that name itself'),
  });
  expect(environment.started).toEqual([]);
});

it('writes rows to a stream, and stops when its reader goes away', async () => {
  const test = episodeRun(5_000);
  const output = new PassThrough({ highWaterMark: 1 });
  output.once('data', () => output.destroy(Object.assign(new Error('EPIPE'), { code: 'EPIPE' })));
  const environment = new FakeEnvironment({ setup: () => later(setupOutcome()) });
  const summary = await test.run({ environment, output });
  expect(summary).toMatchObject({ state: 'interrupted', output: '-' });
  expect([summary.remaining > 0, environment.live]).toEqual([true, 0]);
});

it('keeps the episodes that it has when the sandbox is lost, ends the others, and says what is left', async () => {
  const test = episodeRun(40);
  const lost = new SandboxError('RS403', 'the agent died 4 times', { help: 'see dmesg' });
  const environment = new FakeEnvironment({
    setup: (_, episode) => (episode === 25 ? Promise.reject(lost) : setupOutcome()),
    step: ({ episode }) => (episode < 20 ? stepOutcome() : new Promise(() => {})),
  });
  const summary = await test.run({ environment, episodesAtOnce: 8 });
  expect(summary).toMatchObject({ state: 'failed', episodes: 20, remaining: 20, failure: { code: 'RS403' } });
  await test.run({ resume: true });
  expect(sorted(episodes(test.rows()))).toEqual(upTo(40));
});

it('says so when the disk is full', async () => {
  const environment = new FakeEnvironment();
  const summary = await episodeRun(4).run({ environment, output: '/dev/full' });
  expect(summary).toMatchObject({ state: 'failed', remaining: 4, failure: { code: 'RS106' } });
  expect(environment.live).toBe(0);
});
