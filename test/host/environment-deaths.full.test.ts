/** Whatever dies, and however many episodes live: the caller hears of it, and nothing is left. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import type { Episode } from '../../src/index.ts';
import { otherPython } from '../helpers/other-user.ts';
import { castOf, kill, nameOf, parentOf, processesFor, until } from '../helpers/processes.ts';
import {
  copyOf,
  FIXTURES,
  newFolder,
  sharedEnvironment,
  withEnvironment,
  withEpisodes,
} from '../helpers/with-reward.ts';

const FIXTURE = 'environments/obeys.py';

describe.each(['agent', 'zygote', 'launcher'] as const)('the %s is killed', (who) => {
  it('steps and setups that run are lost, all episodes have failed, and what had not begun is served', async () => {
    await withEnvironment(FIXTURE, { concurrency: 6, onLost: -5 }, async ({ environment, folder }) => {
      const idle = await Promise.all([1, 2, 3].map(() => environment.start({})));
      const copies = await (idle[0] as Episode).branch(2);
      const [mark, hangs] = [`${folder}/child`, 'hangs waiting for a child'];
      const running = await Promise.all([1, 2, 3, 4].map(() => environment.start({ mark })));
      const steps = running.map((episode) => episode.step(hangs));
      const setups = [1, 2].map(() => environment.start({ mark, do: hangs }));
      await until(() => processesFor(mark).length === 6); // as many as may run at once
      const waiting = [1, 2, 3].map(() => environment.start({ do: 'says at last' }));
      const next = (idle[1] as Episode).step('counts'); // it waits for its turn
      const before = castOf(folder);
      kill(before[who]);
      for (const outcome of await Promise.all(steps)) {
        expect(outcome).toMatchObject({ status: 'lost', reward: -5, observation: null, done: false });
        expect(outcome.error?.message).toMatch(/agent|zygote|sandbox/);
      }
      for (const { setup, ended } of await Promise.all(setups)) {
        expect(setup).toMatchObject({ status: 'lost', reward: null });
        expect(ended).toBe('failed');
      }
      expect(await next).toMatchObject({ status: 'lost' });
      for (const episode of [...idle, ...copies, ...running]) {
        await until(() => episode.ended === 'failed'); // soon after the first of them was told
        await expect(episode.step('counts')).rejects.toMatchObject({ code: 'RS502' });
        await expect(episode.branch(1)).rejects.toMatchObject({ code: 'RS502' });
        await episode.close();
      }
      const served = await Promise.all(waiting);
      expect(served.map(({ setup }) => [setup.status, setup.observation])).toEqual(
        Array(3).fill(['ok', 'at last']),
      );
      expect(await served[0]?.step('counts')).toMatchObject({ status: 'ok', observation: '1' });
      expect(environment.live).toBe(3);
      expect(castOf(folder)[who]).not.toBe(before[who]);
    });
  });
});

describe('the process of an episode is killed from outside', () => {
  const stage = sharedEnvironment(FIXTURE);

  /** Gives an episode's process a name, and finds it by that. */
  const processOf = async (episode: Episode): Promise<number> => {
    const name = `victim ${episode.id}`;
    const outcome = await episode.step(`renames ${name}`);
    expect(outcome).toMatchObject({ status: 'ok' });
    const { slots, workers } = castOf(stage().folder);
    return [...slots, ...workers].find((pid) => nameOf(pid) === name) as number;
  };

  it('while it waits: its next step says so, and no other notices', async () => {
    await withEpisodes(stage().environment, [{}, {}], async (episode, neighbour) => {
      kill(await processOf(episode));
      expect(await episode.step('counts')).toMatchObject({ status: 'crashed', error: { type: 'SIGKILL' } });
      expect(episode.ended).toBe('failed');
      expect(await neighbour.step('counts')).toMatchObject({ observation: '1' });
    });
  });

  it('in a step: that is crashed', async () => {
    await withEpisodes(stage().environment, [{}, {}], async (episode, neighbour) => {
      const pid = await processOf(episode);
      const step = episode.step('hangs asleep');
      await neighbour.step('waits 20');
      kill(pid);
      expect(await step).toMatchObject({ status: 'crashed', error: { type: 'SIGKILL' } });
      expect(await neighbour.step('counts')).toMatchObject({ observation: '2' });
    });
  });

  it('a copy, and then its original: the family goes on', async () => {
    await withEpisodes(stage().environment, [{}], async (episode) => {
      const [first, second] = (await episode.branch(2)) as [Episode, Episode];
      kill(await processOf(first));
      expect(await first.step('counts')).toMatchObject({ status: 'crashed', error: { type: 'SIGKILL' } });
      const pid = await processOf(episode);
      const step = episode.step('hangs asleep');
      expect(await second.step('counts')).toMatchObject({ observation: '1' });
      kill(pid);
      expect(await step).toMatchObject({ status: 'crashed', error: { type: 'SIGKILL' } });
      expect(await second.step('counts')).toMatchObject({ observation: '2' });
      await second.close();
    });
  });

  it('the first process of a family: all of it, and no other', async () => {
    await withEpisodes(stage().environment, [{}, {}], async (episode, neighbour) => {
      const copies = await episode.branch(2);
      const { slots } = castOf(stage().folder);
      const first = parentOf(await processOf(episode));
      expect(slots).toContain(first);
      const step = episode.step('hangs asleep');
      await neighbour.step('waits 20');
      kill(first);
      for (const outcome of [await step, ...(await Promise.all(copies.map((copy) => copy.step('counts'))))])
        expect(outcome).toMatchObject({ status: 'crashed' });
      expect([episode, ...copies].map(({ ended }) => ended)).toEqual(Array(3).fill('failed'));
      expect(await neighbour.step('counts')).toMatchObject({ observation: '2' });
    });
  });
});

describe('an episode that dies between its steps', () => {
  const stage = sharedEnvironment(FIXTURE);
  /** Long after its step has been answered, on any machine; what follows waits for the end itself. */
  const LATER = 'import os, threading\nthreading.Timer(2, os._exit, (7,)).start()';

  it('is told with its next step, and no other notices', async () => {
    await withEpisodes(stage().environment, [{}, {}], async (episode, neighbour) => {
      const { slots } = castOf(stage().folder);
      await episode.step(`executes ${LATER}`);
      await until(() => slots.some((slot) => !castOf(stage().folder).slots.includes(slot)));
      const outcome = await episode.step('counts');
      expect(outcome).toMatchObject({ status: 'crashed', reward: null });
      expect(outcome.error?.message).toContain('exit code 7');
      expect(episode.ended).toBe('failed');
      expect(await neighbour.step('counts')).toMatchObject({ observation: '1' });
    });
  });

  it('or with its branch', async () => {
    await withEpisodes(stage().environment, [{}], async (episode) => {
      const { slots } = castOf(stage().folder);
      await episode.step(`executes ${LATER}`);
      await until(() => slots.some((slot) => !castOf(stage().folder).slots.includes(slot)));
      await expect(episode.branch(1)).rejects.toMatchObject({
        code: 'RS503',
        message: expect.stringContaining('exit code 7'),
      });
      expect(episode.ended).toBe('failed');
    });
  });

  it('or with nothing: it is closed', async () => {
    await withEpisodes(stage().environment, [{}], async (episode) => {
      await episode.step(`executes ${LATER}`);
      await episode.close();
    });
  });
});

describe('a hundred episodes', () => {
  it('are closed with their sandbox, in steps or not; nothing is left', async () => {
    await withEnvironment(FIXTURE, {}, async ({ sandbox, environment, folder }) => {
      const episodes = await Promise.all(Array.from({ length: 60 }, () => environment.start({})));
      const copies = await Promise.all(episodes.slice(0, 8).map((episode) => episode.branch(5)));
      expect(environment.live).toBe(100);
      const hung = [...episodes.slice(0, 4), ...episodes.slice(20, 30)].map((episode) =>
        episode.step('hangs asleep'),
      );
      await copies[0]?.[0]?.step('counts');
      await sandbox.close();
      for (const outcome of await Promise.all(hung)) expect(outcome.status).toBe('cancelled');
      expect(episodes.map(({ ended }) => ended)).toEqual(Array(60).fill('closed'));
      expect(environment.live).toBe(0);
      await until(
        () => processesFor(folder),
        (left) => left.length === 0,
        1_000,
      );
    });
  });

  it('are closed one by one, and each close waits for its own end', async () => {
    await withEnvironment(FIXTURE, {}, async ({ environment, folder }) => {
      const episodes = await Promise.all(Array.from({ length: 100 }, () => environment.start({})));
      const { slots } = castOf(folder);
      expect(slots.length).toBeGreaterThanOrEqual(100);
      await Promise.all(episodes.map((episode) => episode.close()));
      expect(environment.live).toBe(0);
      expect(castOf(folder).slots.length).toBeLessThan(slots.length - 90);
    });
  });

  const LEVELS = ['namespaces', ...(otherPython() === undefined ? [] : ['landlock']), 'none'];

  it.each(LEVELS)(
    'of a host that is killed with SIGKILL are gone a second later: level %s',
    async (level) => {
      const { folder, file } = copyOf(FIXTURE);
      const temporary = newFolder();
      const program = join(FIXTURES, 'host-program.ts');
      const python = level === 'landlock' ? `${dirname(otherPython() ?? '')}:` : '';
      const child = spawn(process.execPath, ['--import', 'tsx', program, 'hundred episodes', file, level], {
        env: { ...process.env, PATH: `${python}${process.env.PATH}`, TMPDIR: temporary },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit')]);
      expect(line).toBe('"running"');
      expect(processesFor(folder).length).toBeGreaterThan(100);
      expect(processesFor(`${file} daemon`)).not.toEqual([]);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await until(
        () => [
          ...processesFor(folder),
          ...readdirSync(temporary).filter((name) => name.startsWith('runrl-') && level === 'namespaces'),
        ],
        (left) => left.length === 0,
        1_000,
      );
    },
  );
});
