import { expect, it } from 'vitest';
import { type Workshop, wrongAnswers } from '../../src/check/policies/attacks/attacks.ts';
import { stallings } from '../../src/check/policies/attacks/stalling.ts';
import type { Player, Policy } from '../../src/check/policies/play/player.ts';
import { findArranged } from '../../src/check/policies/ways/arranged-columns.ts';
import type { RowPlay } from '../../src/check/policies/ways/moves-in-rows.ts';
import type { CheckRow } from '../../src/check/subject.ts';
import { rowOf } from './stage.ts';

const KINDS = [
  ['red', 'blue', 'red', 'green'],
  ['blue', 'blue', 'green', 'red'],
  ['green', 'red', 'red', 'blue'],
];
const PROMPT = 'Is each of these four red, green or blue?\n1. rose\n2. sky\nAnswer in lines like\n#1 = red';
const rows = KINDS.map(
  (kinds, line) => ({ ...rowOf({ order: 7, kinds }, line), prompt: PROMPT }) as CheckRow,
);
const kindsOf = (row: CheckRow): string[] => (row.fields as { kinds: string[] }).kinds;

/** The share of right lines in each step; `isBest`: the best of the share so far. */
const playerOf = (isBest: boolean): Player => {
  const play = async (row: CheckRow, actions: readonly string[]) => {
    let best = 0;
    const steps = actions.map((action) => {
      const lines = action.split('\n').map((line) => /^#\d = (\w+)$/.exec(line)?.[1]);
      const right =
        kindsOf(row).filter(
          (kind, at) => lines.length === 4 && lines.every((line) => line !== undefined) && kind === lines[at],
        ).length / 4;
      best = isBest ? Math.max(best, right) : right;
      return { action, observation: 'go on', status: 'ok', reward: best, done: false };
    });
    return { row, status: 'ok', steps, return: steps.reduce((sum, { reward }) => sum + reward, 0) };
  };
  return { play, budget: { has: () => true } } as unknown as Player;
};

const workshopOf = (play: RowPlay): Workshop => {
  const honest = new Map(rows.map((row) => [row, { actions: play.on(row), return: 1, how: 'script' }]));
  return { rows, space: { live: [] }, calibrated: { honest, answer: null, play } } as unknown as Workshop;
};
const first = rows[0] as CheckRow;
const said = (policy: Policy | null | undefined, step: number): string | undefined =>
  policy?.({ step, steps: [], prompt: '', observation: '' } as never) as string | undefined;

it('writes a list line by line as the prompt does', async () => {
  const play = await findArranged(playerOf(false), rows, [null]);
  expect(play?.on(first)).toEqual(['#1 = red\n#2 = blue\n#3 = red\n#4 = green']);
  expect(await findArranged(playerOf(false), [], [null])).toBeNull();
});

it('says one value for all, and then nothing, where the best is paid again', async () => {
  const play = (await findArranged(playerOf(true), rows, [null])) as RowPlay;
  const all = (kind: string) => `#1 = ${kind}\n#2 = ${kind}\n#3 = ${kind}\n#4 = ${kind}`;
  expect(play.constants?.(first, rows)).toEqual([[all('red')], [all('blue')], [all('green')]]);
  const [stalling] = await stallings(workshopOf(play), playerOf(true));
  expect(said(stalling?.policy(first), 0)).toBe(all('red'));
  expect(said(stalling?.policy(first), 1)).toBe('zqxvkj');
  // What is paid for its own step only is no best.
  expect(await stallings(workshopOf(play), playerOf(false))).toEqual([]);
  const [inTurn] = wrongAnswers(workshopOf(play));
  expect([0, 1].map((step) => said(inTurn?.policy(first), step))).toEqual([all('red'), all('blue')]);
});
