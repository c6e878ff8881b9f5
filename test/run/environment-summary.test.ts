import { expect, it } from 'vitest';
import { makePaint } from '../../src/formats/text/paint.ts';
import type { PlayedEpisode } from '../../src/run/output/episode-row.ts';
import type { EnvironmentRunSummary } from '../../src/run/summary/environment-shape.ts';
import { formatEnvironmentSummary } from '../../src/run/summary/environment-text.ts';
import { EpisodeSummaryBuilder } from '../../src/run/summary/episodes.ts';
import { outcome } from './fake-reward.ts';

const setup = outcome({ reward: null, duration_ms: 4 });

const played = (index: number, fields: Partial<PlayedEpisode> = {}): PlayedEpisode => ({
  index,
  id: `"p${index}"`,
  promptLine: index,
  setup,
  steps: [],
  ended: 'actions_used',
  actionsUnused: 0,
  ...fields,
});

const raised = {
  status: 'raised',
  reward: null,
  error: {
    type: 'ValueError',
    message: 'no',
    traceback: 'Traceback (most recent call last):\n  File "/m/env.py", line 7, in step\n',
  },
} as const;

const summaryOf = (episodes: readonly PlayedEpisode[]): EnvironmentRunSummary => {
  const builder = new EpisodeSummaryBuilder('env.py');
  for (const episode of episodes) builder.add(episode);
  return {
    schema: 'runrl-sandbox.run-environment/1',
    state: 'finished',
    completions: episodes.length,
    remaining: 0,
    prompts: episodes.length,
    skipped: { prompts: 0, completions: 0 },
    versions: ['f00d'],
    earlier: 0,
    output: null,
    environment: { class: 'Game', shape: '', load_ms: 20, hash_seed: '0', warnings: [] },
    elapsed_ms: 2_000,
    rows_per_second: episodes.length / 2,
    failure: null,
    ...builder.build((line) => `question ${line}`, 2_000),
  };
};

const step = (fields: Parameters<typeof outcome>[0] = {}) => outcome({ duration_ms: 2, ...fields });

it('tells people on one screen how the episodes went', () => {
  const won = { steps: [step({ reward: 0 }), step({ info: { guess: 3 } })], ended: 'done', actionsUnused: 2 };
  const summary = summaryOf([
    played(0, won as Partial<PlayedEpisode>),
    played(1, { steps: [step({ reward: 0.5 })] }),
    played(2, { steps: [step(), step(raised)], ended: 'failed', actionsUnused: 1 }),
    played(3, { setup: { ...setup, ...raised }, ended: 'failed', actionsUnused: 4 }),
  ]);
  expect(formatEnvironmentSummary(summary, makePaint(false))).toBe(`4 episodes played in 2.0 s, 2/s

outcomes
  ok         2  50.0 %
  raised     2  50.0 %

ended  (7 actions of 3 episodes not used)
  done          1  25.0 %
  actions used  1  25.0 %
  failed        2  50.0 %

return  mean 0.75  std 0.25  min 0.5  max 1  (2 failed episodes left out)
  0.5  ██████████████████████████████  1
    1  ██████████████████████████████  1

length  mean 1.25  min 0  max 2  (5 steps, 2.5/s)

info, numbers
         mean  min  max  n
  guess     3    3    3  1

time per step  p50 2 ms  p95 2 ms  max 2 ms
setup          p50 4 ms  p95 4 ms  max 4 ms  (importing the module took 20 ms)

failures, by cause
  2 × raised ValueError at env.py:7 in step
      such as line 3 (id "p2"), step 1: no`);
});

it('is the same in whatever order episodes end', () => {
  const episodes = Array.from({ length: 30 }, (_, index) =>
    played(index, {
      steps: Array.from({ length: index % 4 }, (_one, number) =>
        number === 2 ? step(raised) : step({ reward: index % 3, info: { word: `${index}.${number}` } }),
      ),
    }),
  );
  const { return: _, steps, ...rest } = summaryOf(episodes);
  const backwards = summaryOf([...episodes].reverse());
  expect(backwards).toMatchObject({ failures: rest.failures, ended: rest.ended, statuses: rest.statuses });
  expect(backwards.steps.info_strings).toEqual(steps.info_strings);
});
