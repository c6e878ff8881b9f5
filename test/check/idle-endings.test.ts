/** Ends that are paid on a part of the rows, whatever they claim. */
import { expect, it } from 'vitest';
import { claimsIn, findIdleEndings } from '../../src/check/policies/behaviour/idle-endings.ts';
import type { LeakOptions } from '../../src/check/policies/behaviour/leaks.ts';
import { rowOf } from '../../src/check/rows.ts';
import type { CheckRow } from '../../src/check/subject.ts';

const ROWS = Array.from({ length: 20 }, (_, line) => rowOf(`{"prompt": "", "order": ${line}}`, line));
const DONE = '{"tool": "close", "outcome": "done", "rule": 0}';
const REFUSED = '{"tool": "close", "outcome": "refused", "rule": 3}';

const SENSELESS = '{"tool":"close","outcome":"zqxvkj","rule":9707}';

const optionsOf = (pay: (row: CheckRow, action: string) => number, ended = 'done'): LeakOptions => {
  const play = async (row: CheckRow, [action = '']: string[]) => ({
    row,
    seed: 0,
    status: 'ok',
    ended,
    return: pay(row, action),
    steps: [{ action, observation: '', reward: pay(row, action) }],
  });
  const player = { play, playFresh: play, budget: { has: () => true } };
  const space = { words: { examples: new Set(['{"tool": "look", "order": 1}', DONE, REFUSED]) } };
  const calibrated = { honest: new Map(), floors: new Map() };
  return { player, rows: ROWS, calibrated, space } as unknown as LeakOptions;
};
const isIdle = ({ line }: CheckRow): boolean => line % 2 === 0;

it('that are paid whether they say one thing or another are proof', async () => {
  expect(await findIdleEndings(optionsOf((row) => (isIdle(row) ? 1 : 0)))).toMatchObject([
    {
      rule: 'F01',
      severity: 'high',
      share: { hits: 10, of: 20 },
      exploit: { completion: [REFUSED], reward: 1 },
    },
  ]);
});

it.each([
  [
    'that have to say the right thing',
    optionsOf((row, action) => (isIdle(row) && action === REFUSED ? 1 : 0)),
  ],
  ['of which one is right', optionsOf((row, action) => (isIdle(row) && action === DONE ? 1 : 0))],
  ['of which any that makes sense is right', optionsOf((_, action) => (action === SENSELESS ? 0 : 1))],
  ['that are paid on few rows', optionsOf(({ line }) => (line < 3 ? 1 : 0))],
  ['that are paid a part', optionsOf(() => 0.5)],
  ['after which it goes on', optionsOf(() => 1, 'stopped')],
])('%s are none', async (_, options) => {
  expect(await findIdleEndings(options)).toEqual([]);
});

it('are calls of one tool with different choices: own words are none', () => {
  const note = (text: string): string => JSON.stringify({ tool: 'end', note: text });
  expect(claimsIn([DONE, note('all is well'), REFUSED, DONE, note('it was late'), '{"value": 1}'])).toEqual([
    [DONE, REFUSED, SENSELESS],
  ]);
});
