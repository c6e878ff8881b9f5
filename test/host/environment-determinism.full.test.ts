/** Same row, same seed, same actions: the same observations and rewards, wherever and however often. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createSandbox,
  type Environment,
  type EnvironmentOptions,
  type SandboxOptions,
} from '../../src/index.ts';
import { otherPython } from '../helpers/other-user.ts';
import { castOf, kill } from '../helpers/processes.ts';
import { FIXTURES, leavingNothing, newFolder, withEnvironment } from '../helpers/with-reward.ts';
import { installedPythons, realPython } from '../python/interpreters.ts';

const FIXTURE = 'environments/chances.py';
const ROW = { words: ['pear', 'apple', 'fig', 'plum', 'kiwi'] };
const ACTIONS = ['lemon', 'lime', 'lemon', 'quince', 'é', ''];
const THREADS =
  'import threading, time\nthreading.Thread(target=time.sleep, args=(10**6,), daemon=True).start()\n';
/** Installed once on each machine. */
const NUMPY = '# /// script\n# dependencies = ["numpy"]\n# ///\n';
const MINUTE = 60_000;

/** All that an episode showed, as text. */
const playOnce = async (
  environment: Environment,
  seed: number | undefined,
  { row = ROW, actions = ACTIONS }: { row?: Record<string, unknown>; actions?: readonly string[] } = {},
): Promise<string> => {
  await using episode = await environment.start(row, seed === undefined ? {} : { seed });
  const seen: unknown[] = [episode.setup.status, episode.observation];
  for (const action of actions) {
    if (episode.ended !== undefined) break;
    const { status, observation_json, reward, done, info } = await episode.step(action);
    seen.push([status, observation_json, reward, done, info]);
  }
  return JSON.stringify(seen);
};

interface Load {
  options?: EnvironmentOptions;
  settings?: SandboxOptions;
  /** Put before the text of the fixture. */
  before?: string;
}

/** Loads a file of the fixture's text for a body alone. */
const withLoaded = async <T>(
  { options = {}, settings = {}, before = '' }: Load,
  body: (environment: Environment) => Promise<T>,
): Promise<T> => {
  const folder = newFolder();
  const file = join(folder, 'chances.py');
  writeFileSync(file, before + readFileSync(join(FIXTURES, FIXTURE), 'utf8'));
  return leavingNothing(folder, async () => {
    await using sandbox = await createSandbox({ python: realPython(), ...settings });
    await using environment = await sandbox.loadEnvironment(file, options);
    expect(environment.hashSeed).toBe('0');
    if (before === THREADS) expect(environment.warnings.join()).toContain('imports the module itself');
    return await body(environment);
  });
};

const playLoaded = (load: Load, seed = 7): Promise<string> =>
  withLoaded(load, (environment) => playOnce(environment, seed));

describe('the same seed', () => {
  it('gives the same episode each time, also beside others, and another seed or none another', async () => {
    await withEnvironment(FIXTURE, {}, async ({ environment }) => {
      const first = await playOnce(environment, 7);
      expect(await playOnce(environment, 7)).toBe(first);
      const beside = await Promise.all([7, 8, 7, undefined, 7].map((seed) => playOnce(environment, seed)));
      expect([beside[0], beside[2], beside[4]]).toEqual([first, first, first]);
      expect(new Set(beside).size).toBe(3);
      expect(await playOnce(environment, undefined)).not.toBe(await playOnce(environment, undefined));
    });
  });

  it('as the seed of all episodes: rows differ from each other, and one row from itself never', async () => {
    await withEnvironment(FIXTURE, { seed: 7 }, async ({ environment }) => {
      const first = await playOnce(environment, undefined);
      expect(await playOnce(environment, undefined)).toBe(first);
      expect(await playOnce(environment, 7)).toBe(first);
      const [drawn, other] = await Promise.all(
        [ROW, { ...ROW, id: 2 }].map(async (row) => {
          await using episode = await environment.start(row);
          return (await episode.step('x')).reward;
        }),
      );
      expect(drawn).not.toBe(other);
    });
  });

  it('after the agent has been killed', async () => {
    await withEnvironment(FIXTURE, {}, async ({ environment, folder }) => {
      const first = await playOnce(environment, 7);
      kill(castOf(folder).agent);
      expect(await playOnce(environment, 7)).toBe(first);
    });
  });

  it('in a copy with the same numbers as in the original', async () => {
    await withEnvironment(FIXTURE, {}, async ({ environment }) => {
      const episode = await environment.start(ROW, { seed: 7 });
      await episode.step('lemon');
      const [copy] = await episode.branch(1, { sameRandom: true });
      const [own] = await episode.branch(1);
      const after = await Promise.all([episode, copy, own].map((each) => each?.step('lime')));
      const [original, same, other] = after.map((outcome) => [outcome?.observation, outcome?.reward]);
      expect(same).toEqual(original);
      expect(other).not.toEqual(original);
    });
  });

  it('under every reuse mode, in every load, at every level, and where each worker imports the module', async () => {
    const first = await playLoaded({});
    const others: Load[] = [
      { options: { reuse: 'never' } },
      { options: { reuse: 'always' } },
      { before: THREADS },
      { settings: { profile: 'strict' } },
      { settings: { level: 'none' } },
    ];
    for (const other of others) expect(await playLoaded(other), JSON.stringify(other)).toBe(first);
    expect(await playLoaded({}, 8)).not.toBe(first);
    const python = otherPython();
    if (python === undefined) return;
    const confined = await playLoaded({ settings: { level: 'landlock', python } });
    expect(confined).toBe(await playLoaded({ settings: { python } }));
  });

  it('also where `random` is only imported in a step', async () => {
    await withEnvironment('environments/draws_late.py', {}, async ({ environment }) => {
      const draws = [5, 5, 6].map(async (seed) => {
        await using episode = await environment.start({}, { seed });
        return (await episode.step('x')).observation;
      });
      const [first, second, other] = await Promise.all(draws);
      expect(second).toBe(first);
      expect(other).not.toBe(first);
    });
  });

  it.each(installedPythons())('twice under Python $version', async ({ python }) => {
    const first = await playLoaded({ settings: { python } });
    expect(first).toContain('"ok"');
    expect(await playLoaded({ settings: { python } })).toBe(first);
  });
});

describe('with numpy', () => {
  it(
    'the same seed gives the same episode, in every load; copies draw their own',
    async () => {
      const first = await playLoaded({ before: NUMPY });
      expect(first).toContain('"numpy":1');
      await withLoaded({ before: NUMPY }, async (environment) => {
        expect(await playOnce(environment, 7)).toBe(first);
        const draws = async (seed: number): Promise<unknown[]> => {
          await using episode = await environment.start(ROW, { seed });
          await episode.step('lemon');
          const copies = [...(await episode.branch(2)), ...(await episode.branch(1, { sameRandom: true }))];
          const drawn = await Promise.all([episode, ...copies].map((each) => each.step('lime')));
          await Promise.all(copies.map((copy) => copy.close()));
          return drawn.map(({ observation }) => observation);
        };
        const seen = await draws(3);
        expect(await draws(3)).toEqual(seen);
        expect(seen[3]).toBe(seen[0]);
        expect(new Set(seen).size).toBe(3);
      });
    },
    5 * MINUTE,
  );
});
