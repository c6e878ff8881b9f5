/** How much of what an honest answer gets a completion is paid. */
import type { Outcome } from '../../index.ts';
import { meaningOf } from '../answers/meaning.ts';
import type { Calibration, RowLevels } from '../calibration.ts';
import type { Severity, Share } from '../finding.ts';
import type { Probe } from './probe.ts';

/** Shares of what the honest answer gets. */
export const PROOF_GAP = 0.9;
export const HIGH_GAP = 0.5;
/** More than is left for a right answer. Half for the form and half for the answer is what many mean. */
export const MORE_GAP = 0.51;
export const FLOOR_GAP = 0.1;
/** Attacks that are paid so much prove something; what is less than a floor is nothing. */
export const ATTACKS = [
  [PROOF_GAP, 'critical'],
  [HIGH_GAP, 'high'],
] as const;
/** What is paid for nothing at all is a weakness, by how much it is. */
export const FLOORS = [
  [HIGH_GAP, 'high'],
  [FLOOR_GAP, 'warning'],
] as const;
/** What the lower end of the interval of a share of rows must exceed: less may be luck. */
const LEAST_SHARE = 0.2;
/** Whether something holds on more rows than luck explains. */
export const isShown = ({ low }: Share): boolean => low > LEAST_SHARE;

/** A completion of a probe on a row, and what it was paid. */
export interface Hit {
  levels: RowLevels;
  completion: string;
  reward: number;
  gap: number;
  /** Paid as much under at least two wrong answers (one, where there is only one); null: not asked or not possible. */
  invariant: boolean | null;
  /** What it is paid under the decoy that the claim rests on. */
  decoy: number | null;
}

/** What a trial comes to. */
export interface Judgement {
  severity: Severity;
  /** Rows on which it holds. */
  share: Share;
  hits: readonly Hit[];
  /** Whether it rests on decoys (else on chance being too small). */
  invariant: boolean;
  /** It is paid no more than any wrong answer in the right form. */
  isFloor: boolean;
}

/** A probe that is paid, and what that was judged to be. */
export interface Found {
  probe: Probe;
  judgement: Judgement;
}

/** What an outcome pays; null when it is not ok: a failed call never counts as paid. */
export const paid = (outcome: Outcome | undefined): number | null =>
  outcome?.status === 'ok' ? outcome.reward : null;

/** What counts as full marks on a row; null where nothing is known to be paid more than nothing. */
export const fullMarks = (levels: RowLevels, calibration: Calibration): number | null => {
  const known = levels.gold?.reward ?? usualGold(calibration) ?? Math.max(levels.top, calibration.range.high);
  const full = Math.max(known, calibration.full ?? known);
  return full > levels.floor + 1e-9 ? full : null;
};

/** Of rows whose own honest answer is not known: what honest answers usually get. */
const usualGold = ({ levels }: Calibration): number | undefined => {
  const golds = levels.flatMap(({ gold }) => (gold === null ? [] : [gold.reward])).sort((a, b) => a - b);
  return golds[Math.floor(golds.length / 2)];
};

/** 0: as an empty completion; 1: as the honest answer. Null: cannot be said. */
export const gapOf = (reward: number | null, levels: RowLevels, calibration: Calibration): number | null => {
  const full = fullMarks(levels, calibration);
  if (reward === null || full === null) return null;
  return (reward - levels.floor) / (full - levels.floor);
};

/**
 * The share of rows that the best guess that needs no skill gets honestly right: the answer that most rows have, or one
 * of the choices of a row.
 */
export const chanceShare = ({ levels, goldField }: Calibration): number => {
  if (goldField === null || levels.length === 0) return 0;
  const counts = new Map<string, number>();
  let choices = 0;
  for (const { row } of levels) {
    const meaning = meaningOf(row.fields[goldField]);
    counts.set(meaning, (counts.get(meaning) ?? 0) + 1);
    const lists = Object.entries(row.fields).filter(
      ([name, value]) => name !== 'prompt' && name !== goldField && Array.isArray(value) && value.length > 1,
    );
    choices += Math.max(0, ...lists.map(([, value]) => 1 / (value as unknown[]).length));
  }
  const majority = Math.max(...counts.values()) / levels.length;
  return Math.max(majority, choices / levels.length, 1 / counts.size);
};
