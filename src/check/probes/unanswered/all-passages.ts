/**
 * A05, F16: all passages of a row, copied with their marks, are paid as much as those that a field of the row points at, and the
 * others by themselves are not: what is found is counted, and nothing says that it was chosen.
 */
import { insideOf } from '../../answers/inside.ts';
import { isAllThereIs } from '../../answers/marks.ts';
import { isObject } from '../../answers/meaning.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import { unique } from '../../lists.ts';
import { numberText } from '../../proof/confirm.ts';
import { paid } from '../../proof/levels.ts';
import type { CheckRow } from '../../subject.ts';
import { shareOf } from '../../wilson.ts';
import { exploitOf } from '../compared/sweeps.ts';
import { wraps } from '../text/shells.ts';
import { copiesOf, type Passage, passagesOf } from './passages.ts';

const LEAST_ROWS = 8;
const MOST_ROWS = 30;
const TRIED = 4;
const LEAST_SHARE = 0.9;
const MOST_FIELDS = 3;
const MOST_SHELLS = 3;
/** Part of the time that it may take. */
const PART = 0.06;
const FULL = 0.99;
/** Of what those get that are pointed at: what the others may get at most. */
const LITTLE = 0.5;

interface Sheet {
  levels: RowLevels;
  all: readonly Passage[];
  /** Those that a field points at, and those that it does not. */
  right: readonly Passage[];
  others: readonly Passage[];
}

/** Numbers or labels: a list of them, one, or the keys of an object. */
const namesIn = (value: unknown): string[] => {
  const list = Array.isArray(value) ? value : isObject(value) ? Object.keys(value) : [value];
  const isNames = list.every((each) => typeof each === 'number' || (typeof each === 'string' && each !== ''));
  return isNames ? list.map(String) : [];
};

/** What a value points at by labels, by numbers from 1 or from 0; some and not all of the passages. */
const pointed = (all: readonly Passage[], value: unknown): readonly Passage[] => {
  const names = unique(namesIn(value));
  const ways = [
    ({ label }: Passage) => label,
    ({ number }: Passage) => `${number}`,
    ({ number }: Passage) => `${number - 1}`,
  ];
  for (const nameOf of ways) {
    const found = all.filter((passage) => names.includes(nameOf(passage)));
    if (found.length > 0 && found.length === names.length && found.length < all.length) return found;
  }
  return [];
};

const sheetOf = (levels: RowLevels, all: readonly Passage[], value: unknown): Sheet[] => {
  const right = pointed(all, value);
  return right.length === 0
    ? []
    : [{ levels, all, right, others: all.filter((each) => !right.includes(each)) }];
};

const valueAt = (row: CheckRow, name: string): unknown =>
  insideOf(row).find((each) => each.name === name)?.value;

/** The rows by each field that points at passages on nearly all of them, and at others on each. */
const sheetsBy = (levels: readonly RowLevels[]): Sheet[][] => {
  const known = levels.flatMap((each) => {
    const all = passagesOf(each.row);
    return all === undefined ? [] : [{ levels: each, all }];
  });
  const [first] = known;
  if (first === undefined || known.length < LEAST_ROWS || known.length < LEAST_SHARE * levels.length)
    return [];
  return insideOf(first.levels.row)
    .map(({ name }) =>
      known.flatMap((each) => sheetOf(each.levels, each.all, valueAt(each.levels.row, name))),
    )
    .filter(
      (sheets) =>
        sheets.length >= LEAST_SHARE * known.length &&
        unique(sheets.map(({ right }) => right.map(({ number }) => number).join())).length > 2,
    )
    .slice(0, MOST_FIELDS);
};

type Choose = (sheet: Sheet) => readonly Passage[];
const ALL: Choose = ({ all }) => all;
const RIGHT: Choose = ({ right }) => right;
const OTHERS: Choose = ({ others }) => others;

type Way = (sheet: Sheet, choose: Choose) => string;

const rewardsOf = async (
  { scorer }: Context,
  sheets: readonly Sheet[],
  way: Way,
  choose: Choose,
): Promise<number[]> => {
  const outcomes = await scorer.all(
    sheets.map((sheet) => ({ row: sheet.levels.row, completion: way(sheet, choose) })),
  );
  return outcomes.map((outcome, at) => paid(outcome) ?? sheets[at]?.levels.floor ?? 0);
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** The way to copy that pays most for what is pointed at, on all of some rows. */
const bestWay = async (context: Context, sheets: readonly Sheet[]): Promise<Way | undefined> => {
  const { budget } = context;
  const [first] = sheets;
  if (first === undefined) return undefined;
  const ways = copiesOf(first.levels.row).flatMap((_, at) =>
    wraps(context, MOST_SHELLS).map(
      (shell): Way =>
        (sheet, choose) =>
          shell(copiesOf(sheet.levels.row)[at]?.(choose(sheet)) ?? ''),
    ),
  );
  const tried = sheets.slice(0, TRIED);
  const asked = ways.slice(0, Math.floor((PART * budget.left) / tried.length));
  const rewards = await Promise.all(asked.map((way) => rewardsOf(context, tried, way, RIGHT)));
  const sums = rewards.map((each) =>
    each.every((reward, at) => reward > (tried[at]?.levels.floor ?? 0))
      ? sum(each)
      : Number.NEGATIVE_INFINITY,
  );
  const top = Math.max(...sums);
  return Number.isFinite(top) ? asked[sums.indexOf(top)] : undefined;
};

export const allPassagesCheck: Check = {
  name: 'all passages of a row, where some of them are asked for',
  async run(context) {
    const { calibration, budget, random, analysis, findings } = context;
    if (analysis.executesCompletion || analysis.runsProcess || analysis.asksJudge) return [];
    if (findings.some(({ source, severity }) => source === 'probe' && severity === 'critical')) return [];
    for (const sheets of sheetsBy(random.sample(calibration.levels, MOST_ROWS))) {
      if (!budget.has(0.05)) return [];
      const way = await bestWay(context, sheets);
      if (way === undefined || !isAllThereIs(context)) continue;
      const [all = [], right = [], others = []] = await Promise.all(
        [ALL, RIGHT, OTHERS].map((choose) => rewardsOf(context, sheets, way, choose)),
      );
      const hits = sheets.filter(({ levels: { floor } }, at) => {
        const [most, own, none] = [all[at] ?? floor, right[at] ?? floor, others[at] ?? floor];
        return own > floor && most >= FULL * own && none - floor <= LITTLE * (own - floor);
      });
      const [hit] = hits;
      if (hit === undefined || hits.length < LEAST_SHARE * sheets.length) continue;
      const exploit = await exploitOf(context, hit.levels, way(hit, ALL));
      if (exploit === null) continue;
      const share = shareOf(hits.length, sheets.length);
      return [
        {
          rule: 'A05',
          classes: ['A05', 'F16', 'A04', 'B07'],
          source: 'probe',
          severity: 'critical',
          title: 'all passages are paid as much as those that were asked for',
          why: `A copy of every passage of the row gets ${numberText(exploit.reward ?? 0)}, as much as a copy of those that a field of the row points at, on ${share.hits} of ${share.of} rows; the others by themselves are paid less. Nothing has to be chosen.`,
          fix: 'Refuse what cites a passage that was not asked for, or subtract for each (compare sets, not how much of one is found).',
          exploit,
          share,
        },
      ];
    }
    return [];
  },
};
