/** P1, P2 and P7: how many calls per second. */
import { execa } from 'execa';
import { Router } from 'zeromq';
import { type Call, createSandbox, type Reward, type RewardOptions, type TextCall } from '../src/index.ts';
import { compare, type Options, type Row } from './harness.ts';
import { agentInterpreter, cores, file, python, shim } from './machine.ts';

const MESSAGE_BYTES = 2_000;
const IN_FLIGHT = 256;

export const textCall = (completion: string, row: object = {}): TextCall => ({
  row: Buffer.from(JSON.stringify(row)),
  completionRow: Buffer.from(JSON.stringify({ completion })),
});

export const withReward = async <Result>(
  path: string,
  options: RewardOptions,
  body: (reward: Reward) => Promise<Result>,
): Promise<Result> => {
  await using sandbox = await createSandbox({ python });
  return await body(await sandbox.loadReward(file(path), options));
};

/** Calls per second of so many calls; every outcome must be `ok`. */
export const callsPerSecond = async (reward: Reward, calls: Iterable<Call>): Promise<number> => {
  const start = performance.now();
  let done = 0;
  for await (const { outcome } of reward.scoreAll(calls)) {
    if (outcome.status !== 'ok') throw new Error(`${outcome.status}: ${outcome.error?.message}`);
    done++;
  }
  return (done / (performance.now() - start)) * 1000;
};

function* times<Item>(count: number, item: Item): Generator<Item> {
  for (let index = 0; index < count; index++) yield item;
}

/** One message there and back per call, the same bytes, so many in flight: what ZeroMQ itself can do. */
export const withEcho = async <Result>(
  body: (echo: (count: number, inFlight: number) => Promise<number>) => Promise<Result>,
): Promise<Result> => {
  const router = new Router({ linger: 0, sendHighWaterMark: 0, receiveHighWaterMark: 0 });
  const endpoint = `ipc:///tmp/runrl-bench-${process.pid}`;
  await router.bind(endpoint);
  const child = execa(await agentInterpreter(), [file('bench/python/echo.py'), endpoint], { reject: false });
  try {
    await router.receive();
    const message = Buffer.alloc(MESSAGE_BYTES, 'x');
    return await body(async (count, inFlight) => {
      let sent = 0;
      let received = 0;
      let wake = (): void => {};
      const start = performance.now();
      const receiving = (async () => {
        for (; received < count; received++) {
          await router.receive();
          wake();
        }
      })();
      for (; sent < count; sent++) {
        while (sent - received >= inFlight) await new Promise<void>((resolve) => (wake = resolve));
        await router.send(['echo', message]);
      }
      await receiving;
      return (count / (performance.now() - start)) * 1000;
    });
  } finally {
    child.kill('SIGKILL');
    router.close();
  }
};

export const warmThroughput = ({ rounds, scale }: Options): Promise<Row> =>
  withEcho((echo) =>
    withReward('bench/rewards/trivial.py', { concurrency: cores }, async (reward) => {
      const count = Math.ceil(100_000 * scale);
      const call = { completion: 'x'.repeat(MESSAGE_BYTES), kwargs: { expected_result: 5 } };
      await callsPerSecond(reward, times(5_000, call));
      await echo(5_000, IN_FLIGHT);
      return compare(
        {
          name: 'P1',
          what: 'warm trivial reward, 2 kB completions, queue deep',
          unit: 'calls/s',
          baseline: 'bare one-message echo, 256 in flight',
          goal: { atLeast: 2 },
        },
        rounds,
        () => callsPerSecond(reward, times(count, call)),
        () => echo(count, IN_FLIGHT),
      );
    }),
  );

export const freshThroughput = ({ rounds, scale }: Options): Promise<Row> =>
  withReward('bench/rewards/trivial.py', { concurrency: cores, reuse: 'never' }, async (reward) => {
    const call = textCall('x'.repeat(MESSAGE_BYTES));
    await callsPerSecond(reward, times(200, call));
    return compare(
      {
        name: 'P2',
        what: 'reuse: never, a fresh fork for every call',
        unit: 'calls/s',
        baseline: `bare fork+exit+wait, as large, ${cores} at once`,
        goal: { atLeast: 0.6 },
      },
      rounds,
      () => callsPerSecond(reward, times(Math.ceil(4_000 * scale), call)),
      async () => {
        const seconds = String(Math.max(0.5, 2 * scale));
        const loops = times(cores, [
          file('bench/python/fork_loop.py'),
          shim,
          file('bench/rewards/trivial.py'),
          seconds,
        ]);
        const done = await Promise.all([...loops].map((args) => execa(python, ['-s', ...args])));
        return done.reduce((sum, { stdout }) => sum + Number(stdout), 0);
      },
    );
  });

export const scaling = ({ rounds, scale }: Options): Promise<Row> =>
  withReward('bench/rewards/spin.py', { concurrency: cores }, (reward) =>
    withReward('bench/rewards/spin.py', { concurrency: 1 }, (single) => {
      const call = textCall('x', { ms: 10 });
      const count = Math.ceil(300 * scale);
      return compare(
        {
          name: 'P7',
          what: `10 ms of CPU per call on ${cores} cores`,
          unit: 'calls/s',
          baseline: `${cores} × one worker alone`,
          goal: { atLeast: 0.95 },
        },
        rounds,
        () => callsPerSecond(reward, times(count * cores, call)),
        async () => cores * (await callsPerSecond(single, times(count, call))),
      );
    }),
  );
