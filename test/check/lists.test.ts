/** A list of what a row names is a trick only where something of it is wrong. */
import { expect, test } from 'vitest';
import { CANDIDATE_PROBES } from '../../src/check/probes/text/candidates.ts';
import { runProbes } from '../../src/check/proof/oracle.ts';
import { asking, contextOf, type Model } from './probes/models.ts';

const PLACES = ['mill', 'weir', 'quay', 'ford', 'lock', 'pier', 'moat', 'dyke', 'cove', 'reef'];
const WORDS = { name: 'plain', wrap: (text: string) => text };

/** Rows that name words of which the first is taken for the answer. */
const listed = async (model: Model): Promise<string[]> => {
  const rows = PLACES.map((place, at) => ({
    gold: place,
    words: [place, `${place}side`, `old ${PLACES[(at + 1) % PLACES.length]}`],
  }));
  const context = asking(contextOf({ rows, wrappers: [WORDS] }), model);
  const lists = CANDIDATE_PROBES.filter(({ title }) => title === 'lists every option that its row names');
  return (await runProbes(context, lists)).map(({ rule, severity }) => `${rule} ${severity}`);
};

test('words of which any is right may be listed', async () => {
  const any: Model = (text, { words, gold }) =>
    (words as string[]).some((word) => text.includes(word)) && text.includes(String(gold).slice(1)) ? 1 : 0;
  expect(await listed((text, fields) => Math.max(any(text, fields), text.startsWith('old') ? 1 : 0))).toEqual(
    [],
  );
});

test('words of which one is right may not', async () => {
  expect(await listed((text, { gold }) => (text.includes(String(gold)) ? 1 : 0))).toEqual(['A01 critical']);
});
