/** Wrong answers in the place of right ones, of the same type and shape: what the decoy-gold differential is made with. */

import { members, nameOf, wholeValue } from '../../formats/json/json-locate.ts';
import { openedJson } from '../lists.ts';
import type { Random } from '../random.ts';
import { numberIn, sameMeaning } from './meaning.ts';
import { assertionsIn, withOtherExpectations } from './programs/python-tests.ts';
import { isExpected, rolesOf } from './programs/test-pairs.ts';

/** Decoys of one row: more would not say more. */
const MOST = 4;
/** The last box, with braces in braces: `\boxed{\frac{1}{2}}`. */
export const LAST_BOX = /\\boxed\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}(?![\s\S]*\\boxed)/;
/** Where the answer of a worked solution stands; its group is the answer. */
const FINAL_ANSWERS = [
  /####\s*([^\n]+?)\s*$/,
  LAST_BOX,
  /<answer>\s*([\s\S]*?)\s*<\/answer>(?![\s\S]*<answer>)/i,
  /(?:final answer|answer)(?: is)?\s*[:=]?\s*([^\s.][^\n]*?)\.?\s*$/i,
];
/** Words of which the one is the wrong one for the other. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['yes', 'no'],
  ['true', 'false'],
  ['correct', 'incorrect'],
  ['valid', 'invalid'],
  ['positive', 'negative'],
  ['entailment', 'contradiction'],
];
/** The answer that a longer text ends with, and where it stands. */
export const finalAnswer = (text: string): { answer: string; start: number } | undefined => {
  for (const pattern of FINAL_ANSWERS) {
    const match = pattern.exec(text);
    const answer = match?.[1];
    if (match === null || answer === undefined || answer === '' || answer.length > 200) continue;
    const start = match.index + match[0].lastIndexOf(answer);
    if (start > 0 || match[0].length > answer.length) return { answer, start };
  }
  return undefined;
};

const cased = (word: string, like: string): string => {
  if (like === like.toUpperCase() && like.length > 1) return word.toUpperCase();
  const first = like.charAt(0);
  return first === first.toUpperCase() ? word.charAt(0).toUpperCase() + word.slice(1) : word;
};

/** A number written as that one is: as many decimals, with a comma in thousands, the same signs around it. */
const otherNumberText = (text: string, step: number): string => {
  const digits = /[-+]?\d[\d,]*(?:\.\d+)?/.exec(text);
  if (digits === null) return text;
  const whole = digits[0].replaceAll(',', '').replace('+', '');
  const [, decimals] = whole.split('.');
  let other: string;
  if (decimals === undefined) {
    other = String(BigInt(whole) + BigInt(step));
    if (digits[0].includes(',')) other = other.replace(/\B(?=(\d{3})+$)/g, ',');
  } else other = (Number(whole) + step).toFixed(decimals.length);
  return text.slice(0, digits.index) + other + text.slice(digits.index + digits[0].length);
};

/** Every letter replaced by one further on in the alphabet: for words of which there is no other. */
const shifted = (text: string, step: number): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(base + ((letter.charCodeAt(0) - base + step) % 26));
  });

/** Another text of the same kind. */
const otherString = (text: string, step: number): string => {
  const trimmed = text.trim();
  if (numberIn(text) !== undefined) return otherNumberText(text, step);
  for (const [one, other] of OPPOSITES) {
    if (trimmed.toLowerCase() === one) return text.replace(trimmed, cased(other, trimmed));
    if (trimmed.toLowerCase() === other) return text.replace(trimmed, cased(one, trimmed));
  }
  const letter = /^(\(?)([A-Ja-j])(\)?\.?)$/.exec(trimmed);
  if (letter !== null) return `${letter[1]}${otherLetter(letter[2] as string, step)}${letter[3]}`;
  const assertions = assertionsIn(text);
  if (assertions.length > 0) return withOtherExpectations(text, assertions, step);
  if (openedJson(trimmed) !== undefined) return otherValue(trimmed, step);
  const final = finalAnswer(text);
  if (final !== undefined) {
    const { answer, start } = final;
    return text.slice(0, start) + otherString(answer, step) + text.slice(start + answer.length);
  }
  if (trimmed === '') return `${step}`;
  const numbers = [...text.matchAll(/\d+(?:\.\d+)?/g)];
  const last = numbers.at(-1);
  if (last !== undefined && text.length < 80) {
    return (
      text.slice(0, last.index) + otherNumberText(last[0], step) + text.slice(last.index + last[0].length)
    );
  }
  return shifted(text, step);
};

const otherLetter = (letter: string, step: number): string => {
  const upper = letter.toUpperCase().charCodeAt(0) - 65;
  // Among the first four, which nearly all questions have.
  const other = String.fromCharCode(65 + ((upper + step) % (upper > 3 ? upper + 1 : 4)));
  return letter === letter.toUpperCase() ? other : other.toLowerCase();
};

/** The value (as JSON text) with every leaf of it changed that says what is expected; `step` gives different ones. */
export const otherValue = (text: string, step: number): string => {
  const value = JSON.parse(text) as unknown;
  if (typeof value === 'boolean') return String(!value);
  if (value === null) return String(step);
  if (typeof value === 'number') return otherNumber(text, step);
  if (typeof value === 'string') return JSON.stringify(otherString(value, step));
  if (Array.isArray(value) && value.length === 0) return `[${step}]`;
  const inner = [...members(text, wholeValue(text))];
  const names = inner.map(({ key }) => (key === undefined ? '' : nameOf(text, key)));
  const roles = Array.isArray(value) ? undefined : rolesOf(value as object);
  const packed = roles === undefined && !Array.isArray(value) && holdsTests(value);
  const pair =
    !Array.isArray(value) ||
    value.length !== 2 ||
    !value.some((each) => typeof each === 'object') ||
    holdsTests(value); // two tests, and no pair
  let changed = text;
  for (let at = inner.length - 1; at >= 0; at--) {
    const span = inner[at]?.value;
    if (span === undefined) continue;
    // Of tests only what they expect: other inputs would ask for something else. In a pair that is the second.
    if (roles !== undefined && !isExpected(names[at] ?? '', roles)) continue;
    if (!pair && at === 0) continue;
    const own = text.slice(span.start, span.end);
    // Beside tests: their language, the name of the function.
    if (packed && !isPackedTests(JSON.parse(own))) continue;
    const other = roles === undefined ? otherValue(own, step) : otherExpected(own, step);
    changed = changed.slice(0, span.start) + other + changed.slice(span.end);
  }
  return changed;
};

/** What a test expects, with every line of it wrong: some graders look at the first line only, some at the last one. */
const otherExpected = (text: string, step: number): string => {
  const value = JSON.parse(text) as unknown;
  if (typeof value !== 'string' || !value.trim().includes('\n') || /^\s*[[{]/.test(value))
    return otherValue(text, step);
  const lines = value.split('\n').map((line) => (line.trim() === '' ? line : otherString(line, step)));
  return JSON.stringify(lines.join('\n'));
};

const otherNumber = (text: string, step: number): string => {
  if (/^-?\d+$/.test(text)) return String(BigInt(text) + BigInt(step));
  const [, decimals] = text.split(/[.e]/i);
  const other = Number(text) + step;
  return /e/i.test(text) ? `${other}${Number.isInteger(other) ? '.0' : ''}` : other.toFixed(decimals?.length);
};

const isShort = (text: string): boolean => text.length <= 400;

/**
 * Wrong values for a field, as JSON texts: each of the type of the right one, none of its meaning, most promising
 * first. Usually at least two; of true and false there is only one other.
 * @param others JSON texts of the same field in other rows
 */
export const decoysOf = (text: string, others: readonly string[], random: Random): string[] => {
  const value = JSON.parse(text) as unknown;
  const type = shapeOf(value);
  const alike = others.filter(
    (other) => other !== text && shapeOf(JSON.parse(other)) === type && !sameMeaning(other, text),
  );
  const distinct = [...new Set(alike)];
  const borrowed = random.sample(distinct, 2);
  const steps = typeof value === 'number' ? [1, -1, 2, 7] : [1, 2, 3];
  const made = steps.map((step) => otherValue(text, step));
  // Tests of other rows call other functions, and long texts differ in everything: there the made ones are better.
  const isOfThisRow = !isShort(text) || type === 'tests';
  const all = isOfThisRow ? [...made, ...borrowed] : alternate(borrowed, made);
  const decoys: string[] = [];
  for (const decoy of all) {
    if (decoys.length === MOST) break;
    if (!sameMeaning(decoy, text) && !decoys.some((one) => sameMeaning(one, decoy))) decoys.push(decoy);
  }
  return decoys;
};

const alternate = (one: readonly string[], other: readonly string[]): string[] =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, at) => [one[at], other[at]])
    .flat()
    .filter((text) => text !== undefined);

/** Values of one shape can stand for each other: numbers for numbers, a letter for a letter, tests for tests. */
const shapeOf = (value: unknown): string => {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (Array.isArray(value)) return holdsTests(value) ? 'tests' : `list of ${shapeOf(value[0])}`;
  if (typeof value === 'object' && value !== null) return holdsTests(value) ? 'tests' : 'object';
  if (typeof value !== 'string') return typeof value;
  if (holdsTests(value)) return 'tests';
  if (numberIn(value) !== undefined) return 'number text';
  return /^\(?[A-Ja-j]\)?\.?$/.test(value.trim()) ? 'letter' : 'text';
};

/** Whether a value is a set of tests: assertions, or pairs of what is given and what is expected. */
export const holdsTests = (value: unknown): boolean => {
  if (typeof value === 'string') {
    const inner = openedJson(value);
    return inner === undefined ? assertionsIn(value).length > 0 : holdsTests(inner);
  }
  if (Array.isArray(value))
    return value.length > 0 && value.every((each) => holdsTests(each) || isListedTest(each, value.length));
  if (typeof value !== 'object' || value === null) return false;
  return rolesOf(value) !== undefined || Object.values(value).some(isPackedTests);
};

/** One of several objects that are called as the task calls them: `{"n": 3, "expected": 6}`. */
const isListedTest = (value: unknown, of: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  rolesOf(value, of > 1) !== undefined;

/** Tests beside other things of a row, as in `{"fn_name": "f", "test_cases": [...]}`: several of them, as a list or as columns. */
const isPackedTests = (value: unknown): boolean =>
  (typeof value === 'object' && value !== null && holdsTests(value)) ||
  (typeof value === 'string' && /^\s*[[{]/.test(value) && holdsTests(value));
