/** What is known of a source that was not read. */
import type { Analysis } from './analysis.ts';

export const EMPTY_ANALYSIS: Analysis = {
  matches: [],
  constants: [],
  numbers: [],
  patterns: [],
  fields: [],
  names: [],
  goldNames: [],
  executesCompletion: false,
  runsProcess: false,
  asksJudge: false,
  actionWords: [],
  actionKeys: [],
  privateNames: [],
};
