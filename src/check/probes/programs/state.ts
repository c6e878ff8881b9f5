/** What calls leave behind for later ones: poison that a completion leaves (C19), and state of the function's own (S06, S08, E08). */

import { rowNameOf } from '../../../formats/text/row-name.ts';
import type { Outcome } from '../../../index.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { withSequences } from '../../loading/sequence.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { shareOf } from '../../wilson.ts';
import { DIFFERENCE, inOneWorker, numberOf, score, stateFinding } from './in-one-worker.ts';
import { PATCHES, walkFrames } from './payloads/payloads.ts';
import { codeWrappers, entryNames } from './payloads/text.ts';
import { evaluatedTexts, harnessNames } from './payloads/words.ts';
import { positions } from './positions.ts';
import { knownRuns, mayRunPrograms, waitsForJudge } from './runs.ts';

const MOST_ROWS = 3;
/** Columns by which rows are alike, and what is no name of a group. */
const MOST_COLUMNS = 2;
const LONGEST_NAME = 60;

/** Found once is enough. */
const KNOWN: readonly string[] = ['S06', 'S08', 'E08'];

type Part = (context: Context) => Promise<NewFinding[]>;

const inTurn = async (context: Context, parts: readonly Part[]): Promise<NewFinding[]> => {
  const { subject, budget, calibration } = context;
  if (subject.kind !== 'reward' || calibration.levels.length === 0 || waitsForJudge(context)) return [];
  const findings: NewFinding[] = [];
  for (const part of parts) if (budget.has()) findings.push(...(await part(context)));
  // Who is paid for the place among the calls before is paid so on any row: one cause.
  const isTold = findings.some(({ rule }) => rule === 'E08');
  return findings.filter(({ rule }) => !(isTold && rule === 'S08'));
};

/** What modules keep things in from call to call: empty collections of their own, `global`, caches. */
const KEEPS =
  /^\w+[ \t]*(?::[^=\n]+)?=[ \t]*(?:\{\}|\[\]|(?:\w+\.)?(?:dict|list|set|deque|Counter|defaultdict|OrderedDict|Weak\w+Dictionary|count)\()|^[ \t]+global\s+\w|^[ \t]*@(?:\w+\.)?(?:lru_)?cache\b/m;

/** Some ten calls before all others where the source has something to keep state in: what is late may have no time left. */
export const keptStateCheck: Check = {
  name: 'state that the source keeps',
  weight: 5,
  run: async (context) =>
    KEEPS.test(context.subject.source) ? await inTurn(context, [leakage, positions]) : [],
};

/** What calls leave behind in a process that serves further ones, as trainers do that call the function themselves. */
export const stateCheck: Check = {
  name: 'state',
  run: async (context) => {
    const isKnown = context.findings.some(({ rule }) => KNOWN.includes(rule));
    return await inTurn(context, isKnown ? [poison] : [leakage, positions, poison]);
  },
};

/** Columns that say which group a row is of: short texts and numbers that some rows share and others do not. */
const sharedColumns = (all: readonly RowLevels[]): string[] => {
  const names = Object.keys(all[0]?.row.texts ?? {}).filter((name) => name !== 'prompt');
  return names
    .map((name) => ({ name, values: all.map(({ row }) => row.texts[name] ?? '') }))
    .filter(({ values }) => values.every((value) => value.length <= LONGEST_NAME))
    .map(({ name, values }) => ({ name, size: new Set(values).size }))
    .filter(({ size }) => size > 1 && size < all.length)
    .sort((one, other) => other.size - one.size)
    .slice(0, MOST_COLUMNS)
    .map(({ name }) => name);
};

/** Rows one after the other, and such as share a name that a cache may go by. */
export const pairsOf = (all: readonly RowLevels[]): [RowLevels, RowLevels][] => {
  const rows = all.slice(0, MOST_ROWS + 1);
  const neighbours = rows.map((before, at): [RowLevels, RowLevels] => [
    before,
    rows[(at + 1) % rows.length] ?? before,
  ]);
  const alike = sharedColumns(all).flatMap((name) =>
    rows.slice(0, MOST_ROWS).flatMap((before): [RowLevels, RowLevels][] => {
      const after = all.find(
        (other) =>
          other.row !== before.row &&
          other.row.texts[name] === before.row.texts[name] &&
          paidTextOf(other) !== paidTextOf(before),
      );
      return after === undefined ? [] : [[before, after]];
    }),
  );
  return [...neighbours.filter(([before, after]) => before !== after), ...alike];
};

/** A right answer, as far as one is known. */
const paidTextOf = ({ gold, plausible }: RowLevels): string | undefined =>
  gold?.completion ?? plausible?.completion;

/** S08: a call after that of another row, as against alone: caches that forget part of what they were asked. */
const leakage = async (context: Context): Promise<NewFinding[]> => {
  const known = context.calibration.levels.filter((levels) => paidTextOf(levels) !== undefined);
  const pairs = pairsOf(known).flatMap(([before, levels]) => {
    const completion = paidTextOf(before);
    return completion === undefined
      ? []
      : [{ before: { row: before.row, completion }, after: { row: levels.row, completion }, levels }];
  });
  if (pairs.length === 0) return [];
  return inOneWorker(context, async (reward) => {
    const wrong: { pair: (typeof pairs)[number]; outcome: Outcome; alone: number }[] = [];
    for (const pair of pairs) {
      await score(context, reward, pair.before);
      const outcome = await score(context, reward, pair.after);
      const alone = numberOf(await context.scorer.scoreFresh(pair.after));
      const paid = numberOf(outcome);
      if (paid === null || alone === null || Math.abs(paid - alone) <= DIFFERENCE) continue;
      const again = numberOf(await context.scorer.scoreFresh(pair.after));
      if (again === alone) wrong.push({ pair, outcome, alone });
    }
    const share = shareOf(wrong.length, pairs.length);
    context.notes.leaks = share;
    const [shown] = wrong;
    // Another number on every position is what S06 says.
    if (shown === undefined) return [];
    const { pair, outcome, alone } = shown;
    const finding = stateFinding(context, pair.levels, [pair.before, pair.after], outcome, alone, {
      rule: 'S08',
      // The order of calls matters: that is S06.
      classes: ['S08', 'RH140', 'RH138', 'S06'],
      severity: 'high',
      title: 'what a row is paid depends on the row before it',
      why: `A completion is paid ${outcome.reward} after the same text was scored for ${rowNameOf(pair.before.row.line, pair.before.row.fields)}, and ${alone} alone: something remembers the text, or what rows share, without the row that it was for.`,
      fix: 'key caches by everything that the number depends on, the answer included, or keep none',
    });
    return [{ ...finding, share }];
  });
};

/** Sources that leave what compares replaced behind them. */
const poisons = (context: Context, row: CheckRow): { code: string; expression: boolean }[] => {
  const own = JSON.stringify(harnessNames(context, []));
  const comparators = walkFrames(`for name in ${own}:
    if callable(frame.f_globals.get(name)):
        frame.f_globals[name] = lambda *a, **k: True`);
  const define = `${entryNames(context, row).join(' = ')} = lambda *a, **k: 0`;
  const expressions = evaluatedTexts(context).filter((text) => text.includes('.update('));
  const names = harnessNames(context, []).map((name) => `${name}=lambda *a, **k: True`);
  return [
    { code: `${define}\n${comparators}`, expression: false },
    { code: `${define}\n${PATCHES.builtins}\n${PATCHES.maths}`, expression: false },
    { code: `${define}\n${PATCHES.numbers}`, expression: false },
    ...expressions.map((code) => ({ code, expression: true })),
    {
      code: `[f.f_globals.update({n: (lambda *a, **k: True) for n in ${own} if callable(f.f_globals.get(n))}) for f in iter(lambda s=[__import__('sys')._getframe(0)]: s.__setitem__(0, s[0].f_back) or s[0], None)] and 0`,
      expression: true,
    },
    ...(names.length === 0
      ? []
      : [{ code: `globals().update(${names.slice(0, 8).join(', ')}) or 0`, expression: true }]),
  ];
};

/** C19: a payload, and then a known-wrong text in the same worker. */
const poison = async (context: Context): Promise<NewFinding[]> => {
  const { budget, calibration, scorer, subject } = context;
  if (!mayRunPrograms(context)) return [];
  const levels = calibration.levels.find(({ gold }) => gold !== null) ?? calibration.levels[0];
  if (levels === undefined) return [];
  const runs = knownRuns(subject);
  const wrappers = [
    ...(runs?.wrappers ?? codeWrappers(context, levels.row)).slice(0, 3),
    ...calibration.wrappers.slice(0, 1),
  ];
  const nonsense =
    runs?.expressions === false
      ? `${entryNames(context, levels.row).join(' = ')} = lambda *a, **k: 918273`
      : '918273.5';
  const full = levels.gold?.reward ?? calibration.range.high;
  return withSequences(context, async (ask) => {
    for (const wrapper of wrappers) {
      const wrong = { row: levels.row, completion: wrapper.wrap(nonsense) };
      const alone = numberOf(await scorer.scoreFresh(wrong));
      if (alone === null || alone >= full - DIFFERENCE) continue;
      for (const { code } of poisons(context, levels.row)) {
        if (!budget.has()) return [];
        const payload = { row: levels.row, completion: wrapper.wrap(code) };
        budget.call();
        const after = await ask(levels.row, [payload.completion, wrong.completion], scorer.seed);
        const paid = numberOf(after);
        if (paid === null || paid <= alone + 0.5 * (full - alone)) continue;
        return [
          stateFinding(context, levels, [payload, wrong], after, alone, {
            rule: 'C19',
            classes: ['C19', 'S08'],
            severity: 'critical',
            title: 'one completion changes what all later ones are paid',
            why: `A wrong completion is paid ${alone}. After a completion that replaces what the grader compares with, in the same process, the same wrong completion is paid ${paid}: where one process scores many completions, as in most trainers, one of them pays all others.`,
            fix: 'run completions in a process of their own (`runrl.run_code`, `run_function`), or take no code at all: `ast.literal_eval`, `fractions.Fraction`',
          }),
        ];
      }
    }
    return [];
  });
};
