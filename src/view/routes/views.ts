/** Every question of the page, answered from what can be looked at. Where they come in by HTTP is the server's business. */

import { readFileSync } from 'node:fs';
import type { ModuleColumns } from '../columns/module-columns.ts';
import { FIGURE } from '../columns/module-columns.ts';
import type { RunColumns } from '../columns/run-columns.ts';
import { allKeys, type Column, seriesOf } from '../columns/series.ts';
import type { SparseColumn } from '../columns/sparse-column.ts';
import type { PromptQuery, PromptRows } from '../sources/prompt-rows.ts';
import type { EpisodeQuery, Source } from '../sources/source.ts';
import { causesOf, oneCauseOf } from './failures.ts';
import { ViewFault } from './fault.ts';
import { oneStepOf } from './one-step.ts';
import { recordsOf, wholeStepOf } from './records.ts';
import { callsOf, latestOf, runOf, versionOf } from './run-info.ts';

export interface ViewOptions {
  version: string;
  /** Whether modules are served here, too. */
  serving: boolean;
  sources: readonly Source[];
}

/** A run, and one of its modules. */
interface Place {
  source: Source;
  columns: RunColumns;
  module: string;
  /** Undefined while nothing is counted of it. */
  of: ModuleColumns | undefined;
}

const EVERY = { from: 0, to: Number.MAX_SAFE_INTEGER };

export class Views {
  readonly #options: ViewOptions;

  constructor(options: ViewOptions) {
    this.#options = options;
  }

  async runs() {
    const { sources, serving, version } = this.#options;
    return {
      runs: await Promise.all(sources.map((source, at) => runOf(source, `r${at}`))),
      serving,
      product: { name: 'runrl-sandbox', version },
      now: Date.now(),
    };
  }

  /** What a page needs to know whether there is something new. */
  async changes() {
    const { sources, serving } = this.#options;
    const runs = sources.map(async (source, at) => {
      const columns = await source.columns();
      const latest = Math.max(-1, ...columns.modules.map((name) => latestOf(columns.of(name)) ?? -1));
      const calls = columns.modules.reduce((sum, name) => sum + callsOf(columns.of(name)), 0);
      const live = source.live && !source.notes.some(({ level }) => level === 'error');
      return {
        id: `r${at}`,
        version: versionOf(source, columns),
        latest: latest < 0 ? null : latest,
        calls,
        live,
      };
    });
    return { runs: await Promise.all(runs), serving };
  }

  async keys(run: string, module?: string) {
    const { columns, of } = await this.#place(run, module);
    const told = (key: string, column: SparseColumn) => ({
      key,
      steps: column.rows.length,
      n: column.sum(FIGURE.n),
      ...rangeOf(of as ModuleColumns, column),
    });
    const strings = [...(of?.strings ?? [])].sort(([a], [b]) =>
      a === '@calls' ? -1 : b === '@calls' ? 1 : a < b ? -1 : 1,
    );
    return {
      version: columns.version,
      numbers:
        of === undefined ? [] : allKeys(of).map((key) => told(key, of.numbers.get(key) as SparseColumn)),
      strings: strings.map(([key, column]) => told(key, column)),
      left_out: of?.leftOut ?? 0,
    };
  }

  async steps(run: string, module?: string) {
    const { columns, of } = await this.#place(run, module);
    return { version: columns.version, steps: (of?.order ?? []).map((row) => of?.step[row] as number) };
  }

  async series(
    run: string,
    query: {
      module?: string | undefined;
      keys?: string[] | undefined;
      from?: number;
      to?: number;
      points?: number;
      since?: number;
    },
  ) {
    const { columns, of, module } = await this.#place(run, query.module);
    const { keys, points = 1_000, since = 0, from = EVERY.from, to = EVERY.to } = query;
    const series = of === undefined ? NO_SERIES : seriesOf(of, { keys, from, to, points, since });
    return { version: columns.version, module, ...series };
  }

  async step(run: string, step: string, query: { module?: string | undefined; key?: string | undefined }) {
    const { source, columns, of, module } = await this.#place(run, query.module);
    const number = stepNumber(step, of, source);
    const snapshot = await source.step(number, module);
    if (snapshot === undefined) {
      const isKnown = typeof number === 'number' && of?.has(number) === true;
      throw new ViewFault(
        'unknown-step',
        isKnown
          ? `The samples of step ${step} are not kept any more`
          : `There is no step ${step.slice(0, 30)}`,
        isKnown ? 'start the server with `--data FOLDER` to keep those of all steps' : undefined,
      );
    }
    return oneStepOf(snapshot, {
      version: columns.version,
      module,
      of,
      key: query.key,
      all: number === 'all',
      source,
    });
  }

  async failures(run: string, query: { module?: string | undefined; from?: number; to?: number }) {
    const { columns, of } = await this.#place(run, query.module);
    return { version: columns.version, ...causesOf(of, { ...EVERY, ...query }) };
  }

  async failure(run: string, cause: string, query: { module?: string | undefined }) {
    const { source, of, module } = await this.#place(run, query.module);
    const found = await oneCauseOf(source, module, of, cause);
    if (found === undefined) throw new ViewFault('not-found', 'There is no such cause of failures');
    return found;
  }

  async episodes(run: string, query: EpisodeQuery) {
    const { source, columns } = await this.#place(run, query.module);
    const { total, episodes } = await source.episodes(query);
    const next = query.from + episodes.length;
    return { version: columns.version, total, next: next < total ? next : null, episodes };
  }

  async episode(run: string, id: string) {
    const { source } = await this.#place(run, undefined);
    const episode = await source.episode(id);
    if (episode === undefined)
      throw new ViewFault(
        'not-found',
        'There is no such episode',
        'of those that have ended, the newest are kept',
      );
    return episode;
  }

  async prompts(run: string, query: PromptQuery) {
    return this.#prompts(run).list(query);
  }

  async prompt(run: string, line: number) {
    const row = await this.#prompts(run).row(line);
    if (row === undefined) throw new ViewFault('not-found', `The prompt file has no row at line ${line}`);
    return { line, row };
  }

  async audit(run: string, module?: string) {
    const { columns, of } = await this.#place(run, module);
    const audits = [...(of?.audits ?? [])].sort(([a], [b]) => a - b);
    const alarms = audits.flatMap(([, { alarms: raised }]) => (Array.isArray(raised) ? raised : []));
    return {
      version: columns.version,
      steps: audits.map(([step]) => step),
      records: audits.map(([, record]) => record),
      alarms: alarms as Record<string, unknown>[],
    };
  }

  /** Records that are new since a version, for who shows several servers as one. */
  async records(run: string, since: number) {
    const source = this.#source(run);
    return recordsOf(source, await source.columns(), since);
  }

  async wholeStep(run: string, step: number, name: string | undefined) {
    const { source, module } = await this.#place(run, name);
    const found = await wholeStepOf(source, step, module);
    if (found === undefined) throw new ViewFault('unknown-step', `There is no step ${step}`);
    return found;
  }

  async findings(run: string) {
    const source = this.#source(run);
    if (source.report !== undefined) return source.report();
    const { findings } = source;
    if (findings === null) return { path: null, report: null };
    try {
      return { path: findings, report: JSON.parse(readFileSync(findings, 'utf8')) as unknown };
    } catch (error) {
      throw new ViewFault(
        'not-found',
        `The report \`${findings}\` cannot be read: ${(error as Error).message}`,
      );
    }
  }

  close(): void {
    for (const source of this.#options.sources) source.close();
  }

  #prompts(run: string): PromptRows {
    const { prompts } = this.#source(run);
    if (prompts === null)
      throw new ViewFault('not-found', 'No prompt file was named', 'name one: `--prompts FILE`');
    return prompts;
  }

  #source(run: string): Source {
    const source = /^r\d{1,4}$/.test(run) ? this.#options.sources[Number(run.slice(1))] : undefined;
    if (source === undefined)
      throw new ViewFault('not-found', 'There is no such run', 'GET /v1/view/runs lists them');
    return source;
  }

  /** @param name of a module; the page has an empty one for a run that has none yet */
  async #place(run: string, name: string | undefined): Promise<Place> {
    const source = this.#source(run);
    const columns = await source.columns();
    const names = source.modules.map((module) => module.name);
    const module = name || (names.find((each) => columns.of(each) !== undefined) ?? names[0] ?? '');
    if (name !== undefined && name !== '' && !names.includes(name))
      throw new ViewFault(
        'not-found',
        `The run has no module \`${name.slice(0, 60)}\``,
        `there are ${names.join(', ')}`,
      );
    return { source, columns, module, of: columns.of(module) };
  }
}

const stepNumber = (step: string, of: ModuleColumns | undefined, source: Source): number | 'all' => {
  if (step === 'all' && source.callsPerStep !== null) return 'all';
  if (step === 'latest') return latestOf(of) ?? -1;
  if (step === 'first') return of?.stepAt(0) ?? -1;
  if (/^\d{1,15}$/.test(step)) return Number(step);
  throw new ViewFault(
    'invalid',
    `\`step\`: expected a whole number, \`first\` or \`latest\`, got \`${step.slice(0, 30)}\``,
  );
};

const rangeOf = (of: ModuleColumns, column: SparseColumn): { first: number; latest: number } => {
  let first = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;
  for (const row of column.rows) {
    first = Math.min(first, of.step[row] as number);
    latest = Math.max(latest, of.step[row] as number);
  }
  return { first, latest };
};

const NO_SERIES = {
  joined: 1,
  total: 0,
  start: 0,
  x: { step: [], last: [], calls: [], time: [] },
  statuses: {},
  calls: [],
  latency: { p50: [], p95: [], max: [] },
  groups: { n: [], equal: [] },
  columns: {} as Record<string, Column>,
};
