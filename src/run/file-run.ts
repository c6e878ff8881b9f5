/**
 * The frame of a run over a prompt file and a completions file, whatever the module is: it checks the files, guards
 * and resumes the output, waits for the module, and ends gently. What is done with each row is a `Job`.
 */
import { once } from 'node:events';
import { SandboxError } from '../errors.ts';
import { InputError, Problems } from '../formats/problems.ts';
import { type CompletionsFile, type RowField, readCompletions } from '../formats/rows/completions.ts';
import { promptText } from '../formats/rows/prompt-text.ts';
import { type PromptFile, readPrompts } from '../formats/rows/prompts.ts';
import { refuseReservedFields, type TakenNames } from '../formats/rows/reserved-fields.ts';
import { refuseSwapped } from '../formats/rows/swapped.ts';
import { plural } from '../formats/text/visible.ts';
import { FlagError } from '../options/flag-error.ts';
import type { FileRunOptions, ModuleView, Progressing } from './file-run-options.ts';
import { chooseOutput } from './output/open-output.ts';
import { type RowSink, StreamSink } from './output/sinks.ts';
import { type EarlierRows, noRows } from './output/written-rows.ts';
import type { Bitmap } from './resume/bitmap.ts';
import type { FrameSummary } from './summary/shape.ts';

interface Versioned {
  version: string;
}

/** What differs between one kind of module and another. */
export interface Job<Module extends Versioned, Summary> {
  /** May still be loading: the files are checked meanwhile, and their errors win. */
  module: Module | Promise<Module>;
  moduleFile: string;
  /** What the rows of the completions file hold. */
  field: RowField;
  /** Names that no field of a prompt row may have. */
  taken(module: Module): TakenNames;
  view(module: Module): ModuleView;
  statuses: Progressing['statuses'];
  /** Reads what an earlier run wrote, and counts it in. */
  readEarlier(path: string, completions: CompletionsFile, prompts: PromptFile): Promise<EarlierRows>;
  /** Prepares the work on the rows that are left; `run` of what it returns does it. */
  begin(module: Module, part: Part): Work;
  summarise(frame: FrameSummary, module: Module | undefined, promptText: (line: number) => string): Summary;
}

/** What a job works on. */
export interface Part {
  completions: CompletionsFile;
  prompts: PromptFile;
  /** Rows that are not done again. */
  done: Bitmap;
  sink: RowSink;
  ordered: boolean;
  /** What runs may finish, nothing else is begun. */
  drain: AbortSignal;
  /** What runs is ended too. */
  abort: AbortSignal;
  /** Either of the two. */
  stop: AbortSignal;
  /** To be called after each row that was handed to the sink. */
  onRow(): void;
}

export interface Work extends Pick<Progressing, 'oldestMs' | 'slowest'> {
  run(): Promise<void>;
}

/**
 * Does the job for every row, and sums up. Resolves also when it was interrupted, or the sandbox was lost on the way:
 * see `state` and `failure` of the summary.
 * @throws SandboxError when it could not start: input, output, or the module's loading
 */
export const runFiles = async <Module extends Versioned, Summary>(
  options: FileRunOptions,
  job: Job<Module, Summary>,
): Promise<Summary> => {
  const loading = Promise.resolve(job.module);
  // The files are looked at first; until then nobody listens to a load that fails.
  loading.catch(() => {});
  const output = chooseOutput(options, job.moduleFile);
  const problems = new Problems();
  await refuseSwapped(options.prompts, options.completions, job.field);
  await using prompts = await readPrompts(options.prompts, { key: options.key }, problems);
  await using completions = await readCompletions(options.completions, prompts, problems, job.field);
  if (problems.total > 0 && (options.skipInvalid !== true || completions.validCount === 0)) {
    throw new InputError(problems);
  }
  if (options.only !== undefined) keepOnly(completions, options.only);
  options.events?.onInput?.({ prompts, completions, problems });
  await using _lock = await output.lock();
  const earlier =
    output.plan === 'resume' ? await job.readEarlier(output.file, completions, prompts) : noRows(completions);
  const run: Run<Module, Summary> = { options, job, prompts, completions, earlier };
  const result = await doRows(run, loading, () => output.open(earlier));
  return job.summarise(frameSummary(run, result), result.module, (line) =>
    promptText(prompts.index.row(line)),
  );
};

/** @throws SandboxError RS101 when a row is not there */
const keepOnly = (completions: CompletionsFile, only: ReadonlySet<number>): void => {
  const missing = [...only].find((index) => completions.promptLineOf(index) === undefined);
  if (missing !== undefined)
    throw new FlagError('only', `: line ${missing + 1} of ${completions.path} is not a valid row`, {
      help: `the file has ${plural(completions.lineCount, 'line')}`,
    });
  completions.keepOnly(only);
};

interface Run<Module extends Versioned, Summary> {
  options: FileRunOptions;
  job: Job<Module, Summary>;
  prompts: PromptFile;
  completions: CompletionsFile;
  earlier: EarlierRows;
}

interface Result<Module extends Versioned> {
  /** Undefined when nothing was left to do, or the run was interrupted before the module was loaded. */
  module: Module | undefined;
  written: number;
  elapsedMs: number;
  failure: SandboxError | undefined;
}

const doRows = async <Module extends Versioned, Summary>(
  run: Run<Module, Summary>,
  loading: Promise<Module>,
  openSink: () => RowSink,
): Promise<Result<Module>> => {
  const { options, job, completions, prompts, earlier } = run;
  const result: Result<Module> = { module: undefined, written: 0, elapsedMs: 0, failure: undefined };
  const nothingLeft = earlier.count === completions.validCount;
  if (!nothingLeft) result.module = await loadedUnlessAborted(loading, anyOf(options.drain, options.abort));
  if (result.module === undefined && !nothingLeft) return result;
  if (result.module !== undefined) refuseRows(run, result.module);
  // Only now: what is in the file stays there until something is ready to replace it. Also cuts off a torn last line.
  const sink = openSink();
  if (result.module === undefined) {
    await sink.close();
    return result;
  }
  const closed = sink instanceof StreamSink ? sink.closed : undefined;
  const abort = anyOf(options.abort, closed);
  const drain = anyOf(options.drain);
  const onRow = (): void => {
    result.written++;
    options.events?.onRow?.();
  };
  const ordered = options.ordered ?? false;
  const stop = anyOf(drain, abort);
  const part: Part = { completions, prompts, done: earlier.done, sink, ordered, drain, abort, stop, onRow };
  const work = job.begin(result.module, part);
  const view = job.view(result.module);
  options.events?.onStart?.({
    module: {
      ...view,
      warnings: [...view.warnings, ...otherVersions(run, result.module), ...doneAgain(earlier)],
    },
    total: completions.validCount,
    earlier: earlier.count,
    statuses: job.statuses,
    oldestMs: () => work.oldestMs(),
    slowest: () => work.slowest(),
  });
  const startedAt = performance.now();
  result.failure = await finish(work, sink, stop);
  result.written = sink.safeRows ?? result.written; // those that were lost on the way are not done
  result.elapsedMs = performance.now() - startedAt;
  return result;
};

const otherVersions = <Module extends Versioned>(
  { earlier, job }: Run<Module, unknown>,
  { version }: Module,
): string[] =>
  [...earlier.versions]
    .filter((other) => other !== version)
    .map(
      (other) =>
        `${job.moduleFile} has changed since the earlier run: its rows are of version ${other}, new ones of version ${version}; \`--overwrite\` scores all again`,
    );

const doneAgain = ({ behindLost }: EarlierRows): string[] =>
  behindLost === undefined || behindLost === 0
    ? []
    : [
        `a row of the output is \`lost\`, and ${behindLost} behind it are done again to keep the file in order; without \`--ordered\` only lost rows are`,
      ];

/**
 * Works until the end, and closes the sink in every case.
 * @returns the reason why the run cannot go on, or undefined. What is no SandboxError is thrown.
 */
const finish = async (work: Work, sink: RowSink, stop: AbortSignal): Promise<SandboxError | undefined> => {
  let failure: unknown;
  try {
    await work.run();
  } catch (error) {
    failure = error;
  }
  try {
    await sink.close();
  } catch (error) {
    failure ??= error;
  }
  if (failure === undefined || failure instanceof SandboxError) return failure;
  // However the module reports an abort that was asked for, it is no failure.
  if (stop.aborted) return undefined;
  throw failure;
};

/** The last look at the input: rows whose fields do not fit what the loaded function is called with. */
const refuseRows = <Module extends Versioned, Summary>(run: Run<Module, Summary>, module: Module): void => {
  const { options, job, prompts, completions, earlier } = run;
  const problems = new Problems();
  refuseReservedFields(prompts, job.taken(module), problems);
  if (problems.total === 0) {
    if (problems.warnings.length > 0) options.events?.onInput?.({ prompts, completions, problems });
    return;
  }
  completions.leaveOut(
    (promptLine, index) => prompts.index.state(promptLine) === 'invalid' && !earlier.done.has(index),
  );
  if (options.skipInvalid !== true || completions.validCount === 0) throw new InputError(problems);
  options.events?.onInput?.({ prompts, completions, problems });
};

const anyOf = (...signals: (AbortSignal | undefined)[]): AbortSignal =>
  AbortSignal.any(signals.filter((signal) => signal !== undefined));

const loadedUnlessAborted = async <Module>(
  loading: Promise<Module>,
  stop: AbortSignal,
): Promise<Module | undefined> => {
  if (stop.aborted) return undefined;
  const settled = new AbortController();
  const stopped = once(stop, 'abort', { signal: settled.signal }).then(
    () => undefined,
    () => undefined,
  );
  try {
    return await Promise.race([loading, stopped]);
  } finally {
    settled.abort();
  }
};

const frameSummary = <Module extends Versioned, Summary>(
  { options, prompts, completions, earlier }: Run<Module, Summary>,
  { module, written, elapsedMs, failure }: Result<Module>,
): FrameSummary => {
  const remaining = completions.validCount - earlier.count - written;
  const ended = remaining > 0 ? 'interrupted' : 'finished';
  return {
    state: failure === undefined ? ended : 'failed',
    completions: completions.validCount,
    remaining,
    prompts: prompts.validCount,
    skipped: { prompts: prompts.invalidCount, completions: completions.invalidCount },
    earlier: earlier.count,
    versions: [...new Set([...earlier.versions, ...(module === undefined ? [] : [module.version])])],
    output: typeof options.output === 'string' ? options.output : options.output === undefined ? null : '-',
    elapsed_ms: elapsedMs,
    rows_per_second: elapsedMs === 0 ? 0 : written / (elapsedMs / 1_000),
    failure:
      failure === undefined
        ? null
        : { code: failure.code, message: failure.message, help: failure.help ?? null },
  };
};
