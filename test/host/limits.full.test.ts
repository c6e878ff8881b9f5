/** Bombs: what each comes to, what the outcome says, and that an honest neighbour is right and not held up much. */
import { describe, expect, it } from 'vitest';
import type { Outcome, RewardOptions } from '../../src/index.ts';
import { until } from '../helpers/processes.ts';
import { expectOk, type Stage, scoreEach, sharedReward, withReward } from '../helpers/with-reward.ts';
import { installedPythons } from '../python/interpreters.ts';

const OPTIONS: RewardOptions = {
  concurrency: 2,
  memory: '128MiB',
  timeout: '1m', // for what has an end, on any machine
  processes: 64,
};

/** Makes a call, and honest ones beside it for as long as it takes: all of those must be right. */
const besideHonest = async (
  { reward }: Stage,
  completion: string,
): Promise<{ outcome: Outcome; waits: number[] }> => {
  let over = false;
  const waits: number[] = [];
  const honest = async (): Promise<void> => {
    while (!over) {
      const began = performance.now();
      expectOk(await reward.score({ completion: 'honest' }), 1);
      waits.push(performance.now() - began);
    }
  };
  const neighbour = honest();
  const outcome = await reward.score({ completion });
  over = true;
  await neighbour;
  return { outcome, waits: waits.sort((a, b) => a - b) };
};

describe('a bomb, with an honest neighbour', () => {
  const stage = sharedReward('uses.py', OPTIONS);
  const hurried = sharedReward('uses.py', { ...OPTIONS, timeout: 4_000 });

  it.each([
    [
      'holds little in many children',
      'memory',
      'MemoryLimit',
      /used \d+.* in \d+ processes, more than its limit of 128 MiB: raise --memory/,
    ],
    [
      'holds memory files',
      'memory',
      'MemoryLimit',
      /in one process, more than its limit of 128 MiB: raise --memory/,
    ],
    ['holds files and heap', 'memory', 'MemoryLimit', /in one process/],
    ['forks', 'timeout', 'Timeout', /4 s/],
    ['forks into sessions', 'timeout', 'Timeout', /4 s/],
    ['starts threads', 'timeout', 'Timeout', /4 s/],
    ['opens descriptors', 'raised', 'OSError', /Too many open files/],
    ['writes one file', 'raised', 'OSError', /File too large/],
    ['fills /tmp', 'raised', 'OSError', /No space left/],
    ['makes empty files', 'raised', 'OSError', /No space left/],
    ['returns much', 'invalid', 'ResultTooLarge', /limit of 1048576: raise --max-result/],
    ['writes forever', 'timeout', 'Timeout', /4 s/],
  ])('%s: %s', async (completion, status, type, message) => {
    const module = status === 'timeout' ? hurried() : stage();
    const { outcome, waits } = await besideHonest(module, completion);
    expect([outcome.status, outcome.error?.type]).toEqual([status, type]);
    expect(outcome.error?.message).toMatch(message);
    expect(waits.length).toBeGreaterThan(0);
    expectOk(await module.reward.score({ completion: 'nothing' }), 1);
  });

  it.each([
    ['opens descriptors', /512 open files: raise --open-files/],
    ['writes one file', /64 MiB: raise --file-size/],
    ['fills /tmp', /64 MiB.*raise --tmp-size/],
  ])('%s: says which limit it was', async (completion, hint) => {
    const outcome = await stage().reward.score({ completion });
    expect(outcome.warnings.join()).toMatch(hint);
  });

  it.each(['prints', 'writes'])(
    '%s 100 MB: kept as far as the limit, and the call goes on',
    async (completion) => {
      const { outcome } = await besideHonest(stage(), completion);
      expectOk(outcome, 1);
      expect(outcome.stdout.length).toBeLessThan(66_000);
      expect(outcome.stdout).toMatch(/\[truncated: \d+ more (bytes|characters)\]$/);
    },
  );

  it('many processes do not hold the neighbour up much: the kernel shares out between sessions', async () => {
    // On a machine that does other things only a ratio can be told: beside a call that sleeps, and beside the bomb.
    const quiet = await besideHonest(hurried(), 'sleeps');
    const bomb = await besideHonest(hurried(), 'forks');
    const middle = (waits: number[]): number => waits[waits.length >> 1] ?? Number.POSITIVE_INFINITY;
    expect(middle(bomb.waits) / middle(quiet.waits)).toBeLessThan(12); // 30 and more without
  });
});

describe('limits that are options', () => {
  it('CPU time: over all threads and processes, with the stack', async () => {
    await withReward('uses.py', { cpuTime: 200, timeout: '1m', concurrency: 1 }, async ({ reward }) => {
      const [slept, one, inside, after] = await scoreEach(reward, [
        'sleeps',
        'starts threads',
        'burns in a grandchild, then hangs',
        'nothing',
      ]);
      expectOk(slept, 1);
      expectOk(after, 1);
      for (const outcome of [one, inside]) {
        expect(outcome).toMatchObject({ status: 'timeout', error: { type: 'CpuTime' } });
        expect(outcome?.error?.message).toMatch(
          /^used 0\.\d+ s of CPU, more than its limit of 0\.2 s, killed/,
        );
        expect(outcome?.cpu_ms).toBeGreaterThan(200);
        expect(outcome?.duration_ms).toBeLessThan(60_000);
      }
      expect(one?.stack).toContain('uses.py", line');
    });
  });

  it('CPU time is refused where calls cannot be told apart', async () => {
    await expect(
      withReward('uses.py', { cpuTime: 200, reuse: 'shared' }, async () => {}),
    ).rejects.toMatchObject({
      code: 'RS101',
      message: expect.stringContaining('cpuTime'),
    });
  });

  it('memory of the module: the largest worker is ended, the others go on', async () => {
    const options = { concurrency: 2, memory: '256MiB', moduleMemory: '160MiB', timeout: '1m' } as const;
    await withReward('uses.py', options, async ({ reward }) => {
      const [held, small] = await Promise.all([
        reward.score({ completion: 'holds little in many children' }),
        reward.score({ completion: 'sleeps' }),
      ]);
      expectOk(small, 1);
      expect(held).toMatchObject({ status: 'memory', error: { type: 'MemoryLimit' } });
      expect(held.error?.message).toMatch(/all workers .* limit of 160 MiB.*--module-memory/);
    });
  });

  it('memory of the module: each look ends as many workers as needed', async () => {
    const limit = 256;
    const options = {
      concurrency: 8,
      memory: '512MiB',
      moduleMemory: `${limit}MiB`,
      timeout: '10m',
    } as const;
    await withReward('uses.py', options, async ({ reward }) => {
      const stop = new AbortController();
      const killed: string[] = [];
      // Together they want twice the limit, however fast they are.
      const calls = Array.from({ length: 8 }, async () => {
        const outcome = await reward.score({ completion: 'holds 64 MiB', signal: stop.signal });
        if (outcome.status === 'memory') killed.push(outcome.error?.message ?? '');
        return outcome.status;
      });
      await until(
        () => killed.length,
        (count) => count >= 4,
      );
      stop.abort();
      expect(new Set(await Promise.all(calls))).toEqual(new Set(['memory', 'cancelled']));
      const looks = new Map<number, number>();
      for (const message of killed) {
        const sizes = /used ([\d.]+) MiB together, .* this one ([\d.]+) MiB/.exec(message);
        const [total, own] = [Number(sizes?.[1]), Number(sizes?.[2])];
        looks.set(total, (looks.get(total) ?? total) - own);
      }
      // What a look left alive kept to the limit; figures are rounded to a MiB.
      for (const left of looks.values()) expect(left).toBeLessThan(limit + 8);
    });
  });

  it('processes, open files, size of a file', async () => {
    const options = { processes: 8, openFiles: 128, fileSize: '1MiB', concurrency: 1 };
    await withReward('uses.py', options, async ({ reward }) => {
      const [files, file] = await scoreEach(reward, ['opens descriptors', 'writes one file']);
      expect(files?.warnings.join()).toMatch(/128 open files/);
      expect(file?.warnings.join()).toMatch(/1 MiB: raise --file-size/);
    });
  });

  it('a completion that is too large is invalid, alone, and never reaches Python', async () => {
    await withReward('uses.py', { maxCompletion: 100 }, async ({ reward }) => {
      const [large, small] = await scoreEach(reward, ['x'.repeat(99), 'nothing']);
      expect(large).toMatchObject({
        status: 'invalid',
        error: {
          type: 'CompletionTooLarge',
          message: expect.stringMatching(/101 bytes.*100: raise --max-completion/),
        },
        duration_ms: 0,
      });
      expectOk(small, 1);
    });
  });
});

describe.each(installedPythons())('nested deeply, Python $version', ({ python }) => {
  const stage = sharedReward('uses.py', { concurrency: 1, sandbox: { python } });

  it.each([
    ['row', 10_000],
    ['row', 1_000_000],
    ['completion', 10_000],
    ['completion', 1_000_000],
  ])('%s, %i levels: invalid, alone', async (where, depth) => {
    const deep = `{"completion": "nothing", "deep": ${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const flat = '{"completion": "nothing"}';
    const [row, completionRow] = where === 'row' ? [deep, flat] : ['{}', deep];
    const reward = stage().reward;
    const outcome = await reward.score({ row: Buffer.from(row), completionRow: Buffer.from(completionRow) });
    expect(outcome).toMatchObject({ status: 'invalid', error: { type: 'NestedTooDeep' } });
    expectOk(await reward.score({ completion: 'nothing' }), 1);
  });
});
