/** The ways in which an answer can be written down: well-known ones, and those that the prompts and the source name. */
import type { Wrapper } from '../../calibration.ts';
import { jsonValue } from '../../lists.ts';
import type { Analysis } from '../../static/analysis.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { inFence } from '../programs/python-fences.ts';
import { jsonPrograms } from './program-json.ts';
import { ANSWER_MARK, sectionTemplates, THOUGHT } from './sections.ts';

export { ANSWER_MARK } from './sections.ts';

/** Mined ones beyond these cost more than they are worth. */
const MOST_MINED = 48;
/** Of the well-known ones, and of all, for forms of which there are many. */
const USUAL = 7;
const MOST_TOLD = 14;
/** Of one pattern. */
const MOST_FORMS = 8;

/** A wrapper from a template; the name is for people. */
export const templateWrapper = (template: string, name = template.replaceAll(ANSWER_MARK, '…')): Wrapper => ({
  name: name.length > 80 ? `${name.slice(0, 79)}…` : name,
  wrap: (answer) => template.replaceAll(ANSWER_MARK, () => answer),
});

const WELL_KNOWN: readonly (readonly [string, string])[] = [
  ['plain', '\0'],
  ['<answer>…</answer>', '<answer>\0</answer>'],
  ['\\boxed{…}', '\\boxed{\0}'],
  ['#### …', '#### \0'],
  ['Answer: …', 'Answer: \0'],
  ['The answer is ….', 'The answer is \0.'],
  ['<think>, <answer>', `<think>\n${THOUGHT}\n</think>\n<answer>\n\0\n</answer>`],
  ['<think>, <answer> on one line', `<think>${THOUGHT}</think><answer>\0</answer>`],
  ['<reasoning>, <answer>', `<reasoning>\n${THOUGHT}\n</reasoning>\n<answer>\n\0\n</answer>`],
  ['<think>, plain', `<think>\n${THOUGHT}\n</think>\n\0`],
  ['<think>, \\boxed{…}', `<think>\n${THOUGHT}\n</think>\nThe answer is \\boxed{\0}.`],
  ['last line', `${THOUGHT}\n\0`],
  ['```…```', '```\n\0\n```'],
  ['Final answer: …', 'Final Answer: \0'],
  ['**…**', '**\0**'],
  ['[[…]]', '[[\0]]'],
];
const PROGRAMS: readonly (readonly [string, string])[] = [
  ['plain', '\0'],
  ['```python', '```python\n\0\n```'],
  ['<answer>```python', `<think>\n${THOUGHT}\n</think>\n<answer>\n\`\`\`python\n\0\n\`\`\`\n</answer>`],
  ['<answer>…</answer>', '<answer>\n\0\n</answer>'],
  ['```', '```\n\0\n```'],
  ['<code>…</code>', '<code>\n\0\n</code>'],
];

/** An answer as a JSON value: numbers stay numbers, and lists and objects what they are. */
const jsonOf = (answer: string): string =>
  /^-?\d+(?:\.\d+)?$/.test(answer) || (/^[[{]/.test(answer) && jsonValue(answer) !== undefined)
    ? answer
    : JSON.stringify(answer);

const jsonWrapper = (keys: readonly string[], key: string): Wrapper => ({
  name: `{"${key}": …}`,
  wrap: (answer) =>
    `{${keys.map((each) => `${JSON.stringify(each)}: ${each === key ? jsonOf(answer) : JSON.stringify(THOUGHT)}`).join(', ')}}`,
});

/** Names of tags that a text speaks of, in their order. */
const tagsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/<\/?([A-Za-z][\w-]{0,30})>/g)].map((match) => match[1] as string)),
];

/** For each tag a template in which it holds the answer, and one in which the tags before it are filled as well. */
const tagTemplates = (tags: readonly string[]): string[] =>
  tags.flatMap((tag, at) => {
    const answer = `<${tag}>\0</${tag}>`;
    const others = tags
      .filter((other) => other !== tag)
      .map((other) => `<${other}>\n${THOUGHT}\n</${other}>\n`);
    const before = others.slice(0, at).join('');
    const all = [
      ...others.slice(0, at),
      `<${tag}>\n\0\n</${tag}>`,
      ...others.slice(at).map((text) => `\n${text}`),
    ];
    // Beside the answer some tags hold a number: how sure one is, how many steps it took.
    const numbers = tags.map((other) => (other === tag ? answer : `<${other}>1</${other}>`)).join('\n');
    return at === 0 && others.length === 0
      ? [answer]
      : [answer, before + answer, all.join('').trimEnd(), numbers];
  });

/** Whether short parts stand here with the same sign between: `first > second > third`. */
const isChain = (text: string): boolean =>
  /^[\p{L}\w]+(\s*(?:->|→|=>|[><|;,/-])\s*)[\p{L}\w]+(?:\1(?:[\p{L}\w]+|\.{3}|…))+(?![\p{L}\w])/u.test(text);

/** `Answer:`, `A: <number>`, `#### `, `\boxed{}`: forms that a prompt asks for. */
const formsIn = (prompt: string): string[] => {
  const templates: string[] = [];
  const label =
    /(?:^|[\s'"`(])((?:\p{Lu}[\p{L}\w-]*(?: [\p{L}\w-]+){0,3})\s*[:=])\s*(?=[<[{(_'"`\n]|$|\.\.\.|…|X\b|N\b)/gmu;
  for (const match of prompt.matchAll(label)) templates.push(`${match[1]} \0`);
  // Of small words, only before a placeholder: `label: <one of them>`, `verdict=[yes|no]`.
  const small =
    /(?:^|[\s'"`(])([a-z][\w-]*(?: [\w-]+)?\s*[:=])\s*(?:<[^<>\n]{1,60}>|\[[^[\]\n]{1,60}\]|\{[^{}\n]{1,60}\}|\.\.\.|…|_{2,}|[A-Z]\b(?! ?[a-z]))/gm;
  for (const match of prompt.matchAll(small)) templates.push(`${match[1]} \0`);
  // A form in quotes, with any example in the place of the answer: `Minutes: x`, "area = 3.5 m2".
  const quoted =
    /(?<![\w'"`])(['"`])(?<before>\p{L}[\p{L}\w-]*(?: [\p{L}\w-]+){0,3}\s*[:=])\s*[^\s'"`<>[\]{}]{1,20}(?<after> [^\s'"`]{1,8})?\1/gu;
  // An example without quotes: `such as: Route: RRDL`, `e.g. Total = 12 kg`.
  const likeThis =
    /\b(?:such as|like(?: this| so)?|e\.g\.|for (?:example|instance)|example|of (?:the|this) form|with (?:the|this) line)[:,]?\s+(?<before>\p{L}[\p{L}\w-]*(?: [\p{L}\w-]+){0,2}\s*[:=])[ \t]+[^\s'"`<>[\]{}]{1,40}(?<after> [^\s'"`.]{1,8})?\.?[ \t]*(?:\n|$)/giu;
  for (const { groups } of [...prompt.matchAll(quoted), ...prompt.matchAll(likeThis)]) {
    templates.push(`${groups?.before} \0`);
    if (groups?.after !== undefined) templates.push(`${groups.before} \0${groups.after}`);
  }
  // After words about the form a line with the same sign between short parts: `Ranking: first > second > third`.
  for (const [, label, shown = ''] of prompt.matchAll(
    /\b(?:form(?:at)?|lines?|like|as|example|answer|reply|write|with)\b[^\n]{0,60}?[\s'"`:]\s*(\p{L}[\p{L}\w-]*(?: [\p{L}\w-]+){0,2}:)[ \t]+(\S[^\n'"`]{3,150})/gimu,
  ))
    if (isChain(shown)) templates.push(`${label} \0`);
  // A block of a language, wherever it is spoken of.
  for (const match of prompt.matchAll(/```([A-Za-z][\w+-]{0,15})/g))
    templates.push(`\`\`\`${match[1]}\n\0\n\`\`\``);
  for (const match of prompt.matchAll(/\\(boxed|fbox)\b/g)) templates.push(`\\${match[1]}{\0}`);
  for (const match of prompt.matchAll(/(#{2,4}|\*\*|\[\[|\$\$?|```\w*)(?=\s*(?:<|\[|answer|\d|x\b))/gi)) {
    const mark = match[1] as string;
    const end = mark === '[[' ? ']]' : mark.startsWith('#') ? '' : mark.startsWith('```') ? '\n```' : mark;
    templates.push(
      mark.startsWith('```') ? `${mark}\n\0${end}` : mark.startsWith('#') ? `${mark} \0` : `${mark}\0${end}`,
    );
  }
  return templates;
};

/** Keys of an object that a prompt names in quotes behind the word JSON, where it shows none. */
const namedKeys = (prompt: string): string[] => {
  if (/["'`][A-Za-z_]\w{0,30}["'`]\s*:/.test(prompt)) return [];
  const said = /\bjson\b[^.\n]{0,240}/i.exec(prompt)?.[0] ?? '';
  return [...new Set([...said.matchAll(/["'`]([A-Za-z_]\w{0,30})["'`]/g)].map(([, key = '']) => key))];
};

/** Keys of a JSON object that a prompt asks for: shown with their colon, or only named (`with the keys "code" and "why"`). */
const keysIn = (text: string): string[] => {
  const named = /\bjson\b/i.test(text)
    ? [...text.matchAll(/\b(?:keys?|fields?|members?|properties)\b[^.\n]{0,200}/gi)].flatMap(([said]) => [
        ...said.matchAll(/["'`]([A-Za-z_]\w{0,30})["'`]/g),
      ])
    : [];
  const shown = [...text.matchAll(/["'`]([A-Za-z_]\w{0,30})["'`]\s*:/g)];
  return [...new Set([...[...shown, ...named].map((match) => match[1] as string), ...namedKeys(text)])];
};

/** Templates from constants of the source: pairs of tags, prefixes, delimiters. */
const constantTemplates = (constants: readonly string[]): string[] => {
  const templates: string[] = [];
  for (const constant of constants) {
    if (constant.length > 60 || constant.includes('\0')) continue;
    const closing = /^<([A-Za-z][\w-]*)>$/.exec(constant.trim());
    if (closing !== null) continue; // as tags
    if (/[:=#>\]]\s*$/.test(constant)) templates.push(`${constant}${/\s$/.test(constant) ? '' : ' '}\0`);
    if (/[{[(<]\s*$/.test(constant)) {
      const close = { '{': '}', '[': ']', '(': ')', '<': '>' }[constant.trim().at(-1) as '{'];
      templates.push(`${constant}\0${close}`);
    }
    if (/\bis\s*$/.test(constant)) templates.push(`${constant.trimEnd()} \0`);
  }
  return templates;
};

/** Words in capitals that the source looks for and the prompts name: `TOUR`, and then the answer. */
const markTemplates = (constants: readonly string[], prompt: string): string[] =>
  constants
    .map((constant) => constant.trim())
    .filter((constant) => /^[A-Z][A-Z _]{2,20}$/.test(constant) && prompt.includes(constant))
    .slice(0, 2)
    .flatMap((constant) => [`${constant}\n\0`, `${constant} \0`]);

/** The first few texts of a pattern, and those with a place for an answer that differ by more than spaces: units beside it, say. */
const forms = (templates: readonly string[]): string[] => {
  const bare = (text: string): string => text.replace(/\s/g, '');
  const others = templates.filter(
    (text, at) =>
      text.includes(ANSWER_MARK) && templates.findIndex((each) => bare(each) === bare(text)) === at,
  );
  return [...new Set([...templates.slice(0, 3), ...others.slice(0, MOST_FORMS)])];
};

/**
 * Ways to write an answer, most natural first; no two are the same.
 * @param rows some rows: what prompts ask for is much the same in all
 */
export const wrappersFor = (rows: readonly CheckRow[], analysis: Analysis): Wrapper[] => {
  const prompt = rows
    .slice(0, 3)
    .map((row) => row.prompt)
    .join('\n');
  const promptTags = tagsIn(prompt);
  const source = [...analysis.constants, ...analysis.patterns.map(({ pattern }) => pattern)].join('\n');
  const sourceTags = tagsIn(source);
  const templates = analysis.patterns.flatMap(({ templates }) => forms(templates));
  const mined = [
    ...tagTemplates(promptTags.slice(0, 4)),
    ...formsIn(prompt),
    ...tagTemplates(sourceTags.slice(0, 4)),
    ...templates.filter((template) => template.includes(ANSWER_MARK)),
    ...constantTemplates(analysis.constants),
    ...markTemplates(analysis.constants, prompt),
  ].slice(0, MOST_MINED);
  // Those that the source reads, where the prompt shows none.
  const asked = keysIn(prompt);
  const keys = (asked.length > 0 ? asked : analysis.actionKeys).slice(0, 5);
  const json = [
    jsonWrapper(['answer'], 'answer'),
    ...keys.map((key) => jsonWrapper(keys, key)),
    ...jsonPrograms(rows[0]?.prompt ?? '', ''),
  ];
  // A section of reasoning, an answer in the form that the source looks for.
  const combined = templates
    .filter((template) => template.includes(ANSWER_MARK) && !template.includes('think'))
    .slice(0, 4)
    .map((template) => `<think>\n${THOUGHT}\n</think>\n${template}`);
  return distinct([
    ...WELL_KNOWN.map(([name, template]) => templateWrapper(template, name)),
    ...mined.map((template) => templateWrapper(template)),
    ...json,
    ...combined.map((template) => templateWrapper(template)),
    ...sectionTemplates(rows, analysis).map((template) => templateWrapper(template)),
  ]);
};

/** Of these the ways that the prompts or the source speak of, and the most usual ones: for answers of many forms. */
export const toldWrappers = (rows: readonly CheckRow[], analysis: Analysis, source: string): Wrapper[] => {
  const told = [...rows.slice(0, 3).map(({ prompt }) => prompt), source, ...analysis.constants].join('\n');
  const all = wrappersFor(rows, analysis);
  const isTold = ({ wrap }: Wrapper): boolean =>
    wrap(ANSWER_MARK)
      .split(ANSWER_MARK)
      .every((part) => told.includes(part.trim()));
  const usual = all.slice(0, USUAL);
  const known = [...usual, ...all.filter((each) => !usual.includes(each) && isTold(each))].slice(
    0,
    MOST_TOLD,
  );
  const sections = sectionTemplates(rows, analysis).map((template) => templateWrapper(template));
  return distinct([...known, ...sections]);
};

/** Ways to hand in a program. */
export const programWrappers = (rows: readonly CheckRow[], analysis: Analysis, source: string): Wrapper[] => {
  const tags = tagsIn(`${rows[0]?.prompt ?? ''}\n${analysis.constants.join('\n')}`).slice(0, 4);
  const mined = tagTemplates(tags).flatMap((template) => [
    template,
    template.replace(ANSWER_MARK, inFence(ANSWER_MARK)),
  ]);
  // Fences first, where somebody speaks of them.
  const told = `${rows[0]?.prompt ?? ''}${analysis.constants.join('')}${analysis.patterns.map(({ pattern }) => pattern).join('')}`;
  const known = told.includes('```') ? [...PROGRAMS.slice(1, 2), ...PROGRAMS] : PROGRAMS;
  const asJson = jsonPrograms(rows[0]?.prompt ?? '', source);
  return distinct([
    ...(/\bjson\b/i.test(rows[0]?.prompt ?? '') ? asJson : []),
    ...known.map(([name, template]) => templateWrapper(template, name)),
    ...mined.map((template) => templateWrapper(template)),
    ...analysis.patterns
      .flatMap(({ templates }) => templates.slice(0, 2))
      .filter((template) => template.includes(ANSWER_MARK))
      .map((template) => templateWrapper(template)),
    ...asJson,
  ]);
};

const distinct = (wrappers: readonly Wrapper[]): Wrapper[] => {
  const seen = new Set<string>();
  return wrappers.filter((wrapper) => {
    const sample = wrapper.wrap('7');
    return !seen.has(sample) && seen.add(sample) !== undefined;
  });
};
