/** The numbers of all steps of one module, a row for each step. */
import type { Status } from '../../outcome.ts';
import type { CauseRecord } from '../store/causes.ts';
import { latencyOf } from '../store/durations.ts';
import type { FiguresRecord } from '../store/figures.ts';
import type { StepRecord } from '../store/step-schemas.ts';
import { SparseColumn } from './sparse-column.ts';

/** Names of `info` that have a column; values under further ones are in single steps only. */
const MOST_KEYS = 2_000;
/** Causes of failures that are told apart. */
const MOST_CAUSES = 500;
/** Each costs about a kilobyte of memory. */
const MOST_ROWS = 250_000;
/** Examples of a cause whose places are remembered. */
const EXAMPLES = 5;

/** What a column of figures holds of a row. */
export const FIGURE = { n: 0, mean: 1, sd: 2, min: 3, max: 4, nan: 5 } as const;
export const FIGURES = Object.keys(FIGURE).length;

export interface CauseColumn {
  cause: Omit<CauseRecord, 'n' | 'at'>;
  counts: SparseColumn;
  /** The newest last. */
  examples: { step: number; at: [number, number] | null }[];
}

export class ModuleColumns {
  /** By row, in the order in which steps came first. */
  readonly step: number[] = [];
  readonly calls: number[] = [];
  readonly time: number[] = [];
  readonly p50: number[] = [];
  readonly p95: number[] = [];
  readonly slowest: number[] = [];
  readonly groups: number[] = [];
  readonly equalGroups: number[] = [];
  readonly changed: number[] = [];
  readonly statuses = new Map<Status, SparseColumn>();
  readonly numbers = new Map<string, SparseColumn>();
  /** How often a string was there. */
  readonly strings = new Map<string, SparseColumn>();
  readonly causes = new Map<string, CauseColumn>();
  readonly audits = new Map<number, Record<string, unknown>>();
  /** Rows by step number. */
  readonly order: number[] = [];
  readonly #rows = new Map<number, number>();
  readonly #leftOut = new SparseColumn(1);
  since: string | null = null;
  until: string | null = null;
  hasEpisodes = false;
  /** Steps beyond those that there is memory for. */
  stepsLeftOut = 0;
  causesLeftOut = new SparseColumn(1);

  put(record: StepRecord, version: number): void {
    const row = this.#row(record.step);
    if (row === undefined) return;
    const latency = latencyOf(record.durations);
    this.calls[row] = record.calls;
    this.time[row] = Date.parse(record.until);
    this.p50[row] = latency.p50 ?? Number.NaN;
    this.p95[row] = latency.p95 ?? Number.NaN;
    this.slowest[row] = latency.max ?? Number.NaN;
    this.groups[row] = record.groups?.n ?? 0;
    this.equalGroups[row] = record.groups?.equal ?? 0;
    this.changed[row] = version;
    let leftOut = record.names_left_out;
    for (const [status, count] of Object.entries(record.statuses))
      entryOf(this.statuses, status as Status, 1).set(row, [count]);
    this.#putFigures(row, '@reward', record.reward);
    this.#putFigures(row, '@duration', record.duration);
    this.#putFigures(row, '@return', record.returns);
    this.#putFigures(row, '@length', record.lengths);
    for (const [name, figures] of Object.entries(record.info_numbers))
      if (!this.#putFigures(row, keyOfName(name), figures)) leftOut += figures.n;
    entryOf(this.strings, '@calls', 1).set(row, [record.calls]);
    for (const [name, { n }] of Object.entries(record.info_strings)) {
      const column = this.#column(this.strings, keyOfName(name), 1);
      if (column === undefined) leftOut += n;
      else column.set(row, [n]);
    }
    if (leftOut > 0) this.#leftOut.set(row, [leftOut]);
    this.#putCauses(row, record);
    if (record.audit !== undefined) this.audits.set(record.step, record.audit);
    if (record.setups !== undefined || record.returns != null) this.hasEpisodes = true;
    if (this.since === null || record.since < this.since) this.since = record.since;
    if (this.until === null || record.until > this.until) this.until = record.until;
  }

  get leftOut(): number {
    return this.#leftOut.sum(0);
  }

  has(step: number): boolean {
    return this.#rows.has(step);
  }

  stepAt(position: number): number | null {
    const row = this.order[position];
    return row === undefined ? null : (this.step[row] as number);
  }

  /** Where in `order` the first step from this one on is. */
  positionFrom(step: number): number {
    const { order } = this;
    if (order.length === 0 || (this.stepAt(order.length - 1) as number) < step) return order.length;
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.stepAt(middle) as number) < step) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #row(step: number): number | undefined {
    const known = this.#rows.get(step);
    if (known !== undefined) return known;
    if (this.step.length >= MOST_ROWS) {
      this.stepsLeftOut++;
      return undefined;
    }
    const position = this.positionFrom(step);
    const row = this.step.push(step) - 1;
    this.#rows.set(step, row);
    if (position === this.order.length) this.order.push(row);
    else this.order.splice(position, 0, row);
    return row;
  }

  #putFigures(row: number, key: string, figures: FiguresRecord | null | undefined): boolean {
    if (figures == null) return true;
    const column = this.#column(this.numbers, key, FIGURES);
    const { n, mean, sd, min, max, nan } = figures;
    column?.set(row, [n, mean, sd ?? Number.NaN, min, max, nan ?? 0]);
    return column !== undefined;
  }

  #column(columns: Map<string, SparseColumn>, key: string, width: number): SparseColumn | undefined {
    if (!columns.has(key) && this.numbers.size + this.strings.size >= MOST_KEYS) return undefined;
    return entryOf(columns, key, width);
  }

  #putCauses(row: number, { step, causes = [], causes_left_out = 0 }: StepRecord): void {
    let leftOut = causes_left_out;
    for (const { n, at, ...cause } of causes) {
      let column = this.causes.get(cause.cause);
      if (column === undefined) {
        if (this.causes.size >= MOST_CAUSES) {
          leftOut += n;
          continue;
        }
        column = { cause, counts: new SparseColumn(1), examples: [] };
        this.causes.set(cause.cause, column);
      }
      column.counts.set(row, [n]);
      const others = column.examples.filter((example) => example.step !== step);
      column.examples = [...others, { step, at }].sort((a, b) => a.step - b.step).slice(-EXAMPLES);
    }
    if (leftOut > 0) this.causesLeftOut.set(row, [leftOut]);
  }
}

const entryOf = <Key>(columns: Map<Key, SparseColumn>, key: Key, width: number): SparseColumn => {
  let column = columns.get(key);
  if (column === undefined) {
    column = new SparseColumn(width);
    columns.set(key, column);
  }
  return column;
};

/** What we count ourselves begins with `@`; a name of `info` that does has one more. */
export const keyOfName = (name: string): string => (name.startsWith('@') ? `@${name}` : name);
export const nameOfKey = (key: string): string => (key.startsWith('@@') ? key.slice(1) : key);
