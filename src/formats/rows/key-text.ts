/**
 * Keys as JSON text, which keeps `"5"` and `5` apart and integers beyond 2^53 exact (64-bit ids are common, and
 * `JSON.parse` maps neighbours among them to the same number).
 */
import { locate } from '../json/json-locate.ts';
import type { Row } from './row-reader.ts';

/** @returns the row's key as JSON text; undefined when the field is missing; null when it is no string or number. */
export const keyText = (row: Row, field: string): string | null | undefined => {
  if (!Object.hasOwn(row.value, field)) return undefined;
  const key = row.value[field];
  if (typeof key === 'string') return JSON.stringify(key);
  if (typeof key !== 'number') return null;
  if (Number.isSafeInteger(key) || (Number.isFinite(key) && !Number.isInteger(key))) return String(key);
  const span = locate(row.text, [field])?.value;
  return span === undefined ? String(key) : row.text.slice(span.start, span.end);
};

/** `"5"` → `5` and the reverse: the commonest reason why keys do not match. */
export const otherTypeOf = (key: string): string | undefined => {
  const value: unknown = JSON.parse(key);
  if (typeof value === 'number') return JSON.stringify(key);
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? value : undefined;
};
