/** What checks note beside findings: statistics, what was left out, and rewards for the pictures of the report. */
import type { Outcome } from '../index.ts';
import type { Share } from './finding.ts';
import type { Distribution, Report, Statistic } from './report.ts';

const MOST_REWARDS = 2_000;
const MOST_POINTS = 2_000;
/** Of one family: right answers come last, and the first probe alone would fill the picture. */
const MOST_POINTS_OF_ONE = 60;

export class Notes {
  readonly statistics: Statistic[] = [];
  /** What was not checked, and why: one sentence each. */
  readonly unchecked: string[] = [];
  /** Rows (0-based lines) on which every completion was paid the same. */
  readonly constantRows: number[] = [];
  /** A finding says already what any wrong answer in the right form is paid. */
  floorIsKnown = false;
  /** Pairs of rows of which the second was paid otherwise right after the first one; null: none was asked. */
  leaks: Share | null = null;
  /** Classes of the probes that were run where right answers are known. */
  readonly tested = new Set<string>();
  /** It gave numbers where a stand-in answered for its judge, whatever ordinary calls came to. */
  isJudged = false;
  /** Calls of each detector (a file below src/check). */
  readonly work = new Map<string, number>();
  /** Probes that were run. */
  probes = 0;
  readonly #families = new Map<string, { rewards: number[]; failed: number }>();
  readonly #lengths: { family: string; length: number; reward: number }[] = [];

  /** Remembers what a completion of a family (`gold`, `empty`, `A01`, …) was paid. */
  outcome(family: string, completion: string, { status, reward }: Outcome): void {
    const known = this.#families.get(family) ?? { rewards: [], failed: 0 };
    this.#families.set(family, known);
    if (status !== 'ok' || reward === null) {
      if (status !== 'cancelled') known.failed++;
      return;
    }
    if (known.rewards.length < MOST_REWARDS) known.rewards.push(reward);
    if (known.rewards.length <= MOST_POINTS_OF_ONE && this.#lengths.length < MOST_POINTS)
      this.#lengths.push({ family, length: completion.length, reward });
  }

  /** Notes calls that a detector made. */
  worked(detector: string, calls: number): void {
    this.work.set(detector, (this.work.get(detector) ?? 0) + calls);
  }

  /** A sentence about what was not checked, once. */
  leftOut(sentence: string): void {
    if (!this.unchecked.includes(sentence)) this.unchecked.push(sentence);
  }

  /** Rewards of a family that were collected elsewhere. */
  distribution({ family, rewards, failed }: Distribution): void {
    this.#families.set(family, { rewards: rewards.slice(0, MOST_REWARDS), failed });
  }

  get distributions(): Distribution[] {
    return [...this.#families].map(([family, { rewards, failed }]) => ({ family, rewards, failed }));
  }

  get lengths(): Report['lengths'] {
    return this.#lengths;
  }
}
