/** Tests that are data: which member of one is given to a program, and which one is expected of it. */
import { jsonValue } from '../../lists.ts';

/** Names are only what is tried first: two texts that look like what programs read and print are a test too. */
const EXPECTED =
  /^(?:expected|outputs?|results?|answers?|targets?|out|return(?:s|ed)?|want(?:ed)?|y)(?:_.*)?$|(?:^|_)(?:outputs?|std_?out|expected)$/i;
const GIVEN = /^(?:args?|arguments|kwargs|params|given|fed|in|x)$|(?:^|_)(?:inputs?|std_?in)$/i;
/** Members of examples that people talk in, and of records: no program reads them. */
const TALK =
  /question|prompt|problem|query|instruction|role|content|text|name|title|label|explanation|reason|^id$|_id$/i;

/** Whether a name says that something is expected. */
export const isExpectedName = (name: string): boolean => EXPECTED.test(name);

/** Names that say nothing but that something is expected, whatever the other members are called. */
const SURELY_EXPECTED = /^(?:expect(?:ed|s)?|wants?|wanted|returns|outputs?)(?:_(?:output|value|result))?$/i;
const MOST_ARGUMENTS = 6;

/** Members that only say which test it is. */
const LABEL = /^(?:id|index|number|name|kind|weight|points|hidden|public|visible)$|_id$/i;

export interface Roles {
  given: string;
  expected: string;
  /** Further members that are given: arguments under their own names. */
  more?: readonly string[];
}

/** What programs read and print: lines, or numbers. */
const isProgramText = (value: unknown): boolean =>
  typeof value === 'string' && (value.includes('\n') || /^[-+\d\s.,]+$/.test(value));

/** Members of a test that are called as the task calls them: `{"puzzle": {…}, "expected": […]}`. */
const namedArguments = (value: object, isOneOfMany: boolean): Roles | undefined => {
  const members = value as Record<string, unknown>;
  const names = Object.keys(value).filter((name) => !LABEL.test(name));
  const expected = names.find((name) => SURELY_EXPECTED.test(name));
  const [given, ...more] = names.filter((name) => name !== expected);
  if (expected === undefined || given === undefined || more.length >= MOST_ARGUMENTS) return undefined;
  const others = [given, ...more];
  const isData = others.some((name) => typeof members[name] === 'object' && members[name] !== null);
  if (others.some((name) => TALK.test(name)) || !(isOneOfMany || isData)) return undefined;
  return { given, expected, ...(more.length > 0 ? { more } : {}) };
};

/** The members of a test that are its sides; undefined where it is none. `isOneOfMany`: of a list of such objects. */
export const rolesOf = (value: object, isOneOfMany = false): Roles | undefined => {
  const names = Object.keys(value);
  const given = names.find((name) => GIVEN.test(name));
  const expected = names.find((name) => EXPECTED.test(name) && name !== given);
  if (given !== undefined && expected !== undefined) return { given, expected };
  const named = namedArguments(value, isOneOfMany);
  if (named !== undefined) return named;
  const members = value as Record<string, unknown>;
  const texts = names.filter((name) => typeof members[name] === 'string');
  if (texts.length !== 2 || texts.some((name) => TALK.test(name))) return undefined;
  if (!texts.every((name) => isProgramText(members[name]))) return undefined;
  const [one, other] = texts as [string, string];
  return one === expected || other === given
    ? { given: other, expected: one }
    : { given: one, expected: other };
};

/** Whether a member is what is expected. */
export const isExpected = (name: string, roles: Roles): boolean =>
  name === roles.expected || (EXPECTED.test(name) && name !== roles.given);

export interface Pair {
  given: unknown;
  expected: unknown;
  /** Read from stdin and printed, as far as its names and texts tell. */
  isText: boolean;
}

const isPacked = (value: unknown): boolean =>
  typeof value === 'object' || (typeof value === 'string' && /^\s*[[{]/.test(value));

/** Pairs of what is given and what is expected, however they are written down. */
export const pairsIn = (value: unknown): Pair[] => {
  if (typeof value === 'string') return pairsIn(jsonValue(value) ?? []);
  if (Array.isArray(value)) return value.flatMap((each) => pairsOf(each, value.length > 1));
  return pairsOf(value, false);
};

const pairsOf = (value: unknown, isOneOfMany: boolean): Pair[] => {
  if (typeof value === 'string' || Array.isArray(value)) return pairsIn(value);
  if (typeof value !== 'object' || value === null) return [];
  const roles = rolesOf(value, isOneOfMany);
  // Packed with other things: `{"fn_name": "f", "test_cases": [...]}`.
  if (roles === undefined)
    return Object.values(value).flatMap((each) => (isPacked(each) ? pairsIn(each) : []));
  const members = value as Record<string, unknown>;
  const { more = [] } = roles;
  const given =
    more.length === 0
      ? members[roles.given]
      : Object.fromEntries([roles.given, ...more].map((name) => [name, members[name]]));
  const expected = members[roles.expected];
  const named = /std_?(?:in|out)/i.test(`${roles.given} ${roles.expected}`);
  const pair = (one: unknown, other: unknown): Pair => ({
    given: one,
    expected: other,
    isText: named || [one, other].some((each) => typeof each === 'string' && each.includes('\n')),
  });
  const many = /inputs$|^std_?ins$/i.test(roles.given) && Array.isArray(given) && Array.isArray(expected);
  return many ? given.map((each, at) => pair(each, expected[at])) : [pair(given, expected)];
};
