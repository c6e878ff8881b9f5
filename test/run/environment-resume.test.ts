import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { episodeRun, episodes } from './episode-files.ts';
import { FakeEnvironment, setupOutcome, stepOutcome } from './fake-environment.ts';
import { outcome } from './fake-reward.ts';
import { sorted, testRun, upTo } from './files.ts';

const error = { type: 'ValueError', message: 'no', traceback: null };

/** The same prompt and action give the same step, whoever plays it. */
const steady = {
  setup: (prompt: Record<string, unknown>) =>
    prompt.id === 'p3' ? setupOutcome({ status: 'raised', error }) : setupOutcome({ observation: 'é' }),
  step: ({ prompt, number }: { prompt: Record<string, unknown>; number: number }) => {
    const reward = number + Number(String(prompt.id).slice(1));
    if (prompt.id === 'p2' && number === 1) return stepOutcome({ status: 'timeout', reward: null, error });
    return stepOutcome({ reward, info: { reward, word: `w${reward}` }, done: prompt.id === 'p1' });
  },
};

it('ends with every episode once, cut at every byte of the last two', async () => {
  const test = episodeRun(4, 2);
  await test.run({ episodesAtOnce: 1 });
  const whole = readFileSync(test.output);
  const lines = whole.toString().split('\n');
  const start = Buffer.byteLength(`${lines.slice(0, 6).join('\n')}\n`); // three rows an episode
  for (let length = start; length <= whole.length; length += length < whole.length - 60 ? 7 : 1) {
    writeFileSync(test.output, whole);
    truncateSync(test.output, length);
    const kept = whole.subarray(0, length).toString().split('"kind":"episode"').length - 1;
    const cut = length < whole.length && !whole.subarray(0, length).toString().endsWith('\n');
    const environment = new FakeEnvironment();
    const summary = await test.run({ resume: true, environment });
    expect(sorted(episodes(test.rows()))).toEqual(upTo(4));
    expect(environment.started.length).toBe(4 - summary.earlier);
    expect(summary.earlier).toBeGreaterThanOrEqual(cut ? kept - 1 : kept);
  }
});

it('plays an episode again whose steps are all there, but not its own row', async () => {
  const test = episodeRun(3, 2);
  await test.run({ episodesAtOnce: 1 });
  const lines = readFileSync(test.output, 'utf8').split('\n');
  writeFileSync(test.output, `${lines.slice(0, 5).join('\n')}\n`);
  const environment = new FakeEnvironment();
  const summary = await test.run({ resume: true, environment });
  expect([summary.earlier, environment.started.length]).toEqual([1, 2]);
  expect(sorted(episodes(test.rows()))).toEqual(upTo(3));
});

it('goes on in order after an ordered part', async () => {
  const test = episodeRun(30);
  await test.run({ ordered: true });
  truncateSync(test.output, readFileSync(test.output).length >> 1);
  await test.run({ ordered: true, resume: true });
  expect(episodes(test.rows())).toEqual(upTo(30));
});

it('sums up all episodes, those of the earlier run too', async () => {
  const test = episodeRun(10, 2);
  const whole = await test.run({ fake: steady });
  const bytes = readFileSync(test.output);
  truncateSync(test.output, bytes.length >> 1);
  const resumed = await test.run({ fake: steady, resume: true });
  expect(resumed.earlier).toBeGreaterThan(0);
  for (const part of ['statuses', 'ended', 'failures', 'setup_ms', 'unused'] as const) {
    expect(resumed[part]).toEqual(whole[part]);
  }
  expect(resumed.return?.histogram).toEqual(whole.return?.histogram);
  const { per_second: _, ...steps } = resumed.steps;
  expect(steps).toMatchObject({ count: whole.steps.count, info_strings: whole.steps.info_strings });
});

it('does not need the module when nothing is left', async () => {
  const test = episodeRun(6);
  await test.run();
  const summary = await test.run({ resume: true, environment: new Promise(() => {}) });
  expect(summary).toMatchObject({ state: 'finished', earlier: 6, remaining: 0, environment: null });
});

const step = (index: number, number: number, id = 'p0') =>
  `${JSON.stringify({ index, id, kind: 'step', step: number, ...stepOutcome() })}\n`;
const episode = (index: number, length: number, id = 'p0') =>
  `${JSON.stringify({ index, id, kind: 'episode', ...outcome(), reward: undefined, return: 0, length, ended: 'done', actions_unused: 0 })}\n`;

it.each([
  [
    'a reward run',
    `${JSON.stringify({ index: 0, id: 'p0', ...outcome() })}\n`,
    ':1: cannot resume: the row was written by a run with `--reward`',
  ],
  ['an index outside the file', episode(99, 0), ':1: cannot resume: index 99 is not a row of'],
  ['an episode twice', episode(0, 0) + episode(0, 0), ':2: cannot resume: index 0 appears twice'],
  ['the id of another file', step(0, 0, 'other'), ':1: cannot resume: index 0 has the id "other"'],
  [
    'steps without their episode',
    step(0, 0) + episode(1, 0),
    ':2: cannot resume: the rows of episode 0 end without',
  ],
  [
    'a step that is missing',
    step(0, 0) + step(0, 2),
    ':2: cannot resume: the row of step 1 of episode 0 is out of place',
  ],
  [
    'too few steps',
    step(0, 0) + episode(0, 2),
    ':2: cannot resume: the row of step 1 of episode 0 is out of place',
  ],
])('refuses an output with %s, and leaves it as it is', async (_, content, message) => {
  const test = episodeRun(4);
  writeFileSync(test.output, content);
  const refused = await test.run({ resume: true }).catch((thrown: unknown) => thrown);
  expect(refused).toMatchObject({ code: 'RS105', message: expect.stringContaining(message) });
  expect(readFileSync(test.output, 'utf8')).toBe(content);
});

it('is refused by a reward run', async () => {
  const test = testRun(4);
  writeFileSync(test.output, step(0, 0) + episode(0, 1));
  await expect(test.run({ resume: true })).rejects.toMatchObject({
    code: 'RS105',
    message: expect.stringContaining('was written by a run with `--environment`, this one has `--reward`'),
  });
});
