/**
 * One step as several servers have counted it. Counts, figures and quantiles are those of one server that had all calls;
 * so are the samples, because which calls are kept depends on their hashes, not on who had them.
 */
import { sum, sumOfCounts } from '../../formats/statistics.ts';
import type { CauseRecord } from './causes.ts';
import type { DurationsRecord } from './durations.ts';
import type { FiguresRecord } from './figures.ts';
import { KeptCall, type KeptRow } from './kept.ts';
import { Samples, VIEWS, type ViewIndexes } from './samples.ts';
import type { StepSnapshot } from './step-figures.ts';
import { RECORD_VERSION, type StepRecord } from './step-schemas.ts';
import { TOLD, type ValuesRecord } from './values.ts';

type Views = StepRecord['views'];

/** Mean and spread of all numbers together (Chan, Golub and LeVeque 1979). */
const mergeFigures = (given: readonly (FiguresRecord | null | undefined)[]): FiguresRecord | null => {
  const parts = given.filter((part) => part != null);
  if (parts.length === 0) return null;
  const nan = sum(parts.map((part) => part.nan ?? 0));
  const full = parts.filter(({ n }) => n > 0);
  const n = sum(full.map((part) => part.n));
  const mean = sum(full.map((part) => (part.mean / n) * part.n));
  const squares = sum(full.map((part) => part.n * ((part.sd ?? Number.NaN) ** 2 + (part.mean - mean) ** 2)));
  return {
    n,
    mean: n === 0 ? 0 : mean,
    min: n === 0 ? 0 : Math.min(...full.map(({ min }) => min)),
    max: n === 0 ? 0 : Math.max(...full.map(({ max }) => max)),
    sd: n === 0 ? 0 : Number.isFinite(squares) ? Math.sqrt(squares / n) : null,
    ...(nan === 0 ? {} : { nan }),
  };
};

const mergeDurations = (parts: readonly DurationsRecord[]): DurationsRecord => {
  const counts = new Map<number, number>();
  for (const { buckets } of parts)
    for (const [bucket, count] of buckets) counts.set(bucket, (counts.get(bucket) ?? 0) + count);
  return {
    max: Math.max(0, ...parts.map(({ max }) => max)),
    buckets: [...counts].sort(([a], [b]) => a - b),
  };
};

/** Causes have the same name everywhere. The example is that of the first server that has one. */
const mergeCauses = (parts: readonly StepRecord[]): CauseRecord[] => {
  const all = new Map<string, CauseRecord>();
  for (const { causes = [] } of parts)
    for (const { at: _, ...cause } of causes)
      all.set(cause.cause, { ...cause, n: cause.n + (all.get(cause.cause)?.n ?? 0), at: null });
  return [...all.values()];
};

/** A value that one server has not told may have been counted there as often as the last that it told. */
const mergeValues = (parts: readonly ValuesRecord[]): ValuesRecord => {
  const all = new Map<string, ValuesRecord['values'][number]>();
  for (const { values } of parts)
    for (const value of values) {
      const key = `${value.chars} ${value.value}`;
      all.set(key, { ...value, count: value.count + (all.get(key)?.count ?? 0) });
    }
  const values = [...all.values()].sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  const untold = ({ values: told }: ValuesRecord): number =>
    told.length < TOLD || parts.length === 1 ? 0 : (told.at(-1)?.count ?? 0);
  return {
    values: values.slice(0, TOLD),
    spare: sum(parts.map((part) => part.spare + untold(part))),
  };
};

/** Kept calls of all, by what tells them apart. */
class Kept {
  readonly #calls = new Map<KeptRow, KeptCall>();
  readonly rows: KeptRow[] = [];
  readonly #at = new Map<KeptCall, number>();

  callsOf({ rows }: StepSnapshot, views: Views): KeptCall[] {
    return VIEWS.flatMap((view) => views?.[view] ?? []).flatMap((at) => {
      const row = rows[at];
      if (row == null) return [];
      const call = this.#calls.get(row) ?? KeptCall.of(row, undefined);
      this.#calls.set(row, call);
      return [call];
    });
  }

  viewsOf(samples: Samples): ViewIndexes {
    const views = Object.entries(samples.views).filter(([, calls]) => calls.length > 0);
    return Object.fromEntries(views.map(([view, calls]) => [view, calls.map((call) => this.#indexOf(call))]));
  }

  #indexOf(call: KeptCall): number {
    let at = this.#at.get(call);
    if (at === undefined) {
      at = this.rows.push(call.row) - 1;
      this.#at.set(call, at);
    }
    return at;
  }
}

/**
 * @param snapshots of one step of one module; records alone (`rows` empty) give no samples
 * @param audit what is told of the audits of all
 */
export const mergeSteps = (
  snapshots: readonly StepSnapshot[],
  audit: StepRecord['audit'] = undefined,
): StepSnapshot => {
  const records = snapshots.map(({ record }) => record);
  const [first] = records as [StepRecord];
  const kept = new Kept();
  const namesOf = (of: (record: StepRecord) => object): string[] => [
    ...new Set(records.flatMap((record) => Object.keys(of(record)))),
  ];
  const viewsOf = (n: number, of: (record: StepRecord) => Views): ViewIndexes => {
    const samples = new Samples();
    samples.restore(
      n,
      snapshots.flatMap((each) => kept.callsOf(each, of(each.record))),
    );
    return kept.viewsOf(samples);
  };
  const total = (of: (record: StepRecord) => number): number => sum(records.map(of));
  const strings = namesOf((record) => record.info_strings).map((name) => {
    const entries = records.flatMap((record) => record.info_strings[name] ?? []);
    const n = sum(entries.map((entry) => entry.n));
    const values = entries.flatMap((entry) => entry.values ?? []);
    return [
      name,
      { n, views: viewsOf(n, (record) => record.info_strings[name]?.views), values: mergeValues(values) },
    ] as const;
  });
  const calls = total((record) => record.calls);
  const isEnvironment = records.some(({ setups, returns }) => setups !== undefined || returns !== undefined);
  const record: StepRecord = {
    v: RECORD_VERSION,
    module: first.module,
    step: first.step,
    calls,
    statuses: sumOfCounts(records.map(({ statuses }) => statuses)),
    reward: mergeFigures(records.map(({ reward }) => reward)),
    info_numbers: Object.fromEntries(
      namesOf((each) => each.info_numbers).flatMap((name) => {
        const figures = mergeFigures(records.map(({ info_numbers: numbers }) => numbers[name]));
        return figures === null ? [] : [[name, figures]];
      }),
    ),
    not_finite: total((each) => each.not_finite),
    names_left_out: total((each) => each.names_left_out),
    ...(isEnvironment
      ? {
          setups: sumOfCounts(records.map(({ setups = {} }) => setups)),
          returns: mergeFigures(records.map(({ returns }) => returns)),
          lengths: mergeFigures(records.map(({ lengths }) => lengths)),
        }
      : {}),
    since: records.map(({ since }) => since).sort()[0] ?? first.since,
    until:
      records
        .map(({ until }) => until)
        .sort()
        .at(-1) ?? first.until,
    groups: {
      n: total(({ groups }) => groups?.n ?? 0),
      equal: total(({ groups }) => groups?.equal ?? 0),
    },
    duration: mergeFigures(records.map(({ duration }) => duration)),
    durations: mergeDurations(records.flatMap(({ durations }) => durations ?? [])),
    causes: mergeCauses(records),
    causes_left_out: total((each) => each.causes_left_out ?? 0),
    ...(audit === undefined ? {} : { audit }),
    views: viewsOf(calls, (each) => each.views),
    info_strings: Object.fromEntries(strings),
  };
  return { record, rows: kept.rows };
};
