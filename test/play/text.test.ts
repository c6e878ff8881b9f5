import { expect, it } from 'vitest';
import { makePaint } from '../../src/formats/text/paint.ts';
import type { PlayEvent } from '../../src/play/event.ts';
import { jsonEvent } from '../../src/play/json-event.ts';
import { textEvent } from '../../src/play/text-event.ts';
import { outcome } from '../run/fake-reward.ts';
import { Sitting } from './sitting.ts';

const OPTIONS = { paint: makePaint(false), times: false, moduleFile: 'till.py' };

const shown = (events: readonly PlayEvent[]): string =>
  events.map((event) => textEvent(event, OPTIONS)).join('');

it('tells a game in plain words', async () => {
  const sitting = await Sitting.start();
  await sitting.type(['add 2', 'oops', ':undo', ':branch other', 'close', ':lines', ':seed', ':rows']);
  expect(shown(sitting.events)).toMatchInlineSnapshot(`
    "
    row 0: line 1 (id "a"), seed 7, fields id
      user
      │ Keep the till.
      environment
      │ The till is empty.
      │ 2 in the till
      reward 2
      raised  no reward
      KeyError: oops (till.py:9 in step)
      │   File "/m/till.py", line 9, in step
      │     prices[action]
      The episode is over: it failed, return 2 in 2 steps.  :undo, :save FILE, :row [N], :quit
      undo: line \`main\` after 1 step, return 2
      │ 2 in the till
      branch: line \`other\` after 1 step, return 2
      │ 2 in the till
      │ closed
      reward 0  done  total=2
      The episode is done, return 2 in 2 steps.  :undo, :save FILE, :row [N], :quit
      1  main: 1 step, return 2
    * 2  other: 2 steps, return 2, over: done
      seed 7
      0  "a"  Keep the till.
      1  "b"  Keep the float.
      2  "c"  Keep a broken till.
    "
  `);
});

it('shows all that a call came to', () => {
  const full = outcome({
    status: 'tampered',
    reward: null,
    info: { length: 3, note: 'a\u001b[31mb' },
    stack: 'File "/m/till.py", line 4 in spin',
    stdout: 'one\ntwo\n',
    stderr: 'err',
    warnings: ['info `x` was dropped'],
    evidence: [{ kind: 'frame_walk', message: 'sys._getframe', where: 'till.py:4', source: 'exec(x)' }],
    duration_ms: 12.3,
  });
  const event: PlayEvent = { event: 'outcome', completion: 'x', outcome: full };
  expect(textEvent(event, { ...OPTIONS, times: true })).toMatchInlineSnapshot(`
    "  tampered  no reward  length=3  note=a␛[31mb  12 ms
      stack
      │ File "/m/till.py", line 4 in spin
      stdout
      │ one
      │ two
      stderr
      │ err
      evidence: frame_walk at till.py:4: sys._getframe
      │ exec(x)
      warning: info \`x\` was dropped
    "
  `);
});

it('never lets a text act on the terminal', () => {
  const event: PlayEvent = {
    event: 'outcome',
    completion: 'x',
    outcome: outcome({
      stdout: '\u001b[2J\u0007',
      error: { type: 'E', message: '\u001b]0;x', traceback: null },
    }),
  };
  expect(shown([event])).not.toMatch(/(?!\n)\p{Cc}/u);
});

it('shortens what is endless, and says so', () => {
  const event: PlayEvent = {
    event: 'outcome',
    completion: 'x',
    outcome: outcome({ stdout: 'x'.repeat(30_000) }),
  };
  expect(shown([event])).toContain('… 10,000 characters more');
});

it('writes JSON with the fields of rows, and observations as Python wrote them', async () => {
  const sitting = await Sitting.start({ row: 1 });
  await sitting.type(['add 2', ':undo', ':branch', ':rows']);
  const lines = sitting.events.map(jsonEvent);
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
  expect(lines[1]).toContain('"observation":[18.0]');
  const [row, setup, step, undo, branch, rows] = lines.map((line) => JSON.parse(line));
  expect(row).toMatchObject({ event: 'row', index: 1, id: 'b', seed: 7, fields: ['id', 'float'] });
  expect(setup).toMatchObject({ event: 'setup', status: 'ok', done: false, error: null });
  expect(step).toMatchObject({
    event: 'step',
    step: 0,
    line: 'main',
    action: 'add 2',
    status: 'ok',
    reward: 2,
    observation: '2 in the till',
    done: false,
    return: 2,
    ended: null,
  });
  expect(undo).toMatchObject({ event: 'undo', steps: 0, by: 'copy', observation: [18] });
  expect(branch).toMatchObject({ event: 'branch', line: 'line 2' });
  expect(rows.rows.map(({ id }: { id: string }) => id)).toEqual(['a', 'b', 'c']);
});
