import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FakeEnvironment } from './fake-environment.ts';
import { Sitting } from './sitting.ts';

it('writes actions that give the same rewards in a fresh episode, whatever was taken back', async () => {
  const sitting = await Sitting.start();
  await sitting.type(['draw', 'add 3', ':undo', 'draw', ':branch', 'draw', 'add 1', ':save FOLDER/x.jsonl']);
  expect(sitting.rowsOf('x.jsonl')).toEqual([
    { prompt_index: 0, actions: ['draw', 'draw', 'draw', 'add 1'] },
  ]);
  const episode = await new FakeEnvironment().start({}, { seed: 7 });
  const rewards: (number | null)[] = [];
  for (const action of ['draw', 'draw', 'draw', 'add 1']) rewards.push((await episode.step(action)).reward);
  const [first, , second, third, last] = sitting.rewards();
  expect(rewards).toEqual([first, second, third, last]);
});

it('appends a row each time, says how to replay the file, and writes nothing twice', async () => {
  const sitting = await Sitting.start();
  const save = ':save FOLDER/x.jsonl';
  await sitting.type(['add 1', save, save, 'add 2', save, ':row 1', 'add 1', save]);
  expect(sitting.rowsOf('x.jsonl')).toEqual([
    { prompt_index: 0, actions: ['add 1'] },
    { prompt_index: 0, actions: ['add 1', 'add 2'] },
    { prompt_index: 1, actions: ['add 1'] },
  ]);
  const file = sitting.file('x.jsonl');
  expect(sitting.of('saved')[0]).toEqual({
    event: 'saved',
    file,
    rows: 1,
    parts: 1,
    replay: `replay ${file}`,
  });
  expect(sitting.refusals()).toEqual([`\`${file}\` has these steps already`]);
});

it('goes on behind a last line without a newline', async () => {
  const sitting = await Sitting.start();
  writeFileSync(sitting.file('x.jsonl'), '{"prompt_index":1,"actions":[]}');
  await sitting.type(['add 1', ':save FOLDER/x.jsonl']);
  expect(sitting.rowsOf('x.jsonl')).toHaveLength(2);
});

it.each([
  ['notes', 'my notes\n'],
  ['completions of a reward', '{"prompt_index":0,"completion":"x"}\n'],
  ['something else behind a row', '{"prompt_index":0,"actions":["x"]}\n[1]\n'],
])('leaves another file as it is: %s', async (_, content) => {
  const sitting = await Sitting.start();
  writeFileSync(sitting.file('x.jsonl'), content);
  await sitting.type(['add 1', ':save FOLDER/x.jsonl']);
  expect(sitting.refusals()[0]).toMatch(/is no completions file with `actions`: line \d has none$/);
  expect(readFileSync(sitting.file('x.jsonl'), 'utf8')).toBe(content);
});

it('never writes to what the game reads, nor where no file can be', async () => {
  const sitting = await Sitting.start();
  mkdirSync(sitting.file('folder'));
  await sitting.type(['add 1', ':save FOLDER/till.py', ':save FOLDER/prompts.jsonl']);
  await sitting.type([':save FOLDER/folder', ':save FOLDER/none/x.jsonl', ':save /dev/null']);
  expect(sitting.refusals()).toEqual([
    expect.stringMatching(/till\.py` is the same file as/),
    expect.stringMatching(/prompts\.jsonl` is the same file as/),
    expect.stringMatching(/folder` cannot be written: .*EISDIR/),
    expect.stringMatching(/x\.jsonl` cannot be written: .*ENOENT/),
    '`/dev/null` is not a regular file',
  ]);
  expect(readFileSync(sitting.file('till.py'), 'utf8')).toBe('');
});

it('leaves out a step that was cancelled: its action gives something else', async () => {
  const sitting = await Sitting.start();
  const cancel = new AbortController();
  sitting.environment.hanging = () => cancel.abort();
  await sitting.type(['add 1', 'hang', ':save FOLDER/x.jsonl'], cancel.signal);
  expect(sitting.rowsOf('x.jsonl')).toEqual([{ prompt_index: 0, actions: ['add 1'] }]);
});

it('keeps a step that failed: it fails again', async () => {
  const sitting = await Sitting.start();
  await sitting.type(['add 1', 'fail', ':save FOLDER/x.jsonl']);
  expect(sitting.rowsOf('x.jsonl')).toEqual([{ prompt_index: 0, actions: ['add 1', 'fail'] }]);
});
