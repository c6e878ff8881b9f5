/** Turns result frames into outcomes: times in milliseconds, and the number that the caller's policy names. */
import type { SandboxError } from '../../errors.ts';
import { FAMILY_OF, type Family, type Level, type Outcome, type Status } from '../../outcome.ts';
import type { ResultFrame } from '../../protocol/codec.ts';
import { withHidden } from '../hidden-variables.ts';

/** How a call ended: with a result, or without one. */
export type CallEnd = ResultFrame | 'cancelled' | Lost;

export interface Lost {
  /** Why. */
  lost: string;
  /** For what no worker was given: it has no outcome, its caller gets this error. */
  refusal?: SandboxError;
}

/** What an outcome says of the module that it comes from. */
export interface Source {
  level: Level;
  files: { version: string };
}

/** The error of a call that no worker was given, because its module was given up. */
export const refusalOf = (end: CallEnd): SandboxError | undefined =>
  typeof end === 'object' && 'lost' in end ? end.refusal : undefined;

/** What number, if any, a failed outcome becomes. */
export interface Policies {
  onTimeout: number | null;
  onError: number | null;
  onTamper: number | 'keep' | null;
  onLost: number | null;
}

/** CLOCK_MONOTONIC of Node (`performance.now` counts from the process's start) and of Python are the same clock. */
const clockOffsetMs = [1, 2, 3]
  .map(() => Number(process.hrtime.bigint()) / 1e6 - performance.now())
  .reduce((offset, other) => Math.max(offset, other)); // the first reading of a clock can take milliseconds

/** Milliseconds on the clock that result frames use. */
export const monotonicMs = (): number => performance.now() + clockOffsetMs;

const POLICY_OF: Readonly<Record<Family, keyof Policies | undefined>> = {
  ok: undefined,
  module: 'onError',
  limit: 'onTimeout',
  evidence: 'onTamper',
  caller: undefined,
  ours: 'onLost',
};

/** @param returned the number that the module returned all the same */
const failureReward = (status: Status, policies: Policies, returned: number | null = null): number | null => {
  const policy = POLICY_OF[FAMILY_OF[status]];
  const reward = policy === undefined ? null : policies[policy];
  return reward === 'keep' ? returned : reward;
};

const outcomeOf = (frame: ResultFrame, enqueuedMs: number, source: Source, policies: Policies): Outcome => {
  const { tail } = frame;
  return {
    status: frame.status,
    reward: frame.status === 'ok' ? frame.reward : failureReward(frame.status, policies, frame.reward),
    info: tail.info ?? {},
    ...(tail.digits && { digits: tail.digits }),
    // Of a worker that was taken over these may be any numbers: sums of them must stay sums of times.
    duration_ms: Math.max(0, frame.durationNs / 1e6),
    queue_ms: Math.max(0, frame.startedNs / 1e6 - enqueuedMs),
    cpu_ms: Math.max(0, frame.cpuNs / 1e6),
    max_rss_bytes: frame.maxRss,
    error: tail.error ?? null,
    stack: tail.stack ?? null,
    stdout: tail.stdout ?? '',
    stderr: tail.stderr ?? '',
    warnings: withHidden(tail.warnings, tail.unset),
    evidence: tail.evidence ?? [],
    fresh: frame.fresh,
    ...(frame.restored && { restored: true }),
    level: source.level,
    version: source.files.version,
  };
};

/** The outcome of a call that ended in one way or another. */
export const outcomeOfEnd = (
  end: CallEnd,
  enqueuedMs: number,
  source: Source,
  policies: Policies,
  what = 'call',
): Outcome => {
  if (end === 'cancelled')
    return unansweredOutcome('cancelled', `the caller cancelled the ${what}`, enqueuedMs, source, policies);
  if ('lost' in end) return unansweredOutcome('lost', end.lost, enqueuedMs, source, policies);
  return outcomeOf(end, enqueuedMs, source, policies);
};

const TYPE_OF = { cancelled: 'Cancelled', lost: 'Lost', invalid: 'CompletionTooLarge' } as const;

/** The outcome of a call that never reached a worker, or whose worker can no longer tell. */
export const unansweredOutcome = (
  status: keyof typeof TYPE_OF,
  message: string,
  enqueuedMs: number,
  source: Source,
  policies: Policies,
): Outcome => ({
  status,
  reward: failureReward(status, policies),
  info: {},
  duration_ms: 0,
  queue_ms: Math.max(0, monotonicMs() - enqueuedMs),
  cpu_ms: 0,
  max_rss_bytes: 0,
  error: { type: TYPE_OF[status], message, traceback: null },
  stack: null,
  stdout: '',
  stderr: '',
  warnings: [],
  evidence: [],
  fresh: false,
  level: source.level,
  version: source.files.version,
});
