import { expect, it } from 'vitest';
import { Sitting } from './sitting.ts';

it('shows the row, the first observation, and what each step gives', async () => {
  const sitting = await Sitting.start();
  await sitting.type(['add 2', 'add 3', 'close']);
  expect(sitting.events[0]).toMatchObject({ event: 'row', index: 0, id: '"a"', seed: 7 });
  expect(sitting.of('setup')[0]?.outcome.observation).toBe('The till is empty.');
  expect(
    sitting
      .of('step')
      .map(({ step, action, outcome, return: total, ended }) => [
        step,
        action,
        outcome.observation,
        total,
        ended,
      ]),
  ).toEqual([
    [0, 'add 2', '2 in the till', 2, null],
    [1, 'add 3', '5 in the till', 5, null],
    [2, 'close', 'closed', 5, 'done'],
  ]);
});

it('takes steps back to a live copy, as often as there were steps', async () => {
  const sitting = await Sitting.start();
  await sitting.type(['add 1', 'add 2', 'add 4', ':undo', ':undo', 'add 8', ':undo 2', 'add 16']);
  expect(sitting.of('step').map(({ outcome }) => outcome.observation)).toEqual(
    [1, 3, 7, 9, 16].map((total) => `${total} in the till`),
  );
  expect(sitting.of('undo').map(({ steps, by, return: total }) => [steps, by, total])).toEqual([
    [2, 'copy', 3],
    [1, 'copy', 1],
    [0, 'copy', 0],
  ]);
  expect(sitting.environment.started).toBe(1);
});

it('draws the same numbers after a step was taken back as a fresh episode does', async () => {
  const sitting = await Sitting.start();
  await sitting.type(['draw', 'draw', ':undo 2', 'draw', 'draw', ':row', 'draw', 'draw']);
  const [first, second] = sitting.rewards();
  expect(first).not.toBe(second);
  expect(sitting.rewards()).toEqual([first, second, first, second, first, second]);
});

it.each(['close', 'a step that fails'])('takes back a step that ended the episode: %s', async (action) => {
  const sitting = await Sitting.start();
  await sitting.type(['add 1', action, 'add 9', ':undo', 'add 2']);
  expect(sitting.refusals()).toEqual(['The episode is over']);
  expect(sitting.of('undo')[0]).toMatchObject({ by: 'copy', steps: 1, ended: null });
  expect(sitting.of('step').at(-1)?.outcome.observation).toBe('3 in the till');
  expect(sitting.session.refused).toBe(0); // the game was over, the script is not wrong
});

it('plays the actions again where the episode cannot be copied, and says why once', async () => {
  const sitting = await Sitting.start();
  await sitting.type(['connect', 'draw', 'draw', 'draw', ':undo', 'draw', ':branch', 'draw']);
  expect(sitting.of('note').map(({ message }) => message)).toEqual([
    'This episode cannot be copied: it has an open socket',
  ]);
  expect(sitting.of('undo')[0]).toMatchObject({ by: 'replay', steps: 3, differs_at: null });
  expect(sitting.of('branch')[0]).toMatchObject({ by: 'replay', steps: 4 });
  const [, , , third, again] = sitting.rewards();
  expect(again).toBe(third);
});

it('copies again when it is back where that is possible', async () => {
  const sitting = await Sitting.start();
  await sitting.type(['add 1', 'connect', 'add 2', ':undo 2', 'add 4', 'add 8', ':undo', 'connect', 'add 1']);
  expect(sitting.of('undo').map(({ by }) => by)).toEqual(['copy', 'copy']);
  expect(sitting.of('note')).toHaveLength(1);
});

it('says when playing again gives something else', async () => {
  const sitting = await Sitting.start();
  await sitting.type(['connect', 'clock', 'add 1', ':undo']);
  expect(sitting.of('undo')[0]).toMatchObject({ by: 'replay', differs_at: 1, observation_json: '"tick 1"' });
});

it('plays on after an episode that was ended while nobody played', async () => {
  const sitting = await Sitting.start();
  await sitting.type(['draw', 'add 2']);
  for (const episode of [...sitting.environment.episodes]) episode.end('idle');
  await sitting.type(['add 3', ':undo', ':undo', 'add 9']);
  expect(sitting.of('undo').map(({ by }) => by)).toEqual(['copy', 'replay']);
  expect(sitting.of('note').map(({ message }) => message)).toEqual([
    'The episode had ended while it waited: its actions were played again, from the same seed',
  ]);
  expect(sitting.of('step').map(({ outcome }) => outcome.observation)).toEqual([
    expect.stringMatching(/^drew/),
    '2 in the till',
    '5 in the till',
    '9 in the till',
  ]);
});

it('plays side lines that leave each other alone', async () => {
  const sitting = await Sitting.start();
  await sitting.type(['add 1', ':branch risky', 'add 10', ':undo 2', 'add 20', ':switch main', 'add 2']);
  await sitting.type([':branch', 'add 4', ':switch 2', 'add 40', ':lines']);
  expect(sitting.of('step').map(({ line, outcome }) => [line, outcome.observation])).toEqual([
    ['main', '1 in the till'],
    ['risky', '11 in the till'],
    ['risky', '20 in the till'],
    ['main', '3 in the till'],
    ['line 3', '7 in the till'],
    ['risky', '60 in the till'],
  ]);
  expect(sitting.of('lines')[0]?.lines).toEqual([
    { number: 1, name: 'main', steps: 2, return: 3, ended: null, current: false },
    { number: 2, name: 'risky', steps: 2, return: 60, ended: null, current: true },
    { number: 3, name: 'line 3', steps: 3, return: 7, ended: null, current: false },
  ]);
});

it('keeps no more than 64 copies, and plays again what is further back', async () => {
  const sitting = await Sitting.start();
  await sitting.type([...Array(80).fill('add 1'), ':undo 60', ':undo 20', 'add 5']);
  expect(sitting.environment.most).toBeLessThanOrEqual(66);
  expect(sitting.of('undo').map(({ by, steps }) => [by, steps])).toEqual([
    ['copy', 20],
    ['replay', 0],
  ]);
  expect(sitting.of('step').at(-1)?.outcome.observation).toBe('5 in the till');
});

it('tells of the most steps of an episode', async () => {
  const sitting = await Sitting.start();
  await sitting.type(Array(100).fill('add 1'));
  expect(sitting.of('step').at(-1)).toMatchObject({ step: 99, ended: 'max_steps', return: 100 });
});

it('starts another row, or the same again, and ends what it had', async () => {
  const sitting = await Sitting.start();
  await sitting.type(['add 1', ':branch', ':row 1', 'add 2', ':row', ':row 7', ':row x', 'add 3']);
  expect(sitting.of('row').map(({ index }) => index)).toEqual([0, 1, 1]);
  expect(sitting.refusals()[0]).toMatch(/^There is no row 7: .* has 3 rows, 0 to 2$/);
  expect(sitting.refusals()[1]).toBe('`:row` takes a whole number from 0 on, not `x`');
  expect(sitting.of('step').at(-1)?.outcome.observation).toBe('3 in the till');
  expect(sitting.environment.live).toBe(2); // the episode, and the copy before its step
});

it('goes on after a setup that failed', async () => {
  const sitting = await Sitting.start({ row: 2 });
  await sitting.type(['add 1', ':undo', ':save FOLDER/x.jsonl', ':row 0', 'add 2']);
  expect(sitting.of('setup')[0]?.outcome.status).toBe('raised');
  expect(sitting.refusals()).toEqual([
    'The episode is over',
    'Nothing to take back: no step was taken yet',
    'Nothing to save: no step was taken yet',
  ]);
  expect(sitting.rewards()).toEqual([2]);
});

it('cancels a step, which can be taken back', async () => {
  const sitting = await Sitting.start();
  await sitting.type(['add 1']);
  const cancel = new AbortController();
  sitting.environment.hanging = () => cancel.abort();
  await sitting.type(['hang'], cancel.signal);
  expect(sitting.of('step').at(-1)).toMatchObject({ ended: 'failed', outcome: { status: 'cancelled' } });
  await sitting.type([':undo', 'add 2']);
  expect(sitting.rewards().at(-1)).toBe(2);
});

it('leaves no episode behind', async () => {
  const sitting = await Sitting.start();
  await sitting.type(['add 1', 'add 2', ':branch', 'add 3', ':undo', 'add 4', 'close', ':branch']);
  expect(sitting.environment.live).toBeGreaterThan(1);
  await sitting.session[Symbol.asyncDispose]();
  expect(sitting.environment.live).toBe(0);
});

it('refuses what cannot be done, says what can, and counts it', async () => {
  const sitting = await Sitting.start();
  await sitting.type([':udno', ':undo', ':undo 0', ':switch 9', ':branch main', ':save', ':paste now']);
  expect(sitting.of('refused').map(({ message, help }) => help ?? message)).toEqual([
    'did you mean `:undo`; text that starts with a colon is written `::udno`',
    'Nothing to take back: no step was taken yet',
    '`:undo` takes a whole number from 1 on, not `0`',
    '`:lines` lists them',
    'There is a line `main` already',
    '`:save` takes the name of a file: `:save played.jsonl`',
    '`:paste` must be alone on its line',
  ]);
  expect(sitting.session.refused).toBe(7);
});
