import { expect, it } from 'vitest';
import { findExecution, findLeaks, type LeakOptions } from '../../src/check/policies/behaviour/leaks.ts';
import { Random } from '../../src/check/random.ts';
import type { CheckRow } from '../../src/check/subject/subject.ts';
import { rowOf } from './stage.ts';

const rows = ['heron', 'velvet', 'otter', 'maple'].map((word, line) => rowOf({ word }, line));

/** Episodes of one step; what is said is a function of the word of the row, or of the one in its place, and the action. */
const optionsOf = (
  said: (word: string, action: string) => string,
  live: readonly string[],
  asked: readonly CheckRow[] = rows,
): LeakOptions => {
  const play = async (
    row: CheckRow,
    actions: readonly string[],
    { changed = {} }: { changed?: Record<string, string> } = {},
  ) => {
    const word = (changed.word === undefined ? row.fields.word : JSON.parse(changed.word)) as string;
    const steps = actions.map((action) => ({
      action,
      observation: said(word, action),
      evidence: [],
      done: false,
    }));
    const setup = { observation: '', status: 'ok' };
    return { row, setup, steps, status: 'ok', ended: 'stopped', return: 0, seed: 7 };
  };
  const honest = new Map(asked.map((row) => [row, { actions: ['a', 'b'], return: 1, how: 'search' }]));
  return {
    player: { play, playFresh: play, budget: { has: () => true } },
    space: { live: live.map((action) => ({ action })), forms: ['tell \0'] },
    calibrated: { honest, answer: null, goldFields: ['word'], floors: new Map() },
    rows: asked,
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

it('takes no list that is said to all that is not understood for an answer to code', async () => {
  const lists = [...'abcd'].map((one, line) => rowOf({ word: [one, `${one}${one}`] }, line));
  const spoken = (word: unknown): string => `Unknown command. Items: ['${(word as string[]).join("', '")}']`;
  expect(await findExecution(optionsOf(spoken, [], lists))).toEqual([]);
});

it('is a proof only where it is known how an answer is said, and is no move that may be there to ask', async () => {
  const paid = (options: LeakOptions, answer: object | null): LeakOptions => {
    const honest = new Map(rows.map((row) => [row, { actions: [`tell ${row.fields.word}`], return: 1 }]));
    const { play } = options.player;
    const played = async (...given: Parameters<typeof play>) => {
      const trace = await play(...given);
      return { ...trace, return: Number(given[1].at(-1) === `tell ${given[0].fields.word}`) };
    };
    const player = { ...options.player, play: played, playFresh: played };
    return {
      ...options,
      player,
      calibrated: { ...options.calibrated, honest, answer },
    } as unknown as LeakOptions;
  };
  const answer = { form: 'tell \0', field: 'word', finish: null };
  const rubbish = (word: string, action: string): string => (action === '!?' ? `no: ${word}` : 'what?');
  expect(await findLeaks(paid(optionsOf(rubbish, []), answer))).toMatchObject([{ severity: 'critical' }]);
  // Shown again to what is no move, it may be what is to be done.
  expect(await findLeaks(paid(optionsOf(rubbish, []), null))).toMatchObject([{ severity: 'high' }]);
  const status = (word: string, action: string): string =>
    action === 'status' ? `word=${word}, turn=1, left=3, log=[]` : 'what?';
  const options = { ...optionsOf(status, ['status']), attributes: ['word', 'turn', 'left', 'log'] };
  expect(await findLeaks(paid(options, answer))).toMatchObject([{ severity: 'high' }]);
  expect(await findLeaks(paid(options, null))).toMatchObject([{ severity: 'warning' }]);
});

it('knows of a list that its prompt has it, and says it as an answer', async () => {
  const lists = ['ab', 'cd', 'ef', 'gh'].map((word, line) => rowOf({ word: [...word] }, line));
  const status = (word: unknown, action: string): string =>
    action === '!?' ? `it is ['${(word as string[]).join("', '")}']` : 'what?';
  const options = optionsOf(status, [], lists);
  const answer = { form: 'tell \0', field: 'word', finish: null };
  const calibrated = { ...options.calibrated, answer };
  const [found] = await findLeaks({ ...options, calibrated });
  expect(found?.exploit?.completion).toContain('tell ["a","b"]');
  const prompts = ['["a","b"]', 'c, d', "['e', 'f']", 'g, h'];
  const told = lists.map((row, at) => ({ ...row, prompt: `Write ${prompts[at]}.` }));
  expect(await findLeaks({ ...options, calibrated, rows: told })).toEqual([]);
  expect(await findLeaks({ ...options, rows: told })).toEqual([]);
});
