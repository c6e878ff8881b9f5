/** New rows of a series, put behind those that are there. */
import type { Column, Series } from './types.ts';

type Lists = Readonly<Record<string, readonly unknown[] | undefined>>;

/** What a list has no number of: a mean has a gap there, a count is 0. */
const GAPS = new Set(['mean', 'sd', 'min', 'max', 'p50', 'p95']);

/** Rows of lists up to `start`, and those of `later` behind them. What only one of them knows is filled up. */
const splice = <T extends object>(
  before: T | undefined,
  start: number,
  later: T | undefined,
  rows: number,
): T => {
  const [old, fresh] = [(before ?? {}) as Lists, (later ?? {}) as Lists];
  const names = Object.keys({ ...old, ...fresh });
  return Object.fromEntries(
    names.map((name) => {
      const gap = GAPS.has(name) ? null : 0;
      const row = (index: number) =>
        (index < start ? old[name]?.[index] : fresh[name]?.[index - start]) ?? gap;
      return [name, Array.from({ length: start + rows }, (_, index) => row(index))];
    }),
  ) as T;
};

/** @param later its rows replace those of `before` from `later.start` on */
export const mergeSeries = (before: Series | undefined, later: Series): Series => {
  if (before === undefined || later.start === 0) return later;
  const { start } = later;
  const rows = later.x.step.length;
  const names = Object.keys({ ...before.columns, ...later.columns });
  return {
    ...later,
    start: 0,
    x: splice(before.x, start, later.x, rows),
    statuses: splice(before.statuses, start, later.statuses, rows),
    calls: splice({ calls: before.calls }, start, { calls: later.calls }, rows).calls,
    latency: splice(before.latency, start, later.latency, rows),
    groups: splice(before.groups, start, later.groups, rows),
    columns: Object.fromEntries(
      names.map((name) => [name, splice<Column>(before.columns[name], start, later.columns[name], rows)]),
    ),
  };
};
