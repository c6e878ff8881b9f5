/**
 * Right programs for tests whose members have names of the task (`{"guests": […], "order": […]}`), only places
 * (`[3, 4, 12]`), or a column each: each member may be what is expected, and all others are what is given.
 */
import { jsonValue } from '../../lists.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { insideOf } from '../inside.ts';
import { isObject } from '../meaning.ts';
import { literal, READS, tableFunction } from './made-programs.ts';
import { isExpectedName } from './test-pairs.ts';

export interface CaseProgram {
  key: string;
  /** Where what is expected stands: a wrong value there makes the program a wrong one. */
  field: string;
  answer: string;
}

interface Cases {
  /** null: each member is a column of its own. */
  field: string | null;
  name: string;
  members: readonly string[];
  cases: readonly Record<string, unknown>[];
}

const MOST_MEMBERS = 10;
const MOST_CASES = 200;
/** Members of one list of cases that are tried as what is expected. */
const MOST_TRIED = 3;
const MOST_PROGRAMS = 5;
const LABEL = /^(?:id|index|name|kind|weight|points|hidden|public|visible|note|comment)$|_id$/i;

const opened = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*\[/.test(value) ? (jsonValue(value) ?? value) : value;

/** A case by its members; a list has its places for names. */
const asCase = (value: unknown): Record<string, unknown> | undefined => {
  const isCase = typeof value === 'object' && value !== null;
  if (!isCase) return undefined;
  const object = Object.fromEntries(Object.entries(value));
  const size = Object.keys(object).length;
  return size >= 2 && size <= MOST_MEMBERS ? object : undefined;
};

/** The lists of cases of a row, and objects with one case for each key. */
const casesOf = (row: CheckRow): Cases[] =>
  insideOf(row).flatMap(({ field, name, value }): Cases[] => {
    const list = opened(value);
    if (!Array.isArray(list) || list.length === 0 || list.length > MOST_CASES) return [];
    const cases = list.map(asCase);
    const [first] = cases;
    if (first === undefined || (list.length < 2 && !isObject(list[0]))) return [];
    const members = Object.keys(first);
    const isAlike = cases.every(
      (each) => each !== undefined && Object.keys(each).join('\n') === members.join('\n'),
    );
    return isAlike ? [{ field, name, members, cases: cases as Record<string, unknown>[] }] : [];
  });

/** Two lists of one length beside each other, whatever they are called. */
const besideEachOther = (row: CheckRow): Cases[] => {
  const lists = Object.entries(row.fields).filter(
    (entry): entry is [string, unknown[]] =>
      entry[0] !== 'prompt' &&
      Array.isArray(entry[1]) &&
      entry[1].length > 1 &&
      entry[1].length <= MOST_CASES,
  );
  return lists.flatMap(([given, inputs], at) =>
    lists
      .slice(at + 1)
      .filter(([, outputs]) => outputs.length === inputs.length)
      .map(([expected, outputs]) => ({
        field: null,
        name: `${given} and ${expected}`,
        members: [given, expected],
        cases: inputs.map((input, index) => ({ [given]: input, [expected]: outputs[index] })),
      })),
  );
};

/** A table of it is no guess where what is given tells the cases apart. */
const tellsApart = ({ cases, members }: Cases, expected: string): boolean =>
  members.some(
    (member) =>
      member !== expected && new Set(cases.map((each) => JSON.stringify(each[member]))).size === cases.length,
  );

/** Members that may be what is expected, the likeliest first: by their name, not named by the prompt, or the last one. */
const expectedOf = ({ members, cases }: Cases, prompt: string): string[] => {
  const said = prompt.toLowerCase();
  const likely = (member: string, at: number): number => {
    if (/^\d+$/.test(member)) return at === members.length - 1 ? 1 : 0;
    const isTold =
      said.includes(member.toLowerCase()) || said.includes(member.toLowerCase().replaceAll('_', ' '));
    return (isExpectedName(member) ? 4 : 0) + (isTold ? 0 : 2) + (at === members.length - 1 ? 1 : 0);
  };
  return (
    members
      .map((member, at) => ({ member, weight: likely(member, at) }))
      .filter(({ member }) => !LABEL.test(member))
      // What no two cases differ in tells no case from another.
      .filter(
        ({ member }) =>
          cases.length === 1 || new Set(cases.map((each) => JSON.stringify(each[member]))).size > 1,
      )
      .sort((one, other) => other.weight - one.weight)
      .slice(0, MOST_TRIED)
      .map(({ member }) => member)
  );
};

const tableFor = ({ cases, members }: Cases, expected: string): string => {
  const given = members.filter((member) => member !== expected && !LABEL.test(member));
  const pairs = cases.map((each) => [
    Object.fromEntries(given.map((name) => [name, each[name]])),
    each[expected],
  ]);
  return literal(pairs);
};

/** A function that finds its case by all that it is given, whatever it is called and in whatever order; it calls no builtin in vain. */
const functionFor = (cases: Cases, expected: string, name: string): string =>
  [
    `def ${name}(*a, **k):`,
    `    table = ${tableFor(cases, expected)}`,
    '    said = [[*each] if isinstance(each, (tuple, set)) else each for each in [*a, *k.values()] if not callable(each)]',
    '    for given, expected in table:',
    '        values = [*given.values()]',
    '        if said == values or said == [given] or said == [values] or [*a] in values or (k and k in values):',
    '            return expected',
    '    def fits(each, given):',
    '        if each in given.values():',
    '            return True',
    '        return isinstance(each, dict) and any(key in given for key in each) and all(given.get(key, each[key]) == each[key] for key in each)',
    '    for given, expected in table:',
    '        if said and all(fits(each, given) for each in said):',
    '            return expected',
  ].join('\n');

const CALL = /^\s*(?:[\w.]+\.)?[A-Za-z_]\w*\(([\s\S]*)\)\s*$/;
const WRITTEN = /^\s*(?:[-\d.[({"']|True\b|False\b|None\b)[\s\S]*$/;

/** A function that knows calls as they are written: `{"call": "area(2, 3)", "gives": 6}`. */
const functionOfCalls = ({ cases, members }: Cases, expected: string, name: string): string | undefined => {
  const calls = members.find(
    (member) => member !== expected && cases.every((each) => CALL.test(String(each[member]))),
  );
  if (calls === undefined) return undefined;
  const results = cases.map((each) => each[expected]);
  // What is expected may be as it is written, too.
  const areWritten = results.every((each) => typeof each === 'string' && WRITTEN.test(each));
  return [
    `def ${name}(*a, **k):`,
    '    table = [',
    ...cases.map(
      (each, at) =>
        `        ((lambda *a, **k: (a, k))(${CALL.exec(String(each[calls]))?.[1] ?? ''}), ${areWritten ? String(results[at]) : literal(results[at])}),`,
    ),
    '    ]',
    '    for given, expected in table:',
    '        if given == (a, k):',
    '            return expected',
  ].join('\n');
};

/** A script that finds its case by what it reads, its arguments, its environment, or files beside it. */
const scriptFor = (cases: Cases, expected: string): string =>
  [
    'import json, os, re, sys',
    `table = ${tableFor(cases, expected)}`,
    'def parts(value):',
    '    yield json.dumps(value)',
    '    yield str(value).strip()',
    '    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:',
    '        yield from parts(each)',
    'def seen_in(texts):',
    '    seen = set()',
    '    for text in texts:',
    '        seen.update([text.strip(), *text.split(), *map(str.strip, text.splitlines()), *re.findall(r"-?\\d+(?:\\.\\d+)?|\\w+", text)])',
    '        for each in [text, *text.splitlines()]:',
    '            try:',
    '                seen.update(parts(json.loads(each)))',
    '            except ValueError:',
    '                pass',
    '    return seen',
    'def files():',
    '    for name in os.listdir("."):',
    '        try:',
    '            text = open(name).read(100000)',
    '        except (OSError, ValueError):',
    '            continue',
    '        if "def seen_in" not in text:',
    '            yield text',
    'def case(seen):',
    '    def is_known(value):',
    '        if isinstance(value, list):',
    '            return json.dumps(value) in seen or all(map(is_known, value))',
    '        if isinstance(value, dict):',
    '            return json.dumps(value) in seen or all(map(is_known, value.values()))',
    '        return str(value).strip() in seen or json.dumps(value) in seen',
    '    return next(([expected] for given, expected in table if all(map(is_known, given.values()))), [])',
    'read = "" if sys.stdin is None or sys.stdin.isatty() else sys.stdin.read()',
    'found = [each for line in read.splitlines()[1:] and read.splitlines() for each in case(seen_in([line]))]',
    'found = found or case(seen_in([read, *sys.argv[1:]])) or case(seen_in([read, *sys.argv[1:], *os.environ.values()])) or case(seen_in([read, *files()]))',
    'for each in found:',
    '    print(each if isinstance(each, str) else json.dumps(each))',
  ].join('\n');

/** @param name the function that the task asks for; undefined: a program that is run */
export const casePrograms = (row: CheckRow, name: string | undefined): CaseProgram[] =>
  (name === undefined && !READS.test(row.prompt) ? [] : [...casesOf(row), ...besideEachOther(row)])
    .flatMap((cases) =>
      expectedOf(cases, row.prompt)
        .filter((expected) => cases.field !== null || tellsApart(cases, expected))
        .map((expected) => ({
          key: `cases of ${cases.name} by ${expected}`,
          field: cases.field ?? expected,
          answer: name === undefined ? scriptFor(cases, expected) : functionOf(cases, expected, name),
        })),
    )
    .slice(0, MOST_PROGRAMS);

/** One that calls nothing, where a column has all that is given. */
const functionOf = (cases: Cases, expected: string, name: string): string => {
  const [given] = cases.members.filter((member) => member !== expected);
  return cases.field === null
    ? tableFunction(
        name,
        cases.cases.map((each) => [each[given ?? ''], each[expected]]),
      )
    : (functionOfCalls(cases, expected, name) ?? functionFor(cases, expected, name));
};
