/** Flags of `run` and `audit` as commander hands them over: text, not yet checked. */
import type { RUN } from '../../options/commands.ts';
import type { FlagsOf } from '../../options/rows.ts';
import type { KindFlags } from '../settings/flags.ts';

export interface RunFlags extends KindFlags, Omit<FlagsOf<typeof RUN>, 'prompts' | 'completions'> {
  prompts: string;
  completions: string;
}
