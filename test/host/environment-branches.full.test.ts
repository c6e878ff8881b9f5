/** Copies of a live episode: each is on its own from then on, and what cannot be copied is refused with the reason. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BranchOptions, Environment, Episode } from '../../src/index.ts';
import { castOf, processesFor, until } from '../helpers/processes.ts';
import { copyOf, sharedEnvironment, withEnvironment, withEpisodes } from '../helpers/with-reward.ts';

const FIXTURE = 'environments/branches.py';

const observe = async (episode: Episode, ...actions: string[]): Promise<unknown> => {
  const outcomes = await Promise.all(actions.map((action) => episode.step(action)));
  for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'ok', error: null });
  return outcomes.at(-1)?.observation;
};

const observeEach = (episodes: readonly Episode[], action: string): Promise<unknown[]> =>
  Promise.all(episodes.map((episode) => observe(episode, action)));

const noneLeft = (mark: string): Promise<unknown> =>
  until(
    () => processesFor(mark),
    (left) => left.length === 0,
  );

describe('copies', () => {
  const stage = sharedEnvironment(FIXTURE);

  /** An episode that has taken some actions, and copies of it; all are closed at the end. */
  const withCopies = async (
    count: number,
    actions: readonly string[],
    body: (episode: Episode, copies: Episode[], environment: Environment) => Promise<void>,
    { row = {}, ...options }: BranchOptions & { row?: Record<string, unknown> } = {},
  ): Promise<void> => {
    const { environment } = stage();
    await withEpisodes(environment, [row], async (episode) => {
      await observe(episode, ...actions);
      const copies = await episode.branch(count, options);
      try {
        await body(episode, copies, environment);
      } finally {
        await Promise.all(copies.map((copy) => copy.close()));
      }
    });
  };

  it('have the state of the original, and change only their own', async () => {
    await withCopies(3, ['note a', 'note b'], async (episode, copies) => {
      const all = [episode, ...copies];
      expect(await Promise.all(all.map((each, index) => observe(each, `note ${index}`)))).toEqual([
        'a,b,0',
        'a,b,1',
        'a,b,2',
        'a,b,3',
      ]);
      expect(await observeEach(all, 'note x')).toEqual(['a,b,0,x', 'a,b,1,x', 'a,b,2,x', 'a,b,3,x']);
      expect(all.map(({ steps, return: sum }) => [steps, sum])).toEqual(Array(4).fill([4, 4]));
    });
  });

  it('are processes of their own', async () => {
    await withCopies(3, ['note a'], async (episode, copies, environment) => {
      expect(new Set(await observeEach([episode, ...copies], 'pid')).size).toBe(4);
      expect(new Set([episode, ...copies].map(({ id }) => id)).size).toBe(4);
      expect(environment.live).toBe(4);
    });
  });

  it('draw numbers of their own without a seed, and none of them is that of the original', async () => {
    await withCopies(3, ['draw'], async (episode, copies) => {
      expect(new Set(await observeEach([episode, ...copies], 'draw')).size).toBe(4);
    });
  });

  it('sameRandom: they go on with those of the original, which it draws as well', async () => {
    const draw = async (episode: Episode) => [await observe(episode, 'draw'), await observe(episode, 'draw')];
    await withCopies(
      2,
      ['draw'],
      async (episode, copies) => {
        const original = await draw(episode);
        for (const copy of copies) expect(await draw(copy)).toEqual(original);
      },
      { sameRandom: true },
    );
  });

  it('with a seed: the original draws what it would have drawn, and each copy its own, always the same', async () => {
    const { environment } = stage();
    const rounds: unknown[][] = [];
    for (const branches of [true, true, false]) {
      const episode = await environment.start({}, { seed: 11 });
      await observe(episode, 'draw');
      const copies = branches ? [...(await episode.branch(1)), ...(await episode.branch(2))] : [];
      rounds.push(await observeEach([episode, ...copies], 'draw'));
      await Promise.all([episode, ...copies].map((each) => each.close()));
    }
    const [first, second, alone] = rounds;
    expect(first).toHaveLength(4);
    expect(new Set(first).size).toBe(4);
    expect(second).toEqual(first);
    expect(alone?.[0]).toBe(first?.[0]);
  });

  it('have their own positions in files that are read', async () => {
    const path = join(stage().folder, 'story.txt');
    writeFileSync(path, 'abcdefghij'.repeat(10_000));
    await withCopies(2, [`open ${path}`, 'read 3', 'seek 5'], async (episode, [first, second]) => {
      await observe(first as Episode, 'seek 70');
      expect(await observe(episode, 'position')).toBe('5');
      expect(await observe(second as Episode, 'position')).toBe('5');
      await observe(episode, 'seek 20');
      expect(await observeEach([first, second] as Episode[], 'position')).toEqual(['70', '5']);
    });
  });

  it('have their own working folder and variables', async () => {
    const { folder } = stage();
    await withCopies(1, ['go /usr', 'variable old'], async (episode, [copy]) => {
      await observe(copy as Episode, `go ${folder}`, 'variable new');
      expect(await observe(episode, 'where')).toBe('/usr');
      expect(await observe(episode, 'variable')).toBe('old');
      expect(await observeEach([copy as Episode], 'where')).toEqual([folder]);
      await observe(episode, 'go /');
      expect(await observe(copy as Episode, 'variable')).toBe('new');
    });
  });

  it.each([
    ['raises', 'raised'],
    ['exits', 'crashed'],
    ['kills itself', 'crashed'],
    ['kills its group', 'crashed'],
  ])('the failure of a copy, and of the original, is its own: %s', async (how, status) => {
    await withCopies(3, ['note a'], async (episode, [first, second, third]) => {
      expect(await first?.step(`fails ${how}`)).toMatchObject({ status });
      expect(await observe(episode, 'note b')).toBe('a,b');
      expect(await episode.step(`fails ${how}`)).toMatchObject({ status });
      expect(await observe(second as Episode, 'note c')).toBe('a,c');
      expect(await second?.step(`fails ${how}`)).toMatchObject({ status });
      expect(await observe(third as Episode, 'note d')).toBe('a,d');
      expect([first, episode, second].map((each) => each?.ended)).toEqual(Array(3).fill('failed'));
    });
  });

  it('an original that is closed leaves its copies, a copy that is closed all others', async () => {
    await withCopies(3, ['note a'], async (episode, [first, second, third], environment) => {
      await first?.close();
      expect(await observe(episode, 'note b')).toBe('a,b');
      await episode.close();
      expect(await observe(second as Episode, 'note c')).toBe('a,c');
      await second?.close();
      expect(await observe(third as Episode, 'note d')).toBe('a,d');
      expect(environment.live).toBe(1);
    });
  });

  it('one that is done leaves the others', async () => {
    await withCopies(2, ['note a'], async (episode, [first, second]) => {
      expect(await episode.step('finish')).toMatchObject({ status: 'ok', done: true });
      expect(await first?.step('finish')).toMatchObject({ status: 'ok', done: true });
      expect(await observe(second as Episode, 'note b')).toBe('a,b');
    });
  });

  it('one that is cancelled in a step leaves the others', async () => {
    await withCopies(2, ['note a'], async (episode, [first, second]) => {
      const abort = new AbortController();
      const hung = first?.step('fails hangs', { signal: abort.signal });
      expect(await observe(second as Episode, 'note b')).toBe('a,b');
      abort.abort();
      expect(await hung).toMatchObject({ status: 'cancelled' });
      expect(await observe(episode, 'note c')).toBe('a,c');
    });
  });

  it('copies of copies, with the original gone', async () => {
    await withCopies(1, ['note a'], async (episode, [copy]) => {
      await observe(copy as Episode, 'note b');
      await episode.close();
      const further = (await copy?.branch(2)) as [Episode, Episode];
      await copy?.close();
      expect(await observeEach(further, 'note c')).toEqual(['a,b,c', 'a,b,c']);
      const [last] = (await further[1].branch(1)) as [Episode];
      expect(await observe(last, 'note d')).toBe('a,b,c,d');
      expect(await observe(further[0], 'note e')).toBe('a,b,c,e');
      expect(last).toMatchObject({ steps: 4, return: 4 });
      await Promise.all([...further, last].map((each) => each.close()));
    });
  });

  it('a branch that is asked for while a step runs is of the state after it', async () => {
    await withEpisodes(stage().environment, [{}], async (episode) => {
      const [, [copy], after] = await Promise.all([
        episode.step('note a'),
        episode.branch(1),
        episode.step('note b'),
      ]);
      expect(after.observation).toBe('a,b');
      expect(await observe(copy as Episode, 'note c')).toBe('a,c');
      await copy?.close();
    });
  });

  it('branches that are asked for at once are all of the same state', async () => {
    await withEpisodes(stage().environment, [{}], async (episode) => {
      await observe(episode, 'note a');
      const copies = (await Promise.all([episode.branch(2), episode.branch(3), episode.branch(1)])).flat();
      expect(await observeEach(copies, 'note b')).toEqual(Array(6).fill('a,b'));
      await Promise.all(copies.map((copy) => copy.close()));
    });
  });

  it('one after each step, as for going back', async () => {
    await withEpisodes(stage().environment, [{}], async (episode) => {
      const saved: Episode[] = [];
      for (const letter of 'abcdefgh') {
        saved.push(...(await episode.branch(1)));
        await observe(episode, `note ${letter}`);
      }
      const said = await Promise.all(saved.map((copy) => observe(copy, 'note z')));
      expect(said[0]).toBe('z');
      expect(said[7]).toBe('a,b,c,d,e,f,g,z');
      await Promise.all(saved.map((copy) => copy.close()));
    });
  });

  it('a daemon that a member leaves ends with that member, and those of others do not', async () => {
    const marks = ['first', 'second'].map((name) => join(stage().folder, name)) as [string, string];
    await withCopies(2, ['note a'], async (episode, [first, second]) => {
      await observe(first as Episode, `leave ${marks[0]}`);
      await observe(second as Episode, `leave ${marks[1]}`);
      expect(marks.map((mark) => processesFor(mark).length)).toEqual([1, 1]);
      await first?.close();
      await noneLeft(marks[0]);
      expect(processesFor(marks[1])).toHaveLength(1);
      expect(await observe(episode, 'note b')).toBe('a,b');
      await second?.close();
      await noneLeft(marks[1]);
    });
  });

  it('a daemon of an episode without copies ends with it', async () => {
    const mark = join(stage().folder, 'daemon');
    await withEpisodes(stage().environment, [{}], async (episode) => {
      await observe(episode, `leave ${mark}`);
      expect(processesFor(mark)).toHaveLength(1);
      await episode.close();
      expect(processesFor(mark)).toEqual([]);
    });
  });

  it('nothing of a family is left when its last member has been closed', async () => {
    const { folder, environment } = stage();
    const before = castOf(folder).slots;
    const episode = await environment.start({});
    const copies = await episode.branch(3);
    const family = castOf(folder).workers;
    expect(family).toHaveLength(4);
    for (const each of [episode, ...copies]) await each.close();
    expect(castOf(folder).workers).toEqual([]);
    expect(castOf(folder).slots.filter((slot) => before.includes(slot)).length).toBeLessThanOrEqual(
      before.length,
    );
  });

  it.each(['kills its parent', 'kills all'])(
    'a member that %s ends nobody of another family',
    async (how) => {
      await withEpisodes(stage().environment, [{}, {}], async (episode, other) => {
        const [copy] = (await episode.branch(1)) as [Episode];
        const [neighbour] = (await other.branch(1)) as [Episode];
        await copy.step(`fails ${how}`);
        expect(await observeEach([other, neighbour], 'note a')).toEqual(['a', 'a']);
        await Promise.all([copy.close(), neighbour.close()]);
      });
    },
  );
});

describe('an episode that cannot be copied', () => {
  const stage = sharedEnvironment(FIXTURE);

  it.each([
    ['thread', /1 thread running \(counter\)/],
    ['socket', /a socket open/],
    ['child', /1 child process \(python/],
    ['file for writing', /the file .* open for writing/],
    ['pipe', /a pipe open/],
    ['written file', /has written \/tmp\/saved-/],
    ['shared memory', /memory that a copy would share/],
    ['shared value', /(memory that a copy would share|file .*|has written .*)/],
    ['timer', /timer running/],
    ['loop', /(epoll|eventpoll|socket)/],
  ])('%s: RS503 with the reason, and it goes on; not when it is gone', async (what, reason) => {
    const { environment, folder } = stage();
    await withEpisodes(environment, [{ mark: `${folder}/child` }], async (episode) => {
      await observe(episode, 'note a', `has ${what}`);
      const refused = await episode.branch(2).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'RS503', message: expect.stringMatching(reason) });
      expect(environment.live).toBe(1);
      expect(await observe(episode, 'note b')).toBe('a,b');
      if (what === 'shared value') return; // the interpreter keeps its memory
      await observe(episode, 'drop');
      const [copy] = (await episode.branch(1)) as [Episode];
      expect(await observe(copy, 'note c')).toBe('a,b,c');
      await copy.close();
    });
    await noneLeft(`${folder}/child`);
  });

  it('more copies than may live: refused, and so is none', async () => {
    await withEnvironment(FIXTURE, { maxEpisodes: 3 }, async ({ environment }) => {
      const episode = await environment.start({});
      await expect(episode.branch(3)).rejects.toMatchObject({
        code: 'RS503',
        help: expect.stringContaining('maxEpisodes'),
      });
      await expect(episode.branch(0)).rejects.toMatchObject({ code: 'RS101' });
      expect(await episode.branch(2)).toHaveLength(2);
      expect(environment.live).toBe(3);
    });
  });

  it('one that has ended: RS502', async () => {
    await withEpisodes(stage().environment, [{}], async (episode) => {
      await episode.step('finish');
      await expect(episode.branch(1)).rejects.toMatchObject({ code: 'RS502' });
    });
  });

  it('more processes than it may have: refused with the option', async () => {
    await withEnvironment(FIXTURE, { processes: 5 }, async ({ environment }) => {
      const episode = await environment.start({});
      await observe(episode, 'note a');
      const copies: Episode[] = [];
      const refused = await (async () => {
        for (let copy = 0; copy < 10; copy++) copies.push(...(await episode.branch(1)));
      })().catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'RS503', message: expect.stringContaining('--processes') });
      expect(copies.length).toBeGreaterThan(0);
      expect(await observeEach([episode, ...copies], 'note b')).toEqual(Array(copies.length + 1).fill('a,b'));
    });
  });
});

describe('an async environment', () => {
  const stage = sharedEnvironment('environments/awaits.py', { timeout: 2_500 });

  it('goes on in each copy, and in the original', async () => {
    await withEpisodes(stage().environment, [{ start: 1 }], async (episode) => {
      expect(episode.observation).toBe('at 1');
      expect(await observe(episode, '1+2')).toBe('at 4');
      const copies = (await episode.branch(2)) as [Episode, Episode];
      expect(await observeEach([episode, ...copies], '3+3')).toEqual(['at 10', 'at 10', 'at 10']);
      expect(await copies[0].step('hang')).toMatchObject({ status: 'timeout' });
      expect(await copies[1].step('raise')).toMatchObject({ status: 'raised' });
      const [further] = (await episode.branch(1)) as [Episode];
      expect(await observeEach([episode, further], '1')).toEqual(['at 11', 'at 11']);
      await further.close();
    });
  });

  it('hangs: the stack names the line that it waits in', async () => {
    await withEpisodes(stage().environment, [{}], async (episode) => {
      const outcome = await episode.step('hang');
      expect(outcome).toMatchObject({ status: 'timeout' });
      expect(outcome.stack).toBeTruthy();
    });
  });

  it('raises: the traceback has the line', async () => {
    await withEpisodes(stage().environment, [{}], async (episode) => {
      const outcome = await episode.step('raise');
      expect(outcome).toMatchObject({ status: 'raised', error: { type: 'ValueError' } });
      expect(outcome.error?.traceback).toMatch(/awaits\.py", line \d+, in step/);
    });
  });
});

describe('beside a module that uses up what its user may have in flight', () => {
  it.each(['default', 'strict'] as const)('copies are made all the same (%s)', async (profile) => {
    const { file } = copyOf('environments/keeps_in_flight.py');
    await withEnvironment(FIXTURE, { sandbox: { profile } }, async ({ sandbox, environment }) => {
      await using greedy = await sandbox.loadEnvironment(file);
      await using taker = await greedy.start({});
      const { observation } = await taker.step('take');
      expect(observation).toMatch(/^\d+ Too many references/);
      await withEpisodes(environment, [{}], async (episode) => {
        await observe(episode, 'note a');
        const copies = await episode.branch(2);
        expect(await observeEach(copies, 'note b')).toEqual(['a,b', 'a,b']);
        await Promise.all(copies.map((copy) => copy.close()));
      });
    });
  });
});
