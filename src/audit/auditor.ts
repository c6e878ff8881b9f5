/**
 * The audit of one module's calls while they come: draws some of each training step, has them scored on other rows when
 * there is room, and says what that comes to. The calls themselves never wait for it.
 */
import pLimit from 'p-limit';
import { alarmOf, examplesOf, type KeptCall, percent } from './alarm.ts';
import { Comparison, type Control, type ControlPays, controlCalls } from './controls.ts';
import { type Asking, answersYes, payElsewhere } from './elsewhere.ts';
import { FreePays } from './free.ts';
import type { Alarm, AuditRecord } from './record.ts';
import { Repeats } from './repeats.ts';
import { hashOf, Rows, rowOf } from './rows.ts';
import { type AuditedCall, StepSample, textHashOf } from './sample.ts';
import { type Score, type Scores, urgentScore } from './scores.ts';
import { LIMIT, UnearnedShare } from './share.ts';

export interface AuditorOptions {
  /** Paid calls of each step that are scored again. */
  sample: number;
  score: Score;
  /** Scores that may be under way at the same time. @default 1 */
  parallel?: number;
  onRecord(step: number, record: AuditRecord): void;
  onAlarm(alarm: Alarm): void;
  /** Said once in a run, but for steps that cannot be audited. */
  onNote(text: string): void;
  /** The calls are those of a file: a step is over when a much later one comes, not by time. @default false */
  isFile?: boolean;
  /** Makes a finding of a call that kept its pay; null where that cannot be written down. */
  command?(example: KeptCall): string | null;
}

export const DEFAULT_SAMPLE = 16;
/** A step without calls for so long has come to its end. */
const QUIET_MS = 1_000;
/** Steps that wait for room; of more the oldest are not audited. */
const MOST_WAITING = 8;
/** Calls of a step that is over, and of so many before it, are late; of earlier ones the training has begun again there. */
const LATE = 2;
/** Steps of a file that are open beside the newest. */
const OPEN_IN_FILE = 64;
const MOST_KEPT = 32;
/** Steps without pay, before it is said. */
const UNPAID_STEPS = 8;
const NO_QUESTION: Alarm['question'] = { kind: 'rows', field: null };

export class Auditor {
  readonly #options: AuditorOptions;
  readonly #rows = new Rows();
  readonly #open = new Map<number, StepSample>();
  readonly #waiting: StepSample[] = [];
  readonly #told = new Set<string>();
  #share = new UnearnedShare();
  #comparison = new Comparison();
  #repeats = new Repeats();
  #free = new FreePays();
  #kept: KeptCall[] = [];
  #frequent: { calls: number; said: Buffer; rowHash: string }[] = [];
  #version: string | undefined;
  /** Of the alarm. */
  #question = NO_QUESTION;
  #newest = -1;
  #working: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  /** Calls that came when their step had been audited. */
  late = 0;

  constructor(options: AuditorOptions) {
    this.#options = options;
  }

  /** Whether an alarm was raised. */
  get alarmed(): boolean {
    return this.#share.state === 'alarm';
  }

  /** Takes a call that has its outcome. Never throws, never waits. */
  note(call: AuditedCall): void {
    const { status, version } = call.outcome;
    if (this.#closed || status === 'cancelled' || status === 'lost') return;
    if (version !== this.#version) this.#startAgain(version);
    const { step } = call;
    const { isFile } = this.#options;
    let sample = this.#open.get(step);
    if (sample === undefined) {
      if (step <= this.#newest && (isFile === true || step >= this.#newest - LATE)) {
        this.late++;
        return;
      }
      const open = isFile === true ? OPEN_IN_FILE : 1;
      for (const other of [...this.#open.keys()].sort(ascending)) if (other < step - open) this.#end(other);
      sample = new StepSample(step, this.#options.sample);
      this.#open.set(step, sample);
    }
    const rowHash = hashOf(call.row);
    this.#rows.see(call.row, rowHash);
    sample.note(call, rowHash);
    if (isFile === true) return;
    if (this.#timer === undefined) this.#timer = setTimeout(() => this.#quiet(), QUIET_MS).unref();
    else this.#timer.refresh();
  }

  /** Whether a call that was paid well keeps its pay on other rows: asked at once, for those that wait for the answer. */
  async isUnearned(row: Uint8Array, said: Buffer, reward: number, of: Scores): Promise<boolean> {
    if (reward <= 0 || !this.#share.isPaidWell(reward)) return false;
    const rowHash = hashOf(row);
    const call = { row, said, reward, rowHash, hash: hashOf(rowHash, said) };
    const asking = this.#asking(urgentScore(of));
    const { kind } = this.#question;
    const own = this.#rows.get(rowHash) ?? rowOf(row, rowHash);
    if (kind === 'touched' || own === undefined) return false; // what evidence is worth is for its own policy to say
    if (kind === 'repeated') return this.#repeats.has(textHashOf(said), rowHash);
    if (kind !== 'rows' && !this.#share.isNearlyBest(reward)) return false; // that is not asked of it
    return answersYes(call, own, asking, this.#question);
  }

  /** Goes on from what an earlier server wrote of this version of the module. */
  restore(step: number, record: AuditRecord): void {
    if (record.version !== this.#version) this.#startAgain(record.version);
    const { paid_well, kept, alike, best, changes, deciding, questions } = record;
    this.#share.restore({
      step,
      n: paid_well,
      hits: kept,
      alike,
      best: best ?? 0,
      changes,
      deciding,
      questions,
      alarm: record.alarms.length > 0,
    });
    const [alarm] = record.alarms;
    if (alarm === undefined) return;
    this.#told.add('alarm');
    this.#question = alarm.question;
  }

  /** Resolves when few steps wait to be audited; undefined when that is so. */
  room(): Promise<void> | undefined {
    return this.#waiting.length > MOST_WAITING ? this.#working : undefined;
  }

  /** Ends the open steps, and resolves when all are audited. */
  async settle(): Promise<void> {
    this.#quiet();
    while (this.#working !== undefined) await this.#working;
  }

  /** Nothing is audited any more. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#open.clear();
    this.#waiting.length = 0;
  }

  #asking(score: Score): Asking {
    return { rows: this.#rows, share: this.#share, score, free: this.#free };
  }

  #startAgain(version: string): void {
    const isFirst = this.#version === undefined;
    this.#version = version;
    if (isFirst) return;
    this.#share = new UnearnedShare();
    this.#comparison = new Comparison();
    this.#repeats = new Repeats();
    this.#free = new FreePays();
    this.#kept = [];
    this.#question = NO_QUESTION;
    this.#told.clear();
  }

  #quiet(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const step of [...this.#open.keys()].sort(ascending)) this.#end(step);
  }

  #end(step: number): void {
    const sample = this.#open.get(step);
    if (sample === undefined) return;
    this.#open.delete(step);
    this.#newest = Math.max(step, this.#newest > step + LATE ? step : this.#newest);
    this.#waiting.push(sample);
    if (this.#waiting.length > MOST_WAITING && this.#options.isFile !== true) this.#waiting.shift();
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  async #work(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      const not = `step ${next.step} was not audited`;
      await this.#audit(next).catch(({ name }: Error) => this.#options.onNote(`${not}: ${name}`));
    }
  }

  async #audit(sample: StepSample): Promise<void> {
    const share = this.#share;
    const best = Math.max(share.best, sample.best);
    const drawn = this.#rows.size < 2 ? [] : sample.drawn((reward) => reward >= best / 2, share.isSuspected);
    const limit = pLimit(this.#options.parallel ?? 1);
    this.#repeats.see(sample.paidTexts((reward) => reward >= best / 2));
    const asking = this.#asking(this.#options.score);
    const scored = await Promise.all(
      drawn.map((call) =>
        limit(() =>
          payElsewhere({ ...call, repeats: this.#repeats.knows(call.textHash, call.rowHash) }, asking),
        ),
      ),
    );
    const calls = scored.filter((call) => call !== undefined);
    const controls = await this.#controls(sample, limit);
    if (this.#closed || share !== this.#share) return; // another version of the module is audited now
    const figures = share.add(
      sample.step,
      calls.map(({ item }) => item),
    );
    for (const { item, kept } of calls)
      if (share.isPaidWell(item.pay) && kept.kept.size > 0) this.#kept.push({ ...kept, step: sample.step });
    this.#kept = this.#kept.slice(-MOST_KEPT);
    const alarm = figures.state === 'alarm' ? this.#alarm(sample.step) : undefined;
    this.#options.onRecord(sample.step, {
      version: this.#version ?? '',
      audited: calls.length,
      paid_well: figures.n,
      kept: figures.hits,
      alike: figures.alike,
      unearned: figures.share,
      questions: share.questions,
      level: figures.level,
      best: share.best > 0 ? share.best : null,
      e: figures.e,
      changes: share.changes,
      deciding: [...share.deciding],
      limit: LIMIT,
      state: this.#rows.size < 2 ? 'no-rows' : figures.state,
      controls,
      signs: sample.signs.list(share.best, this.#rows),
      notes: this.#notes(figures.state, figures.level),
      alarms: alarm === undefined ? [] : [alarm],
    });
    if (alarm !== undefined) this.#options.onAlarm(alarm);
  }

  async #controls(sample: StepSample, limit: ReturnType<typeof pLimit>): Promise<ControlPays> {
    const frequent = sample.frequent();
    if (frequent !== undefined) this.#frequent = [...this.#frequent.slice(-3), frequent];
    const most = this.#frequent.filter(({ calls }) => calls > 1).sort((a, b) => b.calls - a.calls)[0];
    const like = this.#frequent.at(-1)?.said ?? Buffer.from('""');
    const pays = new Map<Control, number[]>();
    const calls = controlCalls(sample.step, this.#rows, like, most);
    const score = async ({ control, row, said }: (typeof calls)[number]): Promise<void> => {
      const pay = await this.#options.score(row.text, said);
      if (pay !== undefined && pay !== null) pays.set(control, [...(pays.get(control) ?? []), pay]);
    };
    await Promise.all(calls.map((call) => limit(() => score(call))));
    return this.#comparison.add(sample.n === 0 ? null : sample.sum / sample.n, pays);
  }

  #alarm(step: number): Alarm | undefined {
    if (this.#told.has('alarm')) return undefined;
    this.#told.add('alarm');
    const examples = examplesOf(this.#kept, this.#share.since() ?? { from: step, question: 'rows' });
    const [first] = examples;
    const command = first === undefined ? null : (this.#options.command?.(first) ?? null);
    const alarm = alarmOf(step, this.#share, examples, command);
    this.#question = alarm.question;
    return alarm;
  }

  #notes(state: string, level: number | null): string[] {
    const notes = this.#comparison.notes();
    if (state === 'row-blind')
      notes.push({
        key: 'row-blind',
        text: `this reward does not look at the row: ${percent(level ?? 1)} of the well-paid calls keep their pay on other rows from the start; the share cannot show a hole, watch the other signs`,
      });
    if (this.#share.best === 0 && this.#comparison.steps >= UNPAID_STEPS)
      notes.push({
        key: 'unpaid',
        text: 'no call was paid more than 0: nothing can be audited of rewards that have no pay above 0',
      });
    if (this.#rows.size < 2)
      notes.push({
        key: 'no-rows',
        text: 'all calls have the same row: there is no other one to score them on',
      });
    const fresh = notes.filter(({ key }) => !this.#told.has(key));
    for (const { key, text } of fresh) {
      this.#told.add(key);
      this.#options.onNote(text);
    }
    return fresh.map(({ text }) => text);
  }
}

const ascending = (a: number, b: number): number => a - b;
