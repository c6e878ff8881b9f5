/** A run as event files of TensorBoard: a scalar for each number, a table of the random samples for each string. */
import { join } from 'node:path';
import { makeFolder } from '../../formats/make-folder.ts';
import type { ModuleColumns } from '../columns/module-columns.ts';
import { oneStepOf } from '../routes/one-step.ts';
import type { Source } from '../sources/source.ts';
import { AUDIT_FIGURES, auditFigures } from './audit-figures.ts';
import { EventFile } from './event-file.ts';
import { wholeSeries } from './tables.ts';

/** Characters of a cell. */
const CELL = 500;

/** @returns how many events there are */
export const writeTensorBoard = async (
  source: Source,
  folder: string,
): Promise<{ file: string; rows: number }[]> => {
  const columns = await source.columns();
  const written = [];
  for (const module of columns.modules) {
    const of = columns.of(module) as ModuleColumns;
    const run = join(folder, module.replace(/[^\w.-]/g, '_'));
    makeFolder(run, 0o700);
    const began = Date.parse(of.since ?? '') / 1_000 || Date.now() / 1_000;
    const file = join(run, `events.out.tfevents.${Math.floor(began)}.runrl-sandbox`);
    const events = new EventFile(file, began);
    let rows = 0;
    try {
      for (const { step, time, scalars } of scalarsOf(of)) {
        events.scalars(step, time, scalars);
        const snapshot = await source.step(step, module);
        if (snapshot !== undefined)
          for (const name of Object.keys(snapshot.record.info_strings)) {
            const asked = {
              version: 0,
              module,
              of,
              key: name.startsWith('@') ? `@${name}` : name,
              all: false,
              source,
            };
            events.text(step, time, `samples/${name}`, markdownOf(oneStepOf(snapshot, asked).samples.random));
          }
        rows++;
      }
    } finally {
      events.close();
    }
    written.push({ file, rows });
  }
  return written;
};

function* scalarsOf(
  of: ModuleColumns,
): Generator<{ step: number; time: number; scalars: Map<string, number> }> {
  const series = wholeSeries(of);
  for (const [at, step] of series.x.step.entries()) {
    const scalars = new Map<string, number>();
    const put = (tag: string, value: number | null | undefined): void => {
      if (value != null) scalars.set(tag, value);
    };
    for (const [key, column] of Object.entries(series.columns)) {
      // What we count is in a group of its own, as names with a `/` are.
      const name = /^@(?!@)/.test(key) ? `runrl/${key.slice(1)}` : key.replace(/^@@/, '@');
      put(name, column.mean[at]);
      if (key === '@reward') put('runrl/reward_sd', column.sd[at]);
    }
    put('runrl/calls', series.calls[at]);
    put('runrl/latency_p50_ms', series.latency.p50[at]);
    put('runrl/latency_p95_ms', series.latency.p95[at]);
    const groups = series.groups.n[at] as number;
    if (groups > 0) put('runrl/groups_equal', (series.groups.equal[at] as number) / groups);
    for (const [status, counts] of Object.entries(series.statuses)) put(`status/${status}`, counts[at]);
    for (const [which, figure] of auditFigures(of.audits.get(step)).entries())
      put(`audit/${AUDIT_FIGURES[which]}`, figure);
    const time = series.x.time[at] as number;
    yield { step, time: (Number.isFinite(time) ? time : Date.now()) / 1_000, scalars };
  }
}

interface Shown {
  prompt: string | null;
  completion: string | null;
  value: string | null;
  reward: number | null;
}

const markdownOf = (rows: readonly Shown[]): string =>
  [
    '| prompt | completion | value | reward |',
    '| --- | --- | --- | --- |',
    ...rows.map(
      ({ prompt, completion, value, reward }) =>
        `| ${[prompt, completion, value].map(cell).join(' | ')} | ${reward ?? ''} |`,
    ),
  ].join('\n');

/** What models write is text there, too. */
const cell = (text: string | null): string =>
  (text ?? '')
    .slice(0, CELL)
    .replace(/[\\`*_{}[\]#|~!-]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\r\n]+/g, ' ⏎ ');
