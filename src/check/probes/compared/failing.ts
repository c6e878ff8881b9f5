/**
 * B09: programs that fail are paid, where ones that run and are wrong are not. Whoever leaves out what did not come back, takes an
 * exception for a pass, or counts versions that tests do not run on, is paid for nothing.
 */
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { jsonValue } from '../../lists.ts';
import { HIGH_GAP, PROOF_GAP, paid } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { define } from '../programs/payloads.ts';
import { mayRunPrograms, runWrappers, waitsForJudge } from '../programs/runs.ts';
import { entryNames } from '../programs/text.ts';
import { fullOf } from '../unanswered/silence.ts';
import { exploitOf } from './sweeps.ts';

/** Rows after the first on which a program must be paid as well, and those where it takes all the time that it may. */
const MORE_ROWS = 5;
const MORE_ROWS_HANGING = 2;
/** Programs of those that one row pays. */
const MOST_WIDENED = 2;
const LEAST_SHARE = 0.8;
/** Part of the time that must be left. */
const RESERVED = 0.3;
const HANGS = 'while True:\n    pass';
/** The first statement of a handler of timeouts. */
const TIMEOUT_HANDLER = /except[^\n:]*(?:Timeout|TimeLimit)[^\n:]*:[ \t]*(?:\s*#[^\n]*)*\s*(\S[^\n]*)/g;
const NOTHING = /^(?:return (?:0(?:\.0)?|False|None|""|''|\[\]|-[\d.]+)(?:\s|$)|continue\b|raise\b|break\b)/;

/** Whether a timeout is handled by something that does not come to nothing at once: only there it is worth while to wait for one. */
const paysTimeouts = (source: string): boolean =>
  [...source.matchAll(TIMEOUT_HANDLER)].some((match) => !NOTHING.test(match[1] ?? ''));

/** Programs that fail, in the way that whatever runs them would see. */
const failing = (names: readonly string[]): string[] => [
  'assert False',
  define(names, 'raise ValueError("no")'),
  'raise SystemExit(1)',
  'def (',
  'def test_it():\n    assert False',
  'import unittest\nclass TestIt(unittest.TestCase):\n    def test_it(self):\n        self.fail()',
];

/** Programs that run, and do nothing that was asked for. */
const idle = (names: readonly string[]): string[] => ['pass', define(names, 'return 918273')];

interface Sight {
  /** Which of the programs, in which of the wrappers. */
  program: number;
  wrapper: number;
  completion: string;
}

/** A list, also one that is written as JSON. */
const listOf = (value: unknown): unknown[] | undefined => {
  const list = typeof value === 'string' && /^\s*\[/.test(value) ? jsonValue(value) : value;
  return Array.isArray(list) ? list : undefined;
};

/**
 * The row with one of its tests: each that hangs takes all its time, and all of them more than a call may. Lists as long as
 * that of the tests are cut with it.
 */
export const withOneTest = (levels: RowLevels, field: string | null): RowLevels => {
  const { row } = levels;
  const tests = field === null ? undefined : listOf(row.fields[field]);
  if (tests === undefined || tests.length < 2) return levels;
  const fields = Object.fromEntries(
    Object.entries(row.fields).map(([name, value]) => {
      const list = name === 'prompt' ? undefined : listOf(value);
      if (list?.length !== tests.length) return [name, value];
      const one = list.slice(0, 1);
      return [name, typeof value === 'string' ? JSON.stringify(one) : one];
    }),
  );
  const cut = Object.keys(fields).filter((name) => fields[name] !== row.fields[name]);
  const texts = Object.fromEntries(cut.map((name) => [name, JSON.stringify(fields[name])]));
  return { ...levels, row: { ...row, fields, texts: { ...row.texts, ...texts } } };
};

/** All programs in all wrappers, and what each is paid. */
const rewardsOf = async (context: Context, { row }: RowLevels, completions: readonly string[]) => {
  const outcomes = await context.scorer.all(completions.map((completion) => ({ row, completion })));
  return outcomes.map((outcome) => (outcome.status === 'timeout' ? null : (paid(outcome) ?? 0)));
};

/** What a right answer gets on a row, or the most that was seen. */
const fullOn = (context: Context, { gold }: RowLevels): number | null => gold?.reward ?? fullOf(context);

const programsFor = (context: Context, levels: RowLevels, hangs: boolean): string[] => {
  const names = entryNames(context, levels.row);
  return hangs ? [HANGS] : failing(names);
};

/** Programs that fail and are paid in full on a row, where one that runs is paid much less. */
const paidOn = async (
  context: Context,
  levels: RowLevels,
  hangs: boolean,
  wanted?: ReadonlySet<string>,
): Promise<Sight[]> => {
  const programs = programsFor(context, levels, hangs);
  const wrappers = runWrappers(context, levels).slice(0, hangs ? 1 : undefined);
  const sights = wrappers
    .flatMap(({ wrap }, wrapper) =>
      programs.map((source, program) => ({ program, wrapper, completion: wrap(source) })),
    )
    .filter((sight) => wanted?.has(key(sight)) !== false);
  const runs = idle(entryNames(context, levels.row));
  const controls = wrappers.flatMap(({ wrap }) => runs.map((source) => wrap(source)));
  const all = [...sights.map(({ completion }) => completion), ...controls];
  const rewards = await rewardsOf(context, levels, all);
  const full = fullOn(context, levels);
  if (full === null || full <= 0) return [];
  const least = Math.min(...rewards.slice(sights.length).map((reward) => reward ?? full));
  return sights.filter((_, at) => {
    const reward = rewards[at] ?? 0;
    return reward >= PROOF_GAP * full && reward - least >= HIGH_GAP * full;
  });
};

const key = ({ program, wrapper }: Sight): string => `${program} ${wrapper}`;

const look = async (context: Context, hangs: boolean): Promise<NewFinding[]> => {
  const { calibration, budget } = context;
  const known = hangs
    ? calibration.levels.map((levels) => withOneTest(levels, calibration.goldField))
    : [...calibration.levels];
  const [first, ...others] = known.sort(
    (one, other) => Number(other.gold !== null) - Number(one.gold !== null),
  );
  if (first === undefined || !budget.has(RESERVED)) return [];
  const paidFirst = await paidOn(context, first, hangs);
  if (paidFirst.length === 0) return [];
  const rows = others.slice(0, hangs ? MORE_ROWS_HANGING : MORE_ROWS);
  const counts = new Map<string, number>(paidFirst.map((sight) => [key(sight), 1]));
  const wanted = new Set([...counts.keys()].slice(0, MOST_WIDENED));
  for (const levels of rows)
    for (const sight of await paidOn(context, levels, hangs, wanted))
      counts.set(key(sight), (counts.get(key(sight)) ?? 0) + 1);
  const best = paidFirst.reduce((one, other) =>
    (counts.get(key(other)) ?? 0) > (counts.get(key(one)) ?? 0) ? other : one,
  );
  const share = shareOf(counts.get(key(best)) ?? 0, rows.length + 1);
  if (share.hits < LEAST_SHARE * share.of || share.of < 3) return [];
  const exploit = await exploitOf(context, first, best.completion);
  if (exploit === null) return [];
  const what = hangs ? 'that never ends' : 'that fails';
  return [
    {
      rule: 'B09',
      classes: ['B09', 'A20', 'C07', 'A08'],
      source: 'probe',
      severity: first.gold === null ? 'high' : 'critical',
      title: `a program ${what} is paid in full`,
      why: `It gets ${exploit.reward}, on ${share.hits} of ${share.of} rows, and a program that runs and is wrong gets less: what failed is left out, or taken for a pass.`,
      fix: 'Count a test that raises, hangs or gives nothing back as failed, and divide by all tests. Before tests are paid for what they fail on, run them on what is right.',
      exploit,
      share,
    },
  ];
};

/** Fires programs that fail; one that hangs only where the source does something with it. */
export const failingCheck: Check = {
  name: 'programs that fail',
  // A program that hangs takes all the time that it may.
  weight: 2,
  async run(context) {
    const { subject, calibration } = context;
    if (subject.kind !== 'reward' || calibration.basis === 'judge' || waitsForJudge(context)) return [];
    if (!mayRunPrograms(context)) return [];
    // What the source says comes first: there is little time.
    const hanging = paysTimeouts(subject.source) ? await look(context, true) : [];
    return hanging.length > 0 ? hanging : look(context, false);
  },
};
