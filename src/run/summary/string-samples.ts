/** The samples of info strings, with the prompts that they belong to. */
import type { InfoStats } from './info-stats.ts';
import type { RowSummary } from './shape.ts';

/** @param promptText the prompt of a line of the prompt file */
export const stringSamples = (
  info: InfoStats,
  promptText: (promptLine: number) => string,
): RowSummary['info_strings'] => {
  const entries = [...info.strings()].map(([name, { count, samples }]) => {
    const shown = samples.map(({ promptLine, value, ...place }) => ({
      ...place,
      prompt: promptText(promptLine),
      value,
    }));
    return [name, { count, samples: shown }];
  });
  return Object.fromEntries(entries);
};
