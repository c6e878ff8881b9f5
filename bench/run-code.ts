/** What a warm `run_code` costs over a bare fork of the process that asks for it: at most 5 ms. */
import { type Options, type Row, spread } from './harness.ts';
import { textCall, withReward } from './throughput.ts';

export const runCodeLatency = ({ rounds, scale }: Options): Promise<Row[]> =>
  withReward('bench/rewards/run_code.py', { concurrency: 1, timeout: '10m' }, async (reward) => {
    const call = textCall('', { runs: Math.ceil(200 * scale) });
    const found: Record<string, unknown>[] = [];
    for (let round = 0; round < rounds; round++) {
      const { status, info, error } = await reward.score(call);
      if (status !== 'ok') throw new Error(`run_code: ${status} ${error?.message}`);
      found.push(info);
    }
    const column = (name: string): number[] => found.map((info) => Number(info[name]));
    return ['p50', 'p95'].map((share): Row => {
      const ours = column(`run_${share}`);
      const theirs = column(`fork_${share}`);
      return {
        name: 'C1',
        what: `warm run_code("pass"), ${share}; the ratio column is ms over the fork`,
        unit: 'ms',
        baseline: 'bare fork of the worker',
        ours: spread(ours),
        theirs: spread(theirs),
        ratio: spread(ours.map((value, index) => value - (theirs[index] ?? 0))),
        goal: share === 'p50' ? { atMost: 5 } : null,
      };
    });
  });
