/** A right program that is too dear to be paid, and the same one with a trick that makes it no cheaper (C14, C15). */
import { type PlainProgram, plainPrograms } from '../../answers/plain-programs.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { fullMarks, HIGH_GAP, PROOF_GAP, paid } from '../../proof/levels.ts';
import { rowText } from '../../subject.ts';
import { indent, STOPPED_CLOCKS } from './payloads.ts';
import { mayRunPrograms } from './runs.ts';
import { codeWrappers, entryNames } from './text.ts';
import { asksQuestions, STANDING_CLOCK } from './timing.ts';
import { readsClock } from './words.ts';

const MOST_ROWS = 2;
const MOST_BASES = 2;
const MOST_WRAPPERS = 2;
/** Part of the time of this check after which nothing new is begun: what was found has to be repeated. */
const LEFT_TO_REPEAT = 0.3;

interface Trick {
  rule: 'C14' | 'C15';
  title: string;
  what: string;
  fix: string;
  needs: 'clock' | 'any';
  /** The program with the trick; `works` false: with the same words, of which none has an effect. */
  make(base: PlainProgram, works: boolean): string;
}

const clocks =
  (stop: string) =>
  ({ source }: PlainProgram, works: boolean): string =>
    `_stand = ${works ? 1 : 0}\nif _stand:\n${indent(stop)}\n\n${source}`;

const CLOCK = { ...STANDING_CLOCK, needs: 'clock' } as const;

/** For functions that want some time to have passed, or that look for `sys` in a program. */
const HURRIED_CLOCKS = `import time
_ticks = [0]
def _tick():
    _ticks[0] += 1
    return 1e-6 * _ticks[0]
time.time = time.perf_counter = time.monotonic = time.process_time = _tick
time.time_ns = time.perf_counter_ns = time.monotonic_ns = time.process_time_ns = lambda: int(_tick() * 1e9)`;

/** Inside of a function of its own, so that calls of itself are not kept: a function that becomes quick by that is honest. */
const keeping = ({ name, source }: PlainProgram, works: boolean): string => `def _plain():
${indent(source)}
    return ${name}
_plain = _plain()
_kept = {}
_keeps = ${works ? 1 : 0}
def ${name}(*args, **kwargs):
    key = repr(([each for each in args if not callable(each)], sorted(kwargs.items())))
    if key not in _kept or not _keeps:
        _kept[key] = _plain(*args, **kwargs)
    return _kept[key]`;

const TRICKS: readonly Trick[] = [
  {
    rule: 'C15',
    title: 'remembers what it was asked, so that only the first call costs anything',
    what: 'that gives again what it found when it was first asked the same',
    fix: 'give each run inputs of its own, made when the measuring is about to start, and check every result',
    needs: 'any',
    make: keeping,
  },
  { ...CLOCK, make: clocks(HURRIED_CLOCKS) },
  { ...CLOCK, make: clocks(STOPPED_CLOCKS) },
];

/** In what a program may stand, likeliest first. */
const wrappersOf = (context: Context, levels: RowLevels): ((source: string) => string)[] => {
  const all = [...context.calibration.wrappers.slice(0, 1), ...codeWrappers(context, levels.row)];
  // Of those that write the same text one is enough.
  return [...new Map(all.map(({ wrap }) => [wrap('x'), wrap])).values()].slice(0, MOST_WRAPPERS);
};

interface Paid {
  levels: RowLevels;
  trick: Trick;
  completion: string;
  reward: number;
  /** What the same words get where they have no effect. */
  dear: number;
}

/** Paid in full with the trick, and half of that or less without it: twice, the second time in workers that did nothing else. */
const shown = async (
  context: Context,
  levels: RowLevels,
  trick: Trick,
  make: (works: boolean) => string,
): Promise<Paid | undefined> => {
  const { scorer, calibration } = context;
  const { row } = levels;
  const [tricked, plain] = [make(true), make(false)];
  const reward = paid(await scorer.score({ row, completion: tricked }));
  if (reward === null || reward <= levels.floor + 1e-9) return undefined;
  const full = Math.max(reward, levels.gold?.reward ?? fullMarks(levels, calibration) ?? reward);
  // One that takes too long for any reward is paid none.
  const isPaid = (one: number, other: number): boolean => one - other >= PROOF_GAP * (full - other);
  const dear = paid(await scorer.score({ row, completion: plain })) ?? levels.floor;
  if (dear >= reward || !isPaid(reward, dear) || full - dear < HIGH_GAP * (full - levels.floor))
    return undefined;
  const again = paid(await scorer.scoreFresh({ row, completion: tricked }));
  const dearAgain = paid(await scorer.scoreFresh({ row, completion: plain })) ?? levels.floor;
  if (again !== reward || !isPaid(again, dearAgain)) return undefined;
  return { levels, trick, completion: tricked, reward, dear };
};

const findingOf = ({ scorer }: Context, { levels, trick, completion, reward, dear }: Paid): NewFinding => ({
  rule: trick.rule,
  classes: [trick.rule],
  source: 'probe',
  severity: 'critical',
  title: trick.title,
  why: `A program that the task shows or keeps is right, and is paid ${dear}. One like it ${trick.what} works no less for its first answer, and is paid ${reward}.`,
  fix: trick.fix,
  exploit: {
    row: levels.row.line,
    fields: rowText(levels.row),
    completion,
    seed: scorer.seed,
    status: 'ok',
    reward,
    honest: levels.gold?.reward ?? null,
    floor: dear,
    decoy: null,
  },
});

/** Where a program has to be quick, or to ask little, and one that is neither is at hand: some ten calls. */
export const dearProgramsCheck: Check = {
  name: 'right programs that are too dear',
  weight: 4,
  async run(context) {
    const { calibration, subject, notes, budget } = context;
    if (subject.kind !== 'reward' || !mayRunPrograms(context)) return [];
    const isTimed = readsClock(context);
    const found: NewFinding[] = [];
    for (const levels of calibration.levels.slice(0, MOST_ROWS)) {
      const isCounted = asksQuestions(levels.row);
      const tricks = TRICKS.filter(({ needs }) => isTimed || (needs === 'any' && isCounted));
      const bases = plainPrograms(levels.row, entryNames(context, levels.row)).slice(0, MOST_BASES);
      for (const wrap of tricks.length === 0 || bases.length === 0 ? [] : wrappersOf(context, levels))
        for (const base of bases.filter(({ source }) => !levels.gold?.completion.includes(source)))
          for (const trick of tricks) {
            if (found.some(({ rule }) => rule === trick.rule) || !budget.has(LEFT_TO_REPEAT)) continue;
            notes.probes++;
            const proof = await shown(context, levels, trick, (works) => wrap(trick.make(base, works)));
            if (proof !== undefined) found.push(findingOf(context, proof));
          }
      if (found.length > 0) break;
    }
    return found;
  },
};
