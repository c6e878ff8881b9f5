/** What the calls of one training step of one module came to. */
import type { WorkKind } from '../../module/activity.ts';
import type { Outcome, Status } from '../../outcome.ts';
import { type CauseFinder, Causes, type FailedRow } from './causes.ts';
import { Durations } from './durations.ts';
import { Figures } from './figures.ts';
import { Groups } from './groups.ts';
import { KeptCall, type KeptRow, type SampleSource, sampleHash } from './kept.ts';
import { Candidate, Samples, VIEWS, type ViewIndexes } from './samples.ts';
import type { Place } from './step-index.ts';
import { RECORD_VERSION, type StepRecord } from './step-schemas.ts';
import { Values } from './values.ts';

/** A call whose outcome is counted for its training step. */
export interface StepCall extends SampleSource {
  /** Name of the module. */
  module: string;
  /** The training step. */
  step: number;
  /** Number of its episode. */
  episode?: number;
  /** Of the step that its episode ended with. */
  ended?: { return: number; steps: number };
}

/** A record with the calls that its views mean; null for those that are lost. */
export interface StepSnapshot {
  record: StepRecord;
  rows: (KeptRow | null)[];
}

/** A row that is to be written, and who is told where. */
export interface Unsaved {
  row: KeptRow | FailedRow;
  save: (place: Place) => void;
}

/** A module that invents a new name for every call must not fill the memory. */
const MAX_NAMES = 64;
const LONGEST_NAME = 200;

type Counts = Partial<Record<Status, number>>;

export class StepFigures {
  readonly module: string;
  readonly step: number;
  /** Grows with each call: says whether there is something to write. */
  changes = 0;
  #calls = 0;
  #statuses: Counts = {};
  #reward = new Figures();
  #duration = new Figures();
  #durations = new Durations();
  #groups = new Groups();
  #causes = new Causes();
  readonly #all = new Samples();
  readonly #numbers = new Map<string, Figures>();
  readonly #strings = new Map<string, Samples>();
  #notFinite = 0;
  #leftOut = 0;
  #setups: Counts | undefined;
  #returns: Figures | undefined;
  #lengths: Figures | undefined;
  #audit: Record<string, unknown> | undefined;
  #since: string | undefined;
  #until = '';
  #toldChanges = 0;
  readonly #finder: CauseFinder;

  constructor(module: string, step: number, finder: CauseFinder) {
    this.module = module;
    this.step = step;
    this.#finder = finder;
  }

  /** Goes on from what was written. */
  static of({ record, rows }: StepSnapshot, finder: CauseFinder): StepFigures {
    const figures = new StepFigures(record.module, record.step, finder);
    figures.#calls = record.calls;
    figures.#statuses = { ...record.statuses };
    if (record.reward !== null) figures.#reward = Figures.of(record.reward);
    if (record.duration != null) figures.#duration = Figures.of(record.duration);
    if (record.durations !== undefined) figures.#durations = Durations.of(record.durations);
    if (record.groups !== undefined) figures.#groups = Groups.of(record.groups);
    if (record.causes !== undefined) figures.#causes = Causes.of(record.causes, record.causes_left_out ?? 0);
    const kept = rows.map((row, at) => row && KeptCall.of(row, placeOf(record.rows?.[at])));
    const callsOf = (views: StepRecord['views']): KeptCall[] =>
      VIEWS.flatMap((view) => views?.[view] ?? []).flatMap((at) => kept[at] ?? []);
    figures.#all.restore(record.calls, callsOf(record.views));
    for (const [name, numbers] of Object.entries(record.info_numbers))
      figures.#numbers.set(name, Figures.of(numbers));
    for (const [name, { n, views, values, samples: old = [] }] of Object.entries(record.info_strings)) {
      const samples = new Samples(values === undefined ? new Values() : Values.of(values));
      samples.restore(n, [
        ...callsOf(views),
        ...old.map((one) => KeptCall.of(rowOfSample(name, one), undefined)),
      ]);
      figures.#strings.set(name, samples);
    }
    figures.#notFinite = record.not_finite;
    figures.#leftOut = record.names_left_out;
    if (record.setups !== undefined) figures.#setups = { ...record.setups };
    if (record.returns != null) figures.#returns = Figures.of(record.returns);
    if (record.lengths != null) figures.#lengths = Figures.of(record.lengths);
    figures.#audit = record.audit;
    figures.#since = record.since;
    figures.#until = record.until;
    return figures;
  }

  note(kind: WorkKind, outcome: Outcome, call: StepCall): void {
    const { status, reward, duration_ms } = outcome;
    this.changes++;
    const hash = sampleHash(call);
    if (status !== 'ok') this.#causes.add(this.#finder.find(outcome), hash, call, outcome);
    if (kind === 'setup') {
      this.#setups ??= {};
      this.#setups[status] = (this.#setups[status] ?? 0) + 1;
      return;
    }
    this.#calls++;
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    this.#duration.add(duration_ms);
    this.#durations.add(duration_ms);
    if (reward !== null) {
      this.#reward.add(reward);
      if (kind === 'call') this.#groups.add(call.row, reward);
    }
    const candidate = new Candidate(hash, call, outcome);
    this.#all.add(candidate);
    this.#noteInfo(candidate);
    if (call.ended !== undefined) this.noteEnd(call.ended, call.row);
  }

  /** Counts an episode that has ended with a step. */
  noteEnd(ended: NonNullable<StepCall['ended']>, row: Uint8Array): void {
    this.#returns ??= new Figures();
    this.#returns.add(ended.return);
    this.#groups.add(row, ended.return);
    this.#lengths ??= new Figures();
    this.#lengths.add(ended.steps);
  }

  /** What the live audit says of this step; it takes the place of what it said before. */
  audit(said: Record<string, unknown>): void {
    this.#audit = said;
    this.changes++;
  }

  /** Kept calls and examples that are in no file yet: to be written before `record` names their places. */
  unsaved(): Unsaved[] {
    const calls = this.#kept().filter(({ place }) => place === undefined);
    return [
      ...calls.map((call) => ({
        row: call.row,
        save: (place: Place): void => {
          call.place = place;
        },
      })),
      ...this.#causes.unsaved,
    ];
  }

  exampleOf(cause: string): FailedRow | undefined {
    return this.#causes.exampleOf(cause);
  }

  /** A call costs no look at the clock: what came since the last time that this was asked for came `now`. */
  snapshot(now = new Date()): StepSnapshot {
    if (this.changes !== this.#toldChanges) this.#until = now.toISOString();
    this.#toldChanges = this.changes;
    this.#since ??= this.#until;
    const kept = this.#kept();
    const at = new Map(kept.map((call, index) => [call, index]));
    const viewsOf = (samples: Samples): ViewIndexes =>
      Object.fromEntries(
        Object.entries(samples.views)
          .filter(([, calls]) => calls.length > 0)
          .map(([view, calls]) => [view, calls.map((call) => at.get(call) as number)]),
      );
    const isSaved = kept.length > 0 && kept.every(({ place }) => place !== undefined);
    const causes = this.#causes.records();
    const record: StepRecord = {
      v: RECORD_VERSION,
      module: this.module,
      step: this.step,
      calls: this.#calls,
      statuses: this.#statuses,
      reward: this.#reward.record(),
      info_numbers: Object.fromEntries(
        [...this.#numbers].flatMap(([name, figures]) => {
          const numbers = figures.record();
          return numbers === null ? [] : [[name, numbers]];
        }),
      ),
      not_finite: this.#notFinite,
      names_left_out: this.#leftOut,
      ...(this.#setups === undefined ? {} : { setups: this.#setups }),
      ...(this.#setups === undefined && this.#returns === undefined
        ? {}
        : { returns: this.#returns?.record() ?? null, lengths: this.#lengths?.record() ?? null }),
      since: this.#since,
      until: this.#until,
      groups: this.#groups.record(),
      duration: this.#duration.record(),
      durations: this.#durations.record(),
      ...(causes.length === 0 ? {} : { causes, causes_left_out: this.#causes.leftOut }),
      ...(this.#audit === undefined ? {} : { audit: this.#audit }),
      ...(isSaved
        ? { rows: kept.map(({ place }) => [place?.offset as number, place?.length as number]) }
        : {}),
      views: viewsOf(this.#all),
      info_strings: Object.fromEntries(
        [...this.#strings].map(([name, samples]) => [
          name,
          {
            n: samples.n,
            views: viewsOf(samples),
            ...(samples.values === undefined ? {} : { values: samples.values.record() }),
          },
        ]),
      ),
    };
    return { record, rows: kept.map(({ row }) => row) };
  }

  /** All that are in some view, each once. */
  #kept(): KeptCall[] {
    const kept = new Set<KeptCall>();
    for (const samples of [this.#all, ...this.#strings.values()])
      for (const view of VIEWS) for (const call of samples.views[view]) kept.add(call);
    return [...kept];
  }

  #noteInfo(candidate: Candidate): void {
    const { info } = candidate.outcome;
    for (const name in info) {
      const value = info[name] as number | string;
      if (typeof value === 'string') {
        const samples = this.#entry(this.#strings, name, makeSamples);
        samples?.add(candidate);
        samples?.values?.add(value);
      } else {
        if (!Number.isFinite(value)) this.#notFinite++;
        this.#entry(this.#numbers, name, makeFigures)?.add(value);
      }
    }
  }

  #entry<T>(entries: Map<string, T>, name: string, make: () => T): T | undefined {
    const found = entries.get(name);
    if (found !== undefined) return found;
    if (this.#numbers.size + this.#strings.size >= MAX_NAMES || name.length > LONGEST_NAME) {
      this.#leftOut++;
      return undefined;
    }
    const made = make();
    entries.set(name, made);
    return made;
  }
}

const makeSamples = (): Samples => new Samples(new Values());
const makeFigures = (): Figures => new Figures();

const placeOf = (pair: readonly [number, number] | undefined): Place | undefined =>
  pair && { offset: pair[0], length: pair[1] };

/** A sample of version 1, of which no more was kept. */
export const rowOfSample = (
  name: string,
  { hash, prompt, value }: { hash: number; prompt: string | null; value: string },
): KeptRow => ({
  hash,
  prompt,
  prompt_chars: prompt?.length ?? 0,
  completion: null,
  completion_chars: 0,
  reward: null,
  status: 'ok',
  duration_ms: 0,
  line: null,
  completion_line: null,
  id: null,
  info: { [name]: value },
  at: null,
  error: null,
});
