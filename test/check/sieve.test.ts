/** Slow functions: a little of every probe before much of any, and what comes after is measured by what is left. */
import { describe, expect, it } from 'vitest';
import { calibrate } from '../../src/check/answers/calibrate.ts';
import { Budget } from '../../src/check/calls/budget.ts';
import type { Context } from '../../src/check/context.ts';
import { runProbes } from '../../src/check/proof/oracle.ts';
import type { Probe } from '../../src/check/proof/probe.ts';
import type { LintMatch } from '../../src/check/static/analysis.ts';
import { asking, contextOf, type Fields, type Shape } from './probes/models.ts';

const SUMS: Shape = {
  rows: Array.from({ length: 12 }, (_, at) => ({ prompt: `${at} + 1?`, gold: at + 1 })),
};
const PROBES = 30;
const SIZE = 12;
/** The n-th probe has twelve completions, of which only the last one's second is ever paid. */
const probes = Array.from(
  { length: PROBES },
  (_, at): Probe => ({
    rule: `T${at}`,
    title: `is the number ${at}`,
    fix: '',
    kind: 'attack',
    make: () => Array.from({ length: SIZE }, (_, variant) => `probe ${at}, completion ${variant}`),
  }),
);
const FOOLED = `probe ${PROBES - 1}, completion 1`;
const honest = (text: string, { gold }: Fields): number => Number(text === `<answer>${gold}</answer>`);

/** A context with so many calls. */
const slow = (shape: Shape, calls: number, pays: (text: string, fields: Fields) => number) => {
  const made: string[] = [];
  const budget = new Budget(calls);
  const context = asking(contextOf(shape), (text, fields) => {
    made.push(text);
    budget.call();
    return pays(text, fields);
  });
  const { score } = context.scorer;
  Object.assign(context.scorer, { concurrency: 2, scoreAgain: score, setApart: () => {} });
  return { context: { ...context, budget } satisfies Context, made };
};

describe('a slow function', () => {
  const pays = (text: string, fields: Fields): number =>
    Math.max(honest(text, fields), Number(text === FOOLED));

  it('is shown something of the last probe too, and what is paid there is found', async () => {
    const { context, made } = slow(SUMS, 200, pays);
    expect(await runProbes(context, probes)).toMatchObject([
      { rule: `T${PROBES - 1}`, severity: 'critical' },
    ]);
    expect(context.notes.probes).toBe(PROBES);
    expect(new Set(made).size).toBeLessThan(PROBES * SIZE);
    expect(context.notes.unchecked.join()).toMatch(/of 30 of 30 probes only the likeliest completions/);
  });

  it('is shown first what the source names, and more of it', async () => {
    const named = (text: string, fields: Fields): number =>
      Math.max(honest(text, fields), Number(text === `probe ${PROBES - 2}, completion 7`));
    const match = { classes: [`T${PROBES - 2}`], ignored: null } as unknown as LintMatch;
    const run = async (matches: readonly LintMatch[]): Promise<unknown[]> => {
      const { context } = slow(SUMS, 60, named);
      return runProbes({ ...context, analysis: { ...context.analysis, matches } }, probes);
    };
    expect(await run([match])).toMatchObject([{ rule: `T${PROBES - 2}`, severity: 'critical' }]);
    expect(await run([])).toEqual([]);
  });

  it('is told of what there was no time for, and what one row paid is proved all the same', async () => {
    const early = (text: string, fields: Fields): number =>
      Math.max(honest(text, fields), Number(text === 'probe 1, completion 0'));
    const { context } = slow(SUMS, 40, early);
    expect(await runProbes(context, probes)).toMatchObject([{ rule: 'T1' }]);
    expect(context.notes.unchecked.join()).toMatch(
      /share of the calls was used up: \d+ of 30 probes were not run/,
    );
  });

  it('is shown everything where there is time for it', async () => {
    const { context, made } = slow(SUMS, 100_000, pays);
    expect(await runProbes(context, probes)).toHaveLength(1);
    expect(new Set(made.filter((text) => /^probe \d+, completion \d+$/.test(text))).size).toBe(PROBES * SIZE);
    expect(context.notes.unchecked).toEqual([]);
  });
});

it('a slow function is first given answers as its prompts ask for them', async () => {
  const rows = ['a+', 'b.c', '[xy]', 'k?', '\\\\d', 'm*'].map((pattern, at) => ({
    prompt: 'Write it in <re></re>.',
    yes: [`yes ${at}`, `also ${at}`],
    no: [`no ${at}`, `nor ${at}`],
    pattern,
  }));
  const pays = (text: string, { pattern }: Fields): number => Number(text === `<re>${pattern}</re>`);
  const { context } = slow({ rows, goldField: null }, 1_000, pays);
  expect(await calibrate(context)).toMatchObject({ basis: 'answer', goldField: 'pattern' });
});

it('what every wrong answer is paid is told as a floor, whichever probe found it', async () => {
  const floored = (text: string, fields: Fields): number =>
    Math.max(0.4 * Number(text !== ''), honest(text, fields));
  const { context } = slow(SUMS, 2_000, floored);
  const [finding, ...others] = await runProbes(context, probes.slice(0, 3));
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'A09', severity: 'warning', classes: ['A09'] });
});
