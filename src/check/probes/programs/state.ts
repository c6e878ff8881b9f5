/** What calls leave behind for later ones: state of the function's own (S06, S08, E08). */
import { rowNameOf } from '../../../formats/text/row-name.ts';
import type { Outcome } from '../../../index.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { shareOf } from '../../wilson.ts';
import { DIFFERENCE, inOneWorker, numberOf, score, stateFinding } from './in-one-worker.ts';
import { positions } from './positions.ts';
import { waitsForJudge } from './runs.ts';

const MOST_ROWS = 3;
/** Columns by which rows are alike, and what is no name of a group. */
const MOST_COLUMNS = 2;
const LONGEST_NAME = 60;

/** Found once is enough. */
const KNOWN: readonly string[] = ['S06', 'S08', 'E08'];

const inTurn = async (context: Context): Promise<NewFinding[]> => {
  const { subject, budget, calibration } = context;
  if (subject.kind !== 'reward' || calibration.levels.length === 0 || waitsForJudge(context)) return [];
  const findings: NewFinding[] = [];
  for (const part of [leakage, positions]) if (budget.has()) findings.push(...(await part(context)));
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
  run: async (context) => (KEEPS.test(context.subject.source) ? await inTurn(context) : []),
};

/** What calls leave behind in a process that serves further ones, as trainers do that call the function themselves. */
export const stateCheck: Check = {
  name: 'state',
  run: async (context) =>
    context.findings.some(({ rule }) => KNOWN.includes(rule)) ? [] : await inTurn(context),
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
