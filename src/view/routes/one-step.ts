/** One step: its figures, and samples of one string. */
import { keyOfName, type ModuleColumns, nameOfKey } from '../columns/module-columns.ts';
import type { Source } from '../sources/source.ts';
import { latencyOf } from '../store/durations.ts';
import type { FiguresRecord } from '../store/figures.ts';
import type { KeptRow } from '../store/kept.ts';
import type { View } from '../store/samples.ts';
import { VIEWS } from '../store/samples.ts';
import type { StepSnapshot } from '../store/step-figures.ts';
import type { StepRecord } from '../store/step-schemas.ts';
import { ViewFault } from './fault.ts';

const CALLS = '@calls';

interface Asked {
  version: number;
  module: string;
  of: ModuleColumns | undefined;
  key: string | undefined;
  all: boolean;
  source: Source;
}

export const oneStepOf = (
  { record, rows }: StepSnapshot,
  { version, module, of, key: wanted, all, source }: Asked,
) => {
  const names = Object.keys(record.info_strings).sort();
  const key = wanted ?? keyOfName(names[0] ?? CALLS.slice(1));
  const isCalls = wanted === undefined ? names.length === 0 : wanted === CALLS;
  const name = nameOfKey(key);
  const entry = isCalls ? { n: record.calls, views: record.views } : ownEntry(record, name);
  if (entry === undefined)
    throw new ViewFault('not-found', `Step ${record.step} has no string \`${key.slice(0, 60)}\``);
  const toldRow = (row: KeptRow) => ({
    ...told(row, isCalls ? undefined : name),
    again: againOf(row, module, source),
  });
  const rowOf = (at: number): ReturnType<typeof toldRow>[] => {
    const row = rows[at];
    return row == null ? [] : [toldRow(row)];
  };
  const views = Object.fromEntries(VIEWS.map((view) => [view, (entry.views?.[view] ?? []).flatMap(rowOf)]));
  const values = 'values' in entry ? entry.values : undefined;
  const position = of?.positionFrom(record.step) ?? 0;
  return {
    version,
    module,
    step: record.step,
    previous: all || position === 0 ? null : (of?.stepAt(position - 1) ?? null),
    next: all ? null : (of?.stepAt(position + 1) ?? null),
    calls: record.calls,
    statuses: record.statuses,
    since: record.since,
    until: record.until,
    numbers: numbersOf(record),
    latency: latencyOf(record.durations),
    groups: record.groups ?? { n: 0, equal: 0 },
    strings: [
      { key: CALLS, n: record.calls },
      ...names.map((each) => ({ key: keyOfName(each), n: record.info_strings[each]?.n ?? 0 })),
    ],
    key: isCalls ? CALLS : key,
    samples: {
      ...(views as Record<View, ReturnType<typeof toldRow>[]>),
      frequent: (values?.values ?? []).map(({ value, chars, count }) => ({
        value,
        value_chars: chars,
        count,
        share: entry.n === 0 ? 0 : count / entry.n,
        example: exampleOf(rows, name, { value, chars }, toldRow),
      })),
      exact: (values?.spare ?? 0) === 0,
    },
    audit: record.audit ?? null,
  };
};

const ownEntry = (record: StepRecord, name: string): StepRecord['info_strings'][string] | undefined =>
  Object.hasOwn(record.info_strings, name) ? record.info_strings[name] : undefined;

/** What is kept begins with the value that was counted. */
const exampleOf = <Told>(
  rows: StepSnapshot['rows'],
  name: string,
  { value, chars }: { value: string; chars: number },
  tell: (row: KeptRow) => Told,
): Told | null => {
  const row = rows.find((each) => {
    const kept = each?.info[name];
    if (typeof kept !== 'string') return false;
    return chars > value.length
      ? kept.startsWith(value) && (each?.chars?.[name] ?? kept.length) === chars
      : kept === value;
  });
  return row == null ? null : tell(row);
};

/** The call as it was, where nothing of it is cut. */
const againOf = (
  { kwargs, completion, completion_chars, completion_line }: KeptRow,
  module: string,
  source: Source,
) => {
  const isWhole = kwargs !== undefined && completion !== null && completion.length === completion_chars;
  return source.again(module, completion_line, isWhole ? { completion, kwargs } : null);
};

/** @param name of the string that is looked at */
export const told = ({ chars, kwargs: _, ...row }: KeptRow, name?: string) => {
  const kept = name !== undefined && Object.hasOwn(row.info, name) ? row.info[name] : undefined;
  const value = typeof kept === 'string' ? kept : null;
  return {
    ...row,
    value,
    value_chars: value === null ? 0 : ((name === undefined ? undefined : chars?.[name]) ?? value.length),
  };
};

const numbersOf = (record: StepRecord) => {
  const { calls } = record;
  const one = ({ n, mean, sd, min, max, nan = 0 }: FiguresRecord, of: number) => ({
    n,
    mean,
    sd: sd ?? null,
    min,
    max,
    missing: Math.max(0, of - n - nan),
    nan,
  });
  const builtin: [string, FiguresRecord | null | undefined, number][] = [
    ['@reward', record.reward, calls],
    ['@duration', record.duration, calls],
    ['@return', record.returns, record.returns?.n ?? 0],
    ['@length', record.lengths, record.lengths?.n ?? 0],
  ];
  return Object.fromEntries([
    ...builtin.flatMap(([key, figures, of]) => (figures == null ? [] : [[key, one(figures, of)]])),
    ...Object.entries(record.info_numbers).map(([name, figures]) => [keyOfName(name), one(figures, calls)]),
  ]) as Record<string, ReturnType<typeof one>>;
};
