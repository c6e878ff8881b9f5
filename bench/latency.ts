/** P3, P4 and P5: how long one thing takes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Outcome, Reward } from '../src/index.ts';
import { compare, type Options, percentile, type Row, spread } from './harness.ts';
import { file, python } from './machine.ts';
import { textCall, withEcho, withReward } from './throughput.ts';

const call = textCall('x'.repeat(2_000));

const p50 = async (count: number, once: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const start = performance.now();
    await once();
    times.push(performance.now() - start);
  }
  return percentile(times, 0.5);
};

export const warmLatency = ({ rounds, scale }: Options): Promise<Row> =>
  withEcho((echo) =>
    withReward('bench/rewards/trivial.py', { concurrency: 1 }, async (reward) => {
      const count = Math.ceil(2_000 * scale);
      return compare(
        {
          name: 'P3a',
          what: 'one call at a time, warm worker: p50',
          unit: 'ms',
          baseline: 'bare echo round trip',
          goal: { atMost: 4 },
        },
        rounds,
        () => p50(count, () => reward.score(call)),
        async () => 1000 / (await echo(count, 1)),
      );
    }),
  );

export const freshLatency = ({ rounds, scale }: Options): Promise<Row> =>
  withReward('bench/rewards/trivial.py', { concurrency: 1, reuse: 'never' }, (fresh) =>
    withReward('bench/rewards/trivial.py', { concurrency: 1 }, (warm) => {
      const count = Math.ceil(500 * scale);
      // A pause lets the fork for the next call be made ahead, as it is whenever calls do not come back to back.
      const pause = () => new Promise((resolve) => setTimeout(resolve, 4));
      const timed = async (reward: Reward): Promise<number> => {
        const times: number[] = [];
        for (let index = 0; index < count; index++) {
          await pause();
          const start = performance.now();
          await reward.score(call);
          times.push(performance.now() - start);
        }
        return percentile(times, 0.5);
      };
      return compare(
        {
          name: 'P3b',
          what: 'one call at a time, a fresh worker each, forks ahead: p50',
          unit: 'ms',
          baseline: 'warm worker',
          goal: { atMost: 1.5 },
        },
        rounds,
        () => timed(fresh),
        () => timed(warm),
      );
    }),
  );

const TIMEOUT_MS = 200;
const endOf = (outcome: Outcome, enqueued: number): number =>
  enqueued + outcome.queue_ms + outcome.duration_ms;

/** Hung calls of seven kinds on one slot (the last has blocked every signal: no stack), an honest one behind each, honest neighbours on the others. */
export const hungCalls = ({ rounds, scale }: Options): Promise<Row[]> =>
  withReward(
    'bench/rewards/hangs.py',
    { concurrency: 1, timeout: TIMEOUT_MS, reuse: 'always' },
    async (reward) => {
      const late: number[] = [];
      const next: number[] = [];
      let stacks = 0;
      const repeats = Math.max(1, Math.ceil(rounds * scale));
      for (let round = 0; round < repeats; round++) {
        for (const kind of ['loop', 'sleep', 'c-loop', 'regex', 'power', 'lock', 'blocked']) {
          const enqueued = performance.now();
          const [hung, honest] = await Promise.all([
            reward.score(textCall(kind)),
            reward.score(textCall('x')),
          ]);
          if (hung.status !== 'timeout' || honest.status !== 'ok')
            throw new Error(`${kind}: ${hung.status}, ${honest.status}`);
          if (hung.stack?.includes('hangs.py') === true) stacks++;
          late.push(hung.duration_ms - TIMEOUT_MS);
          next.push(enqueued + honest.queue_ms - endOf(hung, enqueued));
        }
      }
      const row = (name: string, what: string, values: number[], limit: number): Row => ({
        name,
        what,
        unit: 'ms',
        ours: spread(values),
        baseline: 'limit',
        theirs: spread([limit]),
        ratio: spread([Math.max(...values) / limit]),
        goal: { atMost: 1 },
      });
      return [
        row(
          'P4a',
          `hung call: dead so long after its deadline (${stacks} of ${late.length} with their line)`,
          late,
          20,
        ),
        row('P4b', 'hung call: the next call on that slot starts so long after', next, 10),
      ];
    },
  );

/** From the start of the command to the first row on its standard output. */
const firstRow = async (): Promise<number> => {
  const start = performance.now();
  const child = spawn(
    process.execPath,
    [
      file('dist/cli/main.js'),
      'run',
      ...[
        '--prompts',
        file('examples/gsm8k/prompts.jsonl'),
        '--completions',
        file('examples/gsm8k/completions.jsonl'),
      ],
      ...['--reward', file('bench/rewards/trivial.py'), '-o', '-', '--quiet', '--python', python],
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  await once(child.stdout, 'data');
  const time = performance.now() - start;
  child.stdout.resume();
  await once(child, 'exit');
  return time;
};

const bareNode = async (): Promise<number> => {
  const start = performance.now();
  await once(spawn(process.execPath, ['-e', '0']), 'exit');
  return performance.now() - start;
};

/** From the start of `--help` to its end. */
const help = async (): Promise<number> => {
  const start = performance.now();
  await once(spawn(process.execPath, [file('dist/cli/main.js'), '--help'], { stdio: 'ignore' }), 'exit');
  return performance.now() - start;
};

export const startUp = async ({ rounds }: Options): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const [what, measure, most] of [
    ['`runrl-sandbox run` to its first row', firstRow, 300],
    ['`runrl-sandbox --help`', help, 100],
  ] as const) {
    await measure(); // which keeps what V8 compiled
    const beside = await compare(
      { name: 'P5', what, unit: 'ms', baseline: 'bare `node -e 0`', goal: null },
      rounds * 2,
      measure,
      bareNode,
    );
    const goal = spread([most]);
    const { min, median, max } = beside.ours;
    const ratio = { min: min / most, median: median / most, max: max / most };
    rows.push({ ...beside, baseline: 'goal', theirs: goal, ratio, goal: { atMost: 1 } }, beside);
  }
  return rows;
};
