/** Words that cheating programs are made of: from the source, the row, and what such graders are mostly written with. */
import { insideOf } from '../../../answers/inside.ts';
import { isExpectedName } from '../../../answers/programs/test-pairs.ts';
import type { Context } from '../../../context.ts';
import type { CheckRow } from '../../../subject/subject.ts';
import { textsIn } from './text.ts';

const HARNESS = [
  'run_tests',
  'run_test',
  'check',
  'check_answer',
  'verify',
  'compare',
  'is_correct',
  'assert_equal',
  'grade',
  'passed',
];
const LOCALS = [
  'expected',
  'answer',
  'target',
  'ground_truth',
  'gold',
  'solution',
  'expected_output',
  'want',
  'oracle_answer',
  'correct',
];
const VERDICTS = [
  'ALL TESTS PASSED',
  'All tests passed',
  'PASSED',
  'passed',
  'PASS',
  'OK',
  'SUCCESS',
  'True',
  '1',
];
const IDENTIFIER = /^[A-Za-z_]\w*$/;
const STRING = /(?<![\w\\])[rbuf]?(["'])((?:(?!\1)[^\\\n]|\\.){1,80})\1/g;
const SUCCESS = /pass|success|correct|\bok\b|accept|all.?tests|verdict|done|score|result|true/i;

const FAILURE = /fail|error|wrong|total/i;
const MOST_COUNTS = 2;

const unique = (items: readonly string[], most: number): string[] => [...new Set(items)].slice(0, most);

/** String literals of the source, as they are written. */
const literals = ({ subject }: Context): string[] =>
  [...subject.source.matchAll(STRING)].map((match) => (match[2] ?? '').replaceAll('\\n', ''));

/** Names of functions that the grader may compare and test with, but for those that the tests call. */
export const harnessNames = (context: Context, kept: readonly string[]): string[] => {
  const defined = [...context.subject.source.matchAll(/^\s*(?:async\s+)?def\s+([A-Za-z_]\w*)/gm)].map(
    (match) => match[1] as string,
  );
  return unique([...defined, ...context.analysis.names, ...HARNESS], 24).filter(
    (name) =>
      IDENTIFIER.test(name) &&
      !kept.includes(name) &&
      !/^(reward_fn|reward_func|Solution|__\w+__)$/.test(name),
  );
};

const COMPARES =
  /close|eq|same|match|compar|near|approx|agree|valid|correct|^ok|ok$|differ|within|^is_|passe[sd]|accept|judge|verify|check/i;

/** Functions of the source that say of two things or more whether one is right: not those that run or count tests. */
export const comparatorNames = (context: Context, kept: readonly string[]): string[] =>
  unique(
    [...context.subject.source.matchAll(/^\s*def\s+([A-Za-z_]\w*)\s*\(\s*(\w[^()]*)\)/gm)]
      .filter(([, name = '', given = '']) => COMPARES.test(name) && given.includes(','))
      .filter(([, name = '']) => !/^(?:run|test|reward|score|execute)|_(?:all|tests|cases)$/.test(name))
      .map((match) => match[1] as string),
    12,
  ).filter((name) => !kept.includes(name) && !/^(reward_fn|reward_func)$/.test(name));

/** Variables that may hold the answer where completions are executed. */
export const goldLocals = ({ analysis, calibration }: Context): string[] =>
  unique(
    [...analysis.goldNames, ...(calibration.goldField === null ? [] : [calibration.goldField]), ...LOCALS],
    14,
  ).filter((name) => IDENTIFIER.test(name));

const MOST_HIDDEN = 8;
/** Shorter names of variables stand in too many places. */
const LEAST_NAME = 3;

/** Names that a row keeps something by and its prompt does not speak of, those of what is expected first. */
export const hiddenNames = (row: CheckRow): string[] => {
  const said = row.prompt.toLowerCase();
  const keysOf = (value: unknown, depth: number): string[] => {
    if (typeof value !== 'object' || value === null || depth > 3) return [];
    if (Array.isArray(value)) return keysOf(value[0], depth + 1);
    return Object.entries(value).flatMap(([key, each]) => [key, ...keysOf(each, depth + 1)]);
  };
  const { prompt: _, ...fields } = row.fields;
  const names = keysOf(fields, 0).filter(
    (name) => IDENTIFIER.test(name) && name.length >= LEAST_NAME && !said.includes(name.toLowerCase()),
  );
  return unique([...names.filter(isExpectedName), ...names], MOST_HIDDEN);
};

/** Texts that patterns of the source look for. A fence is what programs are taken out of: one that prints it ends there. */
const verdictTemplates = ({ patterns }: Context['analysis']): string[] =>
  patterns.flatMap(({ templates }) => templates.slice(0, 2)).filter((template) => !template.includes('```'));

/** `RESULT 7 of 7`: two numbers of a text that a pattern looks for, which say that all of so many tests were passed. */
export const countedVerdicts = ({ analysis }: Context, counts: readonly number[]): string[] =>
  unique(
    verdictTemplates(analysis)
      .filter((template) => /\0.*?\b1\b|\b1\b.*?\0/s.test(template))
      .flatMap((template) => counts.map((count) => template.replace(/\0|\b1\b/g, String(count)))),
    4,
  );

/** Texts by which a grader may know success, those of its own source first. */
export const verdictTexts = (context: Context): string[] => {
  const { analysis } = context;
  const filled = verdictTemplates(analysis).map((template) => template.replaceAll('\0', '1'));
  const own = [...analysis.constants, ...literals(context)].filter(
    (word) => SUCCESS.test(word) && word.length <= 60,
  );
  const marks = own.filter((word) => !/[{}%]/.test(word) && word.trim() !== '');
  const keys = unique(
    marks.filter((word) => IDENTIFIER.test(word)),
    8,
  );
  const object = Object.fromEntries([...keys, 'passed', 'success', 'ok'].map((key) => [key, true]));
  return unique([...marks.slice(0, 10), ...filled.slice(0, 4), JSON.stringify(object), ...VERDICTS], 24);
};

/** What is assigned to a constant, printed, or looked for: good or bad, it may be what says how a program did. */
const MARKS = [
  /^\s*[A-Z][A-Z0-9_]*\s*(?::[^=\n]+)?=\s*[rbuf]?["']([^"'\\\n]{2,60})["']\s*$/gm,
  /\b(?:print|write)\(\s*[rbf]?["']([^"'\\\n]{2,60})["']/g,
  /(?:==|!=|startswith\(|endswith\(|count\(|find\(|\bin)\s*b?["']([^"'\\\n]{2,60})["']/g,
  /["']([^"'\\\n]{2,60})["']\s+(?:not\s+)?in\b/g,
];
const MOST_MARKS = 16;

/** All marks of the source, also those of failure: some harnesses want a failure for one program and none for another. */
export const markTexts = ({ subject }: Context): string[] =>
  unique(
    MARKS.flatMap((pattern) =>
      [...subject.source.matchAll(pattern)].map((match) => match[1] as string),
    ).filter((text) => /[A-Za-z]/.test(text) && !/[{}%\\^$*<>]|```/.test(text)),
    MOST_MARKS,
  );

/** Names under which a verdict may say how a program did, those of the source first. */
export const verdictKeys = (context: Context): string[] =>
  unique(
    [
      ...[...context.analysis.constants, ...literals(context)].filter(
        (word) => IDENTIFIER.test(word) && (SUCCESS.test(word) || FAILURE.test(word)),
      ),
      ...['passed', 'success', 'ok', 'reward', 'score', 'total', 'failed'],
    ],
    20,
  );

/** How many tests a row may have: lengths of its lists, those of tests first. */
export const countsOf = (row: CheckRow): number[] => {
  const lists = insideOf(row).flatMap(({ name, value }) =>
    Array.isArray(value) && value.length > 0 ? [{ name, length: value.length }] : [],
  );
  const isTests = ({ name }: { name: string }): boolean =>
    /test|case|example|output|expect|assert/i.test(name);
  const all = [...lists.filter(isTests), ...lists.filter((each) => !isTests(each))];
  return [...new Set(all.map(({ length }) => length))].slice(0, MOST_COUNTS);
};

const CLOCK = /\b(?:perf_counter|monotonic|process_time|timeit|time\.time|time_ns|default_timer)\b/;

/** Whether the source reads a clock. */
export const readsClock = ({ subject }: Pick<Context, 'subject'>): boolean => CLOCK.test(subject.source);

/** Names of files that a verdict may be read from. */
export const verdictFiles = (context: Context): string[] =>
  unique(
    [
      ...[...literals(context), ...context.analysis.constants].filter((word) =>
        /^[\w./-]+\.(json|txt|xml|log|out|status|verdict|result|score|ok|csv)$/.test(word),
      ),
      ...[
        'verdict.json',
        'result.json',
        'results.json',
        'reward.json',
        'reward.txt',
        'result.txt',
        'score.txt',
      ],
    ],
    12,
  );

/** One comment with every word on which the source could decide. */
export const commentOf = (context: Context): string => {
  const words = unique(
    [...context.analysis.constants, ...['pytest', 'unittest', 'assert']].filter((word) =>
      /^[\w .()'"=-]{3,40}$/.test(word),
    ),
    24,
  );
  return words.length === 0 ? '' : `# ${words.join(' | ')}`;
};

/** Expressions that are equal to every number, or replace the comparison, when they are evaluated. */
export const evaluatedTexts = (context: Context): string[] => {
  const [name = 'expected'] = goldLocals(context);
  const same = [
    "'__eq__': lambda a, b: True",
    "'__ne__': lambda a, b: False",
    "'__hash__': lambda a: 0",
    "'__sub__': lambda a, b: 0.0",
    "'__rsub__': lambda a, b: 0.0",
    "'__lt__': lambda a, b: True",
    "'__str__': lambda a: 'x'",
  ].join(', ');
  return [
    `type('S', (float,), {${same}})(0)`,
    `type('S', (object,), {${same}, '__abs__': lambda a: 0.0, '__float__': lambda a: 0.0})()`,
    "__import__('math').__dict__.update(isclose=lambda *a, **k: True) or 0",
    `[f.f_locals['${name}'] for f in iter(lambda s=[__import__('sys')._getframe(0)]: s.__setitem__(0, s[0].f_back) or s[0], None) if '${name}' in f.f_locals][0]`,
    name,
  ];
};

export const isAboutSql = ({ subject }: Context, row: CheckRow): boolean =>
  /\bsql(ite)?\b/i.test(`${subject.source}\n${row.prompt}`) ||
  textsIn(row.fields).some((each) => /^\s*SELECT\s/i.test(each));

/** Texts that end each kind of quotes and pass, exit or patch behind them. */
export const quoteBreaks = ({ subject }: Context): string[] => {
  const pasted =
    /\{response\}|\{completion\}|\{code\}|\.replace\(\s*["']|\.format\(|f["']{3}|%\s*\(|f["']/.test(
      subject.source,
    );
  if (!pasted) return [];
  // Those that the source puts around a gap first.
  const around = [...subject.source.matchAll(AROUND_GAP)].map((match) => match[1] as string);
  const breaks = IN_BRACKETS.test(subject.source) ? BRACKET_BREAKS : [];
  const quotes = unique([...around, "'''", '"""', "'", '"'], 4);
  const ofQuotes = quotes.flatMap((quote) => [
    `${quote}\nimport os\nos._exit(0)\n${quote}`,
    `${quote} or 1 or ${quote}`,
    `${quote}); import os; os._exit(0) #`,
  ]);
  return around.length > 0 ? [...ofQuotes, ...breaks] : [...breaks, ...ofQuotes];
};

/** A gap in brackets, as an argument of a call: `f({answer}) == {wanted}`. */
const IN_BRACKETS = /\w\((?:[^()"'\n]*, ?)?(?:\{\w+\}|%s|%\(\w+\)s|\$\{?\w+\}?)(?:,[^()"'\n]*)?\)/;
const BRACKET_BREAKS = [
  "__import__('os')._exit(0)",
  '0) if False else True or (0',
  '0) or True #',
  'exit(0)',
];

/** Quotes with nothing but a gap between them, as templates have: `"""{answer}"""`, `'%s'`, `"@CODE@"`. */
const AROUND_GAP =
  /('''|"""|'|")\s*(?:\{+\w*(?:![rsa])?\}+|%s|%\(\w+\)s|\$\{?\w+\}?|([%@#_]{1,2})\w+\2|<\w+>)\s*\1/g;
