/** How bad an expression is that takes long, and whether it does so again. */
import type { NewFinding } from '../finding.ts';
import type { MinedPattern } from './analysis.ts';

/** Texts that a pattern takes long for: any number of pumps between their prefixes, then the suffix. */
export interface Attack {
  pumps: readonly { prefix: string; pump: string }[];
  suffix: string;
  kind: 'exponential' | 'polynomial';
}

/** Degrees below it are taken for two: where a machine is busy, they are measured too high. */
const QUADRATIC = 2.7;

export const severityOf = (
  { kind, growth }: Pick<ConfirmedRegex, 'kind' | 'growth'>,
  hangs: boolean,
  isSlow: boolean,
): NewFinding['severity'] => {
  // Whether a square hangs is a matter of the machine, and of lengths that few completions have.
  const isSquare = kind !== 'exponential' && growth !== null && growth < QUADRATIC;
  if (hangs) return isSquare ? 'warning' : 'high';
  if (kind === 'exponential') return 'warning';
  return isSlow ? 'warning' : 'info';
};

/** What ends just after its deadline here ends before it elsewhere, and an exploit has to hang again when it is replayed. */
const SURE = 2;

/** Whether a text of so many characters, on which a call was ended after `seconds`, is sure to take longer than that. */
export const hangsAgain = (
  { kind, growth, slow }: Pick<ConfirmedRegex, 'kind' | 'growth' | 'slow'>,
  characters: number,
  seconds: number,
): boolean =>
  kind === 'exponential' ||
  growth === null ||
  slow.seconds * (characters / slow.characters) ** growth >= SURE * seconds;

export interface Measurement {
  characters: number;
  /** CPU seconds; infinite where it was stopped. */
  seconds: number;
}

/** An expression that was seen to explode. */
export interface ConfirmedRegex {
  mined: MinedPattern;
  attack: Attack;
  kind: 'exponential' | 'polynomial';
  measured: readonly Measurement[];
  /** The shortest text that is slow, and how many pumps it has. */
  slow: Measurement;
  count: number;
  /** Exponential: factor per pump; polynomial: the degree. */
  growth: number | null;
}
