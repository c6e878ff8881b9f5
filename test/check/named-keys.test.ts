import { expect, test } from 'vitest';
import { arrangedOf } from '../../src/check/answers/written/arranged.ts';
import { namedKeysOf } from '../../src/check/answers/written/named-keys.ts';
import { rowOf } from '../../src/check/subject/rows.ts';

const rowWith = (prompt: string, fields: object) => rowOf(JSON.stringify({ prompt, ...fields }), 0);
const fields = { answer: 12.5, evidence: ['N2', 'N4'], id: 'r1' };
const ASKED =
  'How much, and where does it say so? Reply as JSON with "answer" (number) and "sources" (list of notes).';

test('columns stand in the places of keys that a prompt names, those of the same name first', () => {
  const row = rowWith(ASKED, fields);
  const texts = arrangedOf(row).map(({ answer }) => answer);
  expect(texts).toContain('{"answer": 12.5, "sources": ["N2","N4"]}');
  // Nothing else is put in the place of a key that a column is called as.
  expect(namedKeysOf(row).every(({ columns }) => columns[0] === 'answer')).toBe(true);
});

test('an object that a prompt shows, one key, and a prompt without JSON name none', () => {
  expect(namedKeysOf(rowWith('As JSON: {"answer": 1, "sources": []}', fields))).toEqual([]);
  expect(namedKeysOf(rowWith('As JSON with "answer".', fields))).toEqual([]);
  expect(namedKeysOf(rowWith('Say "answer" and "sources".', fields))).toEqual([]);
});
