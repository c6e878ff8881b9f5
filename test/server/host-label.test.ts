/** `--host-name`: which host of a fleet a figure is of. */
import { expect, it } from 'vitest';
import { sumOfWorkers } from '../../src/module/workers.ts';
import { Metrics } from '../../src/server/counts/metrics.ts';
import { Tallies } from '../../src/server/counts/tallies.ts';
import { WorkerTotals } from '../../src/server/counts/worker-totals.ts';

const textOf = (host: string | undefined): Promise<string> =>
  new Metrics({
    version: '1',
    host,
    tallies: new Tallies(),
    workers: new WorkerTotals(),
    load: async () => ({
      open: true,
      slots: 1,
      running: { call: 0, setup: 0, step: 0, run_code: 0 },
      waiting: 0,
      workers: sumOfWorkers([]),
      episodes: 0,
    }),
    clients: () => 3,
    audits: () => [],
  }).text();

it('is a label of every figure, and of none without it', async () => {
  const lines = (await textOf('node-1')).split('\n').filter((line) => line.startsWith('runrl_'));
  expect(lines).toContain('runrl_sandbox_clients{host="node-1"} 3');
  for (const line of lines) expect(line).toContain('host="node-1"');
  expect(await textOf(undefined)).not.toContain('host=');
});
