/** Episodes in the folder of `--data`: what is there after a kill, a torn line, a later version, and many of them. */
import { appendFileSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Outcome } from '../../../src/outcome.ts';
import { Log } from '../../../src/server/log.ts';
import { EpisodeFile, KEPT_OF_STEP } from '../../../src/view/episodes/episode-file.ts';
import { EpisodeLog } from '../../../src/view/episodes/episode-log.ts';
import { StoredEpisodes } from '../../../src/view/episodes/stored-episodes.ts';
import { newFolder } from '../../helpers/with-reward.ts';
import { outcome } from '../../run/fake-reward.ts';
import { when } from '../../server/serving.ts';

const opened: EpisodeLog[] = [];
afterEach(() => {
  for (const log of opened.splice(0)) log.close();
});

const events: Record<string, unknown>[] = [];
const open = async (folder: string): Promise<EpisodeLog> => {
  const log = new EpisodeLog(
    await EpisodeFile.open(folder, new Log((line) => events.push(JSON.parse(line)), 'info')),
  );
  opened.push(log);
  return log;
};

const ALL = { module: undefined, state: undefined, from: 0, limit: 1_000 };
const played = (observation: string, more: Partial<Outcome> = {}) => ({
  outcome: { ...outcome({ reward: 1 }), ...more },
  observation: JSON.stringify(observation),
  done: false,
});
const begin = (log: EpisodeLog, key: string, step: number | null = 3): void =>
  log.begin(key, {
    module: 'game',
    step,
    row: Buffer.from(JSON.stringify({ id: key, prompt: `play ${key}` })),
    setup: played('the start'),
  });
const fileOf = (folder: string): string => join(folder, 'episodes.jsonl');
const textOf = (folder: string): string => readFileSync(fileOf(folder), 'utf8');

it('has each step of an episode soon after it, also when its server is killed', async () => {
  const folder = newFolder();
  const killed = await open(folder);
  begin(killed, 'a');
  killed.step('a', 'go', played('moved'), 1, undefined);
  await when(() => textOf(folder).includes('moved'));
  killed.step('a', 'go on', played('moved on', { info: { why: 'far' } }), 2, undefined);
  begin(killed, 'b');
  killed.step('b', 'stop', played('over'), 1, 'done');
  await when(() => textOf(folder).includes('over'));
  expect(statSync(fileOf(folder)).mode & 0o077).toBe(0);

  // It is not closed: whoever looks has only the file.
  const seen = new StoredEpisodes(folder);
  await seen.follow();
  expect(seen.modules).toEqual(['game']);
  expect(seen.list(ALL)).toMatchObject({
    total: 2,
    episodes: [
      { episode: 'e1', state: 'ended', ended: 'done', steps: 1, id: 'b', idle_ms: null },
      { episode: 'e0', state: 'live', steps: 2, return: 2, step: 3, prompt: 'play a' },
    ],
  });
  const told = {
    observation: 'the start',
    left_out: 0,
    timeline: [
      { at: 1, action: 'go', observation: 'moved', reward: 1 },
      { at: 2, action: 'go on', observation: 'moved on', info: { why: 'far' } },
    ],
  };
  expect(seen.one('e0')).toMatchObject({ ...told, state: 'live' });
  // Nobody has touched it for long: its writer is gone.
  utimesSync(fileOf(folder), new Date(), new Date(Date.now() - 60_000));
  await seen.follow();
  expect(seen.one('e0')).toMatchObject({ ...told, state: 'ended', ended: 'lost', status: 'lost' });
  expect(seen.list({ ...ALL, state: 'live' }).total).toBe(0);

  appendFileSync(fileOf(folder), '{"v":1,"episode":"e0","module":"ga'); // as if it had been about to write
  const next = await open(folder);
  expect(events).toContainEqual(expect.objectContaining({ event: 'episodes_damaged', torn_bytes: 34 }));
  expect(next.one('e0')).toMatchObject({ ...told, state: 'ended', ended: 'lost' });
  begin(next, 'c');
  expect(next.list(ALL).episodes.map(({ episode, state }) => [episode, state])).toEqual([
    ['e2', 'live'],
    ['e1', 'ended'],
    ['e0', 'ended'],
  ]);
  expect(next.list({ ...ALL, from: 1, limit: 1 })).toMatchObject({ total: 3, episodes: [{ episode: 'e1' }] });
  await seen.follow();
  expect(seen.one('e0')).toMatchObject({ ...told, ended: 'lost' });
  seen.close();
});

it('can be cut at any byte: what stands before is told', async () => {
  const folder = newFolder();
  const log = await open(folder);
  for (const key of ['a', 'b', 'c']) {
    begin(log, key);
    log.step(key, 'go', played(`moved ${key} é`), 1, 'done');
  }
  log.close();
  const whole = readFileSync(fileOf(folder));
  const ends = [...whole.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at);
  for (let bytes = whole.length; bytes >= 0; bytes -= 7) {
    truncateSync(fileOf(folder), bytes);
    const seen = new StoredEpisodes(folder);
    await seen.follow();
    expect(seen.list(ALL).total).toBe(ends.filter((end) => end < bytes).length);
    expect(seen.notes).toEqual([]);
    seen.close();
  }
});

it('keeps some of each step, and first and last of the steps of a long one', async () => {
  const folder = newFolder();
  const log = await open(folder);
  for (let at = 0; at < KEPT_OF_STEP + 5; at++) begin(log, `first ${at}`, 1);
  begin(log, 'second', 2);
  for (let at = 1; at <= 250; at++) log.step('second', `act ${at}`, played('on'), at, undefined);
  log.branch('second', 'copy');
  log.end('second', 'closed');
  log.close();
  const seen = new StoredEpisodes(folder);
  await seen.follow();
  expect(seen.list(ALL).total).toBe(KEPT_OF_STEP + 2);
  const long = seen.one(`e${KEPT_OF_STEP + 5}`);
  expect(long).toMatchObject({ steps: 250, ended: 'closed', left_out: 50 });
  expect(long?.timeline.map(({ at }) => at)).toEqual([
    ...Array.from({ length: 100 }, (_, at) => at + 1),
    ...Array.from({ length: 100 }, (_, at) => at + 151),
  ]);
  expect(seen.one(`e${KEPT_OF_STEP + 6}`)?.timeline[99]).toMatchObject({ at: 100, action: 'act 100' });
  seen.close();
});

it('is refused when a later version wrote it, and lines of others are left out', async () => {
  const folder = newFolder();
  writeFileSync(fileOf(folder), 'no line\n');
  const seen = new StoredEpisodes(folder);
  await seen.follow();
  expect(seen.notes).toMatchObject([{ level: 'warning', text: expect.stringContaining('1 line of') }]);
  appendFileSync(fileOf(folder), '{"v":2,"episode":"e0","module":"game","state":"live","step":1,"more":1}\n');
  await expect(seen.follow()).rejects.toMatchObject({ code: 'RS102', message: /later version/ });
  await expect(open(folder)).rejects.toMatchObject({ code: 'RS102', message: /later version/ });
  seen.close();
});
