/** The calls of a workload through clients of the server, and what came of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TextCall } from '../../src/index.ts';
import { percentile } from '../harness.ts';
import { textCall } from '../throughput.ts';
import type { Client } from './server.ts';
import type { Told } from './zmq-client.ts';

/** A call, with what it must come to; null where nothing is promised: it hangs, crashes, or cheats. */
export interface Item {
  completion: string;
  kwargs: Record<string, unknown>;
  expected: number | null;
}

export interface Measured {
  /** Wall time of all calls, in seconds. */
  seconds: number;
  perSecond: number;
  /** From a client's having a call to its having the outcome, in milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  /** Calls that did not come to what they must. */
  wrong: number;
  /** Those of them that were said to have hit the time limit. */
  falseTimeouts: number;
  /** Why there are no figures. */
  unfinished?: string;
}

/**
 * `step`: all at once, as after a generation. `closed`: each client has one call at a time. `{ withinMs }`: one message
 * for each, evenly over that time.
 */
export type Pace = 'step' | 'closed' | { withinMs: number };

export const textCalls = (items: readonly Item[]): TextCall[] =>
  items.map(({ completion, kwargs }) => textCall(completion, kwargs));

export const runLoad = async (
  clients: readonly Client[],
  items: readonly Item[],
  calls: readonly TextCall[],
  pace: Pace = 'step',
): Promise<Measured> => {
  const told: Told[] = [];
  const times: number[] = [];
  const began = performance.now();
  const score = (client: Client, indices: readonly number[]): Promise<void> => {
    const from = performance.now();
    const own = indices.map((index) => calls[index] as TextCall);
    return client.score(own, (position, outcome) => {
      const index = indices[position] as number;
      told[index] = outcome;
      times.push(performance.now() - from);
    });
  };
  await Promise.all(
    clients.map(async (client, at) => {
      const indices = [...calls.keys()].filter((index) => index % clients.length === at);
      if (pace === 'step') return score(client, indices);
      if (pace === 'closed') {
        for (const index of indices) await score(client, [index]);
        return;
      }
      const scored: Promise<void>[] = [];
      for (const index of indices) {
        const wait = began + (index / calls.length) * pace.withinMs - performance.now();
        if (wait > 0) await sleep(wait);
        scored.push(score(client, [index]));
      }
      await Promise.all(scored);
    }),
  );
  const seconds = (performance.now() - began) / 1e3;
  const wrong = told.filter(({ reward }, index) => {
    const expected = items[index]?.expected ?? null;
    return expected !== null && reward !== expected;
  });
  return {
    seconds,
    perSecond: calls.length / seconds,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    wrong: wrong.length,
    falseTimeouts: wrong.filter(({ status }) => status === 'timeout').length,
  };
};
