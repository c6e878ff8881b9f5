import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Call, TextCall } from '../../src/module/calls/call.ts';
import type { Outcome } from '../../src/outcome.ts';
import { FakeReward, outcome } from '../run/fake-reward.ts';
import { Sitting } from './sitting.ts';

/** Scores by length; fails without any text; hangs until it is cancelled when told. */
class ByLength extends FakeReward {
  readonly calls: TextCall[] = [];
  hanging: () => void = () => {};

  override async score(call?: Call): Promise<Outcome> {
    if (call === undefined || !('row' in call)) throw new Error('no text call');
    this.calls.push(call);
    const { completion } = JSON.parse(Buffer.from(call.completionRow).toString()) as { completion: string };
    if (completion === '') return outcome({ status: 'raised', reward: null });
    if (completion === 'hang') {
      this.hanging();
      return outcome({ status: call.signal?.aborted ? 'cancelled' : 'ok', reward: null });
    }
    return outcome({ reward: completion.length });
  }
}

const start = async () => {
  const reward = new ByLength();
  return { reward, sitting: await Sitting.start({ row: 1, module: { kind: 'reward', reward } }) };
};

it('scores one completion after the other, with the row as it is and the seed', async () => {
  const { reward, sitting } = await start();
  await sitting.type(['four', ':paste', 'two', 'lines', ':end', ':paste', ':end']);
  expect(sitting.of('outcome').map((event) => [event.completion, event.outcome.reward])).toEqual([
    ['four', 4],
    ['two\nlines', 9],
    ['', null],
  ]);
  expect(reward.calls.map(({ row, seed }) => [Buffer.from(row).toString(), seed])[0]).toEqual([
    '{"prompt":[{"role":"user","content":"Keep the float."}],"id":"b","float":true}',
    7,
  ]);
});

it('hands over the very line that is saved: the seed is mixed with it', async () => {
  const { reward, sitting } = await start();
  await sitting.type(['four', ':save FOLDER/x.jsonl']);
  const handed = reward.calls.map(({ completionRow }) => Buffer.from(completionRow).toString());
  expect(readFileSync(sitting.file('x.jsonl'), 'utf8')).toBe(`${handed[0]}\n`);
});

it('saves the completions that are not in the file yet, but for cancelled ones', async () => {
  const { reward, sitting } = await start();
  const cancel = new AbortController();
  reward.hanging = () => cancel.abort();
  const save = ':save FOLDER/x.jsonl';
  await sitting.type(['a', 'b', save, 'hang', save, 'c', save], cancel.signal);
  expect(sitting.rowsOf('x.jsonl')).toEqual(
    ['a', 'b', 'c'].map((completion) => ({ prompt_index: 1, completion })),
  );
  expect(sitting.refusals()).toEqual([expect.stringMatching(/has these completions already$/)]);
});

it('has no commands for episodes', async () => {
  const { sitting } = await start();
  await sitting.type([':undo', ':branch', ':help', ':save FOLDER/x.jsonl']);
  expect(sitting.refusals()).toEqual([
    '`:undo` is for environments: every completion is scored on its own',
    '`:branch` is for environments: every completion is scored on its own',
    'Nothing to save: no completion was scored yet',
  ]);
  expect(sitting.of('help')[0]?.commands.map(({ usage }) => usage)).not.toContain(':undo [N]');
});

it('ends when told', async () => {
  const { sitting } = await start();
  expect(await sitting.type(['a'])).toBe(true);
  expect(await sitting.type([':quit'])).toBe(false);
});
