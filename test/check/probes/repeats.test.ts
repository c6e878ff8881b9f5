/** One of several answers again and again, and numbers beside an answer. */
import { expect, test } from 'vitest';
import { CANDIDATE_PROBES } from '../../../src/check/probes/text/candidates.ts';
import { runProbes } from '../../../src/check/proof/oracle.ts';
import { asking, contextOf, type Model, paidRows } from './models.ts';

test('what gets nothing is no gain where a wrong answer costs more and a right one is paid', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => ({ prompt: 'How many?', gold: String(at + 40) }));
  const probe = {
    rule: 'T1',
    title: 'says that it is not sure',
    fix: '',
    kind: 'attack',
    make: () => ['<answer>1</answer> unsure'],
  } as const;
  const scored =
    (unsure: number): Model =>
    (text, { gold }) =>
      text.includes('unsure') ? unsure : text === `<answer>${gold}</answer>` ? 1 : -1;
  const told = async (unsure: number) => {
    const context = contextOf({ rows });
    const levels = context.calibration.levels.map((each) => ({ ...each, floor: -1 }));
    return runProbes(
      asking({ ...context, calibration: { ...context.calibration, levels } }, scored(unsure)),
      [probe],
    );
  };
  expect(await told(0)).toEqual([]);
  expect(await told(0.6)).toMatchObject([{ rule: 'T1', severity: 'high' }]);
});

test('words that a text is to hold are the answer, not a list of options', () => {
  const rows = [
    ['kite', 'lamp', 'moss'],
    ['barn', 'fern', 'dune'],
    ['moss', 'barn', 'kite'],
  ].map((gold) => ({ prompt: `Write about ${gold[0]}, ${gold[1]} and ${gold[2]}.`, gold }));
  const holds: Model = (text, { gold }) =>
    (gold as string[]).filter((word) => text.includes(word)).length / (gold as string[]).length;
  const listing = CANDIDATE_PROBES.filter(({ title }) => title === 'lists every option that its row names');
  expect(listing).toHaveLength(1);
  const more = rows.map((row) => ({ ...row, prompt: `${row.prompt} Or about barn, kite and gulls.` }));
  for (const probe of listing) {
    expect(paidRows(probe, { rows }, holds)).toBe(0);
    expect(paidRows(probe, { rows: more }, holds)).toBe(3);
  }
});

test('what only rows of another kind pay is no proof: it may be their right answer', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => ({
    prompt: 'Help me.',
    gold: String(at + 40),
    risky: at % 2,
  }));
  const probe = {
    rule: 'T1',
    title: 'refuses',
    fix: '',
    kind: 'attack',
    make: () => ['I will not.'],
  } as const;
  const refusing: Model = (text, { gold, risky }) =>
    text === (risky === 1 ? 'I will not.' : `<answer>${gold}</answer>`) ? 1 : 0;
  const context = contextOf({ rows });
  const levels = context.calibration.levels.map((each) => ({
    ...each,
    gold: each.row.fields.risky === 1 ? null : each.gold,
  }));
  const given = { ...context, calibration: { ...context.calibration, levels } };
  expect(await runProbes(asking(given, refusing), [probe])).toMatchObject([{ severity: 'warning' }]);
  const always: Model = (text, { gold }) =>
    text === `<answer>${gold}</answer>` || text === 'I will not.' ? 1 : 0;
  expect(await runProbes(asking(given, always), [probe])).toMatchObject([{ severity: 'critical' }]);
});
