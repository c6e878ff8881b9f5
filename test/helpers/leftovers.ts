/** Builds what the tests start, and proves, when all of them are over, that no process that they started is left. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { killIfThere } from './processes.ts';

const BUILD = join(import.meta.dirname, '../../scripts/build.sh');

interface Process {
  pid: number;
  command: string;
}

const read = (pid: number, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
};

/** A zombie has ended: it holds nothing, and whoever adopted it reaps it when it likes. */
const hasEnded = (pid: number): boolean =>
  /^\d+ \(.*\) [ZX]/s.test(read(pid, 'stat')) || read(pid, 'stat') === '';

const isVitest = (command: string): boolean => /node_modules\/(vitest|\.bin\/vitest|tinypool)/.test(command);

export const processesOf = (run: string, temporary: string): Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: read(Number(name), 'cmdline') }))
    .filter(({ pid, command }) => pid !== process.pid && !isVitest(command) && !hasEnded(pid))
    .filter(({ pid, command }) => {
      const marked = read(pid, 'environ').includes(`RUNRL_TEST_RUN=${run}`);
      return marked || command.includes(temporary);
    });

/** Processes that were told to end just now need a moment; ones that stay longer are leftovers. */
const untilNone = async (find: () => Process[], milliseconds: number): Promise<Process[]> => {
  const deadline = Date.now() + milliseconds;
  let found = find();
  while (found.length > 0 && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 25));
    found = find();
  }
  return found;
};

export const setup = (project: TestProject): (() => Promise<void>) => {
  const { RUNRL_TEST_RUN: run = '', TMPDIR: temporary = '' } = project.config.env as Record<string, string>;
  mkdirSync(temporary, { recursive: true, mode: 0o755 });
  execFileSync('bash', [BUILD, '--if-needed'], { stdio: 'inherit' });
  return async () => {
    const left = await untilNone(() => processesOf(run, temporary), 20_000);
    rmSync(temporary, { recursive: true, force: true });
    if (left.length === 0) return;
    const lines = left.map(({ pid, command }) => `  ${pid} ${command.slice(0, 200)}`);
    for (const { pid } of left) killIfThere(pid);
    // Vitest prints what a teardown throws, and still ends with 0.
    process.exitCode = 1;
    throw new Error(`The tests left processes running (now killed):\n${lines.join('\n')}`);
  };
};
