/** Columns of a module → what the page draws: all steps of a range, or as many rows as there are points for. */
import type { ModuleColumns } from './module-columns.ts';
import { FIGURE } from './module-columns.ts';
import type { SparseColumn } from './sparse-column.ts';

type Value = number | null;

export interface SeriesQuery {
  /** Undefined: all, up to `MOST_COLUMNS`. */
  keys: readonly string[] | undefined;
  from: number;
  to: number;
  points: number;
  /** A `version` of before; 0 for none. */
  since: number;
  /** All digits, for other programs than the page. */
  exact?: boolean;
}

const MOST_COLUMNS = 200;

export interface Column {
  n: number[];
  mean: Value[];
  sd: Value[];
  min: Value[];
  max: Value[];
  missing: number[];
  nan: number[];
}

export const seriesOf = (module: ModuleColumns, query: SeriesQuery) => {
  const first = module.positionFrom(query.from);
  const last = module.positionFrom(query.to + 1);
  const total = last - first;
  const tell = (value: Value): Value => {
    const kept = finite(value);
    return kept === null || query.exact === true ? kept : short(kept);
  };
  const joined = Math.max(1, Math.ceil(total / query.points));
  const start = joined > 1 || query.since === 0 ? 0 : unchanged(module, first, last, query.since);
  const buckets = Math.ceil(total / joined) - start;
  /** Bucket of each row of the module; -1 for those that are not asked for. */
  const bucketOf = new Int32Array(module.step.length).fill(-1);
  for (let position = first + start; position < last; position++)
    bucketOf[module.order[position] as number] = Math.floor((position - first) / joined) - start;
  let before = 0;
  for (let position = 0; position < first + start; position++)
    before += module.calls[module.order[position] as number] as number;

  const x = { step: zeros(buckets), last: zeros(buckets), calls: zeros(buckets), time: zeros(buckets) };
  const calls = zeros(buckets);
  const groups = { n: zeros(buckets), equal: zeros(buckets) };
  const latency = { p50: nulls(buckets), p95: nulls(buckets), max: nulls(buckets) };
  const seen = new Uint8Array(buckets);
  for (let position = first + start; position < last; position++) {
    const row = module.order[position] as number;
    const at = bucketOf[row] as number;
    const step = module.step[row] as number;
    if (seen[at] === 0) x.step[at] = step;
    seen[at] = 1;
    before += module.calls[row] as number;
    x.last[at] = step;
    x.calls[at] = before;
    x.time[at] = module.time[row] as number;
    add(calls, at, module.calls[row] as number);
    add(groups.n, at, module.groups[row] as number);
    add(groups.equal, at, module.equalGroups[row] as number);
    // Quantiles of several steps do not follow from theirs: the largest is told.
    larger(latency.p50, at, module.p50[row] as number);
    larger(latency.p95, at, module.p95[row] as number);
    larger(latency.max, at, module.slowest[row] as number);
  }
  for (const values of Object.values(latency))
    for (const [at, value] of values.entries()) values[at] = tell(value);
  const statuses = Object.fromEntries(
    [...module.statuses].map(([status, column]) => [status, sums(column, bucketOf, buckets)]),
  );
  const keys = query.keys ?? allKeys(module).slice(0, MOST_COLUMNS);
  const columns = Object.fromEntries(
    keys.flatMap((key) => {
      const column = module.numbers.get(key);
      const ofEpisodes = key === '@return' || key === '@length';
      return column === undefined
        ? []
        : [[key, columnOf(column, bucketOf, ofEpisodes ? undefined : calls, buckets, tell)]];
    }),
  );
  return { joined, total, start, x, statuses, calls, latency, groups, columns };
};

/** What we count first, then names in their order. */
export const allKeys = (module: ModuleColumns): string[] => {
  const rank = (key: string): number => (/^@(?!@)/.test(key) ? 0 : 1);
  return [...module.numbers.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
};

/** How many rows at the beginning are as they were. */
const unchanged = (module: ModuleColumns, first: number, last: number, since: number): number => {
  for (let position = first; position < last; position++)
    if ((module.changed[module.order[position] as number] as number) > since) return position - first;
  return last - first;
};

/** @param calls of each bucket, to say how many had no such number */
const columnOf = (
  column: SparseColumn,
  bucketOf: Int32Array,
  calls: readonly number[] | undefined,
  buckets: number,
  tell: (value: Value) => Value,
): Column => {
  const n = zeros(buckets);
  const nan = zeros(buckets);
  const mean = nulls(buckets);
  const squares = zeros(buckets);
  const min = nulls(buckets);
  const max = nulls(buckets);
  for (let position = 0; position < column.rows.length; position++) {
    const at = bucketOf[column.rows[position] as number] as number;
    if (at < 0) continue;
    add(nan, at, column.get(position, FIGURE.nan));
    const count = column.get(position, FIGURE.n);
    if (count === 0) continue;
    const its = column.get(position, FIGURE.mean);
    const sd = column.get(position, FIGURE.sd);
    const before = n[at] as number;
    const was = mean[at] ?? its;
    const sum = before + count;
    const distance = its - was;
    n[at] = sum;
    mean[at] = was + distance * (count / sum);
    add(squares, at, sd * sd * count + distance * distance * ((before * count) / sum));
    min[at] = Math.min(min[at] ?? Number.POSITIVE_INFINITY, column.get(position, FIGURE.min));
    max[at] = Math.max(max[at] ?? Number.NEGATIVE_INFINITY, column.get(position, FIGURE.max));
  }
  return {
    n,
    mean: mean.map(tell),
    sd: squares.map((sum, at) => (n[at] === 0 ? null : tell(Math.sqrt(sum / (n[at] as number))))),
    min: min.map(tell),
    max: max.map(tell),
    missing: n.map((count, at) =>
      calls === undefined ? 0 : Math.max(0, (calls[at] as number) - count - (nan[at] as number)),
    ),
    nan,
  };
};

const sums = (column: SparseColumn, bucketOf: Int32Array, buckets: number): number[] => {
  const values = zeros(buckets);
  for (let position = 0; position < column.rows.length; position++) {
    const at = bucketOf[column.rows[position] as number] as number;
    if (at >= 0) add(values, at, column.get(position, 0));
  }
  return values;
};

const zeros = (length: number): number[] => new Array<number>(length).fill(0);
const nulls = (length: number): Value[] => new Array<Value>(length).fill(null);
const add = (values: number[], at: number, value: number): void => {
  values[at] = (values[at] as number) + value;
};
const larger = (values: Value[], at: number, value: number): void => {
  if (!Number.isNaN(value)) values[at] = Math.max(values[at] ?? value, value);
};

/** Seven digits are more than a screen has pixels. */
const short = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(7)));
const finite = (value: Value): Value => (value === null || !Number.isFinite(value) ? null : value);
