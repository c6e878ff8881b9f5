import { type ChildProcess, spawn } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { ProcessorWait } from '../../src/agent/processor-wait.ts';
import { until } from '../helpers/processes.ts';

const FIRST = 0; // the processor that all that spin here share
const BUSY = ['-c', String(FIRST), process.execPath, '-e', 'for (;;);'];

const children: ChildProcess[] = [];
const start = (file: string, ...args: string[]): number => {
  const child = spawn(file, args, { stdio: 'ignore' });
  children.push(child);
  return child.pid ?? 0;
};

const looks = async (wait: ProcessorWait, milliseconds: number): Promise<boolean> => {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  return wait.isStarved();
};

describe('a process', () => {
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  it('that others keep from the processor is starved', async () => {
    const waits = [1, 2, 3, 4].map(() => new ProcessorWait(start('taskset', ...BUSY)));
    // Which of them is kept from it, and when, is for the scheduler to say: not one for long, and all of them at times.
    for (const wait of waits) await until(() => looks(wait, 100));
  });

  it('that sleeps, is stopped or gone is not', async () => {
    const pids = [start('sleep', '1000'), start('sleep', '1000'), 2 ** 22 + 1];
    process.kill(pids[1] ?? 0, 'SIGSTOP');
    const waits = pids.map((pid) => new ProcessorWait(pid));
    // Their start counts: what they are by then is asked for from here on.
    await until(async () => (await Promise.all(waits.map((wait) => looks(wait, 50)))).every((is) => !is));
    for (const wait of waits) expect(await looks(wait, 100)).toBe(false);
  });
});
