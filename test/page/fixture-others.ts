/** Episodes and workers as the routes of the view tell them. */
import type { EpisodeInfo, Episodes, OneEpisode, TimelineStep, Workers } from '../../page/src/data/types.ts';
import { HOSTILE } from './fixture-run.ts';

const ALL = 120;

const infoOf = (index: number, isHostile: boolean): EpisodeInfo => ({
  episode: `e${index}`,
  module: 'environment',
  step: Math.floor((ALL - index) / 8),
  state: index < 3 ? 'live' : 'ended',
  status: index % 11 === 5 ? 'raised' : 'ok',
  ended: index < 3 ? null : index % 11 === 5 ? 'failed' : 'done',
  steps: 3 + (index % 5),
  return: (index % 7) / 7,
  prompt: isHostile ? HOSTILE : `Guess my animal, round ${index}`,
  line: index + 1,
  id: null,
  started: '2026-06-01T08:00:00.000Z',
  idle_ms: index < 3 ? 420 * (index + 1) : null,
  recorded: true,
});

export const episodesOf = (url: URL, isHostile: boolean): Episodes => {
  const state = url.searchParams.get('state');
  const from = Number(url.searchParams.get('from') ?? 0);
  const limit = Number(url.searchParams.get('limit') ?? 50);
  const all = Array.from({ length: ALL }, (_, index) => infoOf(index, isHostile)).filter(
    (one) => state === null || one.state === state,
  );
  const next = from + limit < all.length ? from + limit : null;
  return { version: 1, total: all.length, next, episodes: all.slice(from, from + limit) };
};

const QUESTIONS = ['Is it larger than a dog?', 'Does it fly?', 'Is it an owl?'];
const ANSWERS = ['no', 'yes', 'Correct: it is an owl.'];

export const oneEpisodeOf = (id: string, isHostile: boolean): OneEpisode => ({
  ...infoOf(Number(id.slice(1)), isHostile),
  observation: 'I think of an animal. Ask me.',
  error: null,
  left_out: 0,
  timeline: QUESTIONS.map(
    (question, at): TimelineStep => ({
      at,
      action: isHostile ? HOSTILE : question,
      action_chars: question.length,
      observation: ANSWERS[at] ?? '',
      observation_chars: 3,
      reward: at === 2 ? 1 : 0,
      done: at === 2,
      status: 'ok',
      duration_ms: 2.5 + at,
      info: { questions: at + 1 },
      error: null,
    }),
  ),
});

export const WORKERS: Workers = {
  now: Date.UTC(2026, 5, 1, 9),
  modules: [
    {
      module: 'reward',
      kind: 'reward',
      file: 'reward.py',
      version: '3f1a9c2b7d60aa55',
      level: 'namespaces',
      state: 'ready',
      trouble: null,
      queue: 12,
      running: 4,
      concurrency: 4,
      states: { starting: 0, ready: 1, busy: 4, ending: 0 },
      restarts: { timeout: 96, 'left a thread': 3, memory: 0 },
      oldest: [{ running_ms: 3_200, stack: 'File "reward.py", line 31 in simplify' }],
      workers: [4021, 4022, 4023, 4040, 4041].map((pid, index) => ({
        pid,
        state: index === 4 ? 'ready' : 'busy',
        age_ms: 61_000 * (index + 1),
        calls: 1_312 * (index + 1),
        restarts: index,
        rss_bytes: (38 + index) * 2 ** 20,
        running_ms: index === 4 ? null : 800 * index + 3,
      })),
      ended: [{ reason: 'timeout', ago_ms: 2_500, age_ms: 61_000, calls: 93 }],
    },
  ],
};
