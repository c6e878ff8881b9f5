/** Rows of steps, column by column: what came later is put behind what is there. */
import { useRef } from 'preact/hooks';
import { type Shown, usePage } from './context.ts';
import type { Column, Series } from './types.ts';
import { type Asked, useAnswer, useVersion } from './use-route.ts';

/** Rows are about as many as a plot has pixels. */
const POINTS = 1_000;

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

/**
 * @param keys of numbers; their order does not matter
 * @param range of steps, for more rows of fewer steps
 */
export const useSeries = (
  shown: Shown | undefined,
  keys: readonly string[],
  range: readonly [number, number] | null = null,
): Asked<Series> => {
  const { source } = usePage();
  const version = useVersion(shown?.run);
  const latest = useRef<{ address: string; series: Series } | undefined>(undefined);
  const path = shown === undefined ? null : `v1/view/runs/${shown.run.id}/series`;
  const address =
    path === null || keys.length === 0
      ? null
      : JSON.stringify([path, shown?.module, [...keys].sort(), range]);
  return useAnswer(address, version, async (signal) => {
    const before = latest.current?.address === address ? latest.current?.series : undefined;
    const query = {
      module: shown?.module,
      key: keys,
      points: POINTS,
      ...(range === null ? {} : { from: Math.floor(range[0]), to: Math.ceil(range[1]) }),
      since: before?.version,
    };
    const series = mergeSeries(before, await source.get<Series>(path ?? '', query, signal));
    latest.current = { address: address ?? '', series };
    return series;
  });
};
