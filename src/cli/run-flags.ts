/** Flags as commander hands them over: text, not yet checked. */
import type { KindFlags } from './module-options.ts';

export interface RunFlags extends KindFlags {
  prompts: string;
  completions: string;
  /** One of the two is there. */
  reward?: string;
  environment?: string;
  output?: string;
  only?: string;
  view?: true;
  key?: string;
  skipInvalid?: true;
  resume?: true;
  keepLost?: true;
  overwrite?: true;
  ordered?: true;
  strict?: true;
  maxFailures?: string;
  auditSample?: string;
  stepField?: string;
  json?: true;
  quiet?: true;
}
