/** One workload: through the server with each number of clients, beside what trainers do by themselves. */
import type { Options } from '../harness.ts';
import { cores } from '../machine.ts';
import { runBaseline } from './baselines.ts';
import { runLoad, textCalls } from './load.ts';
import { type Check, inTurns, type Method, type MethodResult } from './report.ts';
import { TRANSPORTS, withServer } from './server.ts';
import { hostileBound, type Workload } from './workloads.ts';

export interface ServeOptions extends Options {
  /** Numbers of clients that are asked for. */
  clients: readonly number[];
  /**
   * Address of a SandboxFusion for W3. It runs from its repository, with the dependencies of its pyproject.toml, an empty
   * docs/build, and a Python whose folder has `condabin` and a bin/activate that sets PATH.
   */
  fusion: string | undefined;
}

export const runWorkload = (
  workload: Workload,
  { rounds, scale, clients, fusion }: ServeOptions,
): Promise<{ results: MethodResult[]; checks: Check[] }> => {
  const { name, module, options, limitSeconds, few, pace } = workload;
  const items = Array.from({ length: Math.ceil(workload.calls * scale) }, (_, index) =>
    workload.item(index, scale),
  );
  const fewer = items.slice(0, Math.ceil(items.length * few));
  const calls = textCalls(items);
  const concurrency = workload.concurrency(scale);
  return withServer({ reward: module, concurrency, ...options }, async (served) => {
    const numbers = workload.clients.filter((count) => clients.includes(count) && count <= items.length);
    const ours = TRANSPORTS.flatMap((transport) =>
      numbers.map((count) => ({
        name: `${transport}, ${count} ${count === 1 ? 'client' : 'clients'}`,
        run: () =>
          served.withClients(transport, count, (connected) => runLoad(connected, items, calls, pace)),
      })),
    );
    let ourSeconds = 0;
    const noting = ours.map((method) => ({
      ...method,
      run: async () => {
        const measured = await method.run();
        ourSeconds = Math.max(ourSeconds, measured.seconds);
        return measured;
      },
    }));
    const base = { module, items: fewer, concurrency: Math.max(cores, concurrency), limitSeconds };
    // A method of a trainer that takes so much longer counts as one that does not finish.
    const patience = (): number => 30 + 4 * ourSeconds;
    const theirs: Method[] = workload.baselines.map((method) => ({
      name: method,
      run: () => runBaseline({ ...base, method, patienceSeconds: patience() }),
    }));
    if (name === 'W3' && fusion !== undefined)
      theirs.push({
        name: 'SandboxFusion',
        run: () =>
          runBaseline({
            ...base,
            method: 'threads',
            patienceSeconds: 10 * patience(),
            env: { BENCH_FUSION: fusion },
          }),
      });
    const results = await inTurns(name, [...noting, ...theirs], rounds);
    const own = results.slice(0, ours.length);
    const checks: Check[] = [
      {
        what: `${name}: each row that is not hostile came to its reward, whatever the number of clients`,
        met: own.every(({ wrong }) => wrong === 0),
      },
      {
        what: `${name}: no false timeout`,
        met: own.every(({ falseTimeouts }) => falseTimeouts === 0),
      },
    ];
    if (name === 'W7') {
      const bound = hostileBound(items.length);
      checks.push({
        what: `W7: done within ${Math.round(bound)} s (the longest took ${ourSeconds.toFixed(1)} s)`,
        met: ourSeconds <= bound,
      });
    }
    return { results, checks };
  });
};
