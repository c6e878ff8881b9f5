/** Answers in units: some of them, one of them again and again, more of them than are right, and parts paid for themselves. */
import { describe, expect, it } from 'vitest';
import { lengthenedCheck } from '../../../src/check/probes/compared/lengthened.ts';
import { onePartCheck } from '../../../src/check/probes/compared/one-part.ts';
import { UNIT_PROBES } from '../../../src/check/probes/text/units.ts';
import { runProbes } from '../../../src/check/proof/oracle.ts';
import { withContext } from '../stage.ts';

const ROWS = [0, 1, 2, 3, 4, 5];
const PLAIN = [{ name: 'plain', wrap: (text: string) => text }];
const rulesOf = (findings: readonly { rule: string; severity: string }[]): string[] =>
  findings.map(({ rule, severity }) => `${rule} ${severity}`);

describe('answers of units', () => {
  it.each([
    [1, ['E07 critical']],
    [-1, []],
  ])('what is longer is paid more, or less: %s', async (sign, expected) => {
    const rows = ROWS.map((at) => ({ prompt: `Go ${at}.`, stops: [`a${at}`, `b${at}`, `c${at}`], sign }));
    const honest = rows.map(({ stops }) => `Route: ${stops.join(' > ')}`);
    await withContext('units/route.py', { rows, goldField: 'stops', honest }, async (context) => {
      expect(rulesOf(await lengthenedCheck.run(context))).toEqual(expected);
    });
  });

  it.each([
    [false, true],
    [true, false],
  ])('the first thing of the prompt, again and again; counted once: %s', async (once, isProof) => {
    const rows = ROWS.map((at) => {
      const jobs = { [`P${at}`]: 2, [`Q${at}`]: 9 - (at % 3), [`R${at}`]: 7 };
      return { prompt: `Pick of ${Object.keys(jobs).join(', ')}.`, jobs, most: 2, once };
    });
    const honest = rows.map((_, at) => `Picked: P${at}, R${at}`);
    const decoys = rows.map(({ jobs }) => [
      Object.fromEntries(Object.keys(jobs).map((name) => [name, 8])),
      Object.fromEntries(Object.keys(jobs).map((name) => [name, 9])),
    ]);
    const setting = { rows, goldField: 'jobs', honest, decoys, wrappers: PLAIN };
    await withContext('units/picked.py', setting, async (context) => {
      const found = await runProbes(context, UNIT_PROBES);
      const thing = found.find(({ title }) => title.includes('first thing'));
      expect(thing?.severity === 'critical').toBe(isProof);
    });
  });

  it('an object with nothing in it', async () => {
    const rows = ROWS.map((at) => ({
      prompt: `Wake me at ${at}.`,
      call: { name: 'wake', args: { at: `0${at}:00` } },
    }));
    const honest = rows.map(({ call }) => JSON.stringify(call));
    const decoys = rows.map(() => [
      { name: 'wake', args: { at: '11:11' } },
      { name: 'wake', args: { at: '12:12' } },
    ]);
    const setting = { rows, goldField: 'call', honest, decoys, wrappers: PLAIN };
    await withContext('units/call.py', setting, async (context) => {
      const found = await runProbes(context, UNIT_PROBES);
      expect(found.find(({ rule }) => rule === 'A22')?.severity).toBe('critical');
    });
  });

  it('a unit is paid without its number', async () => {
    const rows = ROWS.map((at) => ({ prompt: 'How long, in cm?', value: 40 + at, unit: 'cm', part: 0.4 }));
    const honest = rows.map(({ value, unit }) => `${value} ${unit}`);
    const setting = { rows, goldField: 'value', honest, wrappers: PLAIN };
    await withContext('units/result.py', setting, async (context) => {
      const arrange = (value: unknown): string => Object.values(value as object).join(' ');
      const calibration = { ...context.calibration, columns: ['value', 'unit'], arrange };
      expect(rulesOf(await onePartCheck.run({ ...context, calibration }))).toEqual(['A09 warning']);
    });
  });
});
