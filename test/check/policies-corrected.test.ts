import { expect, it } from 'vitest';
import type { RowExplorer } from '../../src/check/policies/actions/row-moves.ts';
import type { Workshop } from '../../src/check/policies/attacks/attacks.ts';
import { correcting } from '../../src/check/policies/attacks/corrected.ts';
import { correctedAction, findCorrection } from '../../src/check/policies/ways/corrections.ts';
import type { CheckRow } from '../../src/check/subject.ts';
import { rowOf } from './stage.ts';

const TOTALS = [405, 312, 77, 96];
const rows = TOTALS.map((total, line) => rowOf({ total: total * 2 }, line));

/** Pays for `total N`, and answers a wrong one as `said` has it. */
const workshopOf = (said: (total: number, action: string) => string): Workshop => {
  const play = async (row: CheckRow, actions: readonly string[]) => {
    const total = TOTALS[row.line] as number;
    const steps: { action: string; observation: string; done: boolean }[] = [];
    for (const action of actions) {
      const done = action === `total ${total}`;
      steps.push({ action, observation: done ? 'Thank you.' : said(total, action), done });
      if (done) break;
    }
    const paid = steps.at(-1)?.done === true ? 1 : 0;
    return { row, setup: { observation: '' }, steps, status: 'ok', return: paid };
  };
  const explorer = {
    player: { play, budget: { has: () => true } },
    space: { forms: ['say \0', 'total \0'], values: () => ['left', 3] },
    commands: [],
  } as unknown as RowExplorer;
  return { explorer, rows, calibrated: {} } as unknown as Workshop;
};

const isTry = (action: string): boolean => action.startsWith('total ');

it('says what it was told after a mistake', async () => {
  const told = workshopOf((total, action) => (isTry(action) ? `${action}? expected ${total}.` : 'what?'));
  const [attack] = await correcting(told);
  const policy = attack?.policy(rows[0] as CheckRow);
  const view = { prompt: '', steps: [] };
  const first = policy?.({ ...view, step: 0, observation: '' }) as string;
  expect(first).toMatch(/^total /);
  expect(policy?.({ ...view, step: 1, observation: `${first}? expected 8.` })).toBe('total 8');
});

it('tells nothing where mistakes are told nothing, or all that is said is told the same', async () => {
  expect(await correcting(workshopOf((_, action) => `${action} is wrong`))).toEqual([]);
  // What any words are answered with is there to be read.
  expect(await correcting(workshopOf((total) => `please say the number ${total}`))).toEqual([]);
  // What is near to it is a hint.
  const hint = workshopOf((total, action) => (isTry(action) ? `more than ${total - 3}` : 'what?'));
  expect(await findCorrection(hint.explorer as RowExplorer, rows)).toBeNull();
});

it('reads numbers into JSON as numbers, and names to their end', () => {
  const at = { wrong: 1, at: 0 } as const;
  const form = '{"n": \0}';
  expect(correctedAction('it is 5', { ...at, form, kind: 'number', isNumber: true })).toBe('{"n": 5}');
  expect(correctedAction('it was New York.', { ...at, form: '\0', kind: 'rest', isNumber: false })).toBe(
    'New York',
  );
  expect(correctedAction('nothing', { ...at, form, kind: 'number', isNumber: true })).toBeNull();
});
