/** What the routes of the view answer (docs/view.md); `null` among numbers is a gap. */
export type Nullable = number | null; // null = no value (a gap in the plot). NaN and infinities never travel.
export type Status =
  | 'ok'
  | 'raised'
  | 'invalid'
  | 'crashed'
  | 'timeout'
  | 'memory'
  | 'tampered'
  | 'cancelled'
  | 'lost';

export interface Runs {
  runs: RunInfo[];
  /** Whether modules are served here: then /v1/score, /v1/episodes and /v1/view/workers work ("try it", "workers"). */
  serving: boolean;
  product: { name: 'runrl-sandbox'; version: string };
  /** ms since 1970 on the server. */
  now: number;
}
export interface RunInfo {
  id: string;
  name: string; // name: for people (file or folder name, or the address served)
  kind: 'served' | 'store' | 'results';
  path: string | null;
  live: boolean; // may still grow
  by: 'step' | 'calls';
  calls_per_step: number | null; // null when by === 'step'
  modules: { name: string; kind: 'reward' | 'environment' | null; file: string | null }[];
  steps: number;
  first: Nullable;
  latest: Nullable; // how many, smallest, largest
  calls: number;
  since: string | null;
  until: string | null; // ISO
  version: number;
  has: { episodes: boolean; findings: boolean; audit: boolean; failures: boolean };
  /** To be shown on the page, always: what could not be read, and why. A run that cannot be read at all is listed with such an `error`. */
  notes: { level: 'info' | 'warning' | 'error'; text: string; help?: string }[];
}

export interface Keys {
  version: number;
  numbers: { key: string; steps: number; n: number; first: number; latest: number }[]; // builtin first, then info by name
  strings: { key: string; steps: number; n: number; first: number; latest: number }[]; // '@calls' first
  /** Names beyond the first 64 of a step, or 2,000 of a run: values that are under no key here. */
  left_out: number;
}

export interface StepNumbers {
  version: number;
  steps: number[];
} // ascending

export interface Series {
  version: number; // pass as `since` next time
  module: string;
  /** Rows are steps; when there are more in [from, to] than `points` (default 1000, 10..20000), neighbours are joined (n added, mean
   *  weighted, sd pooled, min of min, max of max), `joined` steps each. */
  joined: number;
  total: number;
  /** Index of the first row in this answer that differs from what `since` had; rows before are left out. 0 without `since`, and
   *  whenever `joined` > 1 or an old step changed. REPLACE rows from `start` on (start is an index into the row list). */
  start: number;
  x: { step: number[]; last: number[]; calls: number[]; time: number[] }; // step..last: steps of the row; calls: cumulative; time: ms of its end
  statuses: Partial<Record<Status, number[]>>; // counts
  calls: number[];
  latency: { p50: Nullable[]; p95: Nullable[]; max: Nullable[] }; // ms
  /** Groups: calls of one row of the prompts. equal/n = share without spread. n counts groups with two rewards or more. */
  groups: { n: number[]; equal: number[] };
  /** Only the keys that were asked for; without `key=`: all (at most 200, alphabetical after builtin). */
  columns: Record<string, Column>;
}
export interface Column {
  n: number[];
  mean: Nullable[];
  sd: Nullable[];
  min: Nullable[];
  max: Nullable[];
  missing: number[]; // calls of the row without this number
  nan: number[]; // NaN and infinities, in no mean
}

export interface OneStep {
  version: number;
  module: string;
  step: number;
  previous: number | null;
  next: number | null; // neighbours that exist
  calls: number;
  statuses: Partial<Record<Status, number>>;
  since: string;
  until: string;
  numbers: Record<
    string,
    { n: number; mean: number; sd: Nullable; min: number; max: number; missing: number; nan: number }
  >;
  latency: { p50: Nullable; p95: Nullable; max: Nullable };
  groups: { n: number; equal: number };
  strings: { key: string; n: number }[]; // string keys of this step, '@calls' first
  key: string; // whose samples these are (default: the first info string, else '@calls')
  samples: {
    random: Row[]; // up to 5: smallest hash: the same in whatever order calls came
    highest: Row[];
    lowest: Row[];
    slowest: Row[];
    /** Most frequent values, with how often (at least; exact when `exact`). */
    frequent: { value: string; value_chars: number; count: number; share: number; example: Row | null }[];
    exact: boolean;
  };
  audit: unknown | null;
}
// {step} is a number, or `latest`, `first`, or (by === 'calls' only) `all`. 404 kind `unknown-step` otherwise.

export interface Row {
  hash: number; // identity within the step
  prompt: string | null;
  prompt_chars: number; // text of the last user message, cut at 2,000; *_chars is the full length
  completion: string | null;
  completion_chars: number; // cut at 4,000 (an action, for environments)
  value: string | null;
  value_chars: number; // of `key`, cut at 2,000
  reward: number | null;
  status: Status;
  duration_ms: number;
  /** 1-based line of the prompt file / of the completions file, where known; else null. */
  line: number | null;
  completion_line: number | null;
  id: string | null;
  info: Record<string, string | number | null>; // all info of the call (strings cut at 2,000)
  at: number | null; // number of the step in its episode
  error: { type: string; message: string } | null;
  again?: Example['again'];
}

export interface Failures {
  version: number;
  total: number; // failed calls in the range
  calls: number; // all calls in the range
  causes: Cause[]; // at most 500, largest first
  left_out: number; // failures of further causes
}
export interface Cause {
  cause: string; // id for the URL
  status: Status;
  type: string | null; // exception class
  where: string | null; // `reward.py:14 in parse`: the user's own line
  message: string; // of the example, one line
  count: number;
  share: number; // of all calls in the range
  steps: { step: number[]; count: number[] }; // for a sparkline; at most 500 points (joined like series)
}
export interface OneCause extends Cause {
  examples: Example[];
} // newest last, at most 5
export interface Example {
  step: number;
  row: Row;
  frames: { file: string; line: number; function: string | null; own: boolean }[]; // the user's own first
  traceback: string | null;
  stack: string | null; // stack: of hangs and crashes
  stdout: string;
  stderr: string; // the last 2,000 characters
  warnings: string[];
  evidence: { kind: string; detail: string }[];
  again: {
    /** `runrl-sandbox run --only line:118 --prompts …`; null where no files are known. */
    command: string | null;
    /** To POST to `route` of this server (only where `serving`); null when the texts were too long to keep. */
    request: { route: 'v1/score'; body: { module: string; completion: unknown; kwargs: unknown } } | null;
  };
}

export interface Episodes {
  version: number;
  total: number;
  next: number | null;
  episodes: EpisodeInfo[];
} // newest first
export interface EpisodeInfo {
  episode: string;
  module: string;
  step: number | null; // training step
  state: 'live' | 'ended';
  status: Status;
  ended: string | null; // done | actions_used | max_steps | failed | closed | idle …
  steps: number;
  return: number | null;
  prompt: string | null;
  line: number | null;
  id: string | null;
  started: string | null;
  idle_ms: number | null; // idle: of live ones
  recorded: boolean; // whether there is a timeline
}
export interface OneEpisode extends EpisodeInfo {
  observation: string | null; // of setup, cut at 2,000
  error: { type: string; message: string } | null;
  timeline: TimelineStep[]; // first 100 and last 100 when longer
  left_out: number;
}
export interface TimelineStep {
  at: number;
  action: string | null;
  action_chars: number;
  observation: string | null;
  observation_chars: number;
  reward: number | null;
  done: boolean | null;
  status: Status;
  duration_ms: number;
  info: Record<string, string | number | null>;
  error: { type: string; message: string } | null;
}

export interface Workers {
  now: number;
  modules: {
    module: string;
    kind: 'reward' | 'environment';
    file: string;
    version: string | null;
    level: string | null;
    state: 'loading' | 'ready' | 'failed';
    trouble: string | null;
    queue: number;
    running: number;
    concurrency: number;
    states: { starting: number; ready: number; busy: number; ending: number };
    restarts: Record<string, number>; // reasons: docs/serve.md
    oldest: { running_ms: number; stack: string | null }[]; // calls that have run longest, at most 5
    /** Single workers, where the agent tells them; else null. */
    workers:
      | {
          pid: number;
          state: 'starting' | 'ready' | 'busy' | 'ending';
          age_ms: number;
          calls: number;
          rss_bytes: number | null;
          running_ms: number | null;
        }[]
      | null;
  }[];
}

export interface Findings {
  path: string | null;
  report: unknown | null;
} // report: exactly the JSON of `check --json` (schema in it)

/** The live audit fills `audit` of a step's record: an open-ended object, passed on as it is. */
export interface Audit {
  version: number;
  steps: number[];
  records: Record<string, unknown>[];
  alarms: Record<string, unknown>[];
}
