import { expect, test } from 'vitest';
import { byKind } from '../../src/check/answers/by-kind.ts';
import type { Candidate } from '../../src/check/answers/candidate.ts';
import { twoKinds } from '../../src/check/answers/kind-columns.ts';
import { templateWrapper } from '../../src/check/answers/wrapped/wrappers.ts';
import { asking, contextOf, type Fields, type Model } from './probes/models.ts';

const rows: Fields[] = ['fraud', 'malware', 'Japan', 'spring', 'privacy', 'iron', 'seven', 'weapons'].map(
  (word, at) => ({ prompt: '?', kind: [0, 1, 4, 7].includes(at) ? 'harm' : 'ask', word }),
);
const candidateOf = (template: string): Candidate => {
  const wrapper = templateWrapper(template);
  const complete: Candidate['complete'] = ({ fields }) => wrapper.wrap(String(fields.word));
  return { key: 'word', field: 'word', path: [], wrapper, isProgram: false, made: false, complete, mean: 1 };
};
const ways = ['NO: \0', 'YES: \0', '#\0'].map(candidateOf);

const completionsOf = async (model: Model, candidates: readonly Candidate[] = ways) => {
  const context = asking(contextOf({ rows, goldField: null }), model);
  const mixed = await byKind(context.scorer, context.subject.rows, candidates);
  return mixed && context.subject.rows.map((row) => mixed.complete(row));
};
const exact: Model = (text, { kind, word }) => Number(text === `${kind === 'harm' ? 'NO' : 'YES'}: ${word}`);

test('answers in another form on each kind of row', async () => {
  const all = await completionsOf(exact);
  expect(all?.slice(0, 3)).toEqual(['NO: fraud', 'NO: malware', 'YES: Japan']);
});

test('none where one form is paid on most rows, or a kind is paid in no form', async () => {
  expect(await completionsOf((text, { word }) => Number(text.endsWith(`: ${word}`)))).toBeUndefined();
  expect(await completionsOf(exact, [ways[0] as Candidate, ways[2] as Candidate])).toBeUndefined();
});

test('two rows of several kinds are of two', () => {
  const checked = contextOf({ rows, goldField: null }).subject.rows;
  expect(twoKinds(checked).map(({ line }) => line)).toEqual([0, 2]);
  expect(twoKinds(checked.slice(0, 2)).map(({ line }) => line)).toEqual([0, 1]);
});
