/** The job of `runrl-sandbox run --reward`: score every row of a completions file with a loaded reward function. */
import type { Reward } from '../module/calls/call.ts';
import { Feed } from './feed.ts';
import type { FileAudit } from './file-audit.ts';
import { type Part, runFiles, type Work } from './file-run.ts';
import type { FileRunOptions } from './file-run-options.ts';
import type { ScoredRow } from './output/row.ts';
import { readEarlierRows } from './resume/resume.ts';
import { scoreRows } from './score.ts';
import type { RunSummary } from './summary/shape.ts';
import { SummaryBuilder } from './summary/summary.ts';

export interface RunOptions extends FileRunOptions {
  /** May still be loading: the files are checked meanwhile, and their errors win. */
  reward: Reward | Promise<Reward>;
  /** Name of the reward file, to find its lines in tracebacks and to never write over it. */
  rewardFile: string;
  /** Calls that run at the same time, for what fresh workers cost. */
  callsAtOnce?: number | undefined;
  /** Whether each call was meant to have a fresh one (`reuse: never`), so that nothing needs to be said of it. */
  wantsFresh?: boolean | undefined;
}

/**
 * Scores, writes and sums up. Resolves also when the run was interrupted, or the sandbox was lost on the way: see
 * `state` and `failure` of the summary.
 * @throws SandboxError when it could not start: input, output, or the module's loading
 */
export const runReward = (options: RunOptions): Promise<RunSummary> => {
  const summary = new SummaryBuilder(options.rewardFile);
  return runFiles<Reward, RunSummary>(options, {
    module: options.reward,
    moduleFile: options.rewardFile,
    field: 'completion',
    taken: ({ reserved, required, functionName }) => ({ names: reserved, required, functionName }),
    view: ({ functionName, shape, warnings }) => ({ name: functionName, shape, warnings }),
    statuses: summary.statuses,
    readEarlier: (path, completions, prompts) =>
      readEarlierRows(path, completions, prompts, (row) => summary.add(row, true), options),
    begin: (reward, part) => scoring(reward, part, summary, options.audit),
    summarise: (frame, reward, promptText) => ({
      schema: 'runrl-sandbox.run/1',
      ...frame,
      reward_function: reward === undefined ? null : described(reward),
      fresh_workers: options.wantsFresh
        ? null
        : summary.freshWorkers(frame.elapsed_ms, options.callsAtOnce, reward?.warnings ?? []),
      ...summary.build(promptText),
      ...(options.audit === undefined ? {} : { audit: options.audit.report() }),
    }),
  });
};

const described = ({ functionName, shape, loadMs, warnings }: Reward) => ({
  name: functionName,
  shape,
  load_ms: loadMs,
  warnings,
});

const scoring = (reward: Reward, part: Part, summary: SummaryBuilder, audit?: FileAudit): Work => {
  audit?.begin(reward);
  const feed = new Feed(part);
  const onRow = (row: ScoredRow): void => {
    summary.add(row);
    part.onRow();
  };
  return {
    oldestMs: () => feed.oldestMs(),
    slowest: async () => {
      const [call] = await reward.running(1);
      const position = call?.index ?? null;
      const index = position === null ? undefined : feed.indexOf(position);
      if (call === undefined || position === null || index === undefined) return null;
      return { index, call, isInFlight: () => feed.indexOf(position) !== undefined };
    },
    run: () => scoreRows({ ...part, reward, feed, prompts: part.prompts.index, onRow, audit }),
  };
};
