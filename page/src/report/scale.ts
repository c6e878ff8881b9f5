/** What drawings of a report share: sides, scales, places on them. */
import type { Distribution, Report } from '../../../src/check/report.ts';

/** Whose completions a family is made of: right answers, probes (a class of hacks), or anything else. */
export type Side = 'honest' | 'attack' | 'other';

export const SIDES: Readonly<Record<Side, string>> = {
  honest: 'right answers',
  attack: 'probes',
  other: 'all others',
};

export const sideOf = (family: string): Side => {
  if (/^[A-F]\d\d\b/.test(family)) return 'attack';
  return /^(gold|honest)\b/.test(family) ? 'honest' : 'other';
};

export const sidesOf = (of: readonly { family: string }[]): Side[] =>
  (Object.keys(SIDES) as Side[]).filter((side) => of.some(({ family }) => sideOf(family) === side));

export interface Scale {
  low: number;
  high: number;
}

/** From the least to the highest reward of all families. */
export const scaleOf = (distributions: readonly Pick<Distribution, 'rewards'>[]): Scale => {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { rewards } of distributions)
    for (const reward of rewards) {
      low = Math.min(low, reward);
      high = Math.max(high, reward);
    }
  if (low > high) return { low: 0, high: 1 };
  return low === high ? { low: low - 0.5, high: high + 0.5 } : { low, high };
};

export const position = (value: number, { low, high }: Scale): number =>
  Math.max(0, Math.min(1, (value - low) / (high - low)));

export const short = (value: number): string => String(Number(value.toFixed(2)));

export const percent = (share: number): string => `${Number((100 * share).toFixed(1))} %`;

/** Powers of ten that hold the longest completion. */
export const decadesOf = (lengths: Report['lengths']): number =>
  Math.max(2, Math.ceil(lengths.reduce((most, { length }) => Math.max(most, Math.log10(1 + length)), 0)));
