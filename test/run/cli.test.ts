import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { COMMAND, cliForEach } from '../helpers/command-line.ts';
import { variants } from '../helpers/extent.ts';
import { cli, finish, hasWritten, start } from './command.ts';
import { indexes, sorted, type TestRun, testRun, upTo } from './files.ts';

/** The arguments that name the three files. `none`: what is tested here is the command, on any machine. */
const files = ({ prompts, completions, folder }: TestRun, reward = 'reward.py'): string[] => [
  'run',
  '--prompts',
  prompts,
  '--completions',
  completions,
  '--reward',
  join(folder, reward),
  '--sandbox',
  'none',
];

const withReward = (test: TestRun, source: string, name = 'reward.py'): TestRun => {
  writeFileSync(join(test.folder, name), source);
  return test;
};

const READS_PIPE = `
import os, select, sys
pipe = os.open(sys.argv[1], os.O_RDONLY | os.O_NONBLOCK)
sys.stderr.write("open")
sys.stderr.flush()
select.select([pipe], [], [])
os.set_blocking(pipe, True)
sys.stdout.write(open(pipe).read())
`;

/** Resolves when a process has used no CPU for a while: it waits for somebody. */
const untilIdle = async (pid: number | undefined): Promise<void> => {
  const used = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ').slice(13, 15).join();
  for (let before = ''; before !== used(); ) {
    before = used();
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
};

const ONE = 'def reward_fn(completion, **kwargs):\n    return 1.0\n';

it('loads nothing heavy for --help', () => {
  const seen = new Set<string>();
  const packages = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const [, what, from = ''] of readFileSync(path, 'utf8').matchAll(
      /^(?:import (type )?[^;]*?from |(?:const|let) \S+ = require\()["']([^"']+)["']/gm,
    )) {
      if (what !== undefined) continue;
      if (from.startsWith('.')) visit(resolve(dirname(path), from));
      else if (!from.startsWith('node:')) packages.add(from);
    }
  };
  visit(resolve(import.meta.dirname, '../../src/cli/main.ts'));
  expect([...packages]).toEqual(['commander']);
  seen.clear();
  packages.clear();
  visit(join(dirname(COMMAND[1]), 'program.cjs')); // what was bundled has no name any more
  expect(seen.size).toBeGreaterThan(1);
  expect([...packages]).toEqual([]);
  expect([...seen].filter((path) => readFileSync(path, 'utf8').includes('ZodError'))).toEqual([]);
});

it('reads few files before the first row, and nothing of the server', async () => {
  const test = withReward(testRun(1), ONE);
  const args = [...files(test), '-o', '-', '--quiet'];
  const child = spawn(
    process.execPath,
    [
      '--import',
      join(import.meta.dirname, '../fixtures/tells-what-is-loaded.mjs'),
      ...COMMAND.slice(1),
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const [rows, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(JSON.parse(rows)).toMatchObject({ index: 0, status: 'ok' });
  const loaded = [...said.matchAll(/^loaded file:\/\/(\S+)/gm)].map(([, path = '']) => path);
  expect(loaded.length).toBeGreaterThan(3);
  expect(loaded.length).toBeLessThan(12);
  expect(loaded.filter((path) => readFileSync(path, 'utf8').includes('There is no such route'))).toEqual([]);
});

it('explains its exit codes, and prints its version', async () => {
  const [help, version, nothing] = await cliForEach([['--help'], ['--version'], []]);
  expect([help.code, version.code, nothing.code]).toEqual([0, 0, 2]);
  expect(help.out).toMatch(/Exit codes:\n {2}0 .*\n {2}1 .*\n {2}2 .*\n {2}3 .*\n {2}130 /);
  expect(version.out).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(nothing.out).toBe('');
});

it('answers every kind of bad usage with 2, one message, and the nearest right name', async () => {
  const test = withReward(testRun(2), ONE);
  writeFileSync(join(test.folder, 'empty.jsonl'), '');
  const inFolder = (name: string) => join(test.folder, name);
  const fifo = inFolder('fifo');
  execFileSync('mkfifo', [fifo]);
  const cases: [string[], RegExp][] = [
    [['rnu'], /unknown command 'rnu'\n\(Did you mean run\?\)/],
    [['run', '--promts', 'x'], /unknown option '--promts'\n\(Did you mean --prompts\?\)/],
    [['run', '--prompts', 'x'], /missing --completions FILE, --reward FILE/],
    [
      [...files(test), '--allow-net', 'a.example', '--allow-net', 'https://b.example/v1'],
      /^RS101 --allow-net: expected a host such as .* \(without `https:\/\/` and without a path\), got `https:\/\/b.example\/v1`\n$/,
    ],
    [
      [...files(test), '--allow-net', 'a.example'],
      /RS101 .*--allow-net.* cannot be enforced at the level `none`/,
    ],
    [[...files(test), '--env', 'NO_SUCH_KEY'], /RS101 .*`NO_SUCH_KEY` is not set/],
    [
      [...files(test), '--timeout', '10 minutes'],
      /^RS101 --timeout: expected a duration .*, got `10 minutes`\n {2}= help: did you mean `10m`\?\n$/,
    ],
    [['serve', 'reward.py'], /^error: unexpected argument `reward\.py`/],
    [['run', 'a.py', 'b.py'], /^error: unexpected argument `b\.py`/],
    [['run', 'a.py', '--reward', 'b.py'], /^error: name one file/],
    [
      [
        'run',
        '--reward',
        inFolder('reward.py'),
        '--prompts',
        test.completions,
        '--completions',
        test.prompts,
      ],
      /^Starting .*\nRS101 --prompts and --completions look swapped: `.*` has rows with `completion`/,
    ],
    [
      [...files(test), '-o', fifo],
      /^Starting .*\nRS102 No process reads from the pipe `.*`\n {2}= help: start its reader first/,
    ],
    [
      [...files(test), '--memory', '1GB'],
      /^RS101 --memory: expected a size .*, got `1GB`\n {2}= help: did you mean `1GiB`\?\n$/,
    ],
    [
      [...files(test), '--reuse', 'nevr'],
      /^RS101 --reuse: expected one of .*, got `nevr`\n {2}= help: did you mean `never`\?\n$/,
    ],
    [
      [...files(test), '--concurrency', '0'],
      /^RS101 --concurrency: expected a whole number from 1 to 4096, got `0`\n$/,
    ],
    [
      [...files(test), '--on-error', 'zero'],
      /^RS101 --on-error: expected a number, or `null` for none, got `zero`\n$/,
    ],
    [
      [...files(test), '--on-tamper', 'kept'],
      /^RS101 --on-tamper: expected a number, `keep`, or `null` for none, got `kept`\n$/,
    ],
    [[...files(test), '--resume'], /^RS101 --resume needs the output file/],
    [
      [...files(test), '-o', 'x', '--resume', '--overwrite'],
      /^RS101 --resume cannot be used with --overwrite\n$/,
    ],
    [
      [...files(test), '--prompts', inFolder('promts.jsonl')],
      /^RS102 .* does not exist\n {2}= help: did you mean `.*prompts\.jsonl`\?\n$/,
    ],
    [[...files(test), '--completions', test.folder], /^RS102 The completions file .* is a directory\n/],
    [
      [...files(test), '--completions', inFolder('empty.jsonl')],
      /^RS102 The completions file .* is empty\n$/,
    ],
    [
      files(test, 'rewards.py'),
      /^RS102 The reward file .* does not exist\n {2}= help: did you mean `.*reward\.py`\?\n$/,
    ],
  ];
  const ends = await cliForEach(cases.map(([args]) => args));
  for (const [at, [args, message]] of cases.entries()) {
    expect({ args, code: ends[at]?.code, out: ends[at]?.out }).toEqual({ args, code: 2, out: '' });
    expect(ends[at]?.err).toMatch(message);
  }
});

it('reports malformed lines and exits with 2, as text and as JSON', async () => {
  const test = withReward(testRun(4), ONE);
  writeFileSync(test.completions, '{"completion": "x", "id": "p0"}\n{"completion": "x", "id": "p9"}\n');
  const [plain, json] = await cliForEach([
    [...files(test), '-o', test.output],
    [...files(test), '--json'],
  ]);
  expect([plain.code, json.code, plain.out]).toEqual([2, 2, '']);
  expect(plain.err).toContain('completions.jsonl:2:27: RS104 `id` "p9" matches no prompt of');
  expect(plain.err).toMatch(/1 error in .*completions\.jsonl; nothing was scored\n/);
  expect(JSON.parse(json.out)).toMatchObject({
    state: 'refused',
    exit: 2,
    errors: 1,
    problems: [{ line: 2, column: 27, code: 'RS104' }],
  });
  expect(test.rows()).toEqual([]);
});

it('scores, and puts nothing but rows on stdout with -o -', { timeout: 180_000 }, async () => {
  const test = withReward(testRun(30), ONE);
  const [rows, both] = await Promise.all([
    cli(...files(test), '-o', '-'),
    cli(...files(test), '-o', '-', '--json'),
  ]);
  const [json, quiet] = await cliForEach([
    [...files(test), '--json'],
    [...files(test), '--quiet', '-o', test.output, '--ordered'],
  ]);
  const numbers = (output: string) =>
    sorted(
      output
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { index: number }).index),
    );
  expect([rows.code, json.code, both.code, quiet.code]).toEqual([0, 0, 0, 0]);
  expect([numbers(rows.out), numbers(both.out)]).toEqual([upTo(30), upTo(30)]);
  expect(rows.err).toMatch(/30 completions scored/);
  expect(rows.err).toMatch(/NOT confined/);
  expect(JSON.parse(json.out)).toMatchObject({
    state: 'finished',
    rows: 30,
    exit: 0,
    statuses: { ok: 30 },
    reward: { mean: 1 },
  });
  expect(both.err.slice(both.err.lastIndexOf('\n}\n'))).toBe('\n}\n'); // nothing comes behind it
  expect(JSON.parse(both.err)).toMatchObject({ state: 'finished', rows: 30, exit: 0 });
  expect([quiet.out, quiet.err]).toEqual(['', '']);
  expect(indexes(test.rows())).toEqual(upTo(30));
});

it('keeps, replaces or leaves out the number of a tampered call, and tells of the evidence', async () => {
  const test = withReward(
    testRun(4),
    'def reward_fn(completion, **kwargs):\n    exec("import sys; sys._getframe()")\n    return 0.5\n',
  );
  const [none, number, kept] = await cliForEach([
    [...files(test), '-o', test.output],
    [...files(test), '--json', '--on-tamper', '-1'],
    [...files(test), '--json', '--on-tamper', 'keep'],
  ]);
  expect(none.err).toMatch(/tampered +4 +100\.0 %/);
  expect(none.err).toMatch(/evidence {2}in 4 calls\n +4 × frame_walk at reward\.py:2\n/);
  expect(test.rows().map(({ reward, status, evidence }) => [reward, status, evidence.length])).toEqual(
    Array(4).fill([null, 'tampered', 2]),
  );
  expect([number, kept].map(({ out }) => JSON.parse(out).reward.mean)).toEqual([-1, 0.5]);
});

it('exits with 1 when no call succeeded, more failed than allowed, or one under --strict', async () => {
  const test = withReward(
    testRun(4),
    'def reward_fn(completion, **kwargs):\n    if not completion.endswith("0"):\n        raise ValueError(completion)\n    return 1.0\n',
  );
  withReward(test, 'def reward_fn(completion, **kwargs):\n    raise ValueError(completion)\n', 'none.py');
  const cases: [string[], number, string, string?][] = [
    [['reward.py', '--max-failures', '3'], 0, ''],
    [['reward.py', '--max-failures', '2'], 1, ''],
    [['reward.py', '--max-failures', '74.9%'], 1, ''],
    [['reward.py', '--strict'], 1, ''],
    [['none.py', '--on-error', '0'], 1, 'No call succeeded.'],
    [['none.py', '--max-failures', '100%'], 1, 'No call succeeded.'],
  ];
  const [wrong, ...ends] = await cliForEach([
    [...files(test), '--max-failures', '5pc'],
    ...cases.map(([[file, ...args]]) => [...files(test, file), '--quiet', ...args]),
  ]);
  expect(ends.map(({ code, err }, at) => [cases[at]?.[0], code, err.trim()])).toEqual(cases);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringMatching(/RS101 --max-failures: .*got `5pc`/)]);
});

it('writes its rows into a pipe that somebody reads, takes its file without a flag, and plain units', async () => {
  const test = withReward(testRun(30), ONE);
  const fifo = join(test.folder, 'fifo');
  execFileSync('mkfifo', [fifo]);
  const reader = spawn('python3', ['-c', READS_PIPE, fifo], { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines = text(reader.stdout);
  await once(reader.stderr, 'data'); // it has opened it
  const [command, ...args] = files(test);
  const plain = args.filter((each) => each !== '--reward');
  const { code, err } = await cli(command ?? '', ...plain, '-o', fifo, '--timeout', '5', '--memory', '512M');
  expect([code, err]).toEqual([0, expect.stringMatching(/^Starting .*30 completions scored/s)]);
  const rows = (await lines)
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { index: number }).index);
  expect(sorted(rows)).toEqual(upTo(30));
});

it.each(variants(['a pipe', '-']))(
  'ends at the second signal though the reader of %s has stopped to read',
  async (output) => {
    const test = withReward(testRun(20_000), ONE);
    const fifo = join(test.folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    const held = openSync(fifo, constants.O_RDWR); // open for reading, and never read
    const child = start([...files(test), '-o', output === '-' ? '-' : fifo]);
    let err = '';
    child.stderr?.on('data', (part: Buffer) => {
      err += part;
    });
    const until = async (holds: () => boolean) => {
      while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    const ended = once(child, 'exit');
    await until(() => /level none\n/.test(err));
    await untilIdle(child.pid);
    child.kill('SIGTERM');
    await until(() => /Waiting for the calls/.test(err));
    child.kill('SIGTERM');
    const [code] = await ended;
    closeSync(held);
    expect(code).toBe(130);
    expect(err).toMatch(/there is nothing to resume\./);
  },
);

it('tells completions of a broken prompt line once', async () => {
  const test = withReward(testRun(6), ONE);
  const lines = readFileSync(test.prompts, 'utf8').split('\n');
  writeFileSync(test.prompts, ['{"id": "p0", "prompt": ', ...lines.slice(1)].join('\n'));
  writeFileSync(test.completions, '{"completion": "x", "id": "p0"}\n'.repeat(5));
  const { code, err } = await cli(...files(test));
  expect(code).toBe(2);
  expect(err.match(/matches no prompt/g)).toHaveLength(1);
  expect(err).toMatch(/it may be on 1 prompt line with errors; further rows like it are not listed/);
  expect(err).toMatch(/1 error in .*prompts\.jsonl, 1 error in .*completions\.jsonl; nothing was scored/);
  // Where all keys are known, each mismatch is one.
  writeFileSync(test.prompts, ['{"id": "p0", "prompt": 5}', ...lines.slice(1)].join('\n'));
  writeFileSync(test.completions, '{"completion": "x", "id": "zz"}\n'.repeat(3));
  expect((await cli(...files(test))).err).toMatch(
    /1 error in .*prompts\.jsonl, 3 errors in .*completions\.jsonl/,
  );
});

it('counts failures by place, exits with 1 under --strict, and with 2 when the module does not load', async () => {
  const test = withReward(
    testRun(4),
    'def reward_fn(completion, **kwargs):\n    raise ValueError(completion)\n',
  );
  withReward(test, 'def reward_fn(completion, **kwargs)\n', 'broken.py');
  const [lax, strict, broken] = await cliForEach([
    files(test),
    [...files(test), '--strict', '--on-error', '-1'],
    [...files(test, 'broken.py'), '-o', test.output],
  ]);
  expect([lax.code, strict.code, broken.code]).toEqual([1, 1, 2]);
  expect(lax.err).toMatch(/\nNo call succeeded\.\n$/);
  expect(lax.err).toMatch(/4 × raised ValueError at reward\.py:2 in reward_fn/);
  expect(strict.err).toMatch(/4 of 4 by policy/);
  expect(broken.err).toMatch(/RS201 .*broken\.py:1:.*SyntaxError/);
  expect(test.rows()).toEqual([]);
});

const SLOW = 'import time\ndef reward_fn(completion, **kwargs):\n    time.sleep(0.02)\n    return 1.0\n';

it('ends with one row per completion after being killed again and again', { timeout: 120_000 }, async () => {
  const test = withReward(testRun(200), SLOW);
  const args = [...files(test), '-o', test.output, '--resume', '--concurrency', '2'];
  for (let kill = 1; kill <= 2; kill++) {
    const child = start(args);
    const ended = once(child, 'exit'); // it may have done all, where this process was held up
    const size = statSync(test.output, { throwIfNoEntry: false })?.size ?? 0;
    await hasWritten(test.output, size + 5_000);
    child.kill('SIGKILL');
    await ended;
  }
  const { code } = await cli(...args);
  expect(code).toBe(0);
  expect(sorted(indexes(test.rows()))).toEqual(upTo(200));
});

it('finishes what runs on Ctrl-C, and prints a command that does the rest', {
  timeout: 180_000,
}, async () => {
  const test = withReward(testRun(200), SLOW);
  const child = start([...files(test), '-o', test.output, '--concurrency', '2', '--overwrite']);
  const ended = finish(child);
  await hasWritten(test.output, 3_000);
  child.kill('SIGINT');
  const { code, err } = await ended;
  expect(code).toBe(130);
  const left = 200 - test.rows().length;
  expect(left).toBeGreaterThan(0);
  expect(err).toContain(`${left} of 200 completions are not scored.`);
  const command = /To continue:\n {2}node \S+main\.js (.*)\n/.exec(err)?.[1];
  expect(command).toMatch(/ --resume$/);
  expect(command).not.toMatch(/--overwrite/);
  expect((await cli(...(command ?? '').split(' '))).code).toBe(0);
  expect(sorted(indexes(test.rows()))).toEqual(upTo(200));
});
