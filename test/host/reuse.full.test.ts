/** When a worker serves a further call, and what one call can find of another. */
import { describe, expect, it } from 'vitest';
import type { Outcome, Reward } from '../../src/index.ts';
import { castOf, until } from '../helpers/processes.ts';
import {
  collect,
  expectOk,
  type Stage,
  scoreEach,
  sharedReward,
  withReward,
} from '../helpers/with-reward.ts';

const rewardsOf = (outcomes: readonly Outcome[]): (number | null)[] => outcomes.map(({ reward }) => reward);

/** Waits until the module's spare worker is there as well: which of two serves a call is settled then. */
const settled = async ({ reward, folder }: Stage, workers: number): Promise<void> => {
  await until(
    async () => {
      await reward.score({ completion: 'nothing' }); // spares are made for workers that are busy
      return castOf(folder).workers.length;
    },
    (count) => count === workers,
  );
  await scoreEach(reward, Array(3).fill('nothing'));
};

describe('globals of the module', () => {
  const counts = async (reward: Reward, count: number) =>
    rewardsOf(await scoreEach(reward, Array(count).fill('x')));

  it('auto: a worker that only counts serves on', async () => {
    await withReward('counts.py', { concurrency: 1 }, async ({ reward }) => {
      expect(Math.max(...((await counts(reward, 200)) as number[]))).toBeGreaterThan(100);
    });
  });

  it('never: every call finds the module as it was imported', async () => {
    await withReward('counts.py', { reuse: 'never', concurrency: 2 }, async ({ reward }) => {
      const outcomes = await scoreEach(reward, Array(60).fill('x'));
      for (const outcome of outcomes) {
        expectOk(outcome, 1);
        expect(outcome.fresh).toBe(true);
      }
    });
  });

  it('always: one worker counts all, and begins anew after a crash and after a timeout', async () => {
    await withReward('counts.py', { reuse: 'always', concurrency: 1, timeout: 2_500 }, async ({ reward }) => {
      const completions = [...Array(5).fill('x'), 'crash', 'x', 'x', 'hang', 'x', 'x'];
      const outcomes = await scoreEach(reward, completions);
      expect(rewardsOf(outcomes)).toEqual([1, 2, 3, 4, 5, null, 1, 2, null, 1, 2]);
      expect(outcomes.map(({ fresh }) => fresh)).toEqual(
        completions.map((_, position) => [0, 6, 9].includes(position)),
      );
    });
  });

  it('shared: calls on several threads count together', async () => {
    await withReward('counts.py', { reuse: 'shared', concurrency: 4 }, async ({ reward, folder }) => {
      const seen = (await counts(reward, 300)) as number[];
      expect(Math.max(...seen)).toBeGreaterThan(290); // `count += 1` is not atomic
      expect(castOf(folder).workers).toHaveLength(1);
    });
  });

  it('shared: a hang costs the worker and the calls beside it, which are lost; then it goes on', async () => {
    await withReward('counts.py', { reuse: 'shared', concurrency: 2, timeout: 2_500 }, async ({ reward }) => {
      await counts(reward, 2);
      const hung = reward.score({ completion: 'hang' });
      const outcome = await hung;
      expect(outcome).toMatchObject({ status: 'timeout', error: { type: 'Timeout' } });
      expect(outcome.stack).toContain('counts.py", line');
      expect(await counts(reward, 2)).toEqual([1, 2]);
    });
  });

  it('shared: a crash is told to every call that ran in the worker; then it goes on', async () => {
    await withReward('counts.py', { reuse: 'shared', concurrency: 3, timeout: '20s' }, async ({ reward }) => {
      for (let round = 0; round < 5; round++) {
        const completions = ['x', 'hang', 'crash', 'x', 'x', 'x'];
        const outcomes = await Promise.all(completions.map((completion) => reward.score({ completion })));
        expect(outcomes[1]).toMatchObject({ status: 'crashed', error: { type: 'ExitWithoutResult' } });
        expect(outcomes[2]).toMatchObject({ status: 'crashed', error: { type: 'ExitWithoutResult' } });
        for (const { status, error } of outcomes)
          if (status !== 'ok') expect([status, error?.type]).toEqual(['crashed', 'ExitWithoutResult']);
        expectOk(
          await reward.score({ completion: 'x' }),
          ((await reward.score({ completion: 'x' })).reward as number) - 1,
        );
      }
    });
  });
});

describe('a completion that is executed and patches what it finds', () => {
  const honest = [
    { completion: 'result = 42', reward: 1 },
    { completion: 'result = 41', reward: 0 },
    { completion: 'result = 6 * 7', reward: 1 },
  ];
  const hacks = [
    'import builtins; builtins.len = lambda _: 100',
    'import math; math.isclose = lambda *a, **k: True',
    'module.check = lambda value: 1.0',
    'module.answer = 41; result = 42',
    'import builtins; builtins.exec = lambda *a: None',
    'import json; json.loads = None; json.JSONDecoder.decode = None; json.JSONEncoder.encode = None',
    'import sys; sys.modules["math"] = None; sys.stdout = None',
    'import os; os.write = os.read = os._exit = None',
    'import threading, math\ndef later():\n  while True: math.isclose = lambda *a, **k: True\n' +
      'threading.Thread(target=later, daemon=True).start()',
    'import runrl_shim.inside.workers.worker as w; w.normalise = lambda v: ("ok", 1.0, {}, [], None)',
    'import runrl_shim.inside.tampering.watch as w; w._report = None',
    'import gc, types\nfor f in gc.get_objects():\n  if isinstance(f, types.FunctionType) and f.__name__ == "check":\n' +
      '    f.__code__ = (lambda value: 1.0).__code__',
  ];
  // A result frame is `<IIBBdqqqQ`, 50 bytes, then JSON. The number of the own call is in a frame further out.
  const forge = (frames: string): string => `
import os, struct, sys
frame = sys._getframe()
while "call_flags" not in frame.f_locals:
    frame = frame.f_back
own = frame.f_locals["call"]
names = {fd: os.readlink(f"/proc/self/fd/{fd}") for fd in os.listdir("/proc/self/fd") if os.path.lexists(f"/proc/self/fd/{fd}")}
sockets = [int(fd) for fd, name in names.items() if name.startswith("socket")]
assert sockets
def result(call, status=0, flags=1, reward=1.0, tail=b"", size=None):
    return struct.pack("<IIBBdqqqQ", 50 + len(tail) if size is None else size, call, status, flags, reward, 1, 1, 1, 1) + tail
for fd in sockets:
    os.write(fd, ${frames})
`;
  hacks.push(
    forge('b"".join(result(call) for call in range(own, own + 200))'),
    forge('b"".join(result(call) for call in range(own + 1, own + 200))'),
    forge('b"".join(result(call) for call in range(1, own))'),
    forge('result(own, tail=b"not JSON")'),
    forge('result(own, tail=b\'{"info": {"x": [1]}}\')'),
    forge('result(own, reward=float("nan"))'),
    forge('result(own, status=8)'),
    forge('result(own, status=77)'),
    forge('result(own, status=128)'),
    forge('result(own, flags=255)'),
    forge('result(own, size=3)'),
    forge('result(own, size=2**32 - 1)'),
    forge('result(own, size=5000)'),
    forge('b"x" * 100_000'),
  );
  /** Every hack, each before, between and behind honest ones. */
  const calls = hacks.flatMap((completion, position) => [
    { completion, hacked: true, reward: 0 },
    ...[0, 1, 2].map((next) => ({ hacked: false, ...(honest[(position + next) % 3] as (typeof honest)[0]) })),
  ]);

  it.each([1, 2])('changes no later call under auto (concurrency %i)', async (concurrency) => {
    const lines: string[] = [];
    const sandbox = { onLog: (line: string) => lines.push(line) };
    await withReward(
      'executes_completions.py',
      { concurrency, timeout: 2_500, sandbox },
      async ({ reward }) => {
        const several = [...calls, ...calls.toReversed()];
        const scored = await collect(reward.scoreAll(several.map(({ completion }) => ({ completion }))));
        expect(scored).toHaveLength(several.length);
        for (const { index, outcome } of scored) {
          const call = several[index];
          if (call?.hacked === false) expectOk(outcome, call.reward);
          else expect(outcome.status).not.toBe('lost');
        }
        expect(lines).toEqual([]); // neither the agent nor the sandbox had to be started again
      },
    );
  });

  it('changes none under always either where it is noticed: the worker is replaced', async () => {
    const options = { reuse: 'always', concurrency: 1 } as const;
    await withReward('executes_completions.py', options, async ({ reward }) => {
      const outcomes = await scoreEach(reward, ['result = 41', hacks[1] as string, 'result = 41']);
      expect(rewardsOf(outcomes)).toEqual([0, null, 0]);
    });
  });
});

describe('auto retires a worker', () => {
  const stage = sharedReward('leaves_traces.py', { concurrency: 1, memory: '100MiB' });
  const workerOf = (outcome: Outcome | undefined) => {
    if (outcome?.status !== 'ok') expect(outcome).toMatchObject({ status: 'ok' });
    return outcome?.info.worker;
  };
  const after = async (act: string) => {
    await settled(stage(), 2);
    const [acted, ...next] = await scoreEach(stage().reward, [act, ...Array(4).fill('nothing')]);
    return { worker: workerOf(acted), next: next.map(workerOf) };
  };

  it.each([
    'subprocess_run',
    'fork',
    'ctypes_call',
    'file_written',
    'temporary_file',
    'low_level_open',
    'all_objects',
    'referrers',
    'thread_left',
    'descriptor_left',
    'socket_left',
    'descriptor_closed',
    'signal_handler',
    'code_replaced',
    'evaluated',
    'executed',
    'compiled',
    'function_made',
    'trace_function',
    'working_folder',
    'environment_variable',
    'memory_kept',
    'unpickled_function',
  ])('after %s', async (act) => {
    const { worker, next } = await after(act);
    expect(next).not.toContain(worker);
  });

  it.each([
    'nothing',
    'literal_eval',
    'arithmetic',
    'lazy_import',
    'regular_expression',
    'json_both_ways',
    'file_read',
    'logged',
    'exception_caught',
    'output_redirected',
    'event_loop',
    'plain_pickle',
    'date_parsed',
    'dev_null_written',
    'descriptor_opened_and_closed',
  ])('but not after %s', async (act) => {
    const { worker, next } = await after(act);
    expect(next).toEqual(next.map(() => worker));
  });

  it('after a task that is still running in the event loop', async () => {
    await withReward('leaves_a_task.py', { concurrency: 1 }, async (own) => {
      await settled(own, 2);
      const outcomes = await scoreEach(own.reward, ['stay', 'leave', 'stay', 'stay']);
      const [stayed, left, ...later] = outcomes.map(workerOf);
      expect(left).toBe(stayed);
      expect(later).not.toContain(left);
    });
  });

  it('tells of a first call of a worker that it was the first', async () => {
    const seen = new Set<unknown>();
    await withReward('leaves_traces.py', { concurrency: 1 }, async ({ reward }) => {
      for (const outcome of await scoreEach(
        reward,
        Array(10).fill(['nothing', 'evaluated', 'nothing']).flat(),
      )) {
        expect(outcome.fresh).toBe(!seen.has(workerOf(outcome)));
        seen.add(workerOf(outcome));
      }
    });
    expect(seen.size).toBeGreaterThanOrEqual(10);
  });
});

describe('files of a call', () => {
  it.each(['auto', 'never'] as const)('are gone when the next one runs (%s)', async (reuse) => {
    await withReward('leaves_files.py', { reuse, concurrency: 2 }, async ({ reward }) => {
      const completions = Array.from({ length: 40 }, (_, number) =>
        number % 4 === 3 ? 'look' : `${number}`,
      );
      for (const outcome of await scoreEach(reward, completions)) expectOk(outcome, 0);
    });
  });
});

describe('a batch behind a slow call', () => {
  it('is given to other workers, and every call is answered once', async () => {
    await withReward('sleeps.py', { concurrency: 2, timeout: '1m' }, async ({ reward }) => {
      await scoreEach(reward, Array(1_000).fill('0')); // calls travel in batches now
      const slow = [5, 90, 91];
      const calls = Array.from({ length: 200 }, (_, position) => ({
        completion: slow.includes(position) ? '3000' : `0.0${String(position).padStart(3, '0')}`,
      }));
      const scored = await collect(reward.scoreAll(calls));
      for (const { index, outcome } of scored) expectOk(outcome, Number(calls[index]?.completion));
      expect(scored.map(({ index }) => index).sort((a, b) => a - b)).toEqual([...calls.keys()]);
      // Two sleep for 3 s at a time: the others did not wait for the third.
      expect(scored.at(-1)?.index).toBe(91);
    });
  });
});

describe('seeds', () => {
  const modes = ['auto', 'never', 'always', 'shared'] as const;

  it.each(['draws.py', 'draws_after_a_lazy_import.py'])(
    'same seed and row, same numbers: %s',
    async (fixture) => {
      const rows = ['a', 'b', 'a', 'c', 'a', 'b'];
      const drawn: unknown[] = [];
      for (const reuse of modes) {
        const concurrency = reuse === 'shared' ? 1 : 2; // threads share one generator
        await withReward(fixture, { reuse, seed: 7, concurrency }, async ({ reward }) => {
          drawn.push(rewardsOf(await scoreEach(reward, rows)));
          const own = await reward.score({ completion: 'a', seed: 8 });
          expect(own.reward).not.toBe((drawn.at(-1) as number[])[0]);
          expect((await reward.score({ completion: 'a', seed: 8 })).reward).toBe(own.reward);
        });
      }
      expect(drawn).toEqual(modes.map(() => drawn[0]));
      const [a, b, again, c, third, last] = drawn[0] as number[];
      expect([again, third, last]).toEqual([a, a, b]);
      expect(new Set([a, b, c]).size).toBe(3);
    },
  );

  it('the row counts as well as the completion', async () => {
    await withReward('draws.py', { seed: 7 }, async ({ reward }) => {
      const [one] = await scoreEach(reward, ['a'], { id: 1 });
      const [two] = await scoreEach(reward, ['a'], { id: 2 });
      expect(one?.reward).not.toBe(two?.reward);
    });
  });

  it.each(modes)('without a seed no two workers draw the same (%s)', async (reuse) => {
    await withReward('draws.py', { reuse, concurrency: 2 }, async ({ reward }) => {
      const drawn = rewardsOf(await scoreEach(reward, Array(20).fill('a')));
      expect(new Set(drawn).size).toBe(20);
    });
  });
});

describe('builtins that a reward replaces by itself', () => {
  const FIXTURE = 'replaces_builtins.py';
  const LEAVES = ['replace sum', 'replace len', 'replace print', 'add one', 'doubt'];

  it.each(['auto', 'always', 'never'] as const)('are not met by the next call (%s)', async (reuse) => {
    await withReward(FIXTURE, { reuse, concurrency: 1 }, async ({ reward }) => {
      for (const completion of LEAVES) {
        const [left, next] = (await scoreEach(reward, [completion, 'count'])) as [Outcome, Outcome];
        expectOk(left, 1);
        expectOk(next, 32);
        expect(next.fresh).toBe(true);
        expect(left.warnings.length).toBe(reuse === 'always' ? 1 : 0);
      }
    });
  });

  it.each(['auto', 'always'] as const)('and puts back keep the worker (%s)', async (reuse) => {
    await withReward(FIXTURE, { reuse, concurrency: 1 }, async ({ reward }) => {
      await scoreEach(reward, ['mock']); // imports what it mocks with
      const outcomes = await scoreEach(reward, ['mock', 'count', 'mock', 'count']);
      expect(rewardsOf(outcomes)).toEqual([1, 32, 1, 32]);
      expect(outcomes.slice(1).map(({ fresh }) => fresh)).toEqual([false, false, false]);
    });
  });

  it('shared: stay, as all that the module sets', async () => {
    await withReward(FIXTURE, { reuse: 'shared', concurrency: 1 }, async ({ reward }) => {
      const outcomes = await scoreEach(reward, ['count', 'replace sum', 'count']);
      expect(rewardsOf(outcomes)).toEqual([32, 1, 992]);
    });
  });
});
