/** What the run was of, as far as it is known; without it rows have neither prompt nor completion. */
export interface ResultsOptions {
  prompts?: string | undefined;
  completions?: string | undefined;
  key?: string | undefined;
  stepField?: string | undefined;
  module?: { kind: 'reward' | 'environment'; file: string } | undefined;
  findings?: string | undefined;
}
