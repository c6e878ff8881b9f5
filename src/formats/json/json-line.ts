/** One line of bytes → its JSON value, or the exact place and reason why it is none. */
import { isUtf8 } from 'node:buffer';
import { findJsonFault, type JsonFault, MAX_DEPTH, MAX_INTEGER_DIGITS } from './json-fault.ts';

export type ParsedLine =
  | { text: string; value: unknown; fault?: undefined }
  | { text: string; fault: JsonFault; notUtf8: boolean };

/** @param whole what the bytes are called in the reason of a fault: `line`, `body`, `file` */
export const parseJsonLine = (bytes: Buffer, whole = 'line'): ParsedLine => {
  const text = bytes.toString('utf8');
  if (!isUtf8(bytes)) return { text, fault: utf8Fault(bytes), notUtf8: true };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { text, fault: findJsonFault(text, whole) ?? unexplained(error), notUtf8: false };
  }
  const fault = isSuspicious(bytes) ? findJsonFault(text, whole) : null;
  return fault === null ? { text, value } : { text, fault, notUtf8: false };
};

/** Only if the scanner were wrong: V8's sentence is better than none. */
const unexplained = (error: unknown): JsonFault => ({
  offset: 0,
  end: 1,
  reason: String(error),
  help: undefined,
  path: [],
});

/**
 * `JSON.parse` takes what Python does not: any depth, and integers of any length. This cheap look at the bytes
 * lets through every line that cannot contain such a thing, which is nearly every line.
 */
const isSuspicious = (bytes: Buffer): boolean => {
  if (bytes.length <= 2 * MAX_DEPTH) return false;
  let opened = 0;
  let digits = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte >= 0x30 && byte <= 0x39) {
      if (++digits > MAX_INTEGER_DIGITS) return true;
      continue;
    }
    digits = 0;
    if ((byte === 0x5b || byte === 0x7b) && ++opened > MAX_DEPTH) return true;
  }
  return false;
};

const utf8Fault = (bytes: Buffer): JsonFault => {
  const at = firstBadByte(bytes);
  const offset = bytes.toString('utf8', 0, at).length;
  const hex = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  const help = 'save the file as UTF-8; from Latin-1: `iconv -f LATIN1 -t UTF-8 FILE > FILE.utf8`';
  return { offset, end: offset + 1, reason: `byte 0x${hex} is not UTF-8`, help, path: [] };
};

/** Position of the first byte that is not part of a well-formed sequence (no overlong forms, no surrogates). */
const firstBadByte = (bytes: Buffer): number => {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes[at] as number);
    if (length === 0 || !isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return at;
};

const sequenceLength = (lead: number): number => {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
};
