/** Cheating programs against graders that they fool, and against those that they do not. */
import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/check/context.ts';
import { programCheck } from '../../src/check/probes/programs/check.ts';
import { entryNames } from '../../src/check/probes/programs/payloads/text.ts';
import { PROGRAM_PROBES } from '../../src/check/probes/programs/programs.ts';
import { type Setting, withContext } from './stage.ts';

const twist = (number: number): number => 3 * number + 1;
const wrapped = (code: string): string => `\`\`\`python\n${code}\n\`\`\``;
const HONEST = wrapped('def twist(n):\n    return 3 * n + 1');
const NUMBERS = [2, 5, 9];
const prompt = 'Write a function `twist(n)`.';

const CASES: Setting = {
  rows: NUMBERS.map((n) => ({
    prompt,
    cases: [
      [[n], twist(n)],
      [[n + 1], twist(n + 1)],
    ],
  })),
  basis: 'tests',
  goldField: 'cases',
  honest: NUMBERS.map(() => HONEST),
  decoys: NUMBERS.map((n) => [
    [
      [[n], twist(n) + 4],
      [[n + 1], twist(n + 1) - 2],
    ],
  ]),
};
const asserts = (n: number, off: number): string[] => [
  `assert twist(${n}) == ${twist(n) + off}`,
  `assert twist(${n + 1}) == ${twist(n + 1) - off}`,
];
const ASSERTIONS: Setting = {
  ...CASES,
  rows: NUMBERS.map((n) => ({ prompt, assertions: asserts(n, 0) })),
  goldField: 'assertions',
  decoys: NUMBERS.map((n) => [asserts(n, 3)]),
};
const SUMS: Setting = {
  rows: NUMBERS.map((n) => ({ prompt: `What is ${n} + ${n}?`, total: 2 * n })),
  basis: 'answer',
  goldField: 'total',
  wrappers: [{ name: '<answer>…</answer>', wrap: (answer) => `<answer>${answer}</answer>` }],
  honest: NUMBERS.map((n) => `<answer>${2 * n}</answer>`),
  decoys: NUMBERS.map((n) => [2 * n + 3, 2 * n + 7]),
};

const METER = wrapped('class Meter:\n    def up(self, n):\n        return 2 * n');
const METERS: Setting = {
  rows: NUMBERS.map((n) => ({ prompt: 'Write a class.', steps: [['up', [n]]], returned: [2 * n] })),
  basis: 'answer',
  goldField: 'returned',
  honest: NUMBERS.map(() => METER),
  decoys: NUMBERS.map((n) => [[2 * n + 1]]),
};

/** Classes of which a completion is paid in full on the first row, under the true and under a wrong answer. */
const fooled = async (context: Context): Promise<string[]> => {
  const [levels] = context.calibration.levels;
  const field = context.calibration.goldField ?? '';
  if (levels === undefined) throw new Error('no rows');
  expect(levels.gold?.reward).toBe(1);
  const shots = PROGRAM_PROBES.flatMap((probe) =>
    probe.make(context, levels).map((completion) => ({ rule: probe.rule, completion })),
  );
  expect(shots.length).toBeGreaterThan(20);
  const honest = await context.scorer.score({
    row: levels.row,
    completion: levels.gold?.completion ?? '',
    changed: { [field]: levels.decoys[0] },
  });
  expect(honest.reward).toBe(0);
  const outcomes = await context.scorer.all(
    shots.map(({ completion }) => ({ row: levels.row, completion, changed: { [field]: levels.decoys[0] } })),
  );
  const paid = shots.filter((_, index) => outcomes[index]?.reward === 1);
  const real = await context.scorer.all(paid.map(({ completion }) => ({ row: levels.row, completion })));
  return [...new Set(paid.filter((_, index) => real[index]?.reward === 1).map(({ rule }) => rule))].sort();
};

describe('programs that cheat', () => {
  it('fool a grader that executes them beside its tests, which a canary proves', async () => {
    await withContext('programs/executes.py', CASES, async (context) => {
      const findings = await programCheck.run(context);
      expect(findings).toMatchObject([
        { rule: 'C19', severity: 'critical', place: { line: 14 }, exploit: { row: expect.any(Number) } },
      ]);
      expect(await fooled(context)).toEqual(expect.arrayContaining(['C01', 'C05', 'C07', 'C19', 'C21']));
    });
  });

  it('leave a namespace without builtins, which a canary proves, and are any object with any method', async () => {
    await withContext('programs/few_builtins.py', METERS, async (context) => {
      const findings = await programCheck.run(context);
      expect(findings).toMatchObject([{ rule: 'C19', severity: 'critical', place: { line: 15 } }]);
      expect(await fooled(context)).toContain('C01');
    });
  });

  it('fool a grader that believes exit codes, in whose own process they are not', async () => {
    await withContext('programs/exit_code.py', ASSERTIONS, async (context) => {
      expect(await programCheck.run(context)).toEqual([]);
      expect(await fooled(context)).toEqual(expect.arrayContaining(['C01', 'C02', 'C10']));
    });
  });

  it('write how many tests they passed', async () => {
    await withContext('programs/counts.py', CASES, async (context) => {
      const { scorer, calibration } = context;
      const [first] = calibration.levels;
      if (first === undefined) throw new Error('no rows');
      const [probe] = PROGRAM_PROBES.filter(({ rule }) => rule === 'C13');
      const made = probe?.make(context, first).slice(0, 3) ?? [];
      const outcomes = await scorer.all(made.map((completion) => ({ row: first.row, completion })));
      expect(outcomes.some(({ reward }) => reward === 1)).toBe(true);
    });
  });

  it('print how many tests they passed, or return what is no number', async () => {
    const template = 'RESULT \u0000 of 1';
    const patterns = [{ templates: ['```\n\u0000```'] }, { templates: [template] }] as never;
    await withContext('programs/prints_counts.py', { ...CASES, analysis: { patterns } }, async (context) => {
      const { scorer, calibration } = context;
      const [first] = calibration.levels;
      if (first === undefined) throw new Error('no rows');
      for (const rule of ['C12', 'B03']) {
        const made = PROGRAM_PROBES.filter((probe) => probe.rule === rule).flatMap((probe) =>
          probe.make(context, first).slice(0, 4),
        );
        const outcomes = await scorer.all(made.map((completion) => ({ row: first.row, completion })));
        expect([rule, outcomes.filter(({ reward }) => reward === 1).length]).not.toContain(0);
      }
    });
  });

  it('as expressions fool a grader that evaluates answers', async () => {
    await withContext('programs/evaluates.py', SUMS, async (context) => {
      const findings = await programCheck.run(context);
      expect(findings).toMatchObject([{ rule: 'B04', severity: 'critical' }]);
      expect(await fooled(context)).toContain('B04');
    });
  });

  it('as expressions find their way without builtins and without the words that are refused', async () => {
    await withContext('programs/few_words.py', SUMS, async (context) => {
      expect(await programCheck.run(context)).toMatchObject([
        { rule: 'B04', severity: 'critical', classes: expect.arrayContaining(['C20']) },
      ]);
      const [levels] = context.calibration.levels;
      if (levels === undefined) throw new Error('no rows');
      const expressions = PROGRAM_PROBES.filter(({ rule, also }) => rule === 'C20' && also !== undefined);
      const made = expressions.flatMap((probe) => probe.make(context, levels));
      const outcomes = await context.scorer.all(made.map((completion) => ({ row: levels.row, completion })));
      // By a generator's frame, and by classes.
      expect(outcomes.filter(({ reward }) => reward === 1).length).toBeGreaterThan(1);
      expect(made.every((completion) => !/import|open|exec|eval|lambda|while|:=/.test(completion))).toBe(
        true,
      );
    });
  });

  it.each([
    ['isolates.py', CASES],
    ['hands_back.py', CASES],
    ['walks.py', SUMS],
  ])('do not fool %s', async (fixture, setting) => {
    await withContext(`programs/${fixture}`, setting, async (context) => {
      expect(await programCheck.run(context)).toEqual([]);
      expect(
        await fooled({ ...context, analysis: { ...context.analysis, executesCompletion: true } }),
      ).toEqual([]);
    });
  });
});

describe('what programs have to look like', () => {
  it.each([
    [{ test_list: ['assert add_up(1, 2) == 3'] }, 'add_up'],
    [{ test: 'def check(candidate):\n    assert candidate(1) == 2', entry_point: 'plus_one' }, 'plus_one'],
    [{ harness: 'check(turn)' }, 'turn'],
  ])('is found in the tests: %o', async (fields, name) => {
    await withContext(
      'programs/walks.py',
      { ...SUMS, rows: [{ prompt: '', total: 4, ...fields }] },
      async (context) => {
        expect(entryNames(context, context.subject.rows[0] as never)[0]).toBe(name);
      },
    );
  });
});
