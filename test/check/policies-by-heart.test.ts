import { expect, it } from 'vitest';
import type { RowExplorer } from '../../src/check/policies/actions/row-moves.ts';
import type { Policy } from '../../src/check/policies/play/player.ts';
import { byHeart, heardIn } from '../../src/check/policies/ways/by-heart.ts';
import type { CheckRow } from '../../src/check/subject.ts';
import { rowOf } from './stage.ts';

const QUIZ = [
  ['Rome', 'Addis Ababa', 'Oslo'],
  ['Lima', 'Rome', 'Kuala Lumpur', 'Bern'],
  ['Quito', 'Bern', 'Rome'],
];
const rows = QUIZ.map((answers, line) => rowOf({ size: answers.length }, line));

/** Asks after `start`, and says what it was after each mistake, unless it is silent. */
const explorerOf = (isSilent = false): RowExplorer => {
  const follow = async (row: CheckRow, policy: Policy) => {
    const answers = QUIZ[row.line] as string[];
    const steps: { action: string; observation: string; reward: number }[] = [];
    let [asked, right, reward] = [-1, 0, 0];
    while (steps.length < 20 && asked < answers.length) {
      const action = policy({ step: steps.length, steps, prompt: '', observation: '' } as never) as string;
      const isRight = action === answers[asked];
      right += Number(isRight);
      const told = isRight ? 'Right!' : isSilent ? 'Wrong.' : `Sorry, it is ${answers[asked]}.`;
      if (asked >= 0) asked++;
      if (action === 'start' && asked < 0) asked = 0;
      reward = asked === answers.length ? right / asked : 0;
      steps.push({ action, observation: `${told} What next?`, reward });
    }
    return { row, status: 'ok', steps, ended: steps.length < 20 ? 'done' : 'max_steps', return: reward };
  };
  const play = (row: CheckRow, actions: readonly string[]) => follow(row, ({ step }) => actions[step] ?? '');
  const live = [{ action: 'start', observation: '', reward: 0, done: false }];
  return { player: { play, follow, budget: { has: () => true } }, space: { live } } as unknown as RowExplorer;
};

it('learns the answers from what is said after mistakes', async () => {
  const traces = await byHeart(explorerOf(), rows);
  expect(traces.map(({ steps }) => steps.map(({ action }) => action))).toEqual(
    QUIZ.map((answers) => ['start', ...answers]),
  );
  expect(await byHeart(explorerOf(true), rows)).toEqual([]);
});

it('hears a word, or what is left of its sentence', () => {
  const said = 'No: it was "G# major". Next?';
  expect(heardIn(said, { at: 3, isLong: false })).toBe('G#');
  expect(heardIn(said, { at: 3, isLong: true })).toBe('G# major');
  expect(heardIn(said, { at: 9, isLong: true })).toBe('');
});
