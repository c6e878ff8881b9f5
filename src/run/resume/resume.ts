/** Reads what an earlier run wrote, so that exactly the missing rows are done. */
import type { CompletionsFile } from '../../formats/rows/completions.ts';
import type { PromptFile } from '../../formats/rows/prompts.ts';
import { outcomeOfRow, type ScoredRow, writtenRowSchema } from '../output/row.ts';
import {
  type EarlierRows,
  type LostRows,
  noRows,
  placeOfRow,
  redo,
  writtenRows,
} from '../output/written-rows.ts';

/**
 * Reads the rows of an output file and hands each to `onRow`.
 * @throws SandboxError RS105 when a line is not a row of this completions file.
 */
export const readEarlierRows = async (
  path: string,
  completions: CompletionsFile,
  prompts: PromptFile,
  onRow: (row: ScoredRow) => void,
  lost: LostRows = {},
): Promise<EarlierRows> => {
  const earlier = noRows(completions);
  const { done } = earlier;
  for await (const { row, line } of writtenRows(path, writtenRowSchema, 'reward')) {
    if (earlier.behindLost !== undefined) {
      earlier.behindLost++;
      continue;
    }
    const place = placeOfRow(row, line, path, { completions, prompts, done });
    if (row.status === 'lost' && lost.keepLost !== true) {
      redo(earlier, line.offset, line.end, lost);
      continue;
    }
    done.add(row.index);
    earlier.count++;
    if (row.version !== '') earlier.versions.add(row.version);
    earlier.keepBytes = line.end;
    onRow({ ...place, outcome: outcomeOfRow(row) });
  }
  return earlier;
};
