/** The job of `runrl-sandbox run`: score every row of a completions file with a loaded reward function. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { SandboxError } from '../errors.ts';
import { type CompletionsFile, readCompletions } from '../formats/completions.ts';
import { InputError, Problems } from '../formats/problems.ts';
import { type PromptFile, readPrompts } from '../formats/prompts.ts';
import { refuseReservedFields } from '../formats/reserved-fields.ts';
import type { Reward, RunningCall } from '../module/call.ts';
import { Bitmap } from './bitmap.ts';
import { Feed } from './feed.ts';
import { FileSink, nowhere, type RowSink, StreamSink } from './output.ts';
import { lockOutput, type OutputPlan, planOutput } from './output-plan.ts';
import { promptText } from './prompt-text.ts';
import { type EarlierRows, readEarlierRows } from './resume.ts';
import type { ScoredRow } from './row.ts';
import { scoreRows } from './score.ts';
import { SummaryBuilder } from './summary.ts';
import type { RunSummary } from './summary-shape.ts';

export interface RunOptions {
  prompts: string;
  completions: string;
  /** Field that joins the two. @default 'id' */
  key?: string | undefined;
  /** May still be loading: the files are checked meanwhile, and their errors win. */
  reward: Reward | Promise<Reward>;
  /** Name of the reward file, to find its lines in tracebacks and to never write over it. */
  rewardFile: string;
  /** A file name, a stream, or nothing: rows are then counted only. */
  output?: string | Writable | undefined;
  /** Rows in the order of the completions file instead of as they finish. @default false */
  ordered?: boolean | undefined;
  /** Go on with an output file that a run before left behind. @default false */
  resume?: boolean | undefined;
  /** Replace an output file that is there. @default false */
  overwrite?: boolean | undefined;
  /** Leave out lines with errors instead of refusing the files. @default false */
  skipInvalid?: boolean | undefined;
  /** Aborting it stops handing out calls; those that run are finished and written. */
  drain?: AbortSignal | undefined;
  /** Aborting it ends running calls too; their rows are not written, so that `resume` does them. */
  abort?: AbortSignal | undefined;
  events?: RunEvents | undefined;
}

/** What a display can follow. */
export interface RunEvents {
  /**
   * The files are checked; with `skipInvalid` they may have had errors. Comes again when the function, once loaded,
   * refuses further rows.
   */
  onInput?(input: { prompts: PromptFile; completions: CompletionsFile; problems: Problems }): void;
  /** Scoring starts. */
  onStart?(run: RunView): void;
  onRow?(row: ScoredRow): void;
}

/** A look at a run while it goes on. */
export interface RunView {
  reward: Reward;
  /** Rows that can be scored, and how many of them an earlier run did. */
  total: number;
  earlier: number;
  /** Calls by status so far, those of the earlier run included. */
  statuses: SummaryBuilder['statuses'];
  /** How long the oldest call has been under way, in milliseconds. */
  oldestMs(): number;
  /** The call that has been running longest. Asks the workers: do it rarely. */
  slowest(): Promise<SlowestCall | null>;
}

export interface SlowestCall {
  /** Its line of the completions file. */
  index: number;
  call: RunningCall;
  isInFlight(): boolean;
}

/**
 * Scores, writes and sums up. Resolves also when the run was interrupted, or the sandbox was lost on the way: see
 * `state` and `failure` of the summary.
 * @throws SandboxError when it could not start: input, output, or the module's loading
 */
export const runReward = async (options: RunOptions): Promise<RunSummary> => {
  const loading = Promise.resolve(options.reward);
  // The files are looked at first; until then nobody listens to a load that fails.
  loading.catch(() => {});
  const output = checkOutput(options);
  const problems = new Problems();
  await using prompts = await readPrompts(options.prompts, { key: options.key }, problems);
  await using completions = await readCompletions(options.completions, prompts, problems);
  if (problems.total > 0 && (options.skipInvalid !== true || completions.validCount === 0)) {
    throw new InputError(problems);
  }
  options.events?.onInput?.({ prompts, completions, problems });
  await using _lock = await output.lock();
  const summary = new SummaryBuilder(options.rewardFile);
  const add = (row: ScoredRow): void => summary.add(row, true);
  const earlier =
    output.plan === 'resume'
      ? await readEarlierRows(output.file, completions, prompts, add)
      : { done: new Bitmap(completions.lineCount), count: 0, keepBytes: 0 };
  const run: Run = { options, prompts, completions, summary, earlier };
  const result = await score(run, loading, () => output.open(earlier.keepBytes));
  return summarise(run, result);
};

interface Run {
  options: RunOptions;
  prompts: PromptFile;
  completions: CompletionsFile;
  summary: SummaryBuilder;
  earlier: EarlierRows;
}

interface Result {
  /** Undefined when nothing was left to do, or the run was interrupted before the module was loaded. */
  reward: Reward | undefined;
  written: number;
  elapsedMs: number;
  failure: SandboxError | undefined;
}

/** What can be said about the output before anything else is done. */
const checkOutput = ({
  output,
  prompts,
  completions,
  rewardFile,
  resume = false,
  overwrite = false,
}: RunOptions) => {
  if (typeof output !== 'string') {
    const open = (): RowSink => (output === undefined ? nowhere : new StreamSink(output));
    return { plan: 'stream', file: '', open, lock: async () => undefined } as const;
  }
  const plan: OutputPlan = planOutput({
    path: output,
    resume,
    overwrite,
    inputs: [prompts, completions, rewardFile],
  });
  const open = (keepBytes: number): RowSink =>
    new FileSink(output, {
      keepBytes: plan === 'create' ? undefined : keepBytes,
      isDevice: plan === 'device',
    });
  return { plan, file: output, open, lock: async () => (plan === 'device' ? undefined : lockOutput(output)) };
};

const score = async (run: Run, loading: Promise<Reward>, openSink: () => RowSink): Promise<Result> => {
  const { options, completions, prompts, earlier, summary } = run;
  const result: Result = { reward: undefined, written: 0, elapsedMs: 0, failure: undefined };
  const nothingLeft = earlier.count === completions.validCount;
  if (!nothingLeft) result.reward = await loadedUnlessAborted(loading, anyOf(options.drain, options.abort));
  if (result.reward === undefined && !nothingLeft) return result;
  if (result.reward !== undefined) refuseRows(run, result.reward);
  // Only now: what is in the file stays there until something is ready to replace it. Also cuts off a torn last line.
  const sink = openSink();
  if (result.reward === undefined) {
    await sink.close();
    return result;
  }
  const closed = sink instanceof StreamSink ? sink.closed : undefined;
  const abort = anyOf(options.abort, closed);
  const drain = anyOf(options.drain);
  const feed = new Feed({ completions, prompts, done: earlier.done, stop: anyOf(drain, abort) });
  const { reward } = result;
  options.events?.onStart?.(viewOf(run, reward, feed));
  const startedAt = performance.now();
  const onRow = (row: ScoredRow): void => {
    result.written++;
    summary.add(row);
    options.events?.onRow?.(row);
  };
  const ordered = options.ordered ?? false;
  result.failure = await scoreRows({
    reward,
    feed,
    prompts: prompts.index,
    sink,
    ordered,
    drain,
    abort,
    onRow,
  });
  result.written = sink.safeRows ?? result.written; // those that were lost on the way are not done
  result.elapsedMs = performance.now() - startedAt;
  return result;
};

/** The last look at the input: rows whose fields collide with what the loaded function is called with. */
const refuseRows = ({ options, prompts, completions, earlier }: Run, reward: Reward): void => {
  const problems = new Problems();
  refuseReservedFields(prompts, { names: reward.reserved, functionName: reward.functionName }, problems);
  if (problems.total === 0) return;
  completions.leaveOut(
    (promptLine, index) => prompts.index.state(promptLine) === 'invalid' && !earlier.done.has(index),
  );
  if (options.skipInvalid !== true || completions.validCount === 0) throw new InputError(problems);
  options.events?.onInput?.({ prompts, completions, problems });
};

const anyOf = (...signals: (AbortSignal | undefined)[]): AbortSignal =>
  AbortSignal.any(signals.filter((signal) => signal !== undefined));

const loadedUnlessAborted = async (
  loading: Promise<Reward>,
  stop: AbortSignal,
): Promise<Reward | undefined> => {
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

const viewOf = ({ completions, earlier, summary }: Run, reward: Reward, feed: Feed): RunView => ({
  reward,
  total: completions.validCount,
  earlier: earlier.count,
  statuses: summary.statuses,
  oldestMs: () => feed.oldestMs(),
  slowest: async () => {
    const [call] = await reward.running(1);
    const position = call?.index ?? null;
    const index = position === null ? undefined : feed.indexOf(position);
    if (call === undefined || position === null || index === undefined) return null;
    return { index, call, isInFlight: () => feed.indexOf(position) !== undefined };
  },
});

const summarise = ({ options, prompts, completions, summary, earlier }: Run, result: Result): RunSummary => {
  const { reward, written, elapsedMs, failure } = result;
  const remaining = completions.validCount - earlier.count - written;
  const ended = remaining > 0 ? 'interrupted' : 'finished';
  return {
    schema: 'runrl-sandbox.run/1',
    state: failure === undefined ? ended : 'failed',
    completions: completions.validCount,
    remaining,
    prompts: prompts.validCount,
    skipped: { prompts: prompts.invalidCount, completions: completions.invalidCount },
    earlier: earlier.count,
    output: typeof options.output === 'string' ? options.output : options.output === undefined ? null : '-',
    reward_function:
      reward === undefined
        ? null
        : {
            name: reward.functionName,
            shape: reward.shape,
            load_ms: reward.loadMs,
            warnings: reward.warnings,
          },
    elapsed_ms: elapsedMs,
    rows_per_second: elapsedMs === 0 ? 0 : written / (elapsedMs / 1_000),
    failure:
      failure === undefined
        ? null
        : { code: failure.code, message: failure.message, help: failure.help ?? null },
    ...summary.build((line) => promptText(prompts.index.row(line))),
  };
};
