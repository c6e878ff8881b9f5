import { expect, it } from 'vitest';
import type { LeakOptions } from '../../src/check/policies/behaviour/leaks.ts';
import { findFreeStalling } from '../../src/check/policies/behaviour/penalties.ts';
import type { Policy } from '../../src/check/policies/play/player.ts';
import { Random } from '../../src/check/random.ts';
import type { CheckRow } from '../../src/check/subject/subject.ts';
import { rowOf } from './stage.ts';

const rows = [3, 5, 8, 9, 4, 7].map((answer, line) => rowOf({ answer }, line));
const TURNS = 5;

/** Five turns; `left` is paid at their end, and `wrong` for an answer that is not right, which ends it. */
const optionsOf = (left: number, wrong: number): LeakOptions => {
  const follow = async (row: CheckRow, policy: Policy) => {
    const steps: { action: string; observation: string; reward: number }[] = [];
    let ended = 'max_steps';
    while (ended !== 'done') {
      const action = policy({
        step: steps.length,
        steps: [],
        prompt: '',
        observation: '',
      } as never) as string;
      const isAnswer = /^\d+$/.test(action);
      const isOver = isAnswer || steps.length === TURNS - 1;
      const isRight = action === String((row.fields as { answer: number }).answer);
      steps.push({ action, observation: '', reward: isAnswer ? (isRight ? 1 : wrong) : isOver ? left : 0 });
      if (isOver) ended = 'done';
    }
    return { row, status: 'ok', steps, ended, return: steps.at(-1)?.reward ?? 0, seed: 0 };
  };
  const play = (row: CheckRow, actions: readonly string[]) => follow(row, () => actions[0] as string);
  const honest = new Map(rows.map((row) => [row, { actions: [], return: 1, how: 'answer' }]));
  const answer = { form: '\u0000', field: 'answer', finish: null };
  const random = new Random(0);
  return {
    rows,
    random,
    player: { play, follow, budget: { has: () => true } },
    space: { words: { examples: [] }, live: [] },
    calibrated: { honest, floors: new Map(), answer },
  } as unknown as LeakOptions;
};

it('tells questions until the end that are paid more than a wrong answer', async () => {
  expect(await findFreeStalling(optionsOf(0.6, 0))).toMatchObject([{ rule: 'F12', severity: 'warning' }]);
  expect(await findFreeStalling(optionsOf(0, 0))).toEqual([]);
  // Who answers is paid as much, right or not.
  expect(await findFreeStalling(optionsOf(0.6, 0.6))).toEqual([]);
});
