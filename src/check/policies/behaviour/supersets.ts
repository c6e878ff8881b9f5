/** F16: a list with more in it than is right is paid as the right one, where one with less is not. */
import { isObject } from '../../answers/meaning.ts';
import type { NewFinding } from '../../finding.ts';
import { unique } from '../../lists.ts';
import type { CheckRow } from '../../subject.ts';
import { shareOf } from '../../wilson.ts';
import { LEAST_SHARE } from '../oracle.ts';
import type { Trace } from '../play/trace.ts';
import type { LeakOptions } from './leaks.ts';
import { findingOf, round } from './penalties.ts';

const MOST_ROWS = 5;
/** Fewer things more than are right may be a matter of taste. */
const LEAST_MORE = 2;
const MOST_MORE = 40;
const EPSILON = 1e-9;

type Item = string | number;

/** A list in an action, with the action that has another one in its place. */
interface Listed {
  items: Item[];
  with(items: readonly Item[]): string;
}

const isItem = (value: unknown): value is Item => typeof value === 'string' || typeof value === 'number';

const put = (value: unknown, [key, ...rest]: readonly string[], items: readonly Item[]): unknown => {
  if (key === undefined) return items;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = put(copy[key], rest, items);
  return copy;
};

const listsIn = (
  value: unknown,
  path: readonly string[] = [],
): { path: readonly string[]; items: Item[] }[] => {
  if (Array.isArray(value)) return value.length > 0 && value.every(isItem) ? [{ path, items: value }] : [];
  return isObject(value)
    ? Object.entries(value).flatMap(([key, inner]) => listsIn(inner, [...path, key]))
    : [];
};

/** Lists of an action: those of its JSON, else what stands between its commas behind a verb. */
export const listedIn = (action: string): Listed[] => {
  try {
    const value: unknown = JSON.parse(action);
    return listsIn(value).map(({ path, items }) => ({
      items,
      with: (others) => JSON.stringify(put(value, path, others)),
    }));
  } catch {
    const found = /^(.*?)((?:[\w.-]+, ?)+[\w.-]*\w)(\W*)$/s.exec(action);
    if (found === null) return [];
    const [, head = '', list = '', tail = ''] = found;
    return [{ items: list.split(/, ?/), with: (items) => `${head}${items.join(', ')}${tail}` }];
  }
};

/** Things of the kind of these that a row or its like may name: those of honest play on other rows, and of the prompt. */
const moreThan = ({ calibrated }: LeakOptions, row: CheckRow, { items }: Listed): Item[] => {
  const others = [...calibrated.honest.values()].flatMap(({ actions }) =>
    actions.flatMap((action) => listedIn(action).flatMap((listed) => listed.items)),
  );
  const kind = typeof items[0];
  return unique(others)
    .filter((item) => typeof item === kind && !items.includes(item))
    .sort(
      (one, other) => Number(row.prompt.includes(String(other))) - Number(row.prompt.includes(String(one))),
    )
    .slice(0, MOST_MORE);
};

/** What a list with all in it is paid on one row; null: it is not paid as the right one, or less is paid as well. */
const superset = async (
  options: LeakOptions,
  row: CheckRow,
): Promise<{ trace: Trace; more: number } | null> => {
  const { player, calibrated } = options;
  const known = calibrated.honest.get(row);
  if (known === undefined || known.return <= EPSILON) return null;
  const at = known.actions.findLastIndex((action) => listedIn(action).length > 0);
  const play = (text: string): Promise<Trace> =>
    player.play(row, [...known.actions.slice(0, at), text, ...known.actions.slice(at + 1)]);
  for (const listed of at < 0 ? [] : listedIn(known.actions[at] as string)) {
    const more = moreThan(options, row, listed);
    if (more.length < LEAST_MORE) continue;
    const [all, less] = [
      await play(listed.with([...listed.items, ...more])),
      await play(listed.with(more.slice(0, 1))),
    ];
    const isAsGood = all.status === 'ok' && all.return >= known.return - EPSILON;
    if (isAsGood && less.return < known.return - 0.05 * Math.abs(known.return))
      return { trace: all, more: more.length };
  }
  return null;
};

export const findSupersets = async (options: LeakOptions): Promise<NewFinding[]> => {
  const { calibrated, rows, player } = options;
  const asked = rows.filter((row) => calibrated.honest.has(row)).slice(0, MOST_ROWS);
  const wins: { trace: Trace; more: number }[] = [];
  for (const [at, row] of asked.entries()) {
    if (!player.budget.has(0.1) || (at === 2 && wins.length === 0)) break;
    const win = await superset(options, row);
    if (win !== null) wins.push(win);
  }
  const share = shareOf(wins.length, asked.length);
  const [win] = wins;
  if (win === undefined || share.low <= LEAST_SHARE) return [];
  const why = `With ${win.more} things more in its list honest play is still paid ${round(win.trace.return)}, and with another thing alone it is not: who names everything names what is right.`;
  return [findingOf('F16', 'warning', why, share, win.trace, calibrated)];
};
