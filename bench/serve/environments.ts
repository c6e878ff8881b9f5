/** W6: so many episodes at once, ten steps each, of 1 ms of CPU or 50 ms of waiting as for a tool. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Options, percentile } from '../harness.ts';
import type { Measured } from './load.ts';
import { type Check, inTurns, type MethodResult } from './report.ts';
import { type Client, TRANSPORTS, withServer } from './server.ts';

const SESSIONS = [64, 256, 1_024];
const STEPS = 10;
const CLIENTS = 8;
/** Thousands of processes that begin or end in one instant are more than some kernels bear. */
const AT_ONCE = 64;
const WORKS = [
  { ms: 1, cpu: true },
  { ms: 50, cpu: false },
];

/** Runs `body` for each, so many at a time. */
const inWaves = async <Item>(items: readonly Item[], body: (item: Item, index: number) => Promise<void>) => {
  for (let from = 0; from < items.length; from += AT_ONCE)
    await Promise.all(items.slice(from, from + AT_ONCE).map((item, at) => body(item, from + at)));
};

const play = async (clients: readonly Client[], sessions: number, row: object): Promise<Measured> => {
  const of = (index: number): Client => clients[index % clients.length] as Client;
  const episodes: string[] = [];
  await inWaves(Array.from({ length: sessions }), async (_, index) => {
    episodes[index] = await of(index).start(row);
  });
  const times: number[] = [];
  let wrong = 0;
  const began = performance.now();
  await Promise.all(
    episodes.map(async (episode, index) => {
      for (let step = 0; step < STEPS; step++) {
        const from = performance.now();
        const { reward } = await of(index).step(episode, 'x');
        times.push(performance.now() - from);
        if (reward !== 1) wrong++;
      }
    }),
  );
  const seconds = (performance.now() - began) / 1e3;
  await inWaves(episodes, (episode, index) => of(index).end(episode));
  return {
    seconds,
    perSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    wrong,
    falseTimeouts: 0,
  };
};

/** A trainer that steps its environments in its own event loop, one after the other where they work. */
const playInline = async (sessions: number, { ms, cpu }: (typeof WORKS)[number]): Promise<Measured> => {
  const times: number[] = [];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: sessions }, async () => {
      for (let step = 0; step < STEPS; step++) {
        const from = performance.now();
        if (cpu) for (const end = performance.now() + ms; performance.now() < end; );
        await sleep(cpu ? 0 : ms);
        times.push(performance.now() - from);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1e3;
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(times, share)) as [
    number,
    number,
    number,
  ];
  return { seconds, perSecond: times.length / seconds, p50, p95, p99, wrong: 0, falseTimeouts: 0 };
};

export const environments = async (
  { rounds, scale }: Options,
  report: (title: string, results: MethodResult[]) => void,
): Promise<{ results: MethodResult[]; checks: Check[] }> => {
  const all: MethodResult[] = [];
  for (const full of SESSIONS) {
    const sessions = Math.ceil(full * scale);
    for (const row of WORKS) {
      const options = { maxEpisodes: 2 * sessions, concurrency: row.cpu ? 32 : 256, idleTimeout: '1h' };
      await withServer({ environment: 'bench/environments/waits.py', ...options }, async (served) => {
        const ours = TRANSPORTS.map((transport) => ({
          name: `${transport}, ${CLIENTS} clients`,
          run: () => served.withClients(transport, CLIENTS, (clients) => play(clients, sessions, row)),
        }));
        const inline = { name: 'inline', run: () => playInline(sessions, row) };
        const results = await inTurns(`W6 ${sessions} × ${row.ms} ms`, [...ours, inline], rounds);
        report(
          `W6  ${sessions} sessions, ${STEPS} steps of ${row.ms} ms of ${row.cpu ? 'CPU' : 'waiting'}`,
          results,
        );
        all.push(...results);
      });
    }
  }
  const met = all.every(({ wrong }) => wrong === 0);
  return { results: all, checks: [{ what: 'W6: each step came to its reward', met }] };
};
