/**
 * Takes the bytes of an object or array apart into its members, by brackets and quotes alone. No value is made, so that a
 * body with millions of them costs little memory, and others get their turn meanwhile. What is inside the members is
 * not checked: whoever parses each of them, and finds it good, knows that the whole is good.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_DEPTH, MAX_INTEGER_DIGITS } from '../../formats/json/json-fault.ts';

/** One field or element: where its value stands in the bytes, and what parsing it will take. */
export interface Part {
  /** Of its name with its quotes; undefined for an element. */
  key: { start: number; end: number } | undefined;
  start: number;
  end: number;
  /** Each value counts one, and each field of an object ten more: that is about what they cost. */
  weight: number;
  /** Nested so deeply, or so many digits in a row, that Python may not take it. */
  suspicious: boolean;
}

export interface Parts {
  parts: Part[];
  /** Behind the closing bracket; undefined when that was not found. */
  end: number | undefined;
  /** Position of the first byte that cannot stand where it does. */
  fault: number | undefined;
  /** There are more members than were asked for. */
  more: boolean;
}

/** Bytes between turns: some milliseconds. */
const STRIDE = 2 ** 18;
/** Bytes of a string without a quote after which the next one is searched natively: bodies are mostly long strings. */
const NEAR = 16;
export const FIELD_WEIGHT = 10;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
const isOpening = (byte: number | undefined): boolean => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number | undefined): boolean => byte === 0x5d || byte === 0x7d;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** The first byte at or behind `at` that is no space; the length when there is none. */
export const skipSpace = (bytes: Buffer, at: number): number => {
  let found = at;
  while (isSpace(bytes[found])) found++;
  return found;
};

/**
 * @param start of an opening bracket
 * @param end behind its closing bracket, or where the bytes end when that is still to be found
 * @param most members; further ones are not looked for
 * @returns a promise only of what is long: most calls are short, and a promise for each costs as much as its parts
 */
export const partsOf = (bytes: Buffer, start: number, end: number, most: number): Parts | Promise<Parts> => {
  const splitter = new Splitter(bytes, start, end, most);
  return splitter.run(STRIDE) ? splitter.found : rest(splitter);
};

const rest = async (splitter: Splitter): Promise<Parts> => {
  do await nextTurn();
  while (!splitter.run(STRIDE));
  return splitter.found;
};

class Splitter {
  readonly found: Parts = { parts: [], end: undefined, fault: undefined, more: false };
  readonly #bytes: Buffer;
  readonly #end: number;
  readonly #most: number;
  readonly #closing: number;
  #at: number;
  /** What the next byte that is no space may be the begin of. */
  #expects: 'member' | 'colon' | 'value' | 'next' = 'member';
  #key: Part['key'];
  // Of the value that is being passed:
  #begin = -1;
  #depth = 0;
  #inString = false;
  #digits = 0;
  #weight = 0;
  #suspicious = false;

  constructor(bytes: Buffer, start: number, end: number, most: number) {
    this.#bytes = bytes;
    this.#end = end;
    this.#most = most;
    this.#at = start + 1;
    this.#closing = bytes[start] === 0x7b ? 0x7d : 0x5d;
  }

  /** @returns true when it is done */
  run(stride: number): boolean {
    const until = this.#at + stride;
    while (this.#at < until) {
      if (this.#at >= this.#end) return this.#fail(this.#end);
      if (this.#begin >= 0) this.#pass(Math.min(until, this.#end));
      else if (this.#step()) return true;
    }
    return false;
  }

  #fail(at: number): true {
    this.found.fault = at;
    return true;
  }

  /** Between values. @returns true when it is done */
  #step(): boolean {
    const byte = this.#bytes[this.#at] as number;
    if (isSpace(byte)) {
      this.#at++;
      return false;
    }
    const isObject = this.#closing === 0x7d;
    const { parts } = this.found;
    if (this.#expects === 'member' && byte === this.#closing && parts.length === 0) return this.#close();
    if (this.#expects === 'member' && isObject) return this.#readKey(byte);
    if (this.#expects === 'colon' && byte !== COLON) return this.#fail(this.#at);
    if (this.#expects === 'next' && byte === this.#closing) return this.#close();
    if (this.#expects === 'next' && byte !== COMMA) return this.#fail(this.#at);
    if (this.#expects === 'colon' || this.#expects === 'next') {
      this.#expects = this.#expects === 'colon' ? 'value' : 'member';
      this.#at++;
      return false;
    }
    if (parts.length >= this.#most) {
      this.found.more = true;
      return true;
    }
    if (byte === COMMA || byte === COLON || isClosing(byte)) return this.#fail(this.#at);
    this.#begin = this.#at;
    this.#weight = 1;
    this.#suspicious = false;
    this.#digits = 0;
    return false;
  }

  /** Names are short: those that are not are passed at one go. */
  #readKey(byte: number): boolean {
    if (byte !== QUOTE) return this.#fail(this.#at);
    const start = this.#at;
    let at = start + 1;
    for (; this.#bytes[at] !== QUOTE; at++) {
      if (at >= this.#end) return this.#fail(this.#end);
      if (this.#bytes[at] === BACKSLASH) at++;
    }
    this.#key = { start, end: at + 1 };
    this.#at = at + 1;
    this.#expects = 'colon';
    return false;
  }

  /** Is behind the closing bracket. */
  #close(): true {
    this.found.end = this.#at + 1;
    return true;
  }

  /** Through a value, up to `until` or to its end. */
  #pass(until: number): void {
    const bytes = this.#bytes;
    let at = this.#at;
    let inString = this.#inString;
    let depth = this.#depth;
    let digits = this.#digits;
    let weight = this.#weight;
    let plain = 0;
    for (; at < until; at++) {
      const byte = bytes[at] as number;
      if (inString) {
        if (byte === QUOTE) inString = false;
        else if (byte === BACKSLASH) {
          if (bytes[++at] === QUOTE) plain = 0;
        } else if (++plain > NEAR) {
          plain = 0;
          const quote = bytes.indexOf(QUOTE, at);
          at = quote === -1 || quote > this.#end ? this.#end : quote;
          inString = at === this.#end || this.#isEscaped(at);
        }
        continue;
      }
      if (isDigit(byte)) {
        if (++digits > MAX_INTEGER_DIGITS) this.#suspicious = true;
        continue;
      }
      digits = 0;
      if (byte === QUOTE) {
        inString = true;
        plain = 0;
      } else if (depth === 0 && (byte === COMMA || isClosing(byte) || isSpace(byte))) {
        this.#endValue(at, weight);
        break;
      } else if (isOpening(byte)) {
        weight++;
        if (++depth > MAX_DEPTH) this.#suspicious = true;
      } else if (isClosing(byte)) depth--;
      else if (byte === COMMA) weight++;
      else if (byte === COLON) weight += FIELD_WEIGHT;
    }
    this.#at = at;
    this.#inString = inString;
    this.#depth = depth;
    this.#digits = digits;
    this.#weight = weight;
  }

  /** Whether an odd number of backslashes stands before. */
  #isEscaped(quote: number): boolean {
    let at = quote;
    while (this.#bytes[at - 1] === BACKSLASH) at--;
    return (quote - at) % 2 === 1;
  }

  #endValue(end: number, weight: number): void {
    const part = { key: this.#key, start: this.#begin, end, weight, suspicious: this.#suspicious };
    this.found.parts.push(part);
    this.#begin = -1;
    this.#expects = 'next';
  }
}
