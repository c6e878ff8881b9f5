/** Two runs on one axis: rows that stand at the same place are one row. */
import type { Series } from '../data/types.ts';
import type { XKind } from './options.ts';
import type { Values } from './smooth.ts';

export interface Axis {
  x: readonly number[];
  /** For each place the row of the one and of the other run, or -1. */
  rows: readonly [readonly number[], readonly number[]];
}

/** Clocks may be set back: an axis only ever goes on. */
const ascending = (values: readonly number[]): number[] => {
  let most = Number.NEGATIVE_INFINITY;
  return values.map((value) => {
    most = Math.max(most, value);
    return most;
  });
};

const placesOf = (series: Series | undefined, kind: XKind): number[] =>
  series === undefined ? [] : ascending(series.x[kind]);

export const alignSeries = (one: Series | undefined, other: Series | undefined, kind: XKind): Axis => {
  const [a, b] = [placesOf(one, kind), placesOf(other, kind)];
  const x: number[] = [];
  const rows: [number[], number[]] = [[], []];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const [left = Number.POSITIVE_INFINITY, right = Number.POSITIVE_INFINITY] = [a[i], b[j]];
    const at = Math.min(left, right);
    x.push(at);
    rows[0].push(left === at ? i++ : -1);
    rows[1].push(right === at ? j++ : -1);
  }
  return { x, rows };
};

/** The numbers of a run at the places of the axis; its line is drawn through places that only the other run has. */
export const valuesAt = (rows: readonly number[], values: Values | undefined): Values =>
  rows.map((row) => (row < 0 ? undefined : (values?.[row] ?? null)));
