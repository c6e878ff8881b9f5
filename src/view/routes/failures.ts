/** Failed calls by cause, over a range of steps. */

import { sum } from '../../formats/statistics.ts';
import { framesOf, isUsers } from '../../run/summary/user-frame.ts';
import type { CauseColumn, ModuleColumns } from '../columns/module-columns.ts';
import type { Source } from '../sources/source.ts';
import type { FailedRow } from '../store/causes.ts';
import { told } from './one-step.ts';

/** Points of the line that shows when a cause came. */
const POINTS = 500;

interface Range {
  from: number;
  to: number;
}

export const causesOf = (of: ModuleColumns | undefined, { from, to }: Range) => {
  if (of === undefined) return { total: 0, calls: 0, causes: [], left_out: 0 };
  const isIn = (row: number): boolean => {
    const step = of.step[row] as number;
    return step >= from && step <= to;
  };
  let calls = 0;
  for (const [row, count] of of.calls.entries()) if (isIn(row)) calls += count;
  const causes = [...of.causes.values()]
    .map((column) => causeOf(of, column, isIn, calls))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.cause < b.cause ? -1 : 1));
  let leftOut = 0;
  for (const [position, row] of of.causesLeftOut.rows.entries())
    if (isIn(row)) leftOut += of.causesLeftOut.get(position, 0);
  const total = causes.reduce((sum, { count }) => sum + count, leftOut);
  return { total, calls, causes, left_out: leftOut };
};

const causeOf = (
  of: ModuleColumns,
  { cause, counts }: CauseColumn,
  isIn: (row: number) => boolean,
  calls: number,
) => {
  const points: [number, number][] = [];
  let count = 0;
  for (const [position, row] of counts.rows.entries()) {
    if (!isIn(row)) continue;
    const n = counts.get(position, 0);
    points.push([of.step[row] as number, n]);
    count += n;
  }
  points.sort(([a], [b]) => a - b);
  const joined = Math.max(1, Math.ceil(points.length / POINTS));
  const step: number[] = [];
  const sums: number[] = [];
  for (const [at, [number, n]] of points.entries()) {
    if (at % joined === 0) {
      step.push(number);
      sums.push(0);
    }
    sums[sums.length - 1] = (sums.at(-1) as number) + n;
  }
  return { ...cause, count, share: calls === 0 ? 0 : count / calls, steps: { step, count: sums } };
};

export const oneCauseOf = async (
  source: Source,
  module: string,
  of: ModuleColumns | undefined,
  cause: string,
) => {
  const column = of?.causes.get(cause);
  if (of === undefined || column === undefined) return undefined;
  const calls = sum(of.calls);
  const examples = [];
  for (const { step, at } of column.examples) {
    const place = at === null ? undefined : { offset: at[0], length: at[1] };
    const row = await source.example(step, module, cause, place);
    if (row !== undefined) examples.push(exampleOf(source, module, step, row));
  }
  return { ...causeOf(of, column, () => true, calls), examples };
};

const exampleOf = (source: Source, module: string, step: number, failed: FailedRow) => {
  const { traceback, stack, stdout, stderr, warnings, evidence, body: _, ...row } = failed;
  const frames = [
    ...(traceback === null ? [] : framesOf(traceback, 'last')),
    ...(stack === null ? [] : framesOf(stack, 'first')),
  ].map((frame) => ({ ...frame, own: isUsers(frame.file) }));
  return {
    step,
    row: { ...told(row), again: null },
    frames: [...frames.filter(({ own }) => own), ...frames.filter(({ own }) => !own)],
    traceback,
    stack,
    stdout,
    stderr,
    warnings,
    evidence,
    again: source.again(module, failed.completion_line, failed.body),
  };
};
