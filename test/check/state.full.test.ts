/** What calls leave behind for those after them. */
import { describe, expect, it } from 'vitest';
import { keptStateCheck, pairsOf, stateCheck } from '../../src/check/probes/programs/state.ts';
import { replayState } from '../../src/check/replay/state.ts';
import { rowOf } from '../../src/check/subject/rows.ts';
import { type Setting, withContext } from './stage.ts';

const WORDS = ['ash', 'elm', 'oak'];
const SETTING: Setting = {
  rows: WORDS.map((word) => ({ prompt: 'Which tree?', word })),
  basis: 'answer',
  goldField: 'word',
  wrappers: [{ name: 'alone', wrap: (answer) => answer }],
  honest: WORDS,
};
const NUMBERS: Setting = {
  rows: [{ prompt: 'What is 4 + 4?', total: 8 }],
  basis: 'answer',
  goldField: 'total',
  wrappers: [{ name: '<answer>…</answer>', wrap: (answer) => `<answer>${answer}</answer>` }],
  honest: ['<answer>8</answer>'],
};

it('is looked for between rows that share a name, too, where their answers are others', () => {
  const groups = ['red', 'blue', 'green', 'grey', 'red', 'blue', 'red'];
  const all = groups.map((group, line) => ({
    row: rowOf(JSON.stringify({ prompt: `Task ${line}`, group, unique: `u${line}`, kind: 'same' }), line),
    gold: { completion: line === 4 ? 'answer 0' : `answer ${line}`, reward: 1 },
    floor: 0,
    top: 1,
    decoys: [],
  }));
  const lines = pairsOf(all).map((pair) => pair.map(({ row }) => row.line));
  expect(lines).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
    [0, 6],
    [1, 5],
  ]);
  expect(pairsOf(all.slice(0, 1))).toEqual([]);
});

describe('state', () => {
  it.each([
    ['grows_strict.py', 'S06', 0],
    ['remembers.py', 'S08', 1],
    ['ranks.py', 'E08', 1, 'critical'],
  ])('of %s is found as %s, and can be repeated', async (fixture, rule, reward, severity = 'high') => {
    await withContext(`state/${fixture}`, SETTING, async (context) => {
      const findings = await stateCheck.run(context);
      expect(findings).toMatchObject([{ rule, severity, exploit: { reward, floor: 1 - reward } }]);
      const exploit = findings[0]?.exploit;
      if (!exploit) throw new Error('no exploit');
      expect((await replayState(context, exploit)).reward).toBe(reward);
    });
  });

  it('that the source keeps is looked for before all else, and told once', async () => {
    await withContext('state/remembers.py', SETTING, async (context) => {
      const findings = await keptStateCheck.run(context);
      expect(findings).toMatchObject([{ rule: 'S08' }]);
      const later = { ...context, findings: [{ rule: 'S08' } as never] };
      expect(await stateCheck.run(later)).toEqual([]);
    });
  });

  it('that depends on all of a call is none', async () => {
    await withContext('state/remembers_both.py', SETTING, async (context) => {
      expect(await stateCheck.run(context)).toEqual([]);
    });
  });

  it('cannot be left where answers are only read', async () => {
    await withContext('programs/walks.py', NUMBERS, async (context) => {
      const told = { ...context, analysis: { ...context.analysis, executesCompletion: true } };
      expect(await stateCheck.run(told)).toEqual([]);
    });
  });
});
