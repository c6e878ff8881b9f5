/** The file of the training steps: what it has after a crash, a full disk, late calls, and many steps. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import type { Outcome } from '../../../src/outcome.ts';
import { Log } from '../../../src/server/log.ts';
import { Steps } from '../../../src/view/store/steps.ts';
import { toldOf } from '../../../src/view/store/told.ts';
import { key } from '../../helpers/any-key.ts';
import { newFolder } from '../../helpers/with-reward.ts';
import { outcome } from '../../run/fake-reward.ts';
import { when } from '../../server/serving.ts';

const opened: Steps[] = [];
afterEach(() => {
  for (const steps of opened.splice(0)) steps.close();
});

const open = async (folder: string | undefined, log: Record<string, unknown>[] = []): Promise<Steps> => {
  const steps = await Steps.open(folder, new Log((line) => log.push(JSON.parse(line)), 'info'));
  opened.push(steps);
  return steps;
};

const note = (steps: Steps, step: number, reward: number, more: Partial<Outcome> = {}, module = 'maths') => {
  const row = Buffer.from(JSON.stringify({ prompt: `question ${reward}` }));
  const said = Buffer.from(`answer ${reward}`);
  steps.note('call', { ...outcome({ reward }), ...more }, { module, step, row, said });
};

const told = (steps: Steps, step: number, module?: string) => steps.of(step, module).map(toldOf);

const linesOf = (folder: string): { step: number; calls: number; module: string }[] =>
  readFileSync(join(folder, 'steps.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

it('writes a step soon after its calls, so that a server that is killed loses nothing that it had written', async () => {
  const folder = newFolder();
  const killed = await open(folder);
  for (const reward of [1, 2, 6]) note(killed, 5, reward, { info: { why: `because ${reward}` } });
  await when(() => statSync(join(folder, 'steps.jsonl')).size > 0);
  expect(statSync(join(folder, 'steps.jsonl')).mode & 0o077).toBe(0);
  // It is not closed: whoever comes next has only the file.
  const next = await open(folder);
  note(next, 5, 7, { info: { why: 'because 7' } });
  const [record] = told(next, 5);
  expect(record).toMatchObject({ calls: 4, reward: { n: 4, mean: 4, min: 1, max: 7 } });
  const samples = record?.info_strings.why?.samples ?? [];
  expect(samples.map(({ prompt, value }) => `${prompt}: ${value}`).sort()).toEqual(
    [1, 2, 6, 7].map((reward) => `question ${reward}: because ${reward}`),
  );
});

it('keeps every name of info, names of JavaScript among them', async () => {
  const names = fc.uniqueArray(key, { minLength: 1, maxLength: 8 });
  const folder = newFolder();
  let step = 0;
  await fc.assert(
    fc.asyncProperty(names, names, async (numbers, strings) => {
      step++;
      const others = strings.filter((name) => !numbers.includes(name));
      const written = await open(folder);
      const pairs = [...numbers.map((name) => [name, 1]), ...others.map((name) => [name, 'text'])];
      note(written, step, 1, { info: Object.fromEntries(pairs) });
      written.close();
      const [record] = told(await open(folder), step);
      expect(new Set(Object.keys(record?.info_numbers ?? {}))).toEqual(new Set(numbers));
      expect(new Set(Object.keys(record?.info_strings ?? {}))).toEqual(new Set(others));
    }),
    { numRuns: 30 },
  );
});

it('does not write a record for each of many slow calls', async () => {
  const folder = newFolder();
  const steps = await open(folder);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    for (let call = 0; call < 240; call++) {
      note(steps, 1, call);
      vi.advanceTimersByTime(250); // longer than a step takes to rest
    }
    expect(linesOf(folder).length).toBeLessThan(30);
    vi.advanceTimersByTime(6_000);
    expect(linesOf(folder).at(-1)?.calls).toBe(240); // it is not closed
  } finally {
    vi.useRealTimers();
  }
});

it('drops a torn last line, keeps a whole one without its end, and leaves what is no record where it is', async () => {
  const folder = newFolder();
  const first = await open(folder);
  note(first, 1, 1);
  first.close();
  const file = join(folder, 'steps.jsonl');
  const [whole = ''] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, `${whole}\nnot a record\n${whole.replace('"step":1', '"step":2')}`);
  const log: Record<string, unknown>[] = [];
  const second = await open(folder, log);
  expect(second.list(0, 10).steps.map(({ record }) => record.step)).toEqual([1, 2]);
  second.close();
  appendFileSync(file, whole.slice(0, 40));
  const third = await open(folder, log);
  note(third, 3, 3);
  third.close();
  const [one, other, ...rest] = readFileSync(file, 'utf8').split('\n');
  expect([one, other, rest.pop()]).toEqual([whole, 'not a record', '']);
  expect(rest.map((line) => JSON.parse(line).step)).toEqual([2, 3]);
  expect(log).toMatchObject([
    { event: 'steps_damaged', lines_skipped: 1, torn_bytes: 0 },
    { event: 'steps_damaged', lines_skipped: 1, torn_bytes: 40 },
  ]);
});

it('takes late calls for an old step: the newer record has them all', async () => {
  const folder = newFolder();
  const steps = await open(folder);
  for (let step = 0; step < 100; step++) for (const module of ['a', 'b']) note(steps, step, 1, {}, module);
  note(steps, 0, 4, {}, 'a');
  expect(told(steps, 0)).toMatchObject([
    { module: 'a', calls: 2, reward: { mean: 2.5 } },
    { module: 'b', calls: 1 },
  ]);
  steps.close();
  const ofFirst = linesOf(folder).filter(({ step, module }) => step === 0 && module === 'a');
  expect(ofFirst.map(({ calls }) => calls)).toEqual([1, 2]);
  const next = await open(folder);
  expect(next.list(0, 1_000).steps).toHaveLength(200);
  expect(told(next, 0, 'a')).toMatchObject([{ calls: 2 }]);
  expect(next.latest).toBe(99);
});

it('keeps the newest steps only, where there is no file', async () => {
  const steps = await open(undefined);
  for (let step = 0; step < 250; step++) note(steps, step, 1);
  const { steps: all } = steps.list(0, 1_000);
  expect([all.length, all[0]?.record.step, all.at(-1)?.record.step]).toEqual([100, 150, 249]);
});

it('pages through steps in their order, whatever order they came in', async () => {
  const steps = await open(undefined);
  for (const step of [5, 1, 9, 3, 7]) note(steps, step, 1);
  const first = steps.list(2, 2);
  expect([first.steps.map(({ record }) => record.step), first.next]).toEqual([[3, 5], 7]);
  const last = steps.list(7, 2);
  expect([last.steps.map(({ record }) => record.step), last.next]).toEqual([[7, 9], null]);
});

it('bounds what modules and clients choose: names, lengths, numbers that are none', async () => {
  const steps = await open(undefined);
  const info = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`name ${at}`, at]));
  note(steps, 1, 1, { info });
  note(steps, 1, 1, { info: { 'name 1': Number.NaN, 'name 2': 1.7e308, 'name 3': 'x'.repeat(10_000) } });
  note(steps, 1, 1, { info: { 'name 2': -1.7e308 } });
  const [record] = told(steps, 1);
  expect(Object.keys(record?.info_numbers ?? {})).toHaveLength(64);
  expect(record).toMatchObject({ names_left_out: 37, not_finite: 1 });
  expect(record?.info_numbers['name 2']).toMatchObject({ n: 3, min: -1.7e308, max: 1.7e308 });
  expect(Number.isFinite(record?.info_numbers['name 2']?.mean)).toBe(true);
  note(steps, 2, 1, { info: { text: 'x'.repeat(10_000) } });
  expect(told(steps, 2)[0]?.info_strings.text?.samples[0]?.value).toHaveLength(2_000);
});

it('does not write behind what another program has written, and says so', async () => {
  const folder = newFolder();
  const log: Record<string, unknown>[] = [];
  const [one, other] = [await open(folder, log), await open(folder)];
  note(other, 1, 1);
  other.close();
  note(one, 2, 2);
  one.close();
  expect(log).toMatchObject([
    { event: 'steps_not_written', error: expect.stringContaining('was changed by another program') },
  ]);
  expect(linesOf(folder).map(({ step }) => step)).toEqual([1]);
});

it('goes on counting when its file is deleted, and says so once', async () => {
  const folder = newFolder();
  const log: Record<string, unknown>[] = [];
  const steps = await open(folder, log);
  rmSync(join(folder, 'steps.jsonl'));
  note(steps, 1, 1);
  await when(() => log.length > 0);
  note(steps, 1, 3);
  steps.close();
  expect(log).toMatchObject([{ event: 'steps_not_written', error: expect.stringContaining('was deleted') }]);
  expect(log).toHaveLength(1);
  expect(told(steps, 1)).toMatchObject([{ calls: 2, reward: { mean: 2 } }]);
  expect(existsSync(join(folder, 'steps.jsonl'))).toBe(false);
});

it('refuses a folder that it cannot make', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'data'), '');
  await expect(open(join(folder, 'data'))).rejects.toMatchObject({ code: 'RS102' });
  mkdirSync(join(folder, 'other', 'steps.jsonl'), { recursive: true });
  await expect(open(join(folder, 'other'))).rejects.toMatchObject({ code: 'RS102' });
});
