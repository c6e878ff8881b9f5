/** Flags as commander hands them over: text, not yet checked. */
export interface RunFlags {
  prompts: string;
  completions: string;
  reward: string;
  output?: string;
  key?: string;
  function?: string;
  completionFormat?: string;
  python?: string;
  sandbox?: string;
  profile?: string;
  concurrency?: string;
  timeout?: string;
  loadTimeout?: string;
  memory?: string;
  tmpSize?: string;
  reuse?: string;
  seed?: string;
  onTimeout?: string;
  onError?: string;
  onLost?: string;
  requirements?: string;
  mount?: string[];
  skipInvalid?: true;
  resume?: true;
  overwrite?: true;
  ordered?: true;
  strict?: true;
  json?: true;
  quiet?: true;
}
