/** What text probes are made of: the right answers of all rows, their kind, and candidates for a row. */

import { LAST_BOX } from '../../../answers/decoys.ts';
import { recordOf } from '../../../answers/written/answer-forms.ts';
import type { RowLevels, Wrapper } from '../../../calibration.ts';
import type { Context } from '../../../context.ts';
import { jsonValue, leavesOf, unique } from '../../../lists.ts';
import type { MinedPattern } from '../../../static/analysis.ts';
import { superstring } from './digits.ts';

/** What most right answers look like. */
export type AnswerKind = 'integer' | 'decimal' | 'letter' | 'boolean' | 'list' | 'text' | 'none';

export interface Material {
  kind: AnswerKind;
  /** Right answers of all rows, each once, in the order of the rows. Known to whoever has trained on the file once. */
  distinct: readonly string[];
  /** The same, lists taken apart. */
  elements: readonly string[];
  /** All whole numbers up to the next power of ten above the largest answer; empty where that is too many. */
  counts: readonly string[];
  /** `A`, `B`, … to the last that is an answer; at least four where answers are letters. */
  letters: readonly string[];
  /** A short text that contains all `distinct` ones. */
  dense: string;
  /** String constants that the source looks for, cleaned of what no completion would hold. */
  tokens: readonly string[];
}

const LONGEST_UNION = 20_000;
const known = new WeakMap<object, Material>();

/** The material of a check; it is made once. */
export const materialOf = (context: Context): Material => {
  let material = known.get(context.calibration);
  if (material === undefined) {
    material = make(context);
    known.set(context.calibration, material);
  }
  return material;
};

const make = (context: Context): Material => {
  const present = context.calibration.levels
    .map((levels) => goldJson(context, levels))
    .filter((json) => json !== null);
  const answers = present.map(answerText).filter((answer) => answer !== '' && answer.length <= 400);
  const distinct = within(unique(answers));
  const kind = kindOf(present, answers);
  return {
    kind,
    distinct,
    elements: within(unique(present.flatMap(elementsOf).filter((element) => element.length <= 200))),
    counts: kind === 'list' ? countsInLists(present, 0.8) : countsOf(present, answers, kind),
    letters: lettersTo(answers, kind),
    dense: superstring(distinct),
    tokens: unique(
      [...context.analysis.constants, ...context.analysis.patterns.flatMap(wordsOfPattern)].filter(
        (text) => text.trim() !== '' && text.length <= 80,
      ),
    ).slice(0, 60),
  };
};

/** Of `\b(?:wait|let me check|double-check)\b` the words: what is counted or looked for by a pattern is so as any text. */
export const wordsOfPattern = ({ pattern }: Pick<MinedPattern, 'pattern'>): string[] =>
  pattern
    .replace(/\\b|\(\?(?:P<\w+>|<?[=!]|[a-z]+\)|[a-z]*:)|[()^$]/gi, '')
    .split('|')
    .map((word) =>
      word
        .replace(/\\s[+*]?|\[\\s-\]|\[ -\]\??/g, ' ')
        .replace(/\\([-.'])/g, '$1')
        .trim(),
    )
    .filter((word) => /^\p{L}[\p{L} '-]{2,40}$/u.test(word));

/** As it would stand in an answer: of a solution that ends in `#### 42` or `\boxed{42}`, `42`. */
export const answerText = (json: string): string => {
  const value = held(json);
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return lastAnswer(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return json.trim();
  if (Array.isArray(value)) return value.map((item) => answerText(JSON.stringify(item))).join(', ');
  return json.trim();
};

/** A worked solution ends in its answer. */
const FINAL = [/####\s*([^\n]+?)\s*$/, LAST_BOX, /<answer>\s*([\s\S]*?)\s*<\/answer>(?![\s\S]*<answer>)/i];

const lastAnswer = (text: string): string => {
  for (const pattern of FINAL) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined && found !== '') return found.trim();
  }
  return text.trim();
};

/** The parts of an answer: of a list its items, of `1, 2` or lines each one. One part when it is not a list. */
export const elementsOf = (json: string): string[] => {
  const value = held(json);
  if (Array.isArray(value)) return value.map((item) => answerText(JSON.stringify(item))).filter(isText);
  const text = answerText(json);
  const inner = /^[[({]\s*(.*?)\s*[\])}]$/s.exec(text)?.[1] ?? text;
  const parts = inner.includes('\n') ? inner.split('\n') : inner.split(/\s*[,;]\s+|\s*;\s*/);
  return parts.map((part) => part.trim().replace(/^(['"])(.*)\1$/s, '$2')).filter(isText);
};

const isText = (text: string): boolean => text !== '';

const held = (json: string): unknown => {
  const value = jsonValue(json);
  return value === undefined ? json : value;
};

const within = (texts: readonly string[]): string[] => {
  let length = 0;
  return texts.filter((text) => {
    length += text.length + 2;
    return length <= LONGEST_UNION;
  });
};

const PATTERNS: readonly [AnswerKind, RegExp][] = [
  ['integer', /^-?\d+$/],
  ['decimal', /^-?\d*\.?\d+(e[-+]?\d+)?$/i],
  ['letter', /^\(?[A-Z]\)?\.?$/i],
  ['boolean', /^(true|false|yes|no)$/i],
];

const kindOf = (texts: readonly string[], answers: readonly string[]): AnswerKind => {
  if (answers.length === 0) return 'none';
  const most = answers.length * 0.8;
  if (texts.filter((text) => text.trimStart().startsWith('[')).length >= most) return 'list';
  for (const [kind, pattern] of PATTERNS) {
    if (answers.filter((answer) => pattern.test(answer)).length >= most) return kind;
  }
  return 'text';
};

const countsTo = (answers: readonly string[], kind: AnswerKind): string[] => {
  if (kind !== 'integer' && kind !== 'decimal') return [];
  const sizes = answers.map((answer) => Math.abs(Number(answer))).filter((size) => size < 10_000);
  if (sizes.length < answers.length * 0.5) return [];
  const end = 10 ** String(Math.floor(Math.max(...sizes))).length;
  return Array.from({ length: end }, (_, number) => String(number));
};

/** Of objects, the whole numbers in them: what a part is paid for may be one of these. */
const countsOf = (present: readonly string[], answers: readonly string[], kind: AnswerKind): string[] =>
  kind === 'text' && present.length > 0 && present.every((json) => json.trimStart().startsWith('{'))
    ? countsInLists(present, 0.2)
    : countsTo(answers, kind);

/** Where answers are lists of whole numbers, however they are nested: those that stand in them. */
const countsInLists = (present: readonly string[], least: number): string[] => {
  const leaves = present.flatMap((json) => leavesOf(held(json)));
  const numbers = leaves.filter((leaf) => typeof leaf === 'number' && Number.isInteger(leaf));
  return numbers.length < least * leaves.length ? [] : countsTo(numbers.map(String), 'integer');
};

const lettersTo = (answers: readonly string[], kind: AnswerKind): string[] => {
  if (kind !== 'letter') return [];
  const codes = answers.map((answer) => (/[A-Z]/i.exec(answer)?.[0] ?? 'A').toUpperCase().charCodeAt(0));
  const last = Math.max(68, ...codes);
  return Array.from({ length: last - 64 }, (_, index) => String.fromCharCode(65 + index));
};

/** The right answer of a row as it would be written; null: it has none. */
export const goldOf = (context: Context, levels: RowLevels): string | null => {
  const json = goldJson(context, levels);
  return json === null ? null : answerText(json);
};

/** The same as a JSON text: of the field, or of the value in it that is paid. */
export const goldJson = (context: Context, { row, gold }: RowLevels): string | null => {
  const { goldField, wrappers, columns, arrange } = context.calibration;
  const json = goldField === null ? undefined : row.texts[goldField];
  if (json === undefined) return null;
  if (columns !== undefined) return recordOf(row, columns);
  if (!isObject(json)) return json;
  // All of it in lines, a table, tags: one value of it that stands there is a part only.
  const whole = arrange?.(JSON.parse(json), row);
  const isWhole = whole !== undefined && wrappers.some(({ wrap }) => wrap(whole) === gold?.completion);
  return isWhole ? json : partOf(json, pathTo(json, gold?.completion, wrappers));
};

/** Wrong answers of a row, as they would be written. */
export const wrongOf = (context: Context, levels: RowLevels): string[] => {
  const gold = goldOf(context, levels);
  const { goldField, wrappers, columns } = context.calibration;
  if (goldField !== null && columns !== undefined) {
    const { row } = levels;
    return levels.decoys.map((decoy) =>
      recordOf({ ...row, texts: { ...row.texts, [goldField]: decoy } }, columns),
    );
  }
  const json = goldField === null ? undefined : levels.row.texts[goldField];
  const path = json !== undefined && isObject(json) ? pathTo(json, levels.gold?.completion, wrappers) : [];
  return levels.decoys
    .map((decoy) => answerText(partOf(decoy, path)))
    .filter((wrong) => wrong !== '' && wrong !== gold);
};

const isObject = (json: string): boolean => json.trimStart().startsWith('{');

/** Where in an object the value stands that the honest completion is made of; the object itself when it cannot be seen. */
const pathTo = (json: string, completion: string | undefined, wrappers: readonly Wrapper[]): string[] => {
  if (completion === undefined) return [];
  // The whole of it is what is paid.
  if (wrappers.some((wrapper) => wrapper.wrap(json.trim()) === completion)) return [];
  const leaves: { path: string[]; text: string }[] = [];
  const wholes: { path: string[]; json: string }[] = [];
  const visit = (value: unknown, path: string[]): void => {
    if (typeof value === 'object' && value !== null) wholes.push({ path, json: JSON.stringify(value) });
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      leaves.push({ path, text: answerText(JSON.stringify(value) ?? 'null') });
      return;
    }
    for (const [name, inner] of Object.entries(value)) visit(inner, [...path, name]);
  };
  visit(held(json), []);
  const wrapped =
    leaves.find(({ text }) => wrappers.some((wrapper) => wrapper.wrap(text) === completion)) ??
    // A list or an object as JSON, whatever its spaces.
    wholes.find(({ json: whole }) =>
      wrappers.some((wrapper) => unspaced(wrapper.wrap(whole)) === unspaced(completion)),
    );
  const contained = leaves
    .filter(({ text }) => text !== '' && completion.includes(text))
    .sort((one, other) => other.text.length - one.text.length)[0];
  return (wrapped ?? contained)?.path ?? [];
};

const unspaced = (text: string): string => text.replace(/\s+/g, '');

const partOf = (json: string, path: readonly string[]): string => {
  if (path.length === 0) return json;
  let value = held(json);
  for (const name of path) value = (value as Record<string, unknown> | undefined)?.[name];
  return JSON.stringify(value) ?? 'null';
};
