/**
 * W5: answers of mathematics, judged by math-verify. Each round begins with empty caches, here and there.
 *
 *   npm run bench -- --only W5 --math-python venv/bin/python [--math answers.jsonl]
 *
 * Each line of the file has `completion` and `solution`; without it there are 500 made ones. The interpreter must have
 * math-verify.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { createSandbox } from '../src/index.ts';
import { compare, type Options, type Row } from './harness.ts';
import { cores, file } from './machine.ts';
import { callsPerSecond, textCall } from './throughput.ts';

const MODULE = 'bench/rewards/accuracy.py';
const ANSWERS = 500;

interface Answer {
  completion: string;
  solution: string;
}

/** Answers of the forms that MATH has, every third one wrong. */
const made = (count: number): Answer[] => {
  const forms = [
    (n: number) => `${n}`,
    (n: number) => `\\frac{${n}}{${n + 3}}`,
    (n: number) => `${n}\\sqrt{${(n % 7) + 2}}`,
    (n: number) => `(${n}, -${n + 1})`,
    (n: number) => `x^2 - ${n}x + ${n + 2}`,
    (n: number) => `[${n}, \\infty)`,
    (n: number) => `\\frac{${n}\\pi}{${(n % 5) + 2}}`,
    (n: number) => `\\{${n}, ${n + 4}\\}`,
  ];
  return Array.from({ length: count }, (_, index) => {
    const answer = (n: number) => (forms[index % forms.length] ?? String)(n);
    const said = answer(index % 3 === 0 ? index + 1 : index);
    return { completion: `Let us see. Therefore it is $\\boxed{${said}}$.`, solution: `$${answer(index)}$` };
  });
};

const read = (path: string): Answer[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer);

export const mathVerify = async (
  { rounds, scale }: Options,
  { python, answers }: { python: string | undefined; answers: string | undefined },
): Promise<Row[]> => {
  if (python === undefined) {
    console.log('W5  left out: --math-python names an interpreter that has math-verify\n');
    return [];
  }
  const all = answers === undefined ? made(ANSWERS) : read(answers);
  const few = all.slice(0, Math.ceil(all.length * scale));
  const folder = mkdtempSync(join(tmpdir(), 'runrl-bench-'));
  try {
    const path = join(folder, 'calls.jsonl');
    writeFileSync(path, few.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const calls = few.map(({ completion, solution }) => textCall(completion, { solution }));
    await using sandbox = await createSandbox({ python });
    const row = await compare(
      {
        name: 'W5',
        what: `math-verify, ${few.length} answers`,
        unit: 'calls/s',
        baseline: `processes, ${cores} at once`,
        goal: { atLeast: 0.8 },
      },
      rounds,
      async () => {
        await using reward = await sandbox.loadReward(file(MODULE), { concurrency: cores, timeout: '60s' });
        return await callsPerSecond(reward, calls);
      },
      async () => {
        const args = [file('bench/python/baselines.py'), 'processes', file(MODULE), path, String(cores)];
        return Number((await execa(python, args)).stdout);
      },
    );
    return [row];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
