import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Ended } from '../helpers/command-line.ts';
import { FIXTURES } from '../helpers/with-reward.ts';
import { cli, KEYS, Terminal } from './command.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'play-'));
  const row = { prompt: [{ role: 'user', content: 'Throw.' }], id: 'a' };
  writeFileSync(join(folder, 'p.jsonl'), `${JSON.stringify(row)}\n`);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** `none`: what is tested here is the command, on any machine. */
const play = (...rest: string[]): string[] => [
  'play',
  '--environment',
  join(FIXTURES, 'dice.py'),
  '--prompts',
  join(folder, 'p.jsonl'),
  '--sandbox',
  'none',
  ...rest,
];

interface Event {
  event: string;
  reward: number | null;
  [field: string]: unknown;
}

const events = ({ out }: Ended, ...names: string[]): Event[] =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Event)
    .filter(({ event }) => names.length === 0 || names.includes(event));

it('takes steps back in a live episode, which throws what it would have thrown', async () => {
  const played = await cli(play('--json'), 'throw\nthrow\n:undo 2\nthrow\nthrow\n:row\nthrow\nthrow\n');
  const [first, second, ...rest] = events(played, 'step').map(({ reward }) => reward);
  expect(first).not.toBe(second);
  expect(rest).toEqual([first, second, first, second]);
  expect(events(played, 'undo')[0]).toMatchObject({ by: 'copy', steps: 0, observation: 'Throw, or stop.' });
  expect(played.code).toBe(0);
});

it('plays the actions again where an episode cannot be copied', async () => {
  const played = await cli(play('--json'), 'thread\nthrow\nthrow\n:undo\nthrow\n');
  const [, , second, again] = events(played, 'step').map(({ reward }) => reward);
  expect(again).toBe(second);
  expect(events(played, 'note')[0]?.message).toMatch(/^This episode cannot be copied: .*thread/);
  expect(events(played, 'undo')[0]).toMatchObject({ by: 'replay', differs_at: null });
});

it('goes on after a step that failed, or hung, and shows the line', async () => {
  const script = 'throw\nfail\nthrow\n:undo\nspin\n:undo\nstop\n';
  const { out, code } = await cli(play('--seed', '1', '--timeout', '300ms'), script);
  expect(code).toBe(0);
  expect(out).toMatch(/ValueError: the table fell over \(dice\.py:17 in step\)/);
  expect(out).toMatch(/The episode is over: it failed, return \d+ in 2 steps\. {2}:undo/);
  expect(out).toMatch(/Timeout: still running after 300 ms.*\(dice\.py:1[45] in step\)/);
  expect(out).toMatch(/The episode is done, return \d+ in 2 steps/);
});

it('saves what `run` replays to the same rewards', async () => {
  const file = join(folder, 'saved.jsonl');
  const script = `throw\nthrow\n:undo\n:branch\nthrow\nthrow\nstop\n:save ${file}\n`;
  const played = await cli(play('--json'), script);
  const [first, , ...rest] = events(played, 'step').map(({ reward }) => reward);
  const [, words = ''] = /main\.js (run .*)$/.exec(String(events(played, 'saved')[0]?.replay)) ?? [];
  const replayed = await cli(words.split(' '));
  const rows = events(replayed).filter(({ kind }) => kind === 'step');
  expect(rows.map(({ reward }) => reward)).toEqual([first, ...rest]);
});

it('is played at a terminal: Ctrl-C cancels a step, `:undo` takes it back', async () => {
  const terminal = new Terminal(play());
  await terminal.sees('0> ');
  terminal.types(`throw${KEYS.enter}`);
  await terminal.sees('1> ');
  terminal.types(`spin${KEYS.enter}`);
  await terminal.sees('Ctrl-C cancels it');
  terminal.types(KEYS.ctrlC);
  await terminal.sees('cancelled');
  await terminal.sees('over> ');
  terminal.types(`:undo${KEYS.enter}`);
  await terminal.sees('1> ');
  terminal.types(`stop${KEYS.enter}`);
  await terminal.sees('The episode is done');
  terminal.types(`:quit${KEYS.enter}`);
  expect(await terminal.ended()).toBe(0);
});
