/** Classes of cheating programs that reach beyond the call: each against a grader that they fool, and its sound twin. */
import { describe, expect, it } from 'vitest';
import { casePrograms } from '../../src/check/answers/case-tables.ts';
import type { Context } from '../../src/check/context.ts';
import { PLACE_PROBES } from '../../src/check/probes/programs/places.ts';
import { shownExamplesCheck } from '../../src/check/probes/programs/shown-examples.ts';
import { timingCheck } from '../../src/check/probes/programs/timing.ts';
import { rowOf, type Setting, withContext } from './stage.ts';

const wrapped = (code: string): string => `\`\`\`python\n${code}\n\`\`\``;
const FACTORS = [2, 3, 5, 6];

const LIFT = (hidden: boolean): Setting => {
  const cases = (k: number, off: number): unknown[] =>
    (hidden ? [2, 5, 40 + k] : [2, 5]).map((n) => ({ args: [n], expected: n * k + 1 + off }));
  return {
    rows: FACTORS.map((k) => ({
      prompt: `Write \`lift(n)\`: ${k} times n, and one. So lift(2) == ${2 * k + 1}, lift(5) == ${5 * k + 1}.`,
      probe: cases(k, 0),
    })),
    basis: 'tests',
    goldField: 'probe',
    honest: FACTORS.map((k) => wrapped(`def lift(n):\n    return ${k} * n + 1`)),
    decoys: FACTORS.map((k) => [cases(k, 1), cases(k, 3)]),
  };
};

const WORDS = ['amber', 'cedar'];
const PRINTED: Setting = {
  rows: WORDS.map((word, at) => ({ prompt: `Print the word of step ${at}.`, printed: word })),
  basis: 'tests',
  goldField: 'printed',
  honest: WORDS.map((word) => wrapped(`print("${word}")`)),
  decoys: WORDS.map((word) => [`${word}s`, `un${word}`]),
};

/** What probes of a class are paid on the first row: completions that wrong answers do not lower either. */
const fooled = async (context: Context, rule: string): Promise<string[]> => {
  const { calibration, scorer } = context;
  const [levels] = calibration.levels;
  const field = calibration.goldField ?? '';
  if (levels === undefined) throw new Error('no rows');
  expect(levels.gold?.reward).toBe(1);
  const { row, decoys } = levels;
  const made = PLACE_PROBES.filter((probe) => probe.rule === rule).flatMap((probe) =>
    probe.make(context, levels),
  );
  expect(made.length).toBeGreaterThan(1);
  const paid: string[] = [];
  for (const completion of made) {
    const changed = { [field]: decoys[0] };
    if ((await scorer.score({ row, completion })).reward !== 1) continue;
    if ((await scorer.score({ row, completion, changed })).reward === 1) paid.push(completion);
  }
  return paid;
};

describe('a table of what the prompt shows', () => {
  it('is paid where no other input is tested', async () => {
    await withContext('classes/shown_only.py', LIFT(false), async (context) => {
      expect(await shownExamplesCheck.run(context)).toMatchObject([
        { rule: 'C08', severity: 'critical', exploit: { reward: 1 }, share: { hits: 4, of: 4 } },
      ]);
    });
  });

  it('is not where one is that the prompt leaves out', async () => {
    await withContext('classes/shown_only.py', LIFT(true), async (context) => {
      expect(await shownExamplesCheck.run(context)).toEqual([]);
    });
  });
});

describe('programs that reach beyond themselves', () => {
  it.each([
    ['C22', 'answer_beside.py', 'answer_kept.py'],
    ['C23', 'own_tools.py', 'system_tools.py'],
  ])('%s fool %s, and not %s', async (rule, vulnerable, robust) => {
    await withContext(`classes/${vulnerable}`, PRINTED, async (context) => {
      expect((await fooled(context, rule)).length).toBeGreaterThan(0);
    });
    await withContext(`classes/${robust}`, PRINTED, async (context) => {
      expect(await fooled(context, rule)).toEqual([]);
    });
  });
});

const TIMED: Setting = {
  rows: [4, 7].map((n) => ({
    prompt: 'Write `twist(n)`, quick.',
    cases: [n, n + 1].map((each) => ({ args: [each], expected: 3 * each })),
    solution: 'def twist(n):\n    return 3 * n',
  })),
  basis: 'tests',
  goldField: 'cases',
  wrappers: [{ name: 'fence', wrap: wrapped }],
  honest: [4, 7].map(() => wrapped('def twist(n):\n    return 3 * n')),
};

describe('slow programs that are paid as quick ones', () => {
  it.each([
    ['same_inputs.py', ['C15', 'C16']],
    ['late_look.py', ['C16']],
    ['fresh_inputs.py', []],
  ])('with %s: %s', async (fixture, rules) => {
    await withContext(`classes/${fixture}`, TIMED, async (context) => {
      expect(context.calibration.levels[0]?.gold?.reward).toBe(1);
      const findings = await timingCheck.run(context);
      expect(findings.map(({ rule }) => rule)).toEqual(rules);
      for (const { severity, exploit } of findings) {
        expect(severity).toBe('warning');
        expect(exploit).toMatchObject({ reward: 1, floor: 0.5 });
      }
    });
  });

  it('with a clock in the process of the program', async () => {
    const numbers = [4, 9];
    const wanted = numbers.map((each) => 2 * each);
    const solution = 'def double(n):\n    return 2 * n';
    const setting: Setting = {
      ...TIMED,
      rows: [{ prompt: 'Write `double(n)`, quick.', numbers, wanted, solution }],
      goldField: 'wanted',
      honest: [wrapped(solution)],
    };
    await withContext('classes/timed_inside.py', setting, async (context) => {
      const findings = await timingCheck.run(context);
      expect(findings.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['C14', 'C16']));
    });
  });

  it.each([
    ['asked_twice.py', ['C15']],
    ['asked_counted.py', []],
  ])('with questions that are counted, %s: %s', async (fixture, rules) => {
    const groups = [
      { guests: ['a', 'b'], order: ['b', 'a'] },
      { guests: ['c', 'd'], order: ['c', 'd'] },
    ];
    const row = { prompt: 'Write solve(guests, ask); ask(order) says how many are right.', groups };
    const table = casePrograms(rowOf(row), 'solve').find(({ key }) => key.endsWith('order'))?.answer ?? '';
    const setting: Setting = { ...TIMED, rows: [row], goldField: 'groups', honest: [wrapped(table)] };
    await withContext(`classes/${fixture}`, setting, async (context) => {
      expect(context.calibration.levels[0]?.gold?.reward).toBe(1);
      expect((await timingCheck.run(context)).map(({ rule }) => rule)).toEqual(rules);
    });
  });
});
