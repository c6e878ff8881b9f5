/** Calls that never end: killed at the deadline, with the line where they hung, and nothing else is touched. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { castOf, type Process, processesFor, until } from '../helpers/processes.ts';
import {
  collect,
  copyOf,
  expectOk,
  FIXTURES,
  leavingNothing,
  scoreEach,
  sharedReward,
  withReward,
} from '../helpers/with-reward.ts';

const lines = readFileSync(`${FIXTURES}/hangs.py`, 'utf8').split('\n');

/** Line numbers of the body of a function of hangs.py. */
const bodyOf = (name: string): [first: number, last: number] => {
  const first = lines.findIndex((line) => line.startsWith(`def ${name}(`)) + 2;
  const length = lines.slice(first - 1).findIndex((line) => /^\S/.test(line));
  return [first, first + length];
};

/** An honest call beside one that hangs must be done within it, on any machine. */
const TIMEOUT = 1_000;
/** Nobody else would end the call: how late it is depends on the machine. */
const LATE_MS = 20_000;

describe('a call that never ends', () => {
  const stage = sharedReward('hangs.py', { timeout: TIMEOUT, concurrency: 2 });

  const late: number[] = [];
  const hang = async (way: string) => {
    const completions = ['a', 'ab', way, 'abc', 'abcd'];
    const [one, two, hung, three, four] = await scoreEach(stage().reward, completions);
    [one, two, three, four].forEach((outcome, index) => {
      expectOk(outcome, index + 1);
    });
    expect(hung).toMatchObject({
      status: 'timeout',
      reward: null,
      error: { type: 'Timeout', traceback: null },
    });
    expect(hung?.error?.message).toContain(`${TIMEOUT / 1e3} s`);
    expect(hung?.duration_ms).toBeGreaterThanOrEqual(TIMEOUT);
    expect(hung?.duration_ms).toBeLessThan(TIMEOUT + LATE_MS);
    late.push(Number(hung?.duration_ms) - TIMEOUT);
    return hung;
  };

  it.each([
    'python_loop',
    'sleep',
    'never_back_to_the_interpreter',
    'catastrophic_regex',
    'huge_power',
    'blocked_lock',
    'swallows_everything',
    'waits_for_a_child',
    'waits_for_a_thread',
    'deep_in_recursion',
    'hangs_in_the_message',
    'starts_a_daemon',
    'ignores_every_signal',
  ])('%s: killed, and the stack names the line', async (way) => {
    const hung = await hang(way);
    const [first, last] = bodyOf(way === 'hangs_in_the_message' ? 'python_loop' : way);
    const found = [...(hung?.stack ?? '').matchAll(/hangs\.py", line (\d+)/g)].map(([, line]) =>
      Number(line),
    );
    expect(
      found.some((line) => line >= first && line <= last),
      hung?.stack ?? 'no stack',
    ).toBe(true);
    expect(hung?.stack).not.toContain('runrl_shim');
    expect(hung?.stderr).toBe('');
  });

  it.each(['blocks_every_signal', 'closes_the_dump_pipe'])('%s: killed without a stack', async (way) => {
    const hung = await hang(way);
    expect(hung?.stack).toMatch(/^unavailable/);
  });

  it('is not late by itself: of all these, the one that the machine held up least', () => {
    expect(Math.min(...late)).toBeLessThan(1_000);
  });

  it('costs nobody else anything: one among 200 honest ones', async () => {
    const calls = Array.from({ length: 201 }, (_, position) => ({
      completion: position === 77 ? 'never_back_to_the_interpreter' : 'x'.repeat(position + 1),
    }));
    const scored = await collect(stage().reward.scoreAll(calls));
    expect(scored).toHaveLength(201);
    for (const { index, outcome } of scored) {
      if (index === 77) expect(outcome.status).toBe('timeout');
      else expectOk(outcome, index + 1);
    }
  });

  it('hangs twice as often as there are workers, and all others are served between', async () => {
    const ways = ['python_loop', 'sleep', 'huge_power', 'blocked_lock'];
    const outcomes = await scoreEach(
      stage().reward,
      ways.flatMap((way) => [way, 'abc', 'abc']),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(ways.flatMap(() => ['timeout', 'ok', 'ok']));
  });
});

it('the queue is not part of the time: calls that wait longer than the timeout are still served', async () => {
  await withReward('hangs.py', { timeout: 1_000, concurrency: 1 }, async ({ reward }) => {
    const outcomes = await scoreEach(reward, ['sleep', 'sleep', 'sleep', 'abc']);
    expectOk(outcomes[3], 3);
    expect(outcomes[3]?.queue_ms).toBeGreaterThan(3_000);
    expect(outcomes[3]?.duration_ms).toBeLessThan(Number(outcomes[3]?.queue_ms));
  });
});

it.each(
  (['namespaces', 'none'] as const).flatMap((level) =>
    ['starts_a_daemon', 'waits_for_a_child'].map((way) => [way, level] as const),
  ),
)('nothing that the call started survives it: %s, level %s', async (way, level) => {
  const options = { timeout: 2_500, concurrency: 1, sandbox: { level } }; // time enough for the daemon to be there
  await withReward('hangs.py', options, async ({ reward, folder }) => {
    const call = reward.score({ completion: way });
    const sleepers = await until(
      () => descendants(castOf(folder).agent).filter(({ command }) => command.includes('sleep(10**6)')),
      (found) => found.length > 0,
    );
    expect(await call).toMatchObject({ status: 'timeout', level });
    // In a namespace the outcome is only told when the kernel has said that all of it is dead.
    if (level === 'namespaces') expect(sleepers.filter(isAlive)).toEqual([]);
    await until(
      () => sleepers.filter(isAlive),
      (left) => left.length === 0,
    );
  });
});

it('nothing that a call started survives a result either', async () => {
  await withReward('leaves_a_daemon.py', { concurrency: 1 }, async ({ reward, folder }) => {
    const mark = `mark of ${folder}`;
    const [started, next] = await scoreEach(reward, ['start', 'look'], { mark });
    expect(started).toMatchObject({ status: 'ok', fresh: true });
    expect(started?.reward).toBeGreaterThanOrEqual(3); // init, worker, daemon
    expect(next).toMatchObject({ status: 'ok', reward: 2, fresh: true });
    // The next call did not wait for the end of it: another worker was ready.
    await until(
      () => processesFor(mark),
      (left) => left.length === 0,
    );
  });
});

describe('loading', () => {
  it('a file that takes too long to import: where it was, and what it printed', async () => {
    const { folder, file } = copyOf('slow_import.py');
    await leavingNothing(folder, async () => {
      const sandbox = await createSandbox();
      const error = await sandbox.loadReward(file, { loadTimeout: 3_000 }).catch((caught) => caught);
      expect(error).toMatchObject({ code: 'RS202' });
      expect(error.message).toContain('took longer than 3 s');
      expect(error.message).toMatch(/slow_import\.py", line 7 in prepare/);
      expect(error.message).toContain('preparing');
      expect(error.help).toContain('loadTimeout');
      await sandbox.close();
    });
  });

  it('a file that writes without end while it is imported', async () => {
    const { folder, file } = copyOf('floods_at_import.py');
    await leavingNothing(folder, async () => {
      const sandbox = await createSandbox();
      await expect(sandbox.loadReward(file, { loadTimeout: 3_000 })).rejects.toMatchObject({ code: 'RS202' });
      await sandbox.close();
    });
  });
});

const descendants = (root: number): Process[] => {
  const all = processesFor('');
  const found = all.filter(({ parent }) => parent === root);
  for (const each of found) found.push(...all.filter(({ parent }) => parent === each.pid));
  return found;
};

const isAlive = ({ pid }: Process): boolean => processesFor('').some((each) => each.pid === pid);
