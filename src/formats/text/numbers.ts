/** Numbers as people read them. */
import { groupDigits } from './visible.ts';

/** Four significant digits, without trailing zeros: `0.3791`, `12`, `1.235e+9`. */
export const formatNumber = (value: number): string => {
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return value.toExponential(3);
  return String(Number(value.toPrecision(4)));
};

/** `0.3 ms`, `42 ms`, `1.2 s`, `3 min 20 s`, `2 h 5 min`. */
export const formatMs = (ms: number): string => {
  if (ms < 10) return `${Number(ms.toPrecision(2))} ms`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  return formatMinutes(Math.round(ms / 1_000));
};

const formatMinutes = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${groupDigits(Math.floor(minutes / 60))} h ${minutes % 60} min`;
};

/** Rows per second: `1,648/s`, `3.2/s`. */
export const formatRate = (perSecond: number): string =>
  `${perSecond >= 100 ? groupDigits(Math.round(perSecond)) : Number(perSecond.toPrecision(2))}/s`;

/** Never `100 %` for less than all, nor `0 %` for more than none. */
export const formatShare = (part: number, whole: number): string => {
  const percent = whole === 0 ? 0 : (100 * part) / whole;
  if (part > 0 && percent < 0.1) return '< 0.1 %';
  if (part < whole && percent > 99.9) return '> 99.9 %';
  return `${percent.toFixed(1)} %`;
};
