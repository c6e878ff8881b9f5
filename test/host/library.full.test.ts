/** The library as a trainer uses it: many calls, leaving early, ends of every kind, and that nothing stays behind. */
import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { type Call, createSandbox, type ScoredCall } from '../../src/index.ts';
import { MAX_ROW_BYTES } from '../../src/module/calls/call-text.ts';
import { findBubblewrap } from '../../src/sandbox/bubblewrap.ts';
import { castOf, kill, killIfThere, processesFor, until } from '../helpers/processes.ts';
import {
  collect,
  copyOf,
  expectOk,
  FIXTURES,
  leavingNothing,
  newFolder,
  sharedReward,
  withReward,
} from '../helpers/with-reward.ts';

/** As many calls are read ahead of the outcomes that were taken (concurrency 2). */
const WINDOW = 1024;
/** Endless, as far as these tests are concerned: without back-pressure a test fails, and does not eat the machine. */
const LIMIT = 20_000;

const number = (value: number): Call => ({ completion: `number ${value}` });

it('loads no more modules at a time than there are CPUs', async () => {
  const cpus = availableParallelism();
  const { folder, file } = copyOf('imports_for_a_while.py');
  await leavingNothing(folder, async () => {
    await using sandbox = await createSandbox();
    const rewards = await Promise.all(Array.from({ length: cpus + 3 }, () => sandbox.loadReward(file)));
    const outcomes = await Promise.all(rewards.map((reward) => reward.score(number(1))));
    const times = outcomes.map(({ info }) => ({ began: Number(info.began), ended: Number(info.ended) }));
    const together = times.map(
      ({ began }) => times.filter((other) => other.began <= began && began < other.ended).length,
    );
    expect(Math.max(...together)).toBeLessThanOrEqual(cpus);
  });
});

describe('many calls', () => {
  const numbersOf = (count: number): number[] => Array.from({ length: count }, (_, index) => index * 7 + 0.5);

  it.each([
    ['auto', 10_000],
    ['always', 3_000],
    ['never', 300],
    ['shared', 1_000],
  ] as const)('%s: %i calls are answered once each, with their own reward', async (reuse, count) => {
    await withReward('obeys.py', { reuse, concurrency: 2 }, async ({ reward }) => {
      const numbers = numbersOf(count);
      const scored = await collect(reward.scoreAll(numbers.map(number)));
      expect(scored.map(({ index }) => index).sort((a, b) => a - b)).toEqual([...numbers.keys()]);
      for (const { index, outcome } of scored) expectOk(outcome, numbers[index] as number);
    });
  });

  it('score, called many times at once, and scoreAll beside it', async () => {
    await withReward('obeys.py', { concurrency: 2 }, async ({ reward }) => {
      const numbers = numbersOf(2_000);
      const all = collect(
        reward.scoreAll(
          numbers.map((value) => number(-value)),
          { ordered: true },
        ),
      );
      const outcomes = await Promise.all(numbers.map((value) => reward.score(number(value))));
      expect(outcomes.map(({ reward: value }) => value)).toEqual(numbers);
      expect((await all).map(({ outcome }) => outcome.reward)).toEqual(numbers.map((value) => -value));
    });
  });

  it.each(['auto', 'never'] as const)('%s: no more calls run at once than were allowed', async (reuse) => {
    await withReward('obeys.py', { reuse, concurrency: 3 }, async ({ reward }) => {
      const scored = await collect(
        reward.scoreAll(
          Array.from({ length: 30 }, (_, index) => ({ completion: `span ${60 + (index % 3) * 60}` })),
        ),
      );
      const turns = scored.flatMap(({ outcome: { info } }) => [
        [info.begin as number, 1],
        [info.end as number, -1],
      ]) as [number, number][];
      let now = 0;
      let most = 0;
      for (const [, turn] of turns.sort(([a], [b]) => a - b)) {
        now += turn;
        most = Math.max(most, now);
      }
      expect(most).toBeLessThanOrEqual(3);
      expect(most).toBeGreaterThan(1);
    });
  });
});

describe('scoreAll', () => {
  const stage = sharedReward('obeys.py', { concurrency: 2, timeout: '1m' });
  const nothingRuns = (): Promise<unknown> =>
    until(
      () => stage().reward.running(2),
      (calls) => calls.length === 0,
    );

  it('reads an endless input no further than it must, and closes it when it is left', async () => {
    let read = 0;
    let closed = false;
    function* endless(): Generator<Call> {
      try {
        while (read < LIMIT) yield number(read++);
      } finally {
        closed = true;
      }
    }
    let taken = 0;
    for await (const { index, outcome } of stage().reward.scoreAll(endless())) {
      expectOk(outcome, index);
      taken++;
      expect(read).toBeLessThanOrEqual(taken + WINDOW + 1);
      if (taken === 3_000) break;
    }
    await until(() => closed);
    const before = read;
    await nothingRuns();
    expectOk(await stage().reward.score(number(1)), 1);
    expect(read).toBe(before);
  });

  it('waits for a consumer that is slow', async () => {
    let read = 0;
    function* endless(): Generator<Call> {
      while (read < LIMIT) yield number(read++);
    }
    const scored = stage().reward.scoreAll(endless())[Symbol.asyncIterator]();
    await scored.next();
    await until(
      () => read,
      (count) => count >= WINDOW,
    );
    for (let round = 0; round < 50; round++) await stage().reward.score(number(round));
    expect(read).toBeLessThanOrEqual(WINDOW + 2);
    await scored.return?.();
  });

  it.each([false, true])('leaving early ends the calls that run (ordered: %s)', async (ordered) => {
    function* calls(): Generator<Call> {
      yield number(5);
      for (let count = 0; count < LIMIT; count++) yield { completion: 'hang' };
    }
    for await (const { outcome } of stage().reward.scoreAll(calls(), { ordered })) {
      expectOk(outcome, 5);
      await until(async () => (await stage().reward.running(2)).length === 2);
      break;
    }
    // Both workers would be busy for a minute otherwise.
    expectOk(await stage().reward.score(number(6)), 6);
    await nothingRuns();
  });

  it('ordered: in the order of the input, however long each takes', async () => {
    const calls = Array.from({ length: 60 }, (_, index) =>
      index % 20 === 0 ? { completion: 'span 60' } : number(index),
    );
    const scored = await collect(stage().reward.scoreAll(calls, { ordered: true }));
    expect(scored.map(({ index }) => index)).toEqual([...calls.keys()]);
    for (const { index, outcome } of scored) expectOk(outcome, index % 20 === 0 ? 1 : index);
  });

  it('takes an async input, and is done at once with an empty one', async () => {
    async function* some(): AsyncGenerator<Call> {
      for (const value of [1, 2, 3]) yield number(value);
    }
    const scored = await collect(stage().reward.scoreAll(some(), { ordered: true }));
    expect(scored.map(({ outcome }) => outcome.reward)).toEqual([1, 2, 3]);
    expect(await collect(stage().reward.scoreAll([]))).toEqual([]);
  });

  it('aborted: says for each call that was begun what it came to, and reads no more', async () => {
    const abort = new AbortController();
    let read = 0;
    function* calls(): Generator<Call> {
      for (; read < LIMIT; read++) yield read % 5 === 4 ? { completion: 'hang' } : number(read);
    }
    const scored: ScoredCall[] = [];
    for await (const one of stage().reward.scoreAll(calls(), { signal: abort.signal })) {
      scored.push(one);
      if (scored.length === 6) abort.abort();
    }
    expect(scored.map(({ index }) => index).sort((a, b) => a - b)).toEqual([...scored.keys()]);
    expect(scored.length).toBeLessThanOrEqual(read + 1);
    for (const { index, outcome } of scored) {
      if (outcome.status === 'ok') expectOk(outcome, index);
      else expect(outcome).toMatchObject({ status: 'cancelled', reward: null, error: { type: 'Cancelled' } });
    }
    expect(scored.some(({ outcome }) => outcome.status === 'cancelled')).toBe(true);
    await nothingRuns();
  });

  it('aborted before it began, or while its input is silent: ends', async () => {
    expect(await collect(stage().reward.scoreAll([number(1)], { signal: AbortSignal.abort() }))).toEqual([]);
    const abort = new AbortController();
    async function* silent(): AsyncGenerator<Call> {
      yield number(1);
      await new Promise(() => {});
    }
    const outcomes = stage().reward.scoreAll(silent(), { signal: abort.signal })[Symbol.asyncIterator]();
    expectOk((await outcomes.next()).value.outcome, 1);
    const next = outcomes.next();
    abort.abort();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it('throws what its input throws, and ends the calls that run', async () => {
    function* broken(): Generator<Call> {
      yield { completion: 'hang' };
      throw new RangeError('the disk is full');
    }
    await expect(collect(stage().reward.scoreAll(broken()))).rejects.toThrow(RangeError);
    await nothingRuns();
  });

  it('takes a signal of one call', async () => {
    const abort = new AbortController();
    const scored = collect(
      stage().reward.scoreAll([{ completion: 'hang', signal: abort.signal }, number(2)]),
    );
    await until(async () => (await stage().reward.running()).length === 1);
    abort.abort();
    const statuses = (await scored).map(({ index, outcome }) => [index, outcome.status]).sort();
    expect(statuses).toEqual([
      [0, 'cancelled'],
      [1, 'ok'],
    ]);
  });
});

describe('what goes in', () => {
  const stage = sharedReward('obeys.py', { concurrency: 2 });

  it('a completion of 5 MB, of letters that take one, two and four bytes', async () => {
    for (const letter of ['x', 'é', '😀', '\n']) {
      const text = letter.repeat(5_000_000 / Buffer.byteLength(letter));
      expectOk(await stage().reward.score({ completion: `length ${text}` }), [...text].length);
    }
  });

  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  it.each([
    ['a cyclic kwarg', () => ({ completion: 'number 1', kwargs: cycle }), /kwargs.*no JSON form/],
    ['a bigint', () => ({ completion: 'number 1', kwargs: { big: 1n } }), /kwargs.*BigInt/],
    ['no completion', () => ({}) as Call, /completion/],
    ['a seed that is none', () => ({ completion: 'number 1', seed: -1 }), /seed/],
    ['a step that is none', () => ({ completion: 'number 1', step: 1.5 }), /step/],
    [
      'more than fits',
      () => ({ row: Buffer.alloc(MAX_ROW_BYTES + 1), completionRow: Buffer.from('{}') }),
      new RegExp(`${MAX_ROW_BYTES}`),
    ],
  ] as [string, () => Call, RegExp][])('%s is refused', async (_name, make, message) => {
    const call = make();
    const error = { code: 'RS101', message: expect.stringMatching(message) };
    await expect(stage().reward.score(call)).rejects.toMatchObject(error);
    await expect(collect(stage().reward.scoreAll([number(1), call, number(2)]))).rejects.toMatchObject(error);
    expectOk(await stage().reward.score(number(3)), 3);
  });
});

describe('ends', () => {
  const closed = { code: 'RS501' };

  it('await using: everything is gone at the end of the block', async () => {
    const { folder, file } = copyOf('obeys.py');
    await leavingNothing(folder, async () => {
      await using sandbox = await createSandbox();
      await using reward = await sandbox.loadReward(file);
      expectOk(await reward.score(number(1)), 1);
    });
  });

  it('closed twice, in turn and at once; used afterwards: RS501', async () => {
    await withReward('obeys.py', { concurrency: 1 }, async ({ sandbox, reward, file }) => {
      const hung = [reward.score({ completion: 'hang' }), reward.score(number(1))];
      await until(async () => (await reward.running()).length === 1);
      await Promise.all([reward.close(), reward.close(), sandbox.close(), sandbox.close()]);
      for (const outcome of await Promise.all(hung)) expect(outcome).toMatchObject({ status: 'cancelled' });
      await reward.close();
      await sandbox.close();
      await expect(reward.score(number(1))).rejects.toMatchObject(closed);
      await expect(collect(reward.scoreAll([number(1)]))).rejects.toMatchObject(closed);
      expect(await reward.running()).toEqual([]);
      await expect(sandbox.loadReward(file)).rejects.toMatchObject(closed);
    });
  });

  it('closed while a module loads: the load is refused, and nothing goes on', async () => {
    const folder = newFolder();
    const file = join(folder, 'never.py');
    writeFileSync(file, 'import time\ntime.sleep(3600)\n');
    await leavingNothing(folder, async () => {
      const sandbox = await createSandbox();
      const refused = expect(sandbox.loadReward(file)).rejects.toMatchObject(closed);
      await until(() => castOf(folder).zygote > 0);
      await sandbox.close();
      await refused;
    });
  });

  it('several modules in one sandbox, and two sandboxes at once, do not know of each other', async () => {
    await withReward('obeys.py', { concurrency: 1 }, async ({ sandbox, reward, file }) => {
      const other = await createSandbox();
      try {
        const rewards = [
          reward,
          await sandbox.loadReward(file),
          await sandbox.loadReward(join(FIXTURES, 'counts.py'), { reuse: 'never' }),
          await other.loadReward(file, { reuse: 'never' }),
        ];
        const outcomes = await Promise.all(
          Array.from({ length: 200 }, (_, value) => rewards[value % 4]?.score(number(value))),
        );
        outcomes.forEach((outcome, value) => {
          if (value % 4 !== 2) expectOk(outcome, value);
        });
        await rewards[1]?.close();
        await sandbox.loadReward(file).then((again) => again.close());
        expectOk(await rewards[0]?.score(number(8)), 8);
        await sandbox.close();
        expectOk(await rewards[3]?.score(number(9)), 9);
      } finally {
        await other.close();
      }
    });
  });
});

describe('the agent', () => {
  /** Kills the module's agent as soon as there is another one than `before`. */
  const killAgent = async (folder: string, before: number): Promise<number> => {
    const agent = await until(
      () => castOf(folder).agent,
      (pid) => pid > 0 && pid !== before,
    );
    kill(agent);
    return agent;
  };

  it('killed: the call that ran is lost, those to come are served by a new one', async () => {
    await withReward('obeys.py', { concurrency: 2, onLost: -9 }, async ({ reward, folder }) => {
      const hung = reward.score({ completion: 'hang' });
      await until(async () => (await reward.running()).length === 1);
      const asked = reward.running();
      await killAgent(folder, 0);
      expect(await hung).toMatchObject({ status: 'lost', reward: -9 });
      await asked;
      const numbers = Array.from({ length: 500 }, (_, value) => value);
      const scored = await collect(reward.scoreAll(numbers.map(number), { ordered: true }));
      expect(scored.map(({ outcome }) => outcome.reward)).toEqual(numbers);
    });
  });

  it.each(['as soon as it is there', 'when it has loaded'])(
    'killed again and again, %s: RS403',
    async (when) => {
      await withReward('obeys.py', { concurrency: 1 }, async ({ reward, folder }) => {
        const waiting = Array.from({ length: 20 }, () =>
          reward.score({ completion: 'hang' }).then(
            ({ status }) => status,
            ({ code }) => code,
          ),
        );
        await until(async () => (await reward.running()).length === 1);
        let over = false;
        const refused = until(
          async () => {
            over = await reward.score({ completion: 'hang' }).then(
              () => false,
              (error) => error,
            );
            return over;
          },
          Boolean,
          20_000,
        );
        for (let agent = 0; !over; ) {
          const { agent: now, workers } = castOf(folder);
          if (now > 0 && now !== agent && (when === 'as soon as it is there' || workers.length > 0)) {
            agent = now;
            killIfThere(agent);
          }
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
        expect(await refused).toMatchObject({
          code: 'RS403',
          message: expect.stringContaining('4 times in a row'),
        });
        // At most one call ran in each sandbox that died; what no worker was given has no outcome.
        const ends = await Promise.all(waiting);
        expect(new Set(ends)).toEqual(new Set(['lost', 'RS403']));
        expect(ends.filter((end) => end === 'lost').length).toBeLessThanOrEqual(8);
        await until(
          () => processesFor(folder),
          (left) => left.length === 0,
        );
      });
    },
  );

  it('closed while it waits to start again: other modules of the sandbox are served', async () => {
    const lines: string[] = [];
    const { folder, file } = copyOf('obeys.py');
    await withReward(
      'obeys.py',
      { sandbox: { onLog: (line) => lines.push(line) } },
      async ({ sandbox, reward }) => {
        const other = await sandbox.loadReward(file);
        await other.score(number(1));
        await killAgent(folder, 0);
        await until(() => lines.some((line) => line.includes('starting again')));
        await other.close();
        for (const value of [1, 2, 3]) expectOk(await reward.score(number(value)), value);
        // What the killed agent had started dies with it, one after the other.
        await until(
          () => processesFor(folder),
          (left) => left.length === 0,
        );
      },
    );
  });
});

describe('a host', () => {
  const program = join(FIXTURES, 'host-program.ts');

  /** Starts a host in a temporary folder of its own. */
  const start = (...command: readonly string[]) => {
    const temporary = newFolder();
    const [name = '', ...rest] = command;
    const child = spawn(name, rest, {
      env: { ...process.env, TMPDIR: temporary },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise<number | string | null>((resolve) => {
      child.on('exit', (code, signal) => resolve(signal ?? code));
    });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const nextLine = async (): Promise<unknown> => JSON.parse((await lines.next()).value ?? 'null');
    const left = (): string[] => readdirSync(temporary).filter((entry) => entry.startsWith('runrl-'));
    return { child, ended, nextLine, left };
  };
  const node = [process.execPath, '--import', 'tsx', program];

  it('that leaves its sandbox open, with nothing to do, ends by itself and leaves nothing', async () => {
    const { folder, file } = copyOf('obeys.py');
    const { ended, nextLine, left } = start(...node, 'score once', file);
    expect(await nextLine()).toBe(7);
    expect(await ended).toBe(0);
    await until(
      () => [...processesFor(folder), ...left()],
      (found) => found.length === 0,
      1_000,
    );
  });

  it('that leaves live episodes, with nothing to do, ends by itself and leaves nothing', async () => {
    const { folder, file } = copyOf('plays.py');
    const { ended, nextLine, left } = start(...node, 'live episode', file);
    expect(await nextLine()).toBe(1);
    expect(await ended).toBe(0);
    await until(
      () => [...processesFor(folder), ...left()],
      (found) => found.length === 0,
      1_000,
    );
  });

  it('that is killed while calls hang takes everything with it', async () => {
    const { folder, file } = copyOf('obeys.py');
    const { child, ended, nextLine, left } = start(...node, 'hang', file);
    expect(await nextLine()).toBe('running');
    expect(castOf(folder).workers.length).toBeGreaterThanOrEqual(2);
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    await until(
      () => [...processesFor(folder), ...left()],
      (found) => found.length === 0,
      1_000,
    );
  });

  it('without bubblewrap is told how to get it', async () => {
    const bubblewrap = findBubblewrap() as string;
    const hide = `mount --bind ${join(FIXTURES, 'obeys.py')} ${bubblewrap} && exec "$@"`;
    const namespace = process.getuid?.() === 0 ? '-m' : '-rm';
    const file = join(FIXTURES, 'obeys.py');
    const { ended, nextLine } = start(
      'unshare',
      namespace,
      'sh',
      '-c',
      hide,
      'sh',
      ...node,
      'score once',
      file,
      'namespaces',
    );
    expect(await nextLine()).toMatchObject({
      code: 'RS401',
      help: expect.stringMatching(/apt-get install bubblewrap.*level: 'none'/s),
    });
    expect(await ended).toBe(0);
  });
});

describe('levels', () => {
  it.each(['landlock', 'none'] as const)('the profile strict is refused at %s', async (level) => {
    await expect(createSandbox({ level, profile: 'strict' })).rejects.toMatchObject({ code: 'RS101' });
  });

  it('none: every outcome says so', async () => {
    const options = { sandbox: { level: 'none' }, concurrency: 1, timeout: 2_500 } as const;
    await withReward('obeys.py', options, async ({ sandbox, reward, folder }) => {
      expect(sandbox.level).toBe('none');
      const abort = new AbortController();
      const expected = {
        'number 1': 'ok',
        'raise it': 'raised',
        nothing: 'invalid',
        'exit 0': 'crashed',
        hang: 'timeout',
        eat: 'memory',
      };
      for (const [completion, status] of Object.entries(expected)) {
        const outcome = await reward.score({ completion });
        expect([completion, outcome.status, outcome.level]).toEqual([completion, status, 'none']);
      }
      const cancelled = reward.score({ completion: 'hang', signal: abort.signal });
      abort.abort();
      expect(await cancelled).toMatchObject({ status: 'cancelled', level: 'none' });
      const lost = reward.score({ completion: 'hang' });
      await until(async () => (await reward.running()).length === 1);
      kill(castOf(folder).agent);
      expect(await lost).toMatchObject({ status: 'lost', level: 'none' });
    });
  });
});
