/** Results that cannot be written: what is there stays whole, the error says so, and `--resume` does the rest. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { byHand, COMMAND } from '../helpers/command-line.ts';
import { outcome } from './fake-reward.ts';
import { indexes, sorted, type TestRun, testRun, upTo } from './files.ts';

const ROWS = 400;
/** Rows of this kind make a file of about 130 KiB. */
const SMALL = 64;

const commandFor = (test: TestRun, output: string, ...more: string[]): string[] => {
  writeFileSync(join(test.folder, 'reward.py'), 'def reward_fn(completion, **kwargs):\n    return 1.0\n');
  const files = ['--prompts', test.prompts, '--completions', test.completions];
  const module = ['--reward', join(test.folder, 'reward.py'), '--sandbox', 'none'];
  return [...COMMAND, 'run', ...files, ...module, '-o', output, ...more];
};

const run = async ([program = '', ...args]: readonly string[], stdout: 'ignore' | 'pipe' = 'ignore') => {
  const child = spawn(program, args, { stdio: ['ignore', stdout, 'pipe'], env: byHand() });
  const stderr = child.stderr as NodeJS.ReadableStream;
  const [err, [code]] = await Promise.all([text(stderr), once(child, 'exit')]);
  return { err, code };
};

const quoted = (command: readonly string[]): string => command.map((word) => `'${word}'`).join(' ');

const canMount = ((): boolean => {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** What a run says whose disk was full, and what the resumed run says. */
const expectWholeAgain = (test: TestRun, err: string, codes: unknown): void => {
  expect(codes).toEqual([3, 0]);
  expect(err).toMatch(
    /^RS106 The output file `.*results\.jsonl` could not be written to the end: .* \(E\w+\)$/m,
  );
  const [, left] = /^(\d+) of 400 completions are not scored\. The finished rows are in /m.exec(err) ?? [];
  expect(Number(left)).toBeGreaterThan(0);
  expect(Number(left)).toBeLessThan(ROWS);
  expect(err).toMatch(/ --resume$/m);
  expect(sorted(indexes(test.rows()))).toEqual(upTo(ROWS));
};

it.skipIf(!canMount)('a full disk (ENOSPC)', { timeout: 180_000 }, async () => {
  const test = testRun(ROWS);
  const small = join(test.folder, 'small');
  mkdirSync(small);
  const output = join(small, 'results.jsonl');
  const script = `
    mount -t tmpfs -o size=${SMALL}k none '${small}'
    ${quoted(commandFor(test, output))}; echo "first $?" >&2
    cp '${output}' '${test.folder}/first.jsonl'
    mount -o remount,size=8m '${small}'
    ${quoted(commandFor(test, output, '--resume'))}; echo "second $?" >&2
    cp '${output}' '${test.output}'`;
  const { err } = await run(['unshare', '--mount', 'sh', '-c', script]);
  const codes = [...err.matchAll(/^(?:first|second) (\d+)$/gm)].map(([, code]) => Number(code));
  expectWholeAgain(test, err, codes);
  expect(err).toMatch(/ENOSPC.*\n {2}= help: make room/);
});

it('a limit on the size of files (EFBIG)', { timeout: 180_000 }, async () => {
  const test = testRun(ROWS);
  const limited = ['bash', '-c', `ulimit -S -f ${SMALL}; exec "$@"`, 'bash'];
  const first = await run([...limited, ...commandFor(test, test.output)]);
  const second = await run(commandFor(test, test.output, '--resume'));
  expectWholeAgain(test, first.err, [first.code, second.code]);
  expect(first.err).toMatch(/EFBIG.*\n {2}= help: raise the limit/);
});

it('a full disk behind a redirection of stdout', { timeout: 180_000 }, async () => {
  const command = quoted(commandFor(testRun(4), '-'));
  const { code, err } = await run(['sh', '-c', `${command} > /dev/full`]);
  expect(code).toBe(3);
  expect(err).toMatch(/^RS106 The rows could not be written: .*ENOSPC/m);
  expect(err).not.toMatch(/bug/);
});

it('a full disk behind a redirection of stderr: the rows are there', { timeout: 180_000 }, async () => {
  const test = testRun(4);
  const { code } = await run(['sh', '-c', `${quoted(commandFor(test, test.output))} 2> /dev/full`]);
  expect([code, sorted(indexes(test.rows()))]).toEqual([0, upTo(4)]);
});

it('a reader of stdout that has seen enough: no error', { timeout: 180_000 }, async () => {
  const command = quoted(commandFor(testRun(ROWS), '-', '--quiet'));
  const { err } = await run(['sh', '-c', `${command} | head -n 1 > /dev/null`]);
  expect(err).not.toMatch(/EPIPE|RS\d|Error|bug/);
});

it.skipIf(!canMount)('a folder that may not be written to: told before anything is scored', async () => {
  const test = testRun(4);
  const folder = join(test.folder, 'closed');
  mkdirSync(folder);
  const command = quoted(commandFor(test, join(folder, 'results.jsonl')));
  const script = `mount -t tmpfs -o ro none '${folder}'; ${command}`;
  const { code, err } = await run(['unshare', '--mount', 'sh', '-c', script]);
  expect(code).toBe(2);
  expect(err).toMatch(/^RS102 The output file `.*` cannot be written: .*EROFS/m);
  expect(err).not.toMatch(/scored/);
});

/** Calls of which the last one ends when it is told to, a second after the others: then it is looked again. */
const withLateCall = () => {
  let release = (): void => {};
  const late = new Promise<void>((resolve) => {
    release = resolve;
  });
  const fake = {
    answer: ({ position }: { position: number }) => (position < 9 ? outcome() : late.then(() => outcome())),
  };
  return { fake, release: () => release() };
};

const untilWritten = async (test: TestRun): Promise<void> => {
  while (!existsSync(test.output) || test.rows().length < 9) await new Promise(setImmediate);
};

it.each(['deleted', 'replaced'])('a file that is %s meanwhile: its rows are saved', async (how) => {
  const test = testRun(10);
  const { fake, release } = withLateCall();
  const running = test.run({ fake });
  await untilWritten(test);
  const saved = `${test.output}.saved-2`;
  writeFileSync(`${test.output}.saved`, 'of somebody else');
  if (how === 'deleted') rmSync(test.output);
  else {
    writeFileSync(`${test.output}.new`, 'other rows');
    renameSync(`${test.output}.new`, test.output);
  }
  release();
  expect(await running).toMatchObject({
    state: 'failed',
    remaining: 0,
    failure: {
      code: 'RS106',
      message: expect.stringMatching(
        `was ${how} during the run; all rows that were in it are in .*\\.saved-2`,
      ),
      help: expect.stringContaining(`-o ${saved} --resume`),
    },
  });
  if (how === 'replaced') expect(readFileSync(test.output, 'utf8')).toBe('other rows');
  expect(readFileSync(`${test.output}.saved`, 'utf8')).toBe('of somebody else');
  renameSync(saved, test.output);
  expect(await test.run({ resume: true })).toMatchObject({ state: 'finished', earlier: 10 });
  expect(sorted(indexes(test.rows()))).toEqual(upTo(10));
});

it('a file that is moved, or replaced, meanwhile', async () => {
  const test = testRun(10);
  const { fake, release } = withLateCall();
  const running = test.run({ fake });
  await untilWritten(test);
  renameSync(test.output, `${test.output}.old`);
  writeFileSync(test.output, '');
  release();
  expect(await running).toMatchObject({
    state: 'failed',
    failure: { code: 'RS106', message: expect.stringMatching(/moved or replaced/) },
  });
  renameSync(`${test.output}.old`, test.output);
  expect(await test.run({ resume: true })).toMatchObject({ state: 'finished' });
  expect(sorted(indexes(test.rows()))).toEqual(upTo(10));
});
