/** The goals: what the server leaves of the embedded library's throughput, and what one Python client can ask for. */
import type { Options, Row } from '../harness.ts';
import { compare, percentile } from '../harness.ts';
import { cores } from '../machine.ts';
import { callsPerSecond, textCall, withReward } from '../throughput.ts';
import { withBareServer } from './bare.ts';
import { type Item, runLoad, textCalls } from './load.ts';
import { runRanks } from './ranks.ts';
import { inTurns, type MethodResult } from './report.ts';
import { type Client, type Served, TRANSPORTS, type Transport, withServer } from './server.ts';

const TRIVIAL = 'bench/rewards/trivial.py';
const item = (length: number): Item => ({
  completion: 'x'.repeat(length),
  kwargs: { expected_result: 5 },
  expected: length,
});

const GOALS = { zmq: 0.7, http: 0.4 };

/** ZeroMQ, then HTTP, over the library in this process, on calls that cost nothing beside getting there. */
export const throughput = async ({ rounds, scale }: Options, report: (row: Row) => void): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const bytes of [2_000, 16_000]) {
    const items = Array.from({ length: Math.ceil((bytes === 2_000 ? 60_000 : 10_000) * scale) }, () =>
      item(bytes),
    );
    const calls = textCalls(items);
    await withServer({ reward: TRIVIAL, concurrency: cores }, (served) =>
      withReward(TRIVIAL, { concurrency: cores }, async (reward) => {
        const warm = textCall('x'.repeat(bytes));
        await callsPerSecond(
          reward,
          Array.from({ length: 2_000 }, () => warm),
        );
        for (const transport of TRANSPORTS) {
          await served.withClients(transport, 1, async (clients) => {
            const ours = async (): Promise<number> => {
              const { perSecond, wrong } = await runLoad(clients, items, calls);
              if (wrong > 0) throw new Error(`${transport}: ${wrong} calls came to another reward`);
              return perSecond;
            };
            await ours();
            const row = await compare(
              {
                name: `G ${transport}`,
                what: `warm trivial reward, ${bytes / 1_000} kB completions, one client, batches`,
                unit: 'calls/s',
                baseline: 'embedded',
                goal: { atLeast: GOALS[transport] },
              },
              rounds,
              ours,
              () => callsPerSecond(reward, calls),
            );
            report(row);
            rows.push(row);
          });
        }
      }),
    );
  }
  return rows;
};

/** Calls per second of one Python client by `map`, against the embedded library. */
export const pythonClient = ({ rounds, scale }: Options, report: (row: Row) => void): Promise<void> =>
  withServer({ reward: TRIVIAL, concurrency: cores }, ({ endpoint }) =>
    withReward(TRIVIAL, { concurrency: cores }, async (reward) => {
      for (const [bytes, atLeast] of [
        [2_000, 0.7],
        [16_000, 0.5],
      ] as const) {
        const items = Array.from({ length: Math.ceil((bytes === 2_000 ? 30_000 : 8_000) * scale) }, () =>
          item(bytes),
        );
        const calls = textCalls(items);
        await callsPerSecond(reward, calls.slice(0, 2_000));
        report(
          await compare(
            {
              name: 'G py',
              what: `warm trivial reward, ${bytes / 1_000} kB completions, one Python client, \`map\``,
              unit: 'calls/s',
              baseline: 'embedded',
              goal: { atLeast },
            },
            rounds,
            async () => (await runRanks({ way: 'map', ranks: 1, items, endpoint })).perSecond,
            () => callsPerSecond(reward, calls),
          ),
        );
      }
    }),
  );

/** Milliseconds at the median of one call at a time, through the server and in this process. */
export const oneAtATime = ({ rounds, scale }: Options, report: (row: Row) => void): Promise<void> =>
  withServer({ reward: TRIVIAL, concurrency: cores }, (served) =>
    withReward(TRIVIAL, { concurrency: cores }, async (reward) => {
      const items = Array.from({ length: Math.ceil(1_000 * scale) }, () => item(2_000));
      const calls = textCalls(items);
      const embedded = async (): Promise<number> => {
        const times: number[] = [];
        for (const call of calls) {
          const begun = performance.now();
          await reward.score(call);
          times.push(performance.now() - begun);
        }
        return percentile(times, 0.5);
      };
      const measure = async (clients: Client[], what: string, goal: Row['goal']): Promise<void> => {
        const ours = async (): Promise<number> => (await runLoad(clients, items, calls, 'closed')).p50;
        await ours();
        const row = { name: 'G one', what: `${what}, p50`, unit: 'ms', baseline: 'embedded', goal };
        report(await compare(row, rounds, ours, embedded));
      };
      for (const transport of TRANSPORTS)
        await served.withClients(transport, 1, (clients) =>
          measure(clients, `one call at a time over ${transport}`, { atMost: 1.5 }),
        );
      await withBareServer(2_000, (client) =>
        measure([client], 'the same request to a bare server of node:http', null),
      );
    }),
  );

/** One call at a time and client: where more clients no longer mean more calls per second. */
export const saturation = ({ rounds, scale }: Options, clients: readonly number[]): Promise<MethodResult[]> =>
  withServer({ reward: TRIVIAL, concurrency: cores }, async (served: Served) => {
    const items = Array.from({ length: Math.ceil(8_000 * scale) }, () => item(2_000));
    const calls = textCalls(items);
    const method = (transport: Transport, count: number) => {
      // One client alone would take all day.
      const few = Math.ceil(items.length * Math.min(1, count / 16));
      return {
        name: `${transport}, ${count} × one call at a time`,
        run: () =>
          served.withClients(transport, count, (connected) =>
            runLoad(connected, items, calls.slice(0, few), 'closed'),
          ),
      };
    };
    const methods = TRANSPORTS.flatMap((transport) => clients.map((count) => method(transport, count)));
    await Promise.all(methods.slice(0, 1).map(({ run }) => run()));
    return await inTurns('S', methods, rounds);
  });

/** The fewest clients that come to nine tenths of the most that any number of them comes to. */
export const saturates = (results: readonly MethodResult[], transport: Transport): string => {
  const own = results.filter(({ method }) => method.startsWith(`${transport},`));
  const most = Math.max(...own.map(({ perSecond }) => perSecond));
  const first = own.find(({ perSecond }) => perSecond >= 0.9 * most);
  return `${transport} is saturated from here on: ${first?.method}`;
};
