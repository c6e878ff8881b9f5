/** Intervals of shares (E. B. Wilson, 1927): right also for few rows and for shares near 0 and 1. */
import type { Share } from './finding.ts';

const Z = 1.959963984540054; // 95 %

export const shareOf = (hits: number, of: number): Share => {
  if (of === 0) return { hits, of, low: 0, high: 1 };
  const share = hits / of;
  const square = (Z * Z) / of;
  const centre = (share + square / 2) / (1 + square);
  const half = (Z / (1 + square)) * Math.sqrt((share * (1 - share)) / of + square / (4 * of));
  return { hits, of, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
};
