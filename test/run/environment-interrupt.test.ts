import { expect, it } from 'vitest';
import type { StepOutcome } from '../../src/module/episodes/environment.ts';
import { episodeRun, episodes } from './episode-files.ts';
import { FakeEnvironment, stepOutcome } from './fake-environment.ts';
import { sorted, upTo } from './files.ts';

/** The first ten episodes run through; steps of the others finish when they are told to. */
const held = () => {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  const step = ({ episode }: { episode: number }) =>
    episode < 10 || isOpen
      ? stepOutcome()
      : new Promise<StepOutcome>((resolve) => waiting.push(() => resolve(stepOutcome())));
  const release = (): void => {
    isOpen = true;
    for (const finish of waiting.splice(0)) finish();
  };
  return { environment: new FakeEnvironment({ step }), waiting, release };
};

const untilHeld = async (waiting: readonly unknown[], count: number): Promise<void> => {
  while (waiting.length < count) await new Promise(setImmediate);
};

it.each([false, true])(
  'finishes the episodes that run on a drain, and resumes (ordered: %s)',
  async (ordered) => {
    const test = episodeRun(50);
    const { environment, waiting, release } = held();
    const drain = new AbortController();
    const running = test.run({ environment, ordered, drain: drain.signal, episodesAtOnce: 4 });
    await untilHeld(waiting, 4);
    drain.abort();
    release();
    expect(await running).toMatchObject({ state: 'interrupted', episodes: 14, remaining: 36 });
    expect([sorted(episodes(test.rows())), environment.live]).toEqual([upTo(14), 0]);
    await test.run({ resume: true, ordered });
    const all = episodes(test.rows());
    expect(ordered ? all : sorted(all)).toEqual(upTo(50));
  },
);

it.each([false, true])(
  'ends at once on an abort, without rows of what it cut off (ordered: %s)',
  async (ordered) => {
    const test = episodeRun(50);
    const { environment, waiting } = held();
    const abort = new AbortController();
    const running = test.run({ environment, ordered, abort: abort.signal, episodesAtOnce: 4 });
    await untilHeld(waiting, 4);
    abort.abort();
    expect(await running).toMatchObject({ state: 'interrupted', episodes: 10, remaining: 40, failure: null });
    expect([sorted(episodes(test.rows())), environment.live]).toEqual([upTo(10), 0]);
  },
);

it('keeps an ordered file in order when it is aborted while later episodes are done already', async () => {
  const test = episodeRun(40);
  const environment = new FakeEnvironment({
    step: ({ episode }) => (episode === 5 ? new Promise(() => {}) : stepOutcome()),
  });
  const abort = new AbortController();
  const running = test.run({ environment, ordered: true, abort: abort.signal, episodesAtOnce: 4 });
  while (environment.started.length < 12) await new Promise(setImmediate);
  abort.abort();
  await running;
  expect(episodes(test.rows())).toEqual(upTo(5));
  await test.run({ resume: true, ordered: true });
  expect(episodes(test.rows())).toEqual(upTo(40));
});

it('does not wait for an environment that is loading when it is stopped', async () => {
  const drain = new AbortController();
  const running = episodeRun(4).run({
    environment: new Promise(() => {}),
    drain: drain.signal,
    events: { onInput: () => drain.abort() },
  });
  expect(await running).toMatchObject({ state: 'interrupted', episodes: 0, remaining: 4, environment: null });
});

it('shows a display the episode that runs longest', async () => {
  const { environment, waiting, release } = held();
  const views: Promise<unknown>[] = [];
  const running = episodeRun(12).run({
    environment,
    episodesAtOnce: 4,
    events: {
      onStart: (view) => {
        views.push(
          untilHeld(waiting, 2)
            .then(() => view.slowest())
            .finally(release),
        );
        views.push(Promise.resolve(view.module));
      },
    },
  });
  await running;
  expect(await Promise.all(views)).toMatchObject([
    { index: 10, call: { running_ms: expect.any(Number), stack: null } },
    { name: 'Game', shape: 'setup(**kwargs), step(action)' },
  ]);
});
