/** Data folders: also half written, torn, of another version, or none at all; and while they grow. */
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { Views } from '../../../src/view/routes/views.ts';
import { openSource } from '../../../src/view/sources/open-source.ts';
import type { Source } from '../../../src/view/sources/source.ts';
import { Steps } from '../../../src/view/store/steps.ts';
import { newFolder } from '../../helpers/with-reward.ts';
import { note, silent, writeStore } from '../outcomes.ts';

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});
const viewsOf = (...sources: Source[]): Views => {
  const views = new Views({ version: '0', serving: false, sources });
  opened.push(views);
  return views;
};
const viewsAt = (path: string): Views => viewsOf(openSource(path));
const levels = async (views: Views) =>
  (await views.runs()).runs[0]?.notes.map(({ level, text }) => `${level}: ${text}`);

it('shows what a server that was killed had written, byte by byte', async () => {
  const folder = newFolder();
  await writeStore(folder, (steps) => {
    for (let step = 0; step < 3; step++)
      note(steps, step, { reward: step, info: { why: `because ${step}` } });
  });
  const whole = readFileSync(join(folder, 'steps.jsonl'));
  const rows = readFileSync(join(folder, 'rows.jsonl'));
  for (let cut = 0; cut <= whole.length; cut += 97) {
    const torn = newFolder();
    writeFileSync(join(torn, 'steps.jsonl'), whole.subarray(0, cut));
    writeFileSync(join(torn, 'rows.jsonl'), rows.subarray(0, Math.floor((rows.length * cut) / whole.length)));
    const views = viewsAt(torn);
    const { steps } = await views.steps('r0');
    expect(steps).toEqual([0, 1, 2].slice(0, whole.subarray(0, cut).toString().split('\n').length - 1));
    for (const step of steps) expect((await views.step('r0', String(step), {})).calls).toBe(1);
    const next = await Steps.open(torn, silent);
    note(next, 9, { reward: 1 });
    next.close();
    expect((await views.steps('r0')).steps).toEqual([...steps, 9]);
  }
});

it('follows a folder that grows: later steps, late calls, steps that come twice', async () => {
  const folder = newFolder();
  const steps = await Steps.open(folder, silent);
  opened.push(steps);
  const views = viewsAt(folder);
  expect(await levels(views)).toEqual(['info: No step is written yet']);
  const write = async (more: () => void): Promise<void> => {
    more();
    const before = (await views.changes()).runs[0]?.version;
    while ((await views.changes()).runs[0]?.version === before)
      await new Promise((resolve) => setTimeout(resolve, 10));
  };
  await write(() => note(steps, 5, { reward: 1 }));
  await write(() => note(steps, 2, { reward: 0 }));
  const first = await views.series('r0', {});
  expect(first.x.step).toEqual([2, 5]);
  await write(() => note(steps, 7, { reward: 1 }));
  const more = await views.series('r0', { since: first.version });
  expect([more.start, more.x.step, more.x.calls]).toEqual([2, [7], [3]]);
  await write(() => note(steps, 2, { reward: 1 }));
  const late = await views.series('r0', { since: more.version });
  expect([late.start, late.calls]).toEqual([0, [2, 1, 1]]);
});

it('reads records of version 1, and goes on with them', async () => {
  const folder = newFolder();
  const samples = [{ hash: 7, prompt: 'two?', value: 'right' }];
  const old = {
    module: 'maths',
    step: 4,
    calls: 3,
    statuses: { ok: 3 },
    reward: { n: 3, mean: 0.5, min: 0, max: 1 },
    info_numbers: { length: { n: 3, mean: 2, min: 1, max: 3 } },
    not_finite: 0,
    names_left_out: 0,
    since: '2026-01-01T00:00:00.000Z',
    until: '2026-01-01T00:00:01.000Z',
    info_strings: { verdict: { n: 3, samples } },
  };
  writeFileSync(join(folder, 'steps.jsonl'), `${JSON.stringify(old)}\n`);
  const views = viewsAt(folder);
  const before = await views.step('r0', '4', {});
  expect(before).toMatchObject({ calls: 3, latency: { p50: null }, key: 'verdict' });
  expect(before.samples.random).toMatchObject([{ prompt: 'two?', value: 'right', completion: null }]);
  await writeStore(folder, (steps) => note(steps, 4, { reward: 1, info: { verdict: 'wrong' } }));
  const after = await views.step('r0', 'latest', { key: 'verdict' });
  expect(after.calls).toBe(4);
  expect(after.samples.random.map(({ value }) => value).sort()).toEqual(['right', 'wrong']);
});

it('says what a path is, when it is nothing to look at', async () => {
  const folder = newFolder();
  const refusal = (name: string): string => {
    try {
      openSource(join(folder, name)).close();
      return 'opened';
    } catch (error) {
      return (error as Error).message;
    }
  };
  mkdirSync(join(folder, 'empty'));
  mkdirSync(join(folder, 'half'));
  writeFileSync(join(folder, 'half', 'rows.jsonl'), '');
  mkdirSync(join(folder, 'later'));
  writeFileSync(join(folder, 'later', 'steps.jsonl'), '{"v":99,"module":"a","step":1,"calls":1}\n');
  writeFileSync(join(folder, 'later.jsonl'), '{"v":99,"module":"a","step":1,"calls":1}\n');
  expect(refusal('nothing')).toContain('does not exist');
  expect(refusal('empty')).toContain('has no steps.jsonl');
  expect(refusal('half')).toContain('half written');
  expect(refusal('later.jsonl')).toContain('a later version of runrl-sandbox');
  // As the page asks, which knows no module of it.
  expect(await viewsAt(join(folder, 'later')).steps('r0', '')).toMatchObject({ steps: [] });
  expect(await levels(viewsAt(join(folder, 'later')))).toEqual([
    expect.stringContaining('error: `steps.jsonl` was written by a later version'),
  ]);
  await expect(Steps.open(join(folder, 'later'), silent)).rejects.toMatchObject({
    code: 'RS102',
    message: expect.stringContaining('later version'),
  });
  writeFileSync(join(folder, 'prose.txt'), 'once\nupon a time\n');
  expect(await levels(viewsAt(join(folder, 'prose.txt')))).toEqual(
    expect.arrayContaining([expect.stringContaining('error: ')]),
  );
  writeFileSync(join(folder, 'steps.jsonl'), 'not a record\n');
  expect(await levels(viewsAt(folder))).toEqual(
    expect.arrayContaining([expect.stringContaining('holds no steps')]),
  );
});

it('goes on with another file that takes the place of the first', async () => {
  const folder = newFolder();
  await writeStore(folder, (steps) => {
    for (let step = 0; step < 20; step++) note(steps, step, { reward: 1 });
  });
  const views = viewsAt(folder);
  const before = await views.series('r0', {});
  for (const name of ['steps.jsonl', 'rows.jsonl']) rmSync(join(folder, name));
  await writeStore(folder, (steps) => note(steps, 3, { reward: 1 }));
  const after = await views.series('r0', {});
  expect(after.x.step).toEqual([3]);
  expect(after.version).toBeGreaterThan(before.version);
});

it('draws 10,000 different names as far as there is room, and says so', async () => {
  const folder = newFolder();
  await writeStore(folder, (steps) => {
    for (let step = 0; step < 200; step++)
      note(steps, step, {
        info: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`name ${step * 50 + at}`, at])),
      });
  });
  const views = viewsAt(folder);
  const { numbers, left_out } = await views.keys('r0');
  expect(numbers.length).toBeLessThanOrEqual(2_000);
  expect(numbers.length + left_out).toBeGreaterThan(10_000);
  expect(await levels(views)).toEqual([expect.stringContaining('warning: ')]);
  expect(Object.keys((await views.series('r0', {})).columns)).toHaveLength(200);
  expect(Object.keys((await views.step('r0', '199', {})).numbers)).toContain('name 9999');
});

it('joins steps where there are more than points, and loses nothing of them', async () => {
  const folder = newFolder();
  await writeStore(folder, (steps) => {
    for (let step = 0; step < 100; step++)
      for (const reward of [step, step + 2]) note(steps, step, { reward, said: String(reward) });
  });
  const { joined, x, columns, calls } = await viewsAt(folder).series('r0', { points: 10, keys: ['@reward'] });
  expect([joined, x.step.length, x.step[1], x.last[1], x.calls[1]]).toEqual([10, 10, 10, 19, 40]);
  const rewards = Array.from({ length: 10 }, (_, at) => [10 + at, 12 + at]).flat();
  const mean = rewards.reduce((sum, each) => sum + each, 0) / 20;
  const sd = Math.sqrt(rewards.reduce((sum, each) => sum + (each - mean) ** 2, 0) / 20);
  expect(columns['@reward']).toMatchObject({ n: calls });
  expect([columns['@reward']?.mean[1], columns['@reward']?.min[1], columns['@reward']?.max[1]]).toEqual([
    mean,
    10,
    21,
  ]);
  expect(columns['@reward']?.sd[1]).toBeCloseTo(sd, 5);
});

it('tells damaged kept calls as far as they can be read', async () => {
  const folder = newFolder();
  await writeStore(folder, (steps) => note(steps, 1, { reward: 1, info: { why: 'x' } }));
  writeFileSync(join(folder, 'rows.jsonl'), 'x'.repeat(readFileSync(join(folder, 'rows.jsonl')).length));
  const step = await viewsAt(folder).step('r0', '1', {});
  expect([step.calls, step.samples.random]).toEqual([1, []]);
  appendFileSync(join(folder, 'steps.jsonl'), '{"v":2,"module":"maths","step":2,"calls":"many"}\n');
  expect(await levels(viewsAt(folder))).toEqual(['warning: 1 records of steps.jsonl cannot be read']);
});
