/** The loop at the heart of a run: calls go to the module, outcomes come back and are written. */
import type { PromptIndex } from '../formats/rows/prompt-index.ts';
import type { Reward } from '../module/calls/call.ts';
import { Drain } from './drain.ts';
import type { Feed } from './feed.ts';
import type { FileAudit } from './file-audit.ts';
import { formatRow, type ScoredRow } from './output/row.ts';
import type { RowSink } from './output/sinks.ts';

export interface ScoreOptions {
  reward: Reward;
  feed: Feed;
  prompts: PromptIndex;
  sink: RowSink;
  ordered: boolean;
  /** Lets running calls finish, and cancels the others. */
  drain: AbortSignal;
  /** Cancels all calls. */
  abort: AbortSignal;
  onRow: (row: ScoredRow) => void;
  /** Audits the rows, too. */
  audit?: FileAudit | undefined;
}

/** Scores until the feed ends or is aborted. Whatever the module throws is thrown. */
export const scoreRows = async (options: ScoreOptions): Promise<void> => {
  const { reward, feed, prompts, sink, ordered, onRow, audit } = options;
  const drain = new Drain(reward, feed, ordered);
  const beginDrain = (): void => void drain.begin();
  options.drain.addEventListener('abort', beginDrain, { once: true });
  const signal = AbortSignal.any([options.abort, drain.finished]);
  let hasGap = false;
  try {
    for await (const { index: position, outcome } of reward.scoreAll(feed.calls(), { ordered, signal })) {
      const { index, promptLine, bytes } = feed.take(position);
      drain.arrived(position);
      // Rows of cancelled calls are not written, so that a resumed run does them. What comes behind the first of
      // them would be out of order in an ordered file, and is done again too.
      if (outcome.status === 'cancelled') hasGap = true;
      if (outcome.status === 'cancelled' || (ordered && hasGap)) continue;
      const row: ScoredRow = { index, id: prompts.keyOfLine(promptLine), promptLine, outcome };
      const written = sink.write(formatRow(row));
      onRow(row);
      if (written !== undefined) await written;
      await audit?.note(prompts.row(promptLine), bytes, 'completion', outcome);
    }
    await audit?.finish(signal);
  } finally {
    options.drain.removeEventListener('abort', beginDrain);
  }
};
