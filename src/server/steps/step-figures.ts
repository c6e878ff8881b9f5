/** What the calls of one training step of one module came to. */
import type { Outcome, Status } from '../../outcome.ts';
import type { OutcomeKind } from '../tallies.ts';
import { Figures } from './figures.ts';
import { Prompt, type SampleSource, Samples, sampleHash } from './samples.ts';
import type { StepRecord } from './step-schemas.ts';

/** A call whose outcome is counted for its training step. */
export interface StepCall extends SampleSource {
  /** Name of the module. */
  module: string;
  /** The training step. */
  step: number;
  /** Of the step that its episode ended with. */
  ended?: { return: number; steps: number };
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
  readonly #numbers = new Map<string, Figures>();
  readonly #strings = new Map<string, Samples>();
  #notFinite = 0;
  #leftOut = 0;
  #setups: Counts | undefined;
  #returns: Figures | undefined;
  #lengths: Figures | undefined;
  #since: string | undefined;
  #until = '';
  #toldChanges = 0;

  constructor(module: string, step: number) {
    this.module = module;
    this.step = step;
  }

  /** Goes on from what was written. */
  static of(record: StepRecord): StepFigures {
    const figures = new StepFigures(record.module, record.step);
    figures.#calls = record.calls;
    figures.#statuses = { ...record.statuses };
    if (record.reward !== null) figures.#reward = Figures.of(record.reward);
    for (const [name, numbers] of Object.entries(record.info_numbers))
      figures.#numbers.set(name, Figures.of(numbers));
    for (const [name, { n, samples }] of Object.entries(record.info_strings))
      figures.#strings.set(name, Samples.of(n, samples));
    figures.#notFinite = record.not_finite;
    figures.#leftOut = record.names_left_out;
    if (record.setups !== undefined) figures.#setups = { ...record.setups };
    if (record.returns != null) figures.#returns = Figures.of(record.returns);
    if (record.lengths != null) figures.#lengths = Figures.of(record.lengths);
    figures.#since = record.since;
    figures.#until = record.until;
    return figures;
  }

  note(kind: OutcomeKind, { status, reward, info }: Outcome, call: StepCall): void {
    this.changes++;
    if (kind === 'setup') {
      this.#setups ??= {};
      this.#setups[status] = (this.#setups[status] ?? 0) + 1;
      return;
    }
    this.#calls++;
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    if (reward !== null) this.#reward.add(reward);
    this.#noteInfo(info, call);
    if (call.ended === undefined) return;
    this.#returns ??= new Figures();
    this.#returns.add(call.ended.return);
    this.#lengths ??= new Figures();
    this.#lengths.add(call.ended.steps);
  }

  /** A call costs no look at the clock: what came since the last time that this was asked for came `now`. */
  record(now = new Date()): StepRecord {
    if (this.changes !== this.#toldChanges) this.#until = now.toISOString();
    this.#toldChanges = this.changes;
    this.#since ??= this.#until;
    return {
      module: this.module,
      step: this.step,
      calls: this.#calls,
      statuses: this.#statuses,
      reward: this.#reward.record(),
      info_numbers: Object.fromEntries(
        [...this.#numbers].map(([name, figures]) => [name, figures.record() as FiguresOf]),
      ),
      not_finite: this.#notFinite,
      names_left_out: this.#leftOut,
      ...(this.#setups === undefined ? {} : { setups: this.#setups }),
      ...(this.#setups === undefined && this.#returns === undefined
        ? {}
        : { returns: this.#returns?.record() ?? null, lengths: this.#lengths?.record() ?? null }),
      since: this.#since,
      until: this.#until,
      info_strings: Object.fromEntries(
        [...this.#strings].map(([name, { n, kept }]) => [name, { n, samples: kept }]),
      ),
    };
  }

  #noteInfo(info: Outcome['info'], call: StepCall): void {
    let hash: number | undefined;
    let prompt: Prompt | undefined;
    const promptOf = (): Prompt => {
      prompt ??= new Prompt(call.row);
      return prompt;
    };
    for (const name in info) {
      const value = info[name] as number | string;
      if (typeof value === 'string') {
        hash ??= sampleHash(call);
        this.#entry(this.#strings, name, Samples)?.add(hash, value, promptOf);
      } else if (Number.isFinite(value)) this.#entry(this.#numbers, name, Figures)?.add(value);
      else this.#notFinite++;
    }
  }

  #entry<T>(entries: Map<string, T>, name: string, Make: new () => T): T | undefined {
    const found = entries.get(name);
    if (found !== undefined) return found;
    if (this.#numbers.size + this.#strings.size >= MAX_NAMES || name.length > LONGEST_NAME) {
      this.#leftOut++;
      return undefined;
    }
    const made = new Make();
    entries.set(name, made);
    return made;
  }
}

type FiguresOf = NonNullable<StepRecord['reward']>;
