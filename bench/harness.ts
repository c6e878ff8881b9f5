/** What every benchmark uses: repetition, spread, the table and the JSON file. Ratios within one run, never speeds. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { styleText } from 'node:util';
import { quantile } from '../src/formats/statistics.ts';

export interface Spread {
  min: number;
  median: number;
  max: number;
}

export interface Row {
  /** Goal of DESIGN §9 (P1 …), or the name of what is compared. */
  name: string;
  what: string;
  unit: string;
  ours: Spread;
  /** What it is compared with, by name. */
  baseline: string;
  theirs: Spread;
  /** Ours over theirs, round by round. */
  ratio: Spread;
  /** What the ratio should be: at least or at most this; null where there is no goal. */
  goal: { atLeast: number } | { atMost: number } | null;
}

export interface Options {
  rounds: number;
  /** Factor on the sizes: 1 for the real thing, less for a quick look. */
  scale: number;
}

export const spread = (values: readonly number[]): Spread => {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const middle = Math.floor(sorted.length / 2);
  return {
    min: at(0),
    median: sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2,
    max: at(sorted.length - 1),
  };
};

/** NaN of nothing. */
export const percentile = (values: readonly number[], share: number): number =>
  quantile(values, share) ?? Number.NaN;

/** Measures both in turn, A B A B …, so that a machine that changes its speed changes it for both. */
export const compare = async (
  row: Omit<Row, 'ours' | 'theirs' | 'ratio'>,
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<Row> => {
  const pairs: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < rounds; round++) pairs.push({ ours: await ours(), theirs: await theirs() });
  return {
    ...row,
    ours: spread(pairs.map((pair) => pair.ours)),
    theirs: spread(pairs.map((pair) => pair.theirs)),
    ratio: spread(pairs.map((pair) => pair.ours / pair.theirs)),
  };
};

export const reached = ({ goal, ratio }: Row): boolean | null => {
  if (goal === null) return null;
  return 'atLeast' in goal ? ratio.median >= goal.atLeast : ratio.median <= goal.atMost;
};

const number = (value: number): string =>
  Math.abs(value) >= 1000
    ? Math.round(value).toLocaleString('en-US')
    : Number(value.toPrecision(3)).toString();
const three = ({ min, median, max }: Spread): string => `${number(min)} / ${number(median)} / ${number(max)}`;

export const printRow = (row: Row): void => {
  const met = reached(row);
  const goal =
    row.goal === null
      ? ''
      : 'atLeast' in row.goal
        ? `goal ≥ ${row.goal.atLeast}`
        : `goal ≤ ${row.goal.atMost}`;
  const verdict = met === null ? '' : met ? styleText('green', 'reached') : styleText('red', 'NOT REACHED');
  console.log(`${row.name}  ${row.what}`);
  console.log(`    ours ${three(row.ours)} ${row.unit}   ${row.baseline} ${three(row.theirs)} ${row.unit}`);
  console.log(`    ratio ${three(row.ratio)}   ${goal} ${verdict}\n`);
};

/** @param more what there is besides rows */
export const writeResults = (
  rows: readonly Row[],
  options: Options,
  name = 'latest.json',
  more: object = {},
): string => {
  const folder = new URL('results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  const file = new URL(name, folder);
  const machine = { node: process.version, cpus: cpus().length, cpu: cpus()[0]?.model ?? '' };
  const result = {
    machine,
    ...options,
    rows: rows.map((row) => ({ ...row, reached: reached(row) })),
    ...more,
  };
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  return file.pathname;
};
