/** Lines that a small language of proofs may have: from the patterns that the source reads them with, and from prompts. */
import { unique } from '../../lists.ts';

/** What stands in a line: a number, a name, a word that justifies, a statement, the number of an earlier line. */
export type Slot = 'number' | 'name' | 'word' | 'statement' | 'line';

const MARKS: Readonly<Record<Slot, string>> = {
  number: '\u0001',
  name: '\u0002',
  word: '\u0003',
  statement: '\u0004',
  line: '\u0005',
};
const MOST_FORMS = 8;
const MOST_WAYS = 12;
const QUANTIFIER = /^(?:[*+?]|\{\d*,?\d*\})[?+]?/;

/** Where the bracket that opens at `at` is closed. */
const closing = (pattern: string, at: number): number => {
  let depth = 0;
  let inClass = false;
  for (let place = at; place < pattern.length; place++) {
    const sign = pattern[place];
    if (sign === '\\') place++;
    else if (inClass) inClass = sign !== ']' || pattern[place - 1] === '[';
    else if (sign === '[') inClass = true;
    else if (sign === '(') depth++;
    else if (sign === ')' && --depth === 0) return place;
  }
  return pattern.length;
};

const branches = (pattern: string): string[] => {
  const found: string[] = [''];
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at] as string;
    const end = sign === '(' ? closing(pattern, at) : sign === '\\' ? at + 1 : at;
    const isClass = sign === '[';
    const last = isClass ? Math.max(at, pattern.indexOf(']', at + 2)) : end;
    if (sign === '|') found.push('');
    else found[found.length - 1] += pattern.slice(at, last + 1);
    at = last;
  }
  return found;
};

/** What a class of characters is there for, when it may stand for several. */
const classSlot = (inside: string): Slot | undefined => {
  if (inside.startsWith('^')) return 'statement';
  if (/[a-z]-[a-z]|\\w/i.test(inside)) return /[()&|~<>=+*/→∧∨¬ ]|\\s/.test(inside) ? 'statement' : 'name';
  return /0-9|\\d/.test(inside) ? 'number' : undefined;
};

/** Texts that a pattern may match, with marks for its slots. Roughly: what does not match is paid nothing. */
const expand = (pattern: string): string[] => {
  let texts = [''];
  const append = (ends: readonly string[]): void => {
    texts = texts.flatMap((text) => ends.map((end) => text + end)).slice(0, MOST_WAYS);
  };
  for (let at = 0; at < pattern.length; ) {
    const sign = pattern[at] as string;
    let ends: string[] = [sign];
    let next = at + 1;
    let slot: Slot | undefined;
    if (sign === '(') {
      const end = closing(pattern, at);
      const inner = pattern.slice(at + 1, end);
      next = end + 1;
      ends = /^\?(?:[=!]|<[=!])/.test(inner)
        ? ['']
        : branches(inner.replace(/^\?(?:P?<\w+>|[a-z-]*:)/, '')).flatMap(expand);
    } else if (sign === '[') {
      const end = Math.max(at + 1, pattern.indexOf(']', at + 2));
      const inner = pattern.slice(at + 1, end);
      next = end + 1;
      slot = classSlot(inner);
      ends = slot === 'name' ? ['a'] : slot === undefined ? [...inner.replaceAll('\\', '')].slice(0, 2) : [];
    } else if (sign === '\\') {
      const letter = pattern[at + 1] ?? '';
      next = at + 2;
      if (letter === 'd') slot = 'number';
      else if (letter === 'w' || letter === 'S') slot = 'name';
      ends = letter === 's' ? [' '] : /[bBAZ]/.test(letter) ? [''] : slot === undefined ? [letter] : [];
    } else if (sign === '.') slot = 'statement';
    else if (sign === '^' || sign === '$') ends = [''];
    const quantifier = QUANTIFIER.exec(pattern.slice(next))?.[0] ?? '';
    next += quantifier.length;
    const isOptional = /^(?:[*?]|\{0?,)/.test(quantifier);
    if (slot !== undefined && (quantifier !== '' || ends.length === 0)) ends = [MARKS[slot]];
    // What may be left out is left out, but where it stands for all there is: `.*`.
    if (isOptional && slot !== 'statement') ends = sign === '(' ? ['', ...ends] : [''];
    append(ends);
    at = next;
  }
  return texts;
};

const KINDS: readonly (readonly [Slot, RegExp])[] = [
  ['line', /line|step|ref|index|row|earlier|prev/i],
  ['number', /^(?:n|k|int|num|number|value|amount|total|count|result|sum)$|number|amount|value/i],
  ['word', /rule|reason|just|why|law|by|tactic/i],
  ['name', /name|label|var|\bid\b|symbol|^x$/i],
];
const PLACEHOLDER = /<([A-Za-z][\w ]{0,20})>|\{([a-z_]{1,20})\}|\b([A-Z]{3,12}|[NX])\b/g;

/** Lines that prompts show with placeholders: `axiom a = NUMBER`, `assume <formula>`. */
const shownForms = (prompt: string): string[] =>
  prompt.split('\n').flatMap((line) => {
    const parts = [...line.matchAll(/`([^`]{3,80})`/g)].map((match) => match[1] as string);
    return [...parts, line]
      .map((text) =>
        text.replace(/^\s*(?:[-*]\s+)/, '').replace(/\s+\([^()]{4,}(?:\([^()]*\)[^()]*)*\)\s*$/, ''),
      )
      .map((text) => text.trim())
      .filter((text) => /^[a-z\d<]/.test(text) && text.length < 80 && !/[.?:]$/.test(text))
      .map((text) =>
        text.replace(PLACEHOLDER, (_, one, two, three) => {
          const name = String(one ?? two ?? three);
          return MARKS[KINDS.find(([, kind]) => kind.test(name))?.[0] ?? 'statement'];
        }),
      )
      .filter(hasSlot);
  });

const ANY = new RegExp(`[${Object.values(MARKS).join('')}]`);
const hasSlot = (text: string): boolean => ANY.test(text);

/** Forms of lines, those of prompts first. */
export const statementForms = (prompt: string, patterns: readonly string[]): string[] =>
  unique([
    ...shownForms(prompt),
    ...patterns
      .flatMap((pattern) => branches(pattern).flatMap(expand).slice(0, MOST_WAYS))
      .filter((form) => /[A-Za-z]{3}/.test(form) || form.includes(MARKS.statement))
      .filter(hasSlot),
  ]).slice(0, MOST_FORMS);

/** A form with the statement in it: as a number, where it is one, and whatever else is asked for in the plainest way. */
export const withStatement = (form: string, statement: string, words: readonly string[]): string[] => {
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(statement);
  const hasStatement = form.includes(MARKS.statement);
  const number = isNumber && !hasStatement ? statement : '1';
  const text = form
    // The number behind these is that of a line.
    .replace(new RegExp(`(\\b(?:by|from|line|lines|of|using|step)\\s+)${MARKS.number}`, 'g'), '$11')
    .replaceAll(MARKS.number, () => number)
    .replaceAll(MARKS.line, '1')
    .replaceAll(MARKS.statement, () => statement);
  const named = hasStatement ? text.replaceAll(MARKS.name, MARKS.word) : text.replaceAll(MARKS.name, 'a');
  return named.includes(MARKS.word) ? words.map((word) => named.replaceAll(MARKS.word, word)) : [named];
};

/** One line, and every two of them after each other, of which the first may set up what the second asks for. */
export const shortProofs = (
  forms: readonly string[],
  statement: string,
  words: readonly string[],
  most: number,
): string[] => {
  const lines = forms.map((form) => withStatement(form, statement, words));
  const firsts = lines.flatMap((each) => each.slice(0, 1));
  const pairs = firsts.flatMap((one) =>
    firsts.filter((other) => other !== one).map((other) => `${one}\n${other}`),
  );
  return unique([...firsts, ...pairs, ...lines.flat()]).slice(0, most);
};

/** A step as JSON, where a prompt shows one: the statement where it shows a formula, a word where it shows a rule. */
export const jsonProofs = (prompt: string, statement: string, words: readonly string[]): string[] => {
  const match = /\{\s*"[^{}]*"\s*:[^{}]*\}/g;
  const shown = [...prompt.matchAll(match)]
    .map((each) => each[0])
    .find((each) => (each.match(/"\s*:/g) ?? []).length > 1);
  if (shown === undefined) return [];
  const keys = [...shown.matchAll(/"(\w+)"\s*:\s*(\[)?/g)].map(
    ([, key = '', list]) => [key, list !== undefined] as const,
  );
  const outer = /"(\w+)"\s*:\s*\[\s*\{/.exec(prompt)?.[1];
  const text = (word: string): string => {
    const entry = Object.fromEntries(
      keys.map(([key, isList]) => [
        key,
        isList
          ? []
          : /rule|reason|just|^by$|law|kind|type|why|tactic/i.test(key)
            ? word
            : /^(?:id|n|no|line|step|number|index)$/i.test(key)
              ? 1
              : statement,
      ]),
    );
    return JSON.stringify(outer === undefined ? [entry] : { [outer]: [entry] });
  };
  return words.map(text);
};
