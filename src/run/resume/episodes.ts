/** Reads the episodes that an earlier run wrote, so that exactly the missing ones are played. */

import type { Line } from '../../formats/lines.ts';
import type { CompletionsFile } from '../../formats/rows/completions.ts';
import type { PromptFile } from '../../formats/rows/prompts.ts';
import type { Outcome } from '../../outcome.ts';
import { type PlayedEpisode, type WrittenEpisode, writtenEpisodeRowSchema } from '../output/episode-row.ts';
import { outcomeOfRow } from '../output/row.ts';
import {
  type EarlierRows,
  type LostRows,
  noRows,
  placeOfRow,
  redo,
  refuseRow,
  writtenRows,
} from '../output/written-rows.ts';

/**
 * Reads the rows of an output file and hands each whole episode to `onEpisode`. An episode is done when its own row
 * is there: steps without one, at the end of the file, are cut off and played again.
 * @throws SandboxError RS105 when a line is not a row of this completions file, or stands where no run writes it
 */
export const readEarlierEpisodes = async (
  path: string,
  completions: CompletionsFile,
  prompts: PromptFile,
  onEpisode: (episode: PlayedEpisode) => void,
  lost: LostRows = {},
): Promise<EarlierRows> => {
  const earlier = noRows(completions);
  const { done } = earlier;
  let steps: Outcome[] = [];
  let index: number | undefined;
  let start: number | undefined;
  for await (const { row, line } of writtenRows(path, writtenEpisodeRowSchema, 'environment')) {
    if (earlier.behindLost !== undefined) {
      if (row.kind === 'episode') earlier.behindLost++;
      continue;
    }
    const place = placeOfRow(row, line, path, { completions, prompts, done });
    refuseStray(path, line, row.index, index, row.kind === 'step' ? row.step : row.length, steps.length);
    start ??= line.offset;
    if (row.kind === 'step') {
      index = row.index;
      steps.push(outcomeOfRow(row));
      continue;
    }
    const { ended, actions_unused: actionsUnused } = row;
    const begun = start;
    start = undefined;
    if (row.status === 'lost' && lost.keepLost !== true) {
      steps = [];
      index = undefined;
      redo(earlier, begun, line.end, lost);
      continue;
    }
    onEpisode({ ...place, setup: setupOf(row), steps, ended, actionsUnused });
    done.add(row.index);
    earlier.count++;
    if (row.version !== '') earlier.versions.add(row.version);
    earlier.keepBytes = line.end;
    steps = [];
    index = undefined;
  }
  return earlier;
};

/** The rows of an episode stand together, its steps in order: anything else was not written by a run. */
const refuseStray = (
  path: string,
  line: Line,
  index: number,
  open: number | undefined,
  steps: number,
  seen: number,
): void => {
  if (open !== undefined && open !== index)
    throw refuseRow(path, line, `the rows of episode ${open} end without a row of the kind "episode"`);
  if (steps !== seen)
    throw refuseRow(path, line, `the row of step ${seen} of episode ${index} is out of place`);
};

/** The row of an episode has the status and the error of what ended it; its other fields are of the setup. */
const setupOf = (row: WrittenEpisode): Outcome => {
  const outcome = outcomeOfRow(row);
  return row.length === 0 ? outcome : { ...outcome, status: 'ok', error: null, stack: null };
};
