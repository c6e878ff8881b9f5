/** Tests written in Python, as rows of coding tasks have them: what they call, with what, and what they expect. */

export interface Assertion {
  /** `f(1, 2)` as it is written. */
  call: string;
  /** `f`. */
  name: string;
  /** What stands between its brackets. */
  arguments: string;
  /** The expected value as it is written. */
  expected: string;
  /** Where it stands in the text. */
  start: number;
  end: number;
}

const OPENING = '([{';
const CLOSING = ')]}';

/** Where the string literal that starts at `at` ends. */
const afterString = (text: string, at: number): number => {
  const quote = text.charAt(at);
  const mark = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
  let end = at + mark.length;
  while (end < text.length && !text.startsWith(mark, end)) {
    if (mark.length === 1 && text[end] === '\n') return end;
    end += text[end] === '\\' ? 2 : 1;
  }
  return Math.min(text.length, end + mark.length);
};

/**
 * The first place, outside of brackets and strings, where `stops` is true; a closing bracket too many and the end of
 * the line stop always.
 */
const scan = (text: string, from: number, stops: (at: number) => boolean): number => {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"' || character === "'") {
      at = afterString(text, at);
      continue;
    }
    if (OPENING.includes(character)) depth++;
    else if (CLOSING.includes(character)) {
      if (depth === 0) return at;
      depth--;
    } else if (depth === 0 && (character === '\n' || character === '#' || stops(at))) return at;
    at++;
  }
  return at;
};

const CALL = /^(?:[\w.]+\.)?([A-Za-z_]\w*)\s*\(/;

const assertionAt = (text: string, from: number, split: string, ends: string[]): Assertion | undefined => {
  const middle = scan(text, from, (at) => text.startsWith(split, at));
  if (!text.startsWith(split, middle)) return undefined;
  let start = middle + split.length;
  while (text[start] === ' ') start++;
  let end = scan(text, start, (at) => ends.some((mark) => text.startsWith(mark, at)));
  while (end > start && /\s/.test(text.charAt(end - 1))) end--;
  const call = text.slice(from, middle).trim();
  const match = CALL.exec(call);
  if (match === null || end === start) return undefined;
  const inner = call.slice(match[0].length, call.lastIndexOf(')'));
  return { call, name: match[1] as string, arguments: inner, expected: text.slice(start, end), start, end };
};

/** Every `assert f(x) == y` and `assertEqual(f(x), y)` of a text; others are left out. */
export const assertionsIn = (text: string): Assertion[] => {
  const found: Assertion[] = [];
  for (const match of text.matchAll(/\bassert[ \t]+|\bassertEquals?\(\s*/g)) {
    const from = match.index + match[0].length;
    const assertion = match[0].includes('(')
      ? assertionAt(text, from, ',', [','])
      : assertionAt(text, from, '==', [',', ' and ', ' or ', ';']);
    if (assertion !== undefined) found.push(assertion);
  }
  return found;
};

/** Another value of the same kind, as Python writes it; `step` (from 1) gives different ones. */
export const otherLiteral = (literal: string, step: number): string => {
  const text = literal.trim();
  if (/^-?\d+$/.test(text)) return String(BigInt(text) + BigInt(step));
  if (/^-?\d*\.\d+(?:e[-+]?\d+)?$|^-?\d+\.\d*$/i.test(text)) return String(Number(text) + step + 0.5);
  if (text === 'True' || text === 'False') return text === 'True' ? 'False' : 'True';
  if (text === 'None') return String(step);
  const string = /^([rbfuRBFU]?)(["'])([\s\S]*)\2$/.exec(text);
  if (string !== null && !string[2]?.repeat(3).startsWith(text.slice(0, 3))) {
    return `${string[1]}${string[2]}${string[3]}${'q'.repeat(step)}${string[2]}`;
  }
  const list = /^\[([\s\S]*)\]$/.exec(text);
  if (list !== null) return list[1]?.trim() === '' ? `[${step}]` : `[${list[1]}, ${90 + step}]`;
  // Equal to nothing that a right program returns.
  return `(${text}, ${step})`;
};

/** The text with these assertions expecting something else. */
export const withOtherExpectations = (
  text: string,
  assertions: readonly Assertion[],
  step: number,
): string => {
  let changed = text;
  for (const { start, end, expected } of [...assertions].sort((one, other) => other.start - one.start)) {
    changed = changed.slice(0, start) + otherLiteral(expected, step) + changed.slice(end);
  }
  return changed;
};
