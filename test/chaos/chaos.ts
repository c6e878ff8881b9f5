/**
 * Calls of many kinds run in every mode of reuse while processes of the modules are killed and stopped at random.
 * Whatever happens, every call ends once, in time, with its own answer; and when it is over all modules serve again.
 */
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, type Outcome, type Reward, type Status } from '../../src/index.ts';
import { REUSE_MODES, type ReuseMode } from '../../src/options.ts';
import { processesFor, until } from '../helpers/processes.ts';
import { ALL_KINDS, expectedStatus, faultOf, HARMLESS_KINDS, type Kind, pick, randomOf } from './calls.ts';
import { type Fault, inflict, isFatal, send, TARGETS } from './faults.ts';

export interface ChaosOptions {
  seed: number;
  seconds: number;
  modes?: readonly ReuseMode[];
  onLog?: (line: string) => void;
}

export interface ChaosReport {
  calls: number;
  faults: Record<string, number>;
  statuses: Partial<Record<Status, number>>;
  /** Longest time without any outcome of a module that had calls, in milliseconds. */
  longestSilenceMs: number;
  /** What must not be. Empty when all is well. */
  wrong: string[];
}

const CONCURRENCY = 3;
const TIMEOUT_MS = 300;
/** A sandbox must have served this many calls before it is killed again: it would be given up, rightly. */
const SERVED_BETWEEN = 60;
/** Nothing takes longer than an agent or zygote that is given up (10 s) or a load that is stopped (8 s), and once more. */
const SILENCE_LIMIT_MS = 30_000;
/** How much later than its timeout a call may end: the agent itself may be stopped for 3 s. */
const LATE_MS = 6_000;
const AFTERWARDS = 50;

class Subject {
  readonly folder: string;
  readonly mode: ReuseMode;
  readonly faults: Fault[] = [];
  readonly ends = new Map<number, number>();
  readonly wrong: string[] = [];
  readonly statuses: Partial<Record<Status, number>> = {};
  reward: Reward | undefined;
  lost = 0;
  servedSinceFatal = 0;
  lastEndMs = performance.now();
  longestSilenceMs = 0;

  constructor(mode: ReuseMode) {
    this.mode = mode;
    this.folder = mkdtempSync(join(tmpdir(), 'chaos-'));
    chmodSync(this.folder, 0o755);
    copyFileSync(join(import.meta.dirname, '../fixtures/chaos.py'), this.file);
  }

  get file(): string {
    return join(this.folder, 'chaos.py');
  }

  get kinds(): readonly Kind[] {
    return this.mode === 'shared' ? HARMLESS_KINDS : ALL_KINDS;
  }

  take(kind: Kind, call: number, outcome: Outcome): void {
    const { status } = outcome;
    this.noteLife();
    this.ends.set(call, (this.ends.get(call) ?? 0) + 1);
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (status === 'lost') this.lost++;
    else this.servedSinceFatal++;
    const what = faultOf(kind, call, outcome) ?? this.#unexplained(kind, outcome);
    if (what !== undefined) this.wrong.push(`${this.mode}, call ${call} (${kind}): ${what}`);
  }

  noteLife(): void {
    const now = performance.now();
    this.longestSilenceMs = Math.max(this.longestSilenceMs, now - this.lastEndMs);
    this.lastEndMs = now;
  }

  /** A status that is not the kind's own needs somebody who did it. */
  #unexplained(kind: Kind, { status, duration_ms, error }: Outcome): string | undefined {
    if (duration_ms > TIMEOUT_MS + LATE_MS) return `${status} after ${duration_ms} ms`;
    if (status === expectedStatus(kind)) return undefined;
    const has = (fits: (fault: Fault) => boolean): boolean => this.faults.some(fits);
    const touched = (fault: Fault): boolean => fault.target === 'worker' || fault.target === 'slot';
    if (status === 'crashed' && has((fault) => fault.signal === 'SIGKILL')) return undefined;
    // A busy machine may be slow, and whoever is stopped is slow.
    if (status === 'timeout') return undefined;
    if (status === 'lost' && has((fault) => isFatal(fault) || (this.mode === 'shared' && touched(fault))))
      return undefined;
    return `${status}, and nobody did that: ${error?.message}`;
  }
}

export const runChaos = async (options: ChaosOptions): Promise<ChaosReport> => {
  const { seed, seconds, modes = REUSE_MODES, onLog = () => {} } = options;
  const random = randomOf(seed);
  const subjects = modes.map((mode) => new Subject(mode));
  const sandbox = await createSandbox({ level: 'namespaces', onLog });
  try {
    for (const subject of subjects) {
      const { file, mode: reuse } = subject;
      const limits = { timeout: TIMEOUT_MS, loadTimeout: '8s', memory: '256MiB' } as const;
      const settings = { reuse, concurrency: CONCURRENCY, ...limits };
      subject.reward = await sandbox.loadReward(file, settings);
    }
    const endMs = performance.now() + seconds * 1e3;
    const runs = subjects.map((subject, index) => serve(subject, randomOf(seed + 1 + index), endMs));
    await Promise.all([...runs, torment(subjects, random, endMs, onLog)]);
    for (const subject of subjects) await expectService(subject);
  } finally {
    await sandbox.close();
    for (const { folder } of subjects) await expectNothingLeft(folder);
  }
  return report(subjects);
};

/** Feeds one module until the time is up, and takes what comes. */
const serve = async (subject: Subject, random: () => number, endMs: number): Promise<void> => {
  const { reward, wrong } = subject;
  const kinds: Kind[] = [];
  const calls = async function* () {
    while (performance.now() < endMs) {
      // Few that cost a worker or a timeout, or nothing else would be seen.
      const kind = random() < 0.7 ? pick(random, HARMLESS_KINDS) : pick(random, subject.kinds);
      // Far enough ahead that the agent has a queue of its own, not so far that the end takes long.
      while (kinds.length - subject.ends.size > 40) await new Promise((resolve) => setTimeout(resolve, 5));
      yield { completion: `${kind} ${kinds.push(kind) - 1}` };
    }
  };
  const watch = setInterval(() => {
    if (performance.now() - subject.lastEndMs < SILENCE_LIMIT_MS) return;
    clearInterval(watch);
    wrong.push(
      `${subject.mode}: no outcome for ${SILENCE_LIMIT_MS} ms, ${JSON.stringify(subject.faults.slice(-5))}`,
    );
    void reward?.close();
  }, 500);
  try {
    subject.lastEndMs = performance.now();
    if (reward === undefined) throw new Error('not loaded');
    for await (const { index, outcome } of reward.scoreAll(calls()))
      subject.take(kinds[index] as Kind, index, outcome);
  } catch (error) {
    wrong.push(`${subject.mode}: ${error}`);
  } finally {
    clearInterval(watch);
  }
  for (const call of kinds.keys()) {
    const ends = subject.ends.get(call) ?? 0;
    if (ends !== 1) wrong.push(`${subject.mode}, call ${call} (${kinds[call]}): ${ends} outcomes`);
  }
};

const torment = async (
  subjects: readonly Subject[],
  random: () => number,
  endMs: number,
  onLog: (line: string) => void,
): Promise<void> => {
  const continued: NodeJS.Timeout[] = [];
  while (performance.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, 20 + random() * 200));
    const subject = pick(random, subjects);
    const target = pick(random, TARGETS);
    const signal = random() < 0.6 ? 'SIGKILL' : 'SIGSTOP';
    if (isFatal({ target, signal }) && subject.servedSinceFatal < SERVED_BETWEEN) continue;
    const fault = inflict(subject.folder, random, target, signal);
    if (fault === undefined) continue;
    subject.faults.push(fault);
    if (isFatal(fault)) subject.servedSinceFatal = 0;
    onLog(`chaos: ${signal} to ${target} ${fault.pid} of ${subject.mode}`);
    if (signal === 'SIGSTOP' && random() < 0.5) {
      const later = () => void send(subject.folder, fault.pid, 'SIGCONT');
      continued.push(setTimeout(later, random() * 1_500));
    }
  }
  for (const timer of continued) clearTimeout(timer); // who is stopped now stays stopped
};

/** After all that, without anybody's help, calls are served. */
const expectService = async ({ reward, mode, wrong }: Subject): Promise<void> => {
  const from = 1_000_000;
  const calls = Array.from({ length: AFTERWARDS }, (_, index) => ({ completion: `ok ${from + index}` }));
  try {
    for await (const { index, outcome } of reward?.scoreAll(calls) ?? []) {
      // The first ones may still meet a worker that was stopped before.
      const what = outcome.status === 'timeout' ? undefined : faultOf('ok', from + index, outcome);
      const late = index >= AFTERWARDS / 2 && outcome.status !== 'ok' ? `${outcome.status} afterwards` : what;
      if (late !== undefined) wrong.push(`${mode}, afterwards: ${late}`);
    }
  } catch (error) {
    wrong.push(`${mode}, afterwards: ${error}`);
  }
};

const expectNothingLeft = async (folder: string): Promise<void> => {
  await until(
    () => processesFor(folder),
    (left) => left.length === 0,
  );
  rmSync(folder, { recursive: true, force: true });
};

const report = (subjects: readonly Subject[]): ChaosReport => {
  const faults: Record<string, number> = {};
  const statuses: Partial<Record<Status, number>> = {};
  const wrong = subjects.flatMap((subject) => subject.wrong);
  for (const subject of subjects) {
    for (const { target, signal } of subject.faults)
      faults[`${signal} ${target}`] = (faults[`${signal} ${target}`] ?? 0) + 1;
    for (const [status, count] of Object.entries(subject.statuses))
      statuses[status as Status] = (statuses[status as Status] ?? 0) + count;
    const fatal = subject.faults.filter((fault) => isFatal(fault) || subject.mode === 'shared').length;
    if (subject.lost > fatal * CONCURRENCY)
      wrong.push(
        `${subject.mode}: ${subject.lost} calls lost by ${fatal} faults, ${CONCURRENCY} run at a time`,
      );
  }
  return {
    calls: subjects.reduce((total, { ends }) => total + ends.size, 0),
    faults,
    statuses,
    longestSilenceMs: Math.round(Math.max(...subjects.map(({ longestSilenceMs }) => longestSilenceMs))),
    wrong,
  };
};
