import { expect, it } from 'vitest';
import { noWords } from '../../src/check/policies/actions/words.ts';
import { findExecution, findLeaks, type LeakOptions } from '../../src/check/policies/behaviour/leaks.ts';
import { findOracleTools } from '../../src/check/policies/behaviour/oracle-tools.ts';
import { Random } from '../../src/check/random.ts';
import type { CheckRow } from '../../src/check/subject.ts';
import { rowOf } from './stage.ts';

const rows = ['heron', 'velvet', 'otter', 'maple'].map((word, line) => rowOf({ word }, line));

/** Episodes of one step; what is said is a function of the word of the row, or of the one in its place, and the action. */
const optionsOf = (said: (word: string, action: string) => string, live: readonly string[]): LeakOptions => {
  const play = async (
    row: CheckRow,
    actions: readonly string[],
    { changed = {} }: { changed?: Record<string, string> } = {},
  ) => {
    const word = changed.word === undefined ? String(row.fields.word) : (JSON.parse(changed.word) as string);
    const steps = actions.map((action) => ({
      action,
      observation: said(word, action),
      evidence: [],
      done: false,
    }));
    const setup = { observation: '', status: 'ok' };
    return { row, setup, steps, status: 'ok', ended: 'stopped', return: 0, seed: 7 };
  };
  const honest = new Map(rows.map((row) => [row, { actions: ['a', 'b'], return: 1, how: 'search' }]));
  return {
    player: { play, playFresh: play, budget: { has: () => true } },
    space: { live: live.map((action) => ({ action })), forms: ['tell \0'] },
    calibrated: { honest, answer: null, goldFields: ['word'], floors: new Map() },
    rows,
    random: new Random(7),
    attributes: ['word'],
  } as unknown as LeakOptions;
};

it('warns only where a move that may be there to ask is answered with the secret', async () => {
  const asked = (word: string, action: string): string => (action === 'question' ? `it is ${word}` : 'what?');
  expect(await findLeaks(optionsOf(asked, ['question']))).toMatchObject([
    { rule: 'F05', severity: 'warning' },
  ]);
  const rubbish = (word: string, action: string): string => (action === '!?' ? `no: ${word}` : 'what?');
  expect(await findLeaks(optionsOf(rubbish, ['question']))).toMatchObject([
    { rule: 'F05', severity: 'high' },
  ]);
});

it('sees a secret among others that are said in any case', async () => {
  const list = rows.map(({ fields }) => String(fields.word)).join(', ');
  const notes = (word: string, action: string): string =>
    action === '!?' ? `of ${list} it is ${word}` : `one of ${list}`;
  expect(await findLeaks(optionsOf(notes, []))).toMatchObject([{ rule: 'F05', severity: 'high' }]);
  expect(await findLeaks(optionsOf(() => `one of ${list}`, []))).toEqual([]);
});

it('takes no answer to plain words for one to code', async () => {
  const spoken = (word: string, action: string): string =>
    /\bword\b/.test(action) ? `it is ${word}` : 'what?';
  expect(await findExecution(optionsOf(spoken, []))).toEqual([]);
  const formatted = (word: string, action: string): string => action.replace('{self.word}', word);
  expect(await findExecution(optionsOf(formatted, []))).toMatchObject([
    { rule: 'F10', severity: 'critical' },
  ]);
});

it('tells a tool that says of each answer whether it would be paid', async () => {
  const labels = ['true', 'false', 'true', 'true', 'false', 'false'].map((label, line) =>
    rowOf({ label }, line),
  );
  const oracle = (says: (isRight: boolean) => string): LeakOptions => {
    const play = async (row: CheckRow, actions: readonly string[]) => {
      const steps = actions.map((action) => {
        const [verb, value] = action.split(' ');
        const observation = verb === 'grade' ? says(value === row.fields.label) : '';
        return { action, observation, reward: 0, done: verb === 'answer', status: 'ok' };
      });
      return {
        row,
        steps,
        status: 'ok',
        return: Number(actions.at(-1) === `answer ${row.fields.label}`),
        seed: 7,
      };
    };
    const honest = new Map(labels.map((row) => [row, { actions: [], return: 1, how: 'answer' }]));
    return {
      player: { play, budget: { has: () => true } },
      space: { forms: ['grade \0', 'answer \0'], words: noWords() },
      calibrated: { honest, answer: { form: 'answer \0', field: 'label', finish: null }, floors: new Map() },
      rows: labels,
      random: new Random(7),
    } as unknown as LeakOptions;
  };
  const [found] = await findOracleTools(oracle((isRight) => `reward would be ${Number(isRight)}`));
  expect(found).toMatchObject({ rule: 'F17', severity: 'high', classes: ['F17', 'F05'] });
  expect(await findOracleTools(oracle(() => 'noted'))).toEqual([]);
});
