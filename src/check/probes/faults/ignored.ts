/** A21: expected values that are 0, False or empty are taken for none, so that whatever disagrees with them is paid. */
import { isObject } from '../../answers/meaning.ts';
import type { NewFinding } from '../../finding.ts';
import { jsonValue } from '../../lists.ts';
import { paid } from '../../proof/levels.ts';
import type { Shot } from '../../scorer.ts';
import type { CheckRow } from '../../subject.ts';
import { shareOf } from '../../wilson.ts';
import { type Setup, tell, typical } from './setup.ts';

const MOST_ROWS = 4;
const LEAST_ROWS = 3;
const LEAST_SHARE = 0.75;
const MOST_PLACES = 6;
const MOST_SEEN = 30;

/** Where a value is expected: a column that is a list, and the key of its objects (null: the elements themselves). */
interface Expected {
  field: string;
  key: string | null;
}

type List = readonly unknown[];

const listIn = (row: CheckRow, field: string): List | undefined => {
  const value = row.fields[field];
  const list = typeof value === 'string' ? jsonValue(value) : value;
  return Array.isArray(list) ? (list as List) : undefined;
};

const valueAt = (element: unknown, key: string | null): unknown =>
  key === null ? element : isObject(element) ? (element as Record<string, unknown>)[key] : undefined;

const isNone = (value: unknown): boolean => value === false || value === 0 || value === '';
const isSome = (value: unknown): boolean =>
  value === true || (typeof value === 'number' && value !== 0) || (typeof value === 'string' && value !== '');

/** Lists of a row in which values of one kind are empty here and not there. */
const placesOf = (row: CheckRow): Expected[] =>
  Object.keys(row.fields)
    .filter((field) => field !== 'prompt')
    .flatMap((field) => {
      const list = listIn(row, field) ?? [];
      const keys = isObject(list[0]) ? Object.keys(list[0] as object) : [null];
      return keys.map((key): Expected => ({ field, key }));
    })
    .filter(({ field, key }) => {
      const values = (listIn(row, field) ?? []).map((element) => valueAt(element, key));
      const none = values.find(isNone);
      return none !== undefined && values.some((value) => isSome(value) && typeof value === typeof none);
    });

const OTHER: Readonly<Record<string, unknown>> = { boolean: true, number: 918_273, string: 'zzqx' };

/** The row with one of these values in the place of the first that `wanted` says yes to. */
const changed = (
  row: CheckRow,
  { field, key }: Expected,
  wanted: (value: unknown) => boolean,
  other: unknown,
): Record<string, string> | undefined => {
  const list = listIn(row, field) ?? [];
  const at = list.findIndex((element) => wanted(valueAt(element, key)));
  if (at < 0) return undefined;
  const element = key === null ? other : { ...(list[at] as object), [key]: other };
  const text = JSON.stringify(list.with(at, element));
  return { [field]: typeof row.fields[field] === 'string' ? JSON.stringify(text) : text };
};

/** With one expected value made empty the right answer is as good as before; with an empty one made another it is not. */
export const ignoredValues = async (setup: Setup): Promise<NewFinding[]> => {
  const { context, high, low } = setup;
  // A flag that is off asks for nothing: only where something else is paid that should not be, is it an expectation.
  const isProved = context.findings.some(
    ({ source, severity }) => source === 'probe' && (severity === 'critical' || severity === 'high'),
  );
  const rows = typical(setup).slice(0, MOST_SEEN);
  const [first] = rows;
  if (!isProved || first === undefined) return [];
  const names = rows.flatMap(({ row }) => placesOf(row));
  const places = [...new Map(names.map((each) => [JSON.stringify(each), each])).values()];
  for (const place of places.slice(0, MOST_PLACES)) {
    const having = rows
      .filter(({ row }) => placesOf(row).some((each) => each.field === place.field && each.key === place.key))
      .slice(0, MOST_ROWS);
    if (having.length < LEAST_ROWS || !context.budget.has(0.05)) continue;
    const hits: Shot[] = [];
    for (const { row, gold, floor } of having) {
      const values = (listIn(row, place.field) ?? []).map((element) => valueAt(element, place.key));
      const none = values.find(isNone);
      const off = changed(row, place, (value) => isSome(value) && typeof value === typeof none, none);
      const on = changed(row, place, (value) => value === none, OTHER[typeof none]);
      if (gold === null || off === undefined || on === undefined) continue;
      const shot: Shot = { row, completion: gold.completion, changed: off };
      const shots = [shot, { ...shot, changed: on }];
      // What is no flag can be another value as well, and that must matter.
      if (typeof none !== 'boolean') {
        const other = changed(row, place, isSome, OTHER[typeof none]);
        if (other !== undefined) shots.push({ ...shot, changed: other });
      }
      const [without, ...others] = (await context.scorer.all(shots)).map((each) => paid(each) ?? floor);
      const half = low + 0.5 * (high - low);
      if ((without ?? floor) >= gold.reward - 1e-9 && others.every((reward) => reward < half))
        hits.push(shot);
    }
    const [hit] = hits;
    if (hit === undefined || hits.length < LEAST_SHARE * having.length) continue;
    const name = place.key === null ? place.field : `${place.field}[].${place.key}`;
    const finding = tell(
      setup,
      'A21',
      'warning',
      'expected values that are 0, False or empty are not compared',
      `Where one \`${name}\` is made empty or False, against it, the right answer is paid as before; where one that is so is made another value, it is not: what is expected to be false is taken for no expectation.`,
      hit,
      await context.scorer.score(hit),
    );
    return [{ ...finding, classes: ['A21', 'RH108'], share: shareOf(hits.length, having.length) }];
  }
  return [];
};
