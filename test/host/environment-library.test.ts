/** Environments as the library has them: episodes are started, stepped, branched, closed, and nothing is left. */
import { describe, expect, it } from 'vitest';
import { createSandbox, type Episode } from '../../src/index.ts';
import { castOf, kill, until } from '../helpers/processes.ts';
import { copyOf, leavingNothing, withEnvironment } from '../helpers/with-reward.ts';

describe('an environment', () => {
  it('tells of its class', async () => {
    await withEnvironment('plays.py', {}, async ({ environment }) => {
      expect(environment.className).toBe('Plays');
      expect(environment.reserved).toContain('self');
      expect(environment).toMatchObject({ hashSeed: '0', live: 0, warnings: [] });
    });
  });

  it('is asked whether it is there, and answers also while steps hang; not when it is closed', async () => {
    await withEnvironment('plays.py', {}, async ({ environment }) => {
      await environment.probe();
      const episode = await environment.start({});
      const hung = episode.step('hang');
      await environment.probe();
      await environment.close();
      expect((await hung).status).toBe('cancelled');
      await expect(environment.probe()).rejects.toMatchObject({ code: 'RS501' });
    });
  });

  it('episodes that are made at once have nothing open of each other', async () => {
    const options = { sandbox: { level: 'namespaces' as const }, maxEpisodes: 20 };
    await withEnvironment('environments/descriptors.py', options, async ({ environment }) => {
      const episodes = await Promise.all(Array.from({ length: 20 }, () => environment.start({})));
      const opened: string[][] = [];
      for (const episode of episodes)
        opened.push((await episode.step('')).observation?.toString().split('\n') ?? []);
      // Standard output and error, their copy, socket and status pipe; the rest is the machine's own.
      const own = opened.map((lines) => lines.filter((line) => /(pipe|socket):/.test(line)));
      const numbers = own.map((lines) => lines.map((line) => line.split(' ')[0]));
      for (const each of numbers) expect(each).toEqual(numbers[0]);
      const targets = own.map((lines) => new Set(lines.map((line) => line.split(' ')[1])));
      expect(targets[0]?.size).toBe(4);
      expect(new Set(targets.flatMap((each) => [...each])).size).toBe(4 * episodes.length);
    });
  });

  it('what is declared async may give anything that can be awaited', async () => {
    await withEnvironment('environments/promises.py', {}, async ({ environment }) => {
      const episode = await environment.start({});
      expect(episode.setup).toMatchObject({ status: 'ok', observation: 'ready' });
      expect(await episode.step('hello')).toMatchObject({ status: 'ok', observation: 'hello' });
    });
  });

  it('a row that is no JSON: the setup raised, and nothing crashed', async () => {
    await withEnvironment('plays.py', {}, async ({ environment }) => {
      const { setup, ended } = await environment.start(Buffer.from('{"size": '));
      expect(setup).toMatchObject({ status: 'raised', error: { type: 'JSONDecodeError' } });
      expect(ended).toBe('failed');
    });
  });

  it('await using: everything is gone at the end of the block', async () => {
    const { folder, file } = copyOf('plays.py');
    await leavingNothing(folder, async () => {
      await using sandbox = await createSandbox();
      await using environment = await sandbox.loadEnvironment(file);
      await using episode = await environment.start({});
      expect(await episode.step('look')).toMatchObject({ status: 'ok', reward: 1 });
    });
  });

  it('closed while steps hang: they are cancelled, and everything is refused from then on', async () => {
    await withEnvironment('plays.py', {}, async ({ environment }) => {
      const episodes = await Promise.all([environment.start({}), environment.start({})]);
      const hung = episodes.map((episode) => episode.step('hang'));
      const setup = environment.start({ setup: 'hang' });
      await environment.start({}); // by then the others have begun
      await Promise.all([environment.close(), environment.close()]);
      for (const outcome of await Promise.all(hung)) expect(outcome.status).toBe('cancelled');
      expect((await setup).setup.status).toBe('cancelled');
      const refused = { code: 'RS501' };
      await expect(environment.start({})).rejects.toMatchObject(refused);
      await expect(episodes[0]?.step('look')).rejects.toMatchObject(refused);
      expect(environment.live).toBe(0);
    });
  });

  it('that is none is refused with its place in the file', async () => {
    const { file } = copyOf('obeys.py');
    await using sandbox = await createSandbox();
    await expect(sandbox.loadEnvironment(file)).rejects.toMatchObject({ code: 'RS201' });
  });

  it.each([false, true])('with localNetwork %s: whether an episode may listen', async (localNetwork) => {
    await withEnvironment('plays.py', { localNetwork }, async ({ sandbox, environment }) => {
      expect(sandbox.level).toBe('namespaces');
      const outcome = await (await environment.start({})).step('listen');
      expect(outcome).toMatchObject(localNetwork ? { status: 'ok' } : { status: 'raised' });
    });
  });

  it('localNetwork is refused where there are no networks for single episodes', async () => {
    const { file } = copyOf('plays.py');
    await using sandbox = await createSandbox({ level: 'none' });
    const loading = sandbox.loadEnvironment(file, { localNetwork: true });
    await expect(loading).rejects.toMatchObject({
      code: 'RS101',
      message: expect.stringContaining('`none`'),
    });
  });
});

describe('an episode', () => {
  it('is set up with the row, stepped in order, and done', async () => {
    await withEnvironment('plays.py', {}, async ({ environment }) => {
      const episode = await environment.start({ greeting: 'welcome' });
      expect(episode.setup).toMatchObject({
        status: 'ok',
        observation: 'welcome',
        reward: null,
        done: false,
      });
      expect(episode.observation).toBe('welcome');
      const outcomes = await Promise.all(['a', 'b', 'said', 'end'].map((action) => episode.step(action)));
      expect(outcomes.map(({ observation, reward, done }) => [observation, reward, done])).toEqual([
        ['1: a', 1, false],
        ['2: b', 2, false],
        ['a,b,said', 3, false],
        ['4: end', 4, true],
      ]);
      expect(episode).toMatchObject({ ended: 'done', steps: 4, return: 10, observation: '4: end' });
      await expect(episode.step('more')).rejects.toMatchObject({ code: 'RS502' });
      expect(environment.live).toBe(0);
    });
  });

  it('passes messages through as they are', async () => {
    await withEnvironment('plays.py', {}, async ({ environment }) => {
      const episode = await environment.start({});
      expect(episode.observation).toBeNull();
      const { observation, observation_json: json } = await episode.step('messages');
      expect(observation).toEqual([{ role: 'user', content: 18 }]);
      expect(json).toContain('18.0');
    });
  });

  it.each([
    ['raise oh', 'raised'],
    ['nothing', 'invalid'],
    ['exit 3', 'crashed'],
    ['hang', 'timeout'],
    ['eat', 'memory'],
  ])('ends with a step that fails, and no other does: %s', async (action, status) => {
    const options = { timeout: 2_500, memory: '128MiB', onError: -1, onTimeout: -2 };
    await withEnvironment('plays.py', options, async ({ environment }) => {
      const [episode, neighbour] = await Promise.all([environment.start({}), environment.start({})]);
      expect(await neighbour.step('look')).toMatchObject({ status: 'ok' });
      const outcome = await episode.step(action);
      expect(outcome).toMatchObject({ status, observation: null, done: false });
      expect(outcome.reward).toBe(status === 'timeout' || status === 'memory' ? -2 : -1);
      if (status === 'timeout') expect(outcome.stack).toContain('plays.py');
      expect(episode.ended).toBe('failed');
      await expect(episode.step('look')).rejects.toMatchObject({ code: 'RS502' });
      expect(await neighbour.step('said')).toMatchObject({ observation: 'look,said' });
    });
  });

  it('whose setup fails has ended', async () => {
    await withEnvironment('plays.py', { setupTimeout: 2_500 }, async ({ environment }) => {
      const raised = await environment.start({ setup: 'raise' });
      expect(raised).toMatchObject({ ended: 'failed', setup: { status: 'raised' } });
      expect(raised.setup.error?.message).toBe('no such level');
      const hung = await environment.start({ setup: 'hang' });
      expect(hung).toMatchObject({ ended: 'failed', setup: { status: 'timeout' } });
    });
  });

  it('ends after maxSteps', async () => {
    await withEnvironment('plays.py', { maxSteps: 2 }, async ({ environment, folder }) => {
      const episode = await environment.start({});
      await episode.step('a');
      expect(await episode.step('b')).toMatchObject({ status: 'ok', done: false });
      expect(episode.ended).toBe('max_steps');
      await episode.close();
      await environment.close();
      expect(castOf(folder).workers).toEqual([]);
    });
  });

  it('that is idle for too long is ended, and the log says so', async () => {
    const lines: string[] = [];
    const options = { idleTimeout: 200, sandbox: { onLog: (line: string) => lines.push(line) } };
    await withEnvironment('plays.py', options, async ({ environment, file }) => {
      const episode = await environment.start({});
      await until(() => episode.ended === 'idle');
      expect(lines).toContain(`${file}: episode 1 was idle for 200 ms (idleTimeout) and was ended`);
      await expect(episode.step('a')).rejects.toMatchObject({ code: 'RS502' });
      await episode.close();
    });
  });

  it('closed while it hangs: the step is cancelled, its place is free', async () => {
    await withEnvironment('plays.py', { maxEpisodes: 1 }, async ({ environment }) => {
      const episode = await environment.start({});
      const hung = episode.step('hang');
      const next = environment.start({});
      await episode.close();
      expect(await hung).toMatchObject({ status: 'cancelled' });
      expect(await (await next).step('said')).toMatchObject({ observation: 'said' });
    });
  });

  it('aborted in a step, and in its setup: cancelled', async () => {
    await withEnvironment('plays.py', {}, async ({ environment }) => {
      const abort = new AbortController();
      const episode = await environment.start({});
      await episode.step('a');
      const outcomes = [
        episode.step('hang', { signal: abort.signal }),
        environment.start({ setup: 'hang' }, { signal: abort.signal }).then(({ setup }) => setup),
      ];
      setImmediate(() => abort.abort());
      for (const outcome of await Promise.all(outcomes)) expect(outcome.status).toBe('cancelled');
      expect(episode.ended).toBe('failed');
    });
  });

  it('has the same random numbers with the same seed', async () => {
    await withEnvironment('plays.py', {}, async ({ environment }) => {
      const draw = async (seed?: number): Promise<unknown> => {
        await using episode = await environment.start({}, seed === undefined ? {} : { seed });
        return (await episode.step('draw')).observation;
      };
      expect(await draw(7)).toBe(await draw(7));
      expect(await draw(8)).not.toBe(await draw(7));
      expect(await draw()).not.toBe(await draw());
    });
  });
});

describe('branches', () => {
  const draws = async (episodes: readonly Episode[]): Promise<unknown[]> =>
    Promise.all(episodes.map(async (episode) => (await episode.step('draw')).observation));

  it('go on from the same step, each by itself', async () => {
    await withEnvironment('plays.py', {}, async ({ environment }) => {
      const episode = await environment.start({}, { seed: 1 });
      await episode.step('a');
      const copies = await episode.branch(3);
      expect(environment.live).toBe(4);
      const [first, second, third] = copies as [Episode, Episode, Episode];
      expect(await first.step('b')).toMatchObject({ observation: '2: b', reward: 2 });
      expect(await second.step('exit 1')).toMatchObject({ status: 'crashed' });
      await episode.close();
      expect(await third.step('said')).toMatchObject({ observation: 'a,said' });
      expect(await first.step('said')).toMatchObject({ observation: 'a,b,said' });
      expect(first).toMatchObject({ steps: 3, return: 6 });
    });
  });

  it('have random numbers of their own, the same each time; or those of the original', async () => {
    await withEnvironment('plays.py', {}, async ({ environment }) => {
      const rounds = [];
      for (let round = 0; round < 2; round++) {
        const episode = await environment.start({}, { seed: 3 });
        await episode.step('draw');
        const same = await episode.branch(1, { sameRandom: true });
        const own = await episode.branch(2);
        rounds.push(await draws([episode, ...same, ...own]));
        await Promise.all([episode, ...same, ...own].map((each) => each.close()));
      }
      const [first, second] = rounds;
      expect(first).toEqual(second);
      expect(first?.[1]).toBe(first?.[0]);
      expect(new Set(first).size).toBe(3);
    });
  });

  it('of an episode with a thread: RS503 with the reason, and it goes on', async () => {
    await withEnvironment('plays.py', {}, async ({ environment }) => {
      const episode = await environment.start({});
      await episode.step('thread');
      await expect(episode.branch(2)).rejects.toMatchObject({
        code: 'RS503',
        message: expect.stringContaining('thread'),
      });
      expect(await episode.step('said')).toMatchObject({ observation: 'thread,said' });
      expect(environment.live).toBe(1);
    });
  });
});

describe('an agent', () => {
  it('that is killed takes its episodes along; the next start is served', async () => {
    await withEnvironment('plays.py', { onLost: -9 }, async ({ environment, folder }) => {
      const [running, idle] = await Promise.all([environment.start({}), environment.start({})]);
      await running.step('a');
      const hung = running.step('hang');
      kill(castOf(folder).agent);
      expect(await hung).toMatchObject({ status: 'lost', reward: -9 });
      expect([running.ended, idle.ended]).toEqual(['failed', 'failed']);
      await expect(idle.step('a')).rejects.toMatchObject({ code: 'RS502' });
      const next = await environment.start({});
      expect(await next.step('said')).toMatchObject({ observation: 'said' });
    });
  });
});
