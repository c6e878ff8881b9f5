import { expect, it } from 'vitest';
import type { Workshop } from '../../src/check/policies/attacks/attacks.ts';
import { candidatesOn, guessing } from '../../src/check/policies/attacks/guesses.ts';
import type { Player, Policy } from '../../src/check/policies/play/player.ts';
import type { CheckRow } from '../../src/check/subject.ts';
import { rowOf } from './stage.ts';

const PROMPT = 'Which of the 9 pipes leaks?';
const rows = [3, 8, 5, 2, 6].map((leak, line) => rowOf({ leak, prompt: PROMPT }, line));
const view = { observation: '', prompt: '', steps: [] };

/** A game that ends after so many wrong answers. */
const attacksOf = (turns: number, live: readonly string[]) => {
  const follow = async (row: CheckRow, policy: Policy, _: object, most: number) => {
    const steps: string[] = [];
    while (steps.length < Math.min(turns, most) && steps.at(-1) !== `leak ${row.fields.leak}`)
      steps.push(policy({ ...view, step: steps.length }) as string);
    return { steps, ended: steps.length < most ? 'done' : 'stopped' };
  };
  const workshop = {
    calibrated: { answer: { form: 'leak \0', field: 'leak', finish: null } },
    rows,
    space: { live: live.map((action) => ({ action, done: false })) },
  };
  return guessing(workshop as unknown as Workshop, { follow } as unknown as Player);
};

it('says all answers in turn where there are turns enough', async () => {
  const [attack] = await attacksOf(30, ['leak 3', 'probe 2']);
  const policy = attack?.policy(rows[0] as CheckRow) as Policy;
  const said = Array.from({ length: 10 }, (_, step) => policy({ ...view, step }));
  expect(said).toEqual([...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((pipe) => `leak ${pipe}`), null]);
  expect(attack).toMatchObject({ rule: 'F16', classes: ['A05'], isMild: false });
  expect(await attacksOf(6, ['probe 2'])).toEqual([]);
  // Where nothing else can be done, tries are how one learns.
  expect(await attacksOf(30, ['leak 3'])).toMatchObject([{ isMild: true }]);
});

it('knows what answers there may be from the prompt, or from a set that rows share', () => {
  const of = (answers: readonly unknown[], prompt = '') => {
    const made = answers.map((answer, line) => rowOf({ answer, prompt }, line));
    return candidatesOn(made[0] as CheckRow, made, 'answer');
  };
  expect(of(['owl', 'fox', 'owl', 'fox'])).toEqual(['owl', 'fox']);
  expect(of(['owl', 'fox', 'hare', 'newt'])).toEqual([]);
  expect(of(['owl', 'fox', 'hare', 'newt', 'eel'], 'fox, hare, newt or owl')).toEqual([
    'owl',
    'fox',
    'hare',
    'newt',
  ]);
  expect(of([7, 5_000])).toEqual([]);
});
