/** `check`: loads the module, finds out what it pays for, attacks it, and says what came of it. */
import { setMaxListeners } from 'node:events';
import { readFileSync, realpathSync } from 'node:fs';
import { checkInput } from '../formats/files.ts';
import { createSandbox, type Level } from '../index.ts';
import { Attacker, longestOf } from './attacker/attacker.ts';
import { Budget, quotaOf } from './calls/budget.ts';
import { checkEnvironment } from './check-environment.ts';
import { checkReward } from './check-reward.ts';
import { bringTogether } from './conclusions/confirmed.ts';
import { tellCausesOnce } from './conclusions/one-cause.ts';
import { finish, verdictOf } from './conclusions/verdict.ts';
import type { NewFinding } from './finding.ts';
import { kindOf } from './loading/module-kind.ts';
import { Notes } from './notes.ts';
import { Random } from './random.ts';
import { ALL_PARTS } from './registry.ts';
import type { Report } from './report.ts';
import { EMPTY_ANALYSIS } from './static/empty.ts';
import { lintFindings } from './static/findings.ts';
import { emptyRow, type Rows, readRows } from './subject/rows.ts';
import type { Subject } from './subject/subject.ts';
import type { Checked, CheckOptions, Task } from './task.ts';

/** A machine that is so many times slower than it was when the calls were chosen makes no difference; then it is ended. */
const PATIENCE = 4;
const GRACE_MS = 3_000;
/** Shares of fewer rows are too uncertain to say much. */
const ENOUGH_ROWS = 30;
/** How long a check that was ended may take to say what it has found. */
const LAST_WORDS_MS = 700;

/**
 * Checks a reward function or an environment.
 * @throws SandboxError for what is no property of the module: options, files, this machine
 */
export const check = async (given: CheckOptions): Promise<Report> => {
  const started = performance.now();
  await checkInput(given.file, 'module');
  const path = realpathSync(given.file);
  const bytes = readFileSync(path);
  const source = bytes.toString('utf8');
  // Of all that is loaded in it, one version: that of the source.
  const options = { ...given, sandbox: { ...given.sandbox, sources: new Map([[path, bytes]]) } };
  const kind = options.kind ?? kindOf(source, options.reward.function);
  const random = new Random(options.seed);
  const notes = new Notes();
  const budget = new Budget(options.calls ?? quotaOf(options.budget));
  const rows = await rowsOf(options, kind, random, notes);
  const { rows: sampled, completions, actions } = rows;
  const subject: Subject = { kind, file: options.file, path, source, rows: sampled, completions, actions };
  const end = new AbortController();
  setMaxListeners(0, end.signal); // one for each call
  const stop = (): void => {
    budget.stop(options.signal.aborted);
    end.abort();
  };
  const attacker = options.attacker && new Attacker(options.attacker, end.signal);
  const asking = options.attacker === undefined ? 0 : longestOf(options.attacker);
  const timer =
    options.calls !== undefined ? undefined : setTimeout(stop, PATIENCE * options.budget + GRACE_MS + asking);
  options.signal.addEventListener('abort', stop, { once: true });
  if (options.signal.aborted) stop();
  let level: Level = 'none';
  let checked: Checked;
  const findings: NewFinding[] = [];
  try {
    await using sandbox = await createSandbox(options.sandbox);
    level = sandbox.level;
    const task = {
      options,
      parts: options.parts ?? ALL_PARTS,
      subject,
      sandbox,
      budget,
      random,
      notes,
      attacker,
      analysis: EMPTY_ANALYSIS,
      signal: end.signal,
      progress: options.onProgress ?? (() => {}),
    };
    checked = await untilEnded(runTask(task, findings), end.signal, () => cutShort(findings, notes));
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener('abort', stop);
  }
  if (attacker !== undefined && attacker.stopped !== null) notes.leftOut(attacker.stopped);
  return reportOf({ options, subject, notes, budget, attacker, level, checked, started, rows });
};

const runTask = async (task: Task, findings: NewFinding[]): Promise<Checked> => {
  const { parts, sandbox, subject, notes, progress } = task;
  progress('reading the source');
  try {
    const { reward, environment } = task.options;
    const name = subject.kind === 'reward' ? reward.function : environment.class;
    task.analysis = await parts.analyse(sandbox, subject, { name });
    // What the source shows is told also of a module that cannot be loaded.
    findings.push(...lintFindings(task.analysis, subject));
  } catch (error) {
    notes.leftOut(`the source was not analysed: ${(error as Error).message}`);
  }
  const checked =
    subject.kind === 'reward' ? await checkReward(task, findings) : await checkEnvironment(task, findings);
  const together = bringTogether(checked.findings, task.analysis, notes.tested);
  return { ...checked, findings: task.options.exhaustive === true ? together : tellCausesOnce(together) };
};

/** What is known when a check was ended and did not end by itself soon after. */
const cutShort = (findings: NewFinding[], { probes, isJudged }: Notes): Checked => ({
  findings,
  // What the source alone shows is no test.
  untestable:
    probes === 0 && !isJudged && findings.every(({ source }) => source === 'lint')
      ? 'it was ended before anything was known'
      : null,
  calibration: null,
  durations: [],
  loadMs: 0,
});

const untilEnded = async <T>(work: Promise<T>, signal: AbortSignal, otherwise: () => T): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<T>((resolve) => {
    const wait = (): void => {
      timer = setTimeout(() => resolve(otherwise()), LAST_WORDS_MS);
    };
    if (signal.aborted) wait();
    else signal.addEventListener('abort', wait, { once: true });
  });
  work.catch(() => {}); // it may fail after it was given up
  try {
    return await Promise.race([work, ended]);
  } finally {
    clearTimeout(timer);
  }
};

const rowsOf = async (
  { prompts, completions, key }: CheckOptions,
  kind: 'reward' | 'environment',
  random: Random,
  notes: Notes,
): Promise<Rows> => {
  const none: Rows = {
    rows: [emptyRow()],
    completions: new Map(),
    actions: new Map(),
    remarks: [],
    total: 0,
  };
  if (prompts === undefined) {
    notes.leftOut('no prompts were given (`--prompts FILE`): nothing that needs a right answer was checked');
    return none;
  }
  const read = await readRows(prompts, completions, kind, random, { key });
  for (const remark of read.remarks) notes.leftOut(remark);
  if (read.total < ENOUGH_ROWS) {
    const rows = `${read.total} ${read.total === 1 ? 'row' : 'rows'}`;
    notes.leftOut(
      `${prompts} has only ${rows} that can be used: with fewer than ${ENOUGH_ROWS} shares are uncertain`,
    );
  }
  return read.rows.length === 0 ? { ...none, remarks: read.remarks } : read;
};

interface Ended {
  options: CheckOptions;
  subject: Subject;
  notes: Notes;
  budget: Budget;
  attacker: Attacker | undefined;
  level: Level;
  checked: Checked;
  started: number;
  rows: Rows;
}

const reportOf = ({
  options,
  subject,
  notes,
  budget,
  attacker,
  level,
  checked,
  started,
  rows,
}: Ended): Report => {
  const findings = finish(checked.findings, subject.source, options.baseline, options.exhaustive);
  const tested = rows.total === 0 ? 0 : subject.rows.length;
  const { calls } = budget;
  const { untestable, answered, played } = checked;
  const seen = {
    probes: notes.probes,
    rows: played ?? tested,
    calls,
    answered,
    isPlayed: played !== undefined,
    untestable,
    isCutShort: budget.isCutShort,
  };
  if (options.signal.aborted) notes.leftOut('it was interrupted: what came after was not checked');
  return {
    version: options.version,
    file: options.file,
    kind: subject.kind,
    prompts: options.prompts ?? null,
    ...verdictOf(findings, seen),
    findings,
    statistics: notes.statistics,
    unchecked: notes.unchecked,
    probes: notes.probes,
    rows: tested,
    calls,
    ...(options.exhaustive === true ? { work: Object.fromEntries(notes.work) } : {}),
    quota: budget.quota,
    ...(attacker === undefined ? {} : { attacker: attacker.report() }),
    seconds: (performance.now() - started) / 1_000,
    seed: options.seed,
    level,
    basis: checked.calibration?.basis ?? 'none',
    goldField: checked.calibration?.goldField ?? null,
    distributions: notes.distributions,
    lengths: notes.lengths,
    latency: { ...latencyOf(checked.durations), load: checked.loadMs },
    constantRows: notes.constantRows,
    command: options.command,
  };
};

const latencyOf = (durations: readonly number[]): { p50: number; p95: number; max: number } => {
  const sorted = [...durations].sort((one, other) => one - other);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), max: sorted.at(-1) ?? 0 };
};
