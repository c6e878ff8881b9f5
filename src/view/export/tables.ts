/** A run as three tables: its steps, the calls that were kept of them, the causes of its failures. */

import type { ModuleColumns } from '../columns/module-columns.ts';
import { allKeys, type Column, seriesOf } from '../columns/series.ts';
import { causesOf } from '../routes/failures.ts';
import type { Source } from '../sources/source.ts';
import { VIEWS } from '../store/samples.ts';
import { AUDIT_FIGURES, auditFigures } from './audit-figures.ts';

/** What a column of a table holds. */
export type ColumnType = 'text' | 'integer' | 'number';
export type Cell = string | number | null;
export interface TableColumn {
  name: string;
  type: ColumnType;
}
export interface Table {
  name: 'steps' | 'samples' | 'failures';
  columns: readonly TableColumn[];
  /** Cells in the order of the columns. */
  rows: AsyncIterable<Cell[]> | Iterable<Cell[]>;
}

const EVERYTHING = {
  from: 0,
  to: Number.MAX_SAFE_INTEGER - 1,
  points: Number.MAX_SAFE_INTEGER,
  since: 0,
  exact: true,
};
const FIGURES = ['mean', 'sd', 'min', 'max', 'n', 'missing', 'nan'] as const;
const column = (name: string, type: ColumnType): TableColumn => ({ name, type });

/** All numbers of a module, a row for each step. */
export const wholeSeries = (of: ModuleColumns) => seriesOf(of, { ...EVERYTHING, keys: allKeys(of) });

export const tablesOf = async (source: Source): Promise<Table[]> => {
  const columns = await source.columns();
  const modules = columns.modules.map((name) => ({ name, of: columns.of(name) as ModuleColumns }));
  return [stepsTable(modules), samplesTable(source, modules), failuresTable(modules)];
};

type Modules = readonly { name: string; of: ModuleColumns }[];

const stepsTable = (modules: Modules): Table => {
  const keys = [...new Set(modules.flatMap(({ of }) => allKeys(of)))];
  const statuses = [...new Set(modules.flatMap(({ of }) => [...of.statuses.keys()]))].sort();
  const audited = modules.some(({ of }) => of.audits.size > 0) ? AUDIT_FIGURES : [];
  const head = [
    ...['module'].map((name) => column(name, 'text')),
    ...['step', 'calls'].map((name) => column(name, 'integer')),
    column('until', 'text'),
    ...statuses.map((status) => column(`status/${status}`, 'integer')),
    ...['p50', 'p95', 'max'].map((name) => column(`latency_ms/${name}`, 'number')),
    ...['n', 'equal'].map((name) => column(`groups/${name}`, 'integer')),
    ...audited.map((name) =>
      column(`audit/${name}`, name === 'audited' || name === 'alarms' ? 'integer' : 'number'),
    ),
    ...keys.flatMap((key) =>
      FIGURES.map((figure, at) => column(`${key}.${figure}`, at < 4 ? 'number' : 'integer')),
    ),
  ];
  function* rows(): Generator<Cell[]> {
    for (const { name, of } of modules) {
      const series = wholeSeries(of);
      for (const [at, step] of series.x.step.entries()) {
        const time = series.x.time[at] as number;
        yield [
          name,
          step,
          series.calls[at] as number,
          Number.isFinite(time) ? new Date(time).toISOString() : null,
          ...statuses.map((status) => series.statuses[status]?.[at] ?? 0),
          series.latency.p50[at] ?? null,
          series.latency.p95[at] ?? null,
          series.latency.max[at] ?? null,
          series.groups.n[at] as number,
          series.groups.equal[at] as number,
          ...(audited.length === 0 ? [] : auditFigures(of.audits.get(step))),
          ...keys.flatMap((key) => cellsOf(series.columns[key], at)),
        ];
      }
    }
  }
  return { name: 'steps', columns: head, rows: rows() };
};

const cellsOf = (figures: Column | undefined, at: number): Cell[] =>
  FIGURES.map((figure) => figures?.[figure][at] ?? null);

const SAMPLE_COLUMNS = [
  column('module', 'text'),
  column('step', 'integer'),
  column('views', 'text'),
  ...['prompt', 'completion', 'status'].map((name) => column(name, 'text')),
  ...['reward', 'duration_ms'].map((name) => column(name, 'number')),
  ...['line', 'completion_line', 'episode_step'].map((name) => column(name, 'integer')),
  ...['id', 'info', 'error'].map((name) => column(name, 'text')),
];

const samplesTable = (source: Source, modules: Modules): Table => {
  async function* rows(): AsyncGenerator<Cell[]> {
    for (const { name, of } of modules)
      for (const row of of.order) {
        const step = of.step[row] as number;
        const snapshot = await source.step(step, name);
        if (snapshot === undefined) continue;
        const { record } = snapshot;
        const viewsOf = (at: number): string[] => {
          const all = [
            ['@calls', record.views] as const,
            ...Object.entries(record.info_strings).map(([key, { views }]) => [key, views] as const),
          ];
          return all.flatMap(([key, views]) =>
            VIEWS.filter((view) => views?.[view]?.includes(at)).map((view) => `${key}:${view}`),
          );
        };
        for (const [at, kept] of snapshot.rows.entries()) {
          if (kept === null) continue;
          yield [
            name,
            step,
            viewsOf(at).join(' '),
            kept.prompt,
            kept.completion,
            kept.status,
            kept.reward,
            kept.duration_ms,
            kept.line,
            kept.completion_line,
            kept.at,
            kept.id,
            JSON.stringify(kept.info),
            kept.error === null ? null : `${kept.error.type}: ${kept.error.message}`,
          ];
        }
      }
  }
  return { name: 'samples', columns: SAMPLE_COLUMNS, rows: rows() };
};

const FAILURE_COLUMNS = [
  ...['module', 'cause', 'status', 'type', 'where', 'message'].map((name) => column(name, 'text')),
  ...['count', 'first_step', 'last_step'].map((name) => column(name, 'integer')),
];

const failuresTable = (modules: Modules): Table => ({
  name: 'failures',
  columns: FAILURE_COLUMNS,
  rows: modules.flatMap(({ name, of }) =>
    causesOf(of, EVERYTHING).causes.map(({ cause, status, type, where, message, count, steps }): Cell[] => [
      name,
      cause,
      status,
      type,
      where,
      message,
      count,
      steps.step[0] ?? null,
      steps.step.at(-1) ?? null,
    ]),
  ),
});
