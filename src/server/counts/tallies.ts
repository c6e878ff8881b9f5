/** What outcomes came to, in plain numbers: counting costs every call, so nothing is put into words here. */
import type { WorkKind } from '../../module/activity.ts';
import type { Outcome, Status } from '../../outcome.ts';
import { DURATION_BOUNDS } from '../../protocol/frames.ts';

/** What an outcome is of. */
export type OutcomeKind = WorkKind | 'run_code';

/** Upper bounds of the lengths of episodes. */
export const STEP_BUCKETS: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];

/** Names in `info` that have sums of their own; values under further ones are only counted. */
const MOST_KEYS = 64;
const LONGEST_KEY = 100;

export class Distribution {
  readonly bounds: readonly number[];
  /** By bucket, the last one for what is beyond them. */
  readonly counts: number[];
  n = 0;
  sum = 0;

  constructor(bounds: readonly number[] = DURATION_BOUNDS) {
    this.bounds = bounds;
    this.counts = new Array<number>(bounds.length + 1).fill(0);
  }

  add(value: number): void {
    const { bounds, counts } = this;
    let bucket = 0;
    while (bucket < bounds.length && value > (bounds[bucket] as number)) bucket++;
    counts[bucket] = (counts[bucket] as number) + 1;
    this.n++;
    this.sum += value;
  }
}

export class Sum {
  n = 0;
  sum = 0;

  add(value: number): void {
    this.n++;
    this.sum += value;
  }
}

export class Tallies {
  readonly durations: Readonly<Record<OutcomeKind, Map<Status, Distribution>>> = {
    call: new Map(),
    setup: new Map(),
    step: new Map(),
    run_code: new Map(),
  };
  readonly waits: Readonly<Record<OutcomeKind, Distribution>> = {
    call: new Distribution(),
    setup: new Distribution(),
    step: new Distribution(),
    run_code: new Distribution(),
  };
  readonly episodeSteps = new Distribution(STEP_BUCKETS);
  readonly reward = new Sum();
  readonly info = new Map<string, Sum>();
  /** Numbers in `info` that are in no sum: under too many names, or no numbers. */
  infoDropped = 0;

  note(kind: OutcomeKind, { status, duration_ms, queue_ms, reward, info }: Outcome): void {
    const byStatus = this.durations[kind];
    let durations = byStatus.get(status);
    if (durations === undefined) {
      durations = new Distribution();
      byStatus.set(status, durations);
    }
    durations.add(duration_ms / 1e3);
    this.waits[kind].add(queue_ms / 1e3);
    if (kind === 'run_code') return; // what it returns is no reward
    if (reward !== null) this.reward.add(reward);
    for (const key in info) {
      const value = info[key];
      if (typeof value === 'number') this.#noteInfo(key, value);
    }
  }

  #noteInfo(key: string, value: number): void {
    let sum = this.info.get(key);
    if (sum === undefined && this.info.size < MOST_KEYS && key.length <= LONGEST_KEY) {
      sum = new Sum();
      this.info.set(key, sum);
    }
    if (sum === undefined || !Number.isFinite(value)) this.infoDropped++;
    else sum.add(value);
  }
}
