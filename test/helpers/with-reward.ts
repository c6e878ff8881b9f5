/** Loads a fixture, runs a body with it, closes everything, and proves that nothing of it is left. */
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { Router } from 'zeromq';
import {
  createSandbox,
  type Environment,
  type EnvironmentOptions,
  type Episode,
  type Outcome,
  type Reward,
  type RewardOptions,
  type Sandbox,
  type SandboxOptions,
  type ScoredCall,
} from '../../src/index.ts';
import { castOf, processesFor, until } from './processes.ts';

export const FIXTURES = join(import.meta.dirname, '../fixtures');

export interface Stage {
  sandbox: Sandbox;
  reward: Reward;
  /** Folder that holds a copy of the fixture and nothing else; on the command line of every process of the module. */
  folder: string;
  file: string;
}

export type StageOptions = RewardOptions & { sandbox?: SandboxOptions };

const descriptors = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      return [`${name} ${readlinkSync(`/proc/self/fd/${name}`)}`];
    } catch {
      return []; // the one that listed the folder
    }
  });

const endpoints = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('runrl-'));

let warm: Promise<void> | undefined;

/** The first socket of a process makes ZeroMQ's context, which stays. */
const warmUp = async (): Promise<void> => {
  const socket = new Router();
  await socket.bind('inproc://warm-up');
  socket.close();
};

/** An empty folder, readable by all. */
export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'm-'));
  chmodSync(folder, 0o755);
  return folder;
};

/** A folder with a copy of the fixture. */
export const copyOf = (fixture: string): { folder: string; file: string } => {
  const folder = newFolder();
  const file = join(folder, basename(fixture));
  copyFileSync(join(FIXTURES, fixture), file);
  return { folder, file };
};

interface Snapshot {
  descriptors: readonly string[];
  endpoints: readonly string[];
}

const snapshot = async (): Promise<Snapshot> => {
  expect(basename(tmpdir()), 'the temporary folder of this process alone').toMatch(/^w-/);
  warm ??= warmUp();
  await warm;
  return { descriptors: descriptors(), endpoints: endpoints() };
};

/** Proves that no process with `folder` on its command line, no descriptor of this process and no socket is left. */
const proveNothingLeft = async (folder: string, before: Snapshot): Promise<void> => {
  await until(
    () => ({
      processes: processesFor(folder),
      endpoints: endpoints().filter((name) => !before.endpoints.includes(name)),
      // Node and vitest replace one now and then: there must not be more of them.
      descriptors:
        descriptors().length > before.descriptors.length
          ? descriptors().filter((each) => !before.descriptors.includes(each))
          : [],
    }),
    (left) => Object.values(left).every((each) => each.length === 0),
  );
  rmSync(folder, { recursive: true, force: true });
};

/** Calls `body`, which must close what it opens, and then proves that nothing of it is left. */
export const leavingNothing = async <T>(folder: string, body: () => Promise<T>): Promise<T> => {
  const before = await snapshot();
  const result = await body();
  await proveNothingLeft(folder, before);
  return result;
};

const open = async (file: string, { sandbox: settings, ...options }: StageOptions): Promise<Stage> => {
  const sandbox = await createSandbox(settings);
  try {
    return { sandbox, reward: await sandbox.loadReward(file, options), folder: dirname(file), file };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
};

/** For one test: loads a copy of the fixture. */
export const withReward = async (
  fixture: string,
  options: StageOptions,
  body: (stage: Stage) => Promise<void>,
): Promise<void> => {
  const { folder, file } = copyOf(fixture);
  await leavingNothing(folder, async () => {
    const stage = await open(file, options);
    try {
      await body(stage);
    } finally {
      await stage.sandbox.close();
    }
  });
};

export interface EnvironmentStage {
  sandbox: Sandbox;
  environment: Environment;
  /** As that of a `Stage`. */
  folder: string;
  file: string;
}

export type EnvironmentStageOptions = EnvironmentOptions & { sandbox?: SandboxOptions };

const openEnvironment = async (
  file: string,
  { sandbox: settings, ...options }: EnvironmentStageOptions,
): Promise<EnvironmentStage> => {
  const sandbox = await createSandbox(settings);
  try {
    return {
      sandbox,
      environment: await sandbox.loadEnvironment(file, options),
      folder: dirname(file),
      file,
    };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
};

/** For one test: loads a copy of the fixture, which is an environment. */
export const withEnvironment = async (
  fixture: string,
  options: EnvironmentStageOptions,
  body: (stage: EnvironmentStage) => Promise<void>,
): Promise<void> => {
  const { folder, file } = copyOf(fixture);
  await leavingNothing(folder, async () => {
    const stage = await openEnvironment(file, options);
    try {
      await body(stage);
    } finally {
      await stage.sandbox.close();
    }
  });
};

/**
 * For all tests of a `describe`: a function that gives the stage, at level `namespaces`. A test must end the episodes
 * that it starts; it fails when a process of theirs is left.
 */
export const sharedEnvironment = (
  fixture: string,
  options: EnvironmentStageOptions = {},
): (() => EnvironmentStage) => {
  let stage: EnvironmentStage | undefined;
  let before: Snapshot | undefined;
  const spares = Math.min(options.maxEpisodes ?? availableParallelism(), availableParallelism());
  beforeAll(async () => {
    before = await snapshot();
    stage = await openEnvironment(copyOf(fixture).file, options);
  });
  afterEach(async () => {
    if (stage === undefined) return;
    const { environment, folder } = stage;
    await until(
      () => ({ ...castOf(folder), live: environment.live }),
      ({ live, slots, workers }) => live === 0 && slots.length <= spares && workers.length === 0,
    );
  });
  afterAll(async () => {
    await stage?.sandbox.close();
    if (stage !== undefined && before !== undefined) await proveNothingLeft(stage.folder, before);
  });
  return () => {
    if (stage === undefined) throw new Error(`${fixture} is not loaded`);
    return stage;
  };
};

/** Starts episodes for a body, and closes them after it. */
export const withEpisodes = async <Rows extends readonly Record<string, unknown>[]>(
  environment: Environment,
  rows: readonly [...Rows],
  body: (...episodes: { [Index in keyof Rows]: Episode }) => Promise<void>,
): Promise<void> => {
  const episodes = await Promise.all(rows.map((row) => environment.start(row)));
  try {
    await body(...(episodes as { [Index in keyof Rows]: Episode }));
  } finally {
    await Promise.all(episodes.map((episode) => episode.close()));
  }
};

/** For all tests of a `describe`: a function that gives the stage. */
export const sharedReward = (fixture: string, options: StageOptions = {}): (() => Stage) => {
  let stage: Stage | undefined;
  let before: Snapshot | undefined;
  beforeAll(async () => {
    before = await snapshot();
    stage = await open(copyOf(fixture).file, options);
  });
  afterAll(async () => {
    await stage?.sandbox.close();
    if (stage !== undefined && before !== undefined) await proveNothingLeft(stage.folder, before);
  });
  return () => {
    if (stage === undefined) throw new Error(`${fixture} is not loaded`);
    return stage;
  };
};

/** Everything that `scoreAll` yields. */
export const collect = async (calls: AsyncIterable<ScoredCall>): Promise<ScoredCall[]> => {
  const collected: ScoredCall[] = [];
  for await (const scored of calls) collected.push(scored);
  return collected;
};

/** Outcomes of calls, in their order. */
export const scoreEach = async (
  reward: Reward,
  completions: readonly string[],
  kwargs: Record<string, unknown> = {},
): Promise<Outcome[]> => {
  const calls = completions.map((completion) => ({ completion, kwargs }));
  return (await collect(reward.scoreAll(calls, { ordered: true }))).map(({ outcome }) => outcome);
};

/** Expects an outcome that is exactly `ok` with this reward: what every neighbour of a failed call must be. */
export const expectOk = (outcome: Outcome | undefined, reward: number): void => {
  expect({ status: outcome?.status, reward: outcome?.reward, error: outcome?.error }).toEqual({
    status: 'ok',
    reward,
    error: null,
  });
};
