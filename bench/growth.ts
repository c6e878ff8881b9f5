/** Growth: more workers where a call waits instead of computing, and more calls in one go, with what the host then holds. */
import { type Options, type Row, spread } from './harness.ts';
import { callsPerSecond, textCall, withReward } from './throughput.ts';

const SLEEP_MS = 20;
const WORKERS = [1, 2, 4, 8, 16];
const CALLS = [100, 10_000, 1_000_000];
const LOOK_MS = 20;

/** One worker's rate is known before: it sleeps. So each row says how much of so many times that is reached. */
const workers = async ({ rounds, scale }: Options, report: (row: Row) => void): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const count of WORKERS)
    await withReward('bench/rewards/judge.py', { concurrency: count }, async (reward) => {
      const calls = Array.from({ length: Math.ceil(50 * count * scale) }, () =>
        textCall('x', { seconds: SLEEP_MS / 1e3, score: 1 }),
      );
      await callsPerSecond(reward, calls.slice(0, 2 * count));
      const rates: number[] = [];
      for (let round = 0; round < rounds; round++) rates.push(await callsPerSecond(reward, calls));
      const most = (count * 1e3) / SLEEP_MS;
      const row: Row = {
        name: 'GW',
        what: `${count} workers, calls that sleep ${SLEEP_MS} ms`,
        unit: 'calls/s',
        ours: spread(rates),
        baseline: 'as many as can sleep one after the other',
        theirs: spread([most]),
        ratio: spread(rates.map((rate) => rate / most)),
        goal: null,
      };
      report(row);
      rows.push(row);
    });
  return rows;
};

function* calls(count: number) {
  for (let index = 0; index < count; index++) yield textCall('x'.repeat(2_000), { index });
}

/** @returns calls per second, and the most MiB that this process held meanwhile */
const measure = async (reward: Parameters<typeof callsPerSecond>[0], count: number) => {
  let most = 0;
  const look = (): void => {
    most = Math.max(most, process.memoryUsage.rss() / 2 ** 20);
  };
  const timer = setInterval(look, LOOK_MS);
  try {
    const rate = await callsPerSecond(reward, calls(count));
    look();
    return { rate, most };
  } finally {
    clearInterval(timer);
  }
};

const lengths = ({ scale }: Options, report: (row: Row) => void): Promise<Row[]> =>
  withReward('bench/rewards/trivial.py', {}, async (reward) => {
    await measure(reward, 20_000); // what is compiled, and how far V8 lets its memory grow, is settled
    const rows: Row[] = [];
    const begin = (await measure(reward, 20_000)).most;
    for (const count of CALLS.map((each) => Math.max(100, Math.ceil(each * scale)))) {
      const { rate, most } = await measure(reward, count);
      const row: Row = {
        name: 'GC',
        what: `${count.toLocaleString('en-US')} calls of 2 kB in one go, ${Math.round(rate).toLocaleString('en-US')}/s: most memory of the host`,
        unit: 'MiB',
        ours: spread([most]),
        baseline: '20,000 calls before',
        theirs: spread([begin]),
        ratio: spread([most / begin]),
        goal: { atMost: 1.25 },
      };
      report(row);
      rows.push(row);
    }
    return rows;
  });

export const growth = async (options: Options, report: (row: Row) => void): Promise<Row[]> => [
  ...(await workers(options, report)),
  ...(await lengths(options, report)),
];
