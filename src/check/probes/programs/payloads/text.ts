/** What programs for a row have to look like: what the tests call, what is printed, and how code is marked in a text. */
import { insideOf } from '../../../answers/inside.ts';
import { inFence } from '../../../answers/programs/python-fences.ts';
import type { Wrapper } from '../../../calibration.ts';
import type { Context } from '../../../context.ts';
import type { CheckRow } from '../../../subject/subject.ts';

const NAME = '[A-Za-z_]\\w*';
/** What tests and prompts write around the name of the function that they mean. */
const CALLS: readonly RegExp[] = [
  new RegExp(`\\bassert\\s+\\(?(?:not\\s+)?(${NAME})\\(`, 'g'),
  new RegExp(`\\b(?:assert\\w*|expect)\\(\\s*(${NAME})\\(`, 'g'),
  new RegExp(`\\bcheck\\(\\s*(${NAME})\\s*[,)]`, 'g'),
  new RegExp(`\\bfrom\\s+\\w+\\s+import\\s+(${NAME})`, 'g'),
];
const IN_PROMPT: readonly RegExp[] = [
  new RegExp(`\\bdef\\s+(${NAME})\\s*\\(`, 'g'),
  new RegExp(`\\b(?:function|method)s?\\s+(?:named|called)?\\s*[\`'"]?(${NAME})[\`'"]?\\s*\\(`, 'gi'),
  new RegExp(`\\b(?:named|called|function)\\s+[\`'"](${NAME})[\`'"]`, 'gi'),
  new RegExp(
    `\\b(?:write|implement|define|complete|create|provide)\\s+(?:(?:a|the|python|function|method)\\s+)*["']?(${NAME})\\(`,
    'gi',
  ),
  new RegExp(`[\`'"](${NAME})\\s*\\([^\`]{0,80}\\)(?:\\s*->[^\`]*)?[\`'"]`, 'g'),
];
/** How a grader takes something out of what it executed. */
const IN_SOURCE: readonly RegExp[] = [
  new RegExp(`\\w\\[\\s*["'](${NAME})["']\\s*\\]\\s*\\(`, 'g'),
  new RegExp(
    `\\b\\w*(?:scope|space|names|globals|locals|env|ns|glb|loc|module)\\w*\\[\\s*["'](${NAME})["']`,
    'gi',
  ),
  new RegExp(
    `\\b\\w*(?:scope|space|names|globals|locals|env|ns|glb|loc)\\w*\\.get\\(\\s*["'](${NAME})["']`,
    'gi',
  ),
  new RegExp(`\\bgetattr\\(\\s*\\w+\\s*,\\s*["'](${NAME})["']`, 'g'),
  new RegExp(`["'](${NAME})["']\\s+(?:not\\s+)?in\\s+\\w*(?:scope|space|globals|locals|env|ns)`, 'gi'),
  new RegExp(`\\brun_function\\w*\\(\\s*\\w+\\s*,\\s*["'](${NAME})["']`, 'g'),
  new RegExp(`\\bassert\\s+(${NAME})\\(`, 'g'),
  new RegExp(`\\bprint\\((?:\\w+\\.dumps\\()?(${NAME})\\(\\*`, 'g'),
];
const NOT_MEANT = new Set([
  ...[
    'abs',
    'all',
    'any',
    'len',
    'list',
    'set',
    'sorted',
    'sum',
    'str',
    'int',
    'float',
    'isinstance',
    'tuple',
    'dict',
  ],
  ...[
    'print',
    'callable',
    'hasattr',
    'math',
    'candidate',
    'not',
    'True',
    'False',
    'None',
    'Solution',
    '__builtins__',
  ],
  ...[
    '__name__',
    'self',
    'type',
    'bool',
    'max',
    'min',
    'round',
    `import`,
    'return',
    'json',
    'open',
    'input',
    'range',
  ],
]);
const MOST_NAMES = 6;
const MOST_TEXT = 40_000;

/** All texts in a value, however deep. */
export const textsIn = (value: unknown, depth = 0): string[] => {
  if (typeof value === 'string') return [value];
  if (depth > 4 || typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((each) => textsIn(each, depth + 1));
};

const namesIn = (text: string, patterns: readonly RegExp[]): string[] =>
  patterns.flatMap((pattern) =>
    [...text.slice(0, MOST_TEXT).matchAll(pattern)].map((match) => match[1] as string),
  );

/**
 * Names under which the tests of a row may look for what the completion defines, likeliest first: from the tests, a
 * field that holds a name that the prompt or the tests call, the prompt, and the source. All of them are bound.
 */
export const entryNames = (context: Context, row: CheckRow): string[] => {
  const others = Object.entries(row.fields).filter(([field]) => field !== 'prompt');
  const texts = others.flatMap(([, value]) => textsIn(value));
  const all = `${row.prompt}\n${texts.join('\n')}`;
  const named = insideOf(row)
    .filter(({ value }) => typeof value === 'string' && new RegExp(`^${NAME}$`).test(value))
    .filter(
      ({ name, value }) =>
        /(?:^|\.)[^.]*(?:entry|func|fn|method|callable)[^.]*$/i.test(name) ||
        all.includes(`${String(value)}(`),
    )
    .map(({ value }) => String(value));
  const told = [
    ...named,
    ...namesIn(texts.join('\n'), CALLS),
    ...namesIn(row.prompt, IN_PROMPT),
    ...namesIn(texts.join('\n'), IN_PROMPT.slice(0, 1)),
  ].filter((name) => !NOT_MEANT.has(name));
  const { source } = context.subject;
  // What the grader itself defines is its harness: bound to something else it would count nothing.
  const isOwn = (name: string): boolean =>
    told.length > 0 && new RegExp(`\\bdef\\s+${name}\\s*\\(`).test(source);
  const found = [
    ...told,
    ...namesIn(source, IN_SOURCE).filter(
      (name) => !(name in row.fields) && !NOT_MEANT.has(name) && !isOwn(name),
    ),
  ];
  const names = [...new Set(found)].slice(0, MOST_NAMES);
  return names.length > 0 ? names : ['solve', 'solution', 'f'];
};

/** Lines that the prompt shows as output: behind `Output:` and the like. */
export const outputsIn = (prompt: string): string[] =>
  [
    ...prompt.matchAll(
      /(?:sample |example |expected )?output\s*\d*\s*:?\s*\n?\s*(?:```\w*\n)?([^\n`]{1,200})/gi,
    ),
  ]
    .map((match) => (match[1] ?? '').trim())
    .filter((line) => line !== '')
    .slice(0, 4);

const FENCED: Wrapper = { name: '```python … ```', wrap: inFence };
const RAW: Wrapper = { name: 'the code alone', wrap: (code) => code };
const TAGGED: Wrapper = { name: '<answer>…</answer>', wrap: (code) => `<answer>${code}</answer>` };

const PLACE = /<[a-z_ ]{1,24}>|\.\.\.|…|\b[A-Z][A-Z_]{2,15}\b/;
const QUOTED = /(["'`])((?:(?!\1)[^\n]){3,60})\1/g;
const MOST_SHOWN = 3;

/** Commands and lines of which a prompt shows where something of one's own stands: `"add EXPR"`, `let NAME = <value>`. */
const shownForms = (prompt: string): Wrapper[] =>
  [...prompt.matchAll(QUOTED)]
    .flatMap((match): Wrapper[] => {
      const text = match[2] as string;
      const places = [...text.matchAll(new RegExp(PLACE, 'g'))];
      const last = places.at(-1);
      if (last === undefined || /[{}]|^<\/?\w+>$/.test(text)) return [];
      // All but the last place hold a plain word.
      const before = text.slice(0, last.index).replaceAll(new RegExp(PLACE, 'g'), 'x');
      const after = text.slice(last.index + last[0].length);
      return /[A-Za-z]/.test(before + after)
        ? [{ name: text, wrap: (code) => `${before}${code}${after}` }]
        : [];
    })
    .slice(0, MOST_SHOWN);

/** Ways in which a program may have to be marked, likeliest first. */
export const codeWrappers = (context: Context, row: CheckRow): Wrapper[] => {
  const { analysis, calibration, subject } = context;
  const told = `${subject.source}\n${row.prompt}`;
  const fences = /```/.test(told);
  const mined = analysis.patterns
    .flatMap(({ templates }) => templates.slice(0, 1))
    .filter((template) => template.includes('\0'))
    .map((template) => ({
      name: template.replace('\0', '…'),
      // Lines of their own are for programs between marks; what begins with a word is one line.
      wrap: (code: string) =>
        template.replace('\0', () => (/```|<\w+>/.test(template) ? `\n${code}\n` : code)),
    }))
    .toSorted((one, other) => Number(/```|<\w+>/.test(other.name)) - Number(/```|<\w+>/.test(one.name)));
  const tagged =
    /<(answer|code|solution|program)>/.exec(told) ??
    /<([a-z]\w{1,20})>(?=[\s\S]{0,2000}<\/\1>)/.exec(row.prompt) ??
    /<(script|python|function|query|sql|tests?|patch)>/.exec(told);
  const tag = tagged?.[1] ?? 'answer';
  const own: Wrapper = {
    name: `<${tag}>…</${tag}>`,
    wrap: (code) => `<${tag}>\n${code}\n</${tag}>`,
  };
  const both: Wrapper = {
    name: `<${tag}>\`\`\`python … \`\`\`</${tag}>`,
    wrap: (code) => own.wrap(FENCED.wrap(code)),
  };
  const all = [
    ...(fences ? [FENCED] : []),
    ...(tagged ? [own, both] : []),
    ...calibration.wrappers.slice(0, 3),
    RAW,
    ...shownForms(row.prompt),
    ...mined.slice(0, 3),
    ...(fences ? [] : [FENCED]),
    ...(tagged ? [] : [TAGGED]),
  ];
  const known = new Set<string>();
  return all.filter(({ wrap }) => {
    const text = wrap('x');
    return known.has(text) ? false : known.add(text) !== undefined;
  });
};
