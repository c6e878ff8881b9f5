import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playSettings } from '../../src/cli/play/flags.ts';
import { cliForEach, type Ended } from '../helpers/command-line.ts';
import { cli, interrupted, KEYS, Terminal } from './command.ts';

const REWARD = `import random
def reward_fn(completion, **kwargs):
    print("got", completion)
    if completion == "spin":
        while True: pass
    return len(completion) + random.random()
`;

const PROMPTS = ['a', 'b']
  .map((id) => `${JSON.stringify({ prompt: [{ role: 'user', content: `Say ${id}` }], id })}\n`)
  .join('');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'play-'));
  writeFileSync(join(folder, 'r.py'), REWARD);
  writeFileSync(join(folder, 'p.jsonl'), PROMPTS);
});
afterAll(() => rmSync(folder, { recursive: true }));

const inFolder = (name: string): string => join(folder, name);

/** `none`: what is tested here is the command, on any machine. */
const reward = (...rest: string[]): string[] => [
  'play',
  '--reward',
  inFolder('r.py'),
  '--prompts',
  inFolder('p.jsonl'),
  '--sandbox',
  'none',
  ...rest,
];

const events = ({ out }: Ended): Record<string, unknown>[] =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('a script', () => {
  it('is played to its end, the same each time, without colour', async () => {
    const script = 'four\n:paste\ntwo\nlines\n:end\n:seed\n';
    const args = reward('--row', '1', '--seed', '3');
    const [first, second] = await Promise.all([cli(args, script), cli(args, script)]);
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(second.out).toBe(first.out);
    expect(first.out).toMatch(
      /^\nrow 1: line 2 \(id "b"\), seed 3, fields id\n {2}user\n {2}│ Say b\ncompletion> four\n/,
    );
    expect(first.out).toMatch(
      /completion> four\n {2}reward 4\.\d+\n {2}stdout\n {2}│ got four\ncompletion> :paste\n/,
    );
    expect(first.out).toMatch(/… :end\n {2}reward 9\.\d+\n/);
    expect(first.out).not.toContain('\u001b');
    expect(first.err).toMatch(/^r\.py: reward_fn, .*; level none\nwarning: .*NOT confined/);
  });

  it('saves what `run` replays to the same rewards, with the command that is shown', async () => {
    const file = inFolder('saved.jsonl');
    const script = `four\n::x\n:save ${file}\n:row 1\nsix\n:save ${file}\n`;
    const played = await cli(reward('--id', 'a', '--json'), script);
    const outcomes = events(played).filter(({ event }) => event === 'outcome');
    const saved = events(played).filter(({ event }) => event === 'saved');
    expect(saved.map(({ rows }) => rows)).toEqual([2, 1]);
    const [, words = ''] = /main\.js (run .*)$/.exec(String(saved[0]?.replay)) ?? [];
    const replayed = await cli([...words.split(' '), '--ordered']);
    expect(events(replayed).map((row) => [row.id, row.reward])).toEqual(
      outcomes.map((row, at) => [at < 2 ? 'a' : 'b', row.reward]),
    );
  });

  it('ends with 2 when it has a mistake, and is played on', async () => {
    const { code, out } = await cli(reward('--row', '0'), ':svae x\nfour\n');
    expect(code).toBe(2);
    expect(out).toMatch(/There is no command `:svae`\n {2}= help: did you mean `:save`/);
    expect(out).toContain('got four');
  });

  it('ends with 2 when it ends inside of a paste, which is not played', async () => {
    const { code, out, err } = await cli(reward('--row', '0'), ':paste\nfour\n');
    expect(code).toBe(2);
    expect(out).not.toContain('reward');
    expect(err).toContain('The input ended before `:end`');
  });

  it('names a row when there are several, which are listed', async () => {
    const { code, out, err } = await cli(reward(), 'four\n');
    expect([code, out]).toEqual([2, '  0  "a"  Say a\n  1  "b"  Say b\n']);
    expect(err).toMatch(/RS101 .* has several rows.*\n {2}= help: name one with `--row N`/);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('is ended by %s, waiting or running, with 130', async (signal) => {
    const args = reward('--row', '0', '--timeout', '5m');
    const ends = [interrupted(args, '', 'Say a', signal), interrupted(args, 'spin\n', '> spin', signal)];
    expect(await Promise.all(ends)).toEqual([130, 130]);
  });

  it('shows errors as JSON, too', async () => {
    const { code, out } = await cli(reward('--row', '7', '--json'));
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ event: 'error', code: 'RS101', exit: 2 });
  });
});

it('answers bad usage with 2 and one message', async () => {
  const cases: [string[], RegExp][] = [
    [['play', '--reward', inFolder('r.py')], /missing --prompts FILE/],
    [['play', '--prompts', inFolder('p.jsonl')], /missing --environment FILE or --reward FILE/],
    [reward('--row', '2'), /RS101 --row 2: .* has 2 rows, 0 to 1/],
  ];
  const ends = await cliForEach(cases.map(([args]) => args));
  expect(ends.map(({ code, out }) => [code, out])).toEqual(cases.map(() => [2, '']));
  for (const [at, [, message]] of cases.entries()) expect(ends[at]?.err).toMatch(message);
});

it.each([
  [{ row: '1', id: 'a' }, '--row cannot be used with --id'],
  [{ row: '-1' }, '--row: expected a whole number from 0'],
  [{ maxSteps: '3' }, '--max-steps is for --environment'],
  [{ environment: 'e.py' }, '--reward cannot be used with --environment'],
])('refuses flags that mean nothing: %j', (flags, message) => {
  expect(() => playSettings({ prompts: 'p.jsonl', reward: 'r.py', ...flags })).toThrow(message);
});

describe('at a terminal', () => {
  it('asks for a row, and plays until Ctrl-D', async () => {
    const terminal = new Terminal(reward());
    await terminal.sees('Say b');
    await terminal.sees('row> ');
    terminal.types(`9${KEYS.enter}`);
    await terminal.sees('There is no row 9');
    terminal.types(`1${KEYS.enter}`);
    await terminal.sees('completion> ');
    terminal.types(`four${KEYS.enter}`);
    await terminal.sees('reward ');
    await terminal.sees('completion> ');
    terminal.types(KEYS.ctrlD);
    expect(await terminal.ended()).toBe(0);
  });

  it('cancels what runs with Ctrl-C, and plays on', async () => {
    const terminal = new Terminal(reward('--row', '0', '--timeout', '5m'));
    await terminal.sees('completion> ');
    terminal.types(`spin${KEYS.enter}`);
    await terminal.sees('Ctrl-C cancels it');
    terminal.types(KEYS.ctrlC);
    await terminal.sees('cancelled');
    await terminal.sees('completion> ');
    terminal.types(`four${KEYS.enter}`);
    await terminal.sees('reward ');
    terminal.types(`:quit${KEYS.enter}`);
    expect(await terminal.ended()).toBe(0);
  });

  it('forgets what was typed with Ctrl-C, then warns, then ends with 130', async () => {
    const terminal = new Terminal(reward('--row', '0'));
    await terminal.sees('completion> ');
    terminal.types('fo');
    await terminal.sees('fo');
    terminal.types(KEYS.ctrlC);
    await terminal.sees('completion> ');
    terminal.types(KEYS.ctrlC);
    await terminal.sees('Ctrl-C again ends the game');
    await terminal.sees('completion> ');
    terminal.types(KEYS.ctrlC);
    expect(await terminal.ended()).toBe(130);
  });
});
