/** Answers in one of several parts that a prompt asks for by their headings or labels: something is to be said in the others. */
import type { Analysis } from '../../static/analysis.ts';
import type { CheckRow } from '../../subject/subject.ts';

/** Where the answer goes in a template. */
export const ANSWER_MARK = '\u0000';
/** Long enough for functions that want to see some reasoning. */
export const THOUGHT =
  'Let me work through this step by step. First I look at what is given, then I work out what was asked for, ' +
  'and finally I check the result once more.';
/** For parts that are to be short: a line behind a label. */
const REMARK = 'I worked this out from what is given.';
const MOST_PARTS = 5;

/** Names of parts that all of these prompts speak of, in their order. */
const namedIn = (prompts: readonly string[], pattern: RegExp): string[] =>
  [...new Set([...(prompts[0] ?? '').matchAll(pattern)].map(([, name = '']) => name.trim()))].filter((name) =>
    prompts.every((prompt) => prompt.includes(name)),
  );

/** Labels of lines that stand one below the other, or each in quotes: `Reason: …` and `Result: …`. */
const labelsIn = (prompts: readonly string[]): string[] => {
  const line = /^[ \t>*-]*["'`]?(\p{L}[\p{L}\w]{0,20}(?: [\p{L}\w]{1,20}){0,2}:)(?=[ \t]|["'`]?$)/u;
  const lines = (prompts[0] ?? '').split('\n').map((text) => line.exec(text)?.[1]);
  const below = lines.filter(
    (label, at) => label !== undefined && (lines[at - 1] ?? lines[at + 1]) !== undefined,
  );
  const quoted = namedIn(
    prompts,
    /["'`](\p{L}[\p{L}\w]{0,20}(?: [\p{L}\w]{1,20}){0,2}:)[^"'`\n]{0,60}["'`]/gu,
  );
  const all = below.length > 1 ? (below as string[]) : quoted;
  return [...new Set(all)].filter((label) => prompts.every((prompt) => prompt.includes(label)));
};

/** The answer in each of the parts, last ones first; the others say something. */
const inEach = (names: readonly string[], after: string, between: string, said: string): string[] =>
  names.length < 2 || names.length > MOST_PARTS
    ? []
    : names
        .map((place) =>
          names.map((name) => `${name}${after}${name === place ? ANSWER_MARK : said}`).join(between),
        )
        .reverse();

/**
 * Templates of parts that prompts name: `## Work` and `## Result`, `Reason:` and `Answer:` in lines of their own.
 * @param rows some rows: only what the first few all speak of is a part
 */
export const sectionTemplates = (rows: readonly CheckRow[], analysis: Analysis): string[] => {
  const prompts = rows.slice(0, 3).map(({ prompt }) => prompt);
  const quoted = namedIn(prompts, /["'`](#{1,4} \w[\w ]{0,30}|[A-Z][\w ]{0,30}:)["'`]/g);
  // Before the answer: where the source looks for them.
  const before = quoted.filter((label) => analysis.constants.some((text) => text.trim() === label));
  const filled = (all: readonly string[]): string => all.map((label) => `${label}\n${THOUGHT}\n`).join('');
  const prefaces = [...new Set(before.length === 0 ? [] : [filled(before), filled(before.slice(0, 1))])];
  const headings = namedIn(prompts, /(?:^|["'`])(#{1,4} \w[\w ]{0,30}?)[ \t]*(?:["'`]|$)/gm);
  return [
    ...inEach(headings, '\n', '\n\n', THOUGHT),
    ...inEach(labelsIn(prompts), ' ', '\n', REMARK),
    ...prefaces.map((text) => text + ANSWER_MARK),
  ];
};
