/** What the source of an environment says of its actions. Rough on purpose: what is wrong here is tried, and does nothing. */
import type { Analysis } from '../../static/analysis.ts';
import { mineText, SLOT, type Words } from './words.ts';

interface Literal {
  text: string;
  /** What stands before and after it. */
  before: string;
  after: string;
}

const START = /(?:\b([rbuf]{1,2}))?("""|'''|"|')/giy;

/** The string literals of Python source, without comments and docstrings. */
export const literalsOf = (source: string): Literal[] => {
  const literals: Literal[] = [];
  for (let at = 0; at < source.length; ) {
    const char = source[at] as string;
    if (char === '#') {
      const end = source.indexOf('\n', at);
      at = end < 0 ? source.length : end;
      continue;
    }
    START.lastIndex = at;
    const start = /[rbufRBUF"']/.test(char) ? START.exec(source) : null;
    if (start === null) {
      at++;
      continue;
    }
    const quote = start[2] as string;
    const from = START.lastIndex;
    let end = from;
    while (end < source.length && !source.startsWith(quote, end)) end += source[end] === '\\' ? 2 : 1;
    const before = source.slice(Math.max(0, at - 40), at);
    // A text that begins a line is a docstring.
    if (quote.length === 1 || !/(?:^|\n)\s*$/.test(before))
      literals.push({
        text: source
          .slice(from, end)
          .replace(/\\n/g, '\n')
          .replace(/\\(["'\\])/g, '$1'),
        before,
        after: source.slice(end + quote.length, end + quote.length + 12),
      });
    at = end + quote.length;
  }
  return literals;
};

/** A list begins with a bracket too: behind a name it is a key that is read. */
const READ_KEY = /(?:\.get\(|(?<=[\w\])])\[|\.pop\()\s*$/;
const KEY_END = /^\s*(?:\]|,|\))/;
const ATTRIBUTE = /\bself\.([A-Za-z_]\w*)\s*(?:,|=(?!=)|:[^=\n]*=)/g;

export const mineSource = (source: string, analysis: Analysis, into: Words): void => {
  for (const { text, before, after } of literalsOf(source)) {
    if (/^[A-Za-z_]\w{0,30}$/.test(text) && READ_KEY.test(before) && KEY_END.test(after)) into.keys.add(text);
    else if (/^[A-Za-z_]\w{0,30}$/.test(text) && /^\s+in\s/.test(after)) {
      into.keys.add(text);
      into.words.add(text);
    } else if (text.length <= 30 && /^[A-Za-z][\w -]*$/.test(text)) into.words.add(text.trim());
    else if (/^[A-Za-z_]{2,20}[: ]\s*$/.test(text)) into.forms.add(`${text.trimEnd()} ${SLOT}`);
    if (text.length > 12) mineText(text, into);
  }
  for (const [name, parameters] of methodsOf(source))
    if (parameters.length > 0 && (into.words.has(name) || into.tools.has(name))) {
      const known = into.tools.get(name) ?? new Set<string>();
      for (const parameter of parameters) known.add(parameter);
      into.tools.set(name, known);
    }
  for (const word of analysis.actionWords) into.words.add(word);
  for (const key of analysis.actionKeys) into.keys.add(key);
  for (const constant of analysis.constants) if (constant.length <= 40) into.words.add(constant);
  for (const { templates } of analysis.patterns)
    for (const template of templates.slice(0, 3)) if (template.includes(SLOT)) into.forms.add(template);
};

const METHOD = /\bdef\s+(\w+)\s*\(\s*self\s*,?([^()]*(?:\([^()]*\)[^()]*)*)\)/g;

/** Methods with their parameters: what is offered as a tool often has the names of its arguments there. */
export const methodsOf = (source: string): Map<string, string[]> =>
  new Map(
    [...source.matchAll(METHOD)].map(([, name, inside]) => [
      name as string,
      (inside as string)
        .split(',')
        .map((part) => /^\s*([A-Za-z_]\w*)/.exec(part)?.[1])
        .filter((part) => part !== undefined),
    ]),
  );

/** Names of what an instance keeps: `self.NAME = …`. */
export const attributesOf = (source: string, analysis: Analysis): string[] => [
  ...new Set([
    ...analysis.privateNames,
    ...[...source.matchAll(ATTRIBUTE)].map((match) => match[1] as string),
  ]),
];
