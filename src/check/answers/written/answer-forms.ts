/** What the right answer of a row could be: every field of it, in the forms in which people write such a value down. */
import { members, nameOf, wholeValue } from '../../../formats/json/json-locate.ts';
import { jsonValue } from '../../lists.ts';
import type { Random } from '../../random.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { decoysOf, finalAnswer, holdsTests } from '../decoys.ts';

/** An answer of a row, before it is known whether it is paid. */
export interface Form {
  /** The same in all rows: `answer`, `answer: final`, `reward_model.ground_truth`. */
  key: string;
  field: string;
  /** Names of the fields inside of fields that lead to it. */
  path: readonly string[];
  answer: string;
  /** Where the answer is an object of several fields of the row: these, `field` being the first. */
  columns?: readonly string[];
}

/** Names that the right answer often has: only the order in which fields are tried. */
const LIKELY =
  /answer|expected|target|label|solution|truth|gold|reference|correct|result|output|canonical|response|value/i;
const UNLIKELY =
  /^(?:id|idx|index|uuid|key|source|data_source|split|difficulty|level|subject|topic|category|url)$/i;
const MOST_LEAVES = 8;

/** Whether a field is called as those are that hold the right answer. */
export const mayHoldAnswer = (name: string): boolean => LIKELY.test(name);

/** Fields by how likely they hold the answer, best first. */
export const likelyFields = (row: CheckRow): string[] => {
  const rank = (name: string): number => (LIKELY.test(name) ? 0 : UNLIKELY.test(name) ? 2 : 1);
  return Object.keys(row.texts)
    .filter((name) => name !== 'prompt')
    .sort((one, other) => rank(one) - rank(other));
};

/** A value as Python writes it. */
export const pythonText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === null) return 'None';
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`;
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value as Record<string, unknown>);
  return `{${entries.map(([name, inner]) => `${pythonText(name)}: ${pythonText(inner)}`).join(', ')}}`;
};

type Written = readonly (readonly [form: string, answer: string])[];

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;
const letter = (index: number): string => String.fromCharCode(65 + index);
const bare = (value: unknown): string => (typeof value === 'string' ? value : pythonText(value));

const writtenString = (value: string): Written => {
  const final = finalAnswer(value);
  const forms: [string, string][] = [['', value.trim()]];
  // Of a worked solution its answer is the more natural one, where both are paid the same: attacks are made of it.
  if (final !== undefined) forms.unshift(['final', final.answer.trim()]);
  const inner = /^\s*[[{"]/.test(value) ? jsonValue(value) : undefined;
  if (inner !== undefined)
    forms.push(
      ...written(inner, value.trim()).map(([form, text]): [string, string] => [`inside ${form}`, text]),
    );
  const lastLine = value.trim().split('\n').at(-1)?.trim();
  if (lastLine !== undefined && lastLine !== value.trim() && lastLine.length < 120)
    forms.push(['last line', lastLine]);
  return forms;
};

const writtenList = (value: readonly unknown[], text: string): Written => {
  if (value.length === 0) return [['', text]];
  const forms: [string, string][] = [];
  const [first] = value;
  if (isScalar(first) && first !== null) forms.push(['first', bare(first).trim()]);
  if (value.every(isScalar)) {
    forms.push(['with commas', value.map(bare).join(', ')], ['in lines', value.map(bare).join('\n')]);
    forms.push(['with spaces', value.map(bare).join(' ')]);
    forms.push(['in bullets', value.map((each) => `- ${bare(each)}`).join('\n')]);
  } else if (value.every(Array.isArray)) {
    forms.push(['grid', (value as unknown[][]).map((line) => line.map(bare).join(' ')).join('\n')]);
  }
  return [...forms, ['', text], ['Python', pythonText(value)]];
};

/** The forms of a value; the first is the most natural one. */
const written = (value: unknown, text: string): Written => {
  if (value === null || value === undefined) return [];
  if (typeof value === 'string') return writtenString(value);
  if (typeof value === 'number')
    return String(value) === text
      ? [['', text]]
      : [
          ['', text],
          ['short', String(value)],
        ];
  if (typeof value === 'boolean') {
    return [
      ['', value ? 'True' : 'False'],
      ['small', String(value)],
      ['words', value ? 'Yes' : 'No'],
      ['small words', value ? 'yes' : 'no'],
    ];
  }
  if (Array.isArray(value)) return writtenList(value, text);
  return [
    ['', text],
    ['Python', pythonText(value)],
  ];
};

/** Letters for choices, and choices for letters and numbers. */
const choiceForms = (value: unknown, row: CheckRow): Written => {
  const forms: [string, string][] = [];
  for (const [name, list] of Object.entries(row.fields)) {
    const choices = Array.isArray(list) ? list : undefined;
    if (name === 'prompt' || choices === undefined || choices.length < 2 || choices.length > 26) continue;
    if (!choices.every(isScalar)) continue;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < choices.length) {
      forms.push([`letter in ${name}`, letter(value)], [`entry of ${name}`, bare(choices[value])]);
    }
    if (typeof value !== 'string') continue;
    const at = choices.indexOf(value);
    if (at >= 0) forms.push([`letter in ${name}`, letter(at)]);
    if (/^[A-Z]$/i.test(value)) {
      const entry = choices[value.toUpperCase().charCodeAt(0) - 65];
      if (entry !== undefined) forms.push([`entry of ${name}`, bare(entry)]);
    }
  }
  return forms;
};

/** Scalars and lists inside of an object, two levels deep. */
const leavesOf = (text: string, path: readonly string[]): { path: readonly string[]; text: string }[] => {
  if (!text.startsWith('{') || path.length > 2) return [{ path, text }];
  return [...members(text, wholeValue(text))]
    .flatMap(({ key, value }) => {
      if (key === undefined) return [];
      return leavesOf(text.slice(value.start, value.end), [...path, nameOf(text, key)]);
    })
    .slice(0, MOST_LEAVES);
};

/** Fewer columns are no record; of more some are about the row and not of its answer. */
const LEAST_COLUMNS = 2;
const MOST_COLUMNS = 8;

/** The columns of a row as one object, as JSON. */
export const recordOf = (row: CheckRow, columns: readonly string[]): string =>
  `{${columns.map((name) => `${JSON.stringify(name)}: ${row.texts[name] ?? 'null'}`).join(', ')}}`;

/** Sets of columns that may be one answer together: those that the prompt names, and all. */
export const recordsOf = (row: CheckRow): string[][] => {
  const all = Object.keys(row.texts).filter(
    (name) => name !== 'prompt' && !UNLIKELY.test(name) && isScalar(row.fields[name]),
  );
  const named = all.filter((name) =>
    new RegExp(`\\b${name.replace(/\W/g, '\\$&')}\\b`, 'i').test(row.prompt),
  );
  const sets = named.length === all.length ? [all] : [named, all];
  return sets.filter(({ length }) => length >= LEAST_COLUMNS && length <= MOST_COLUMNS);
};

/** All forms of all fields of a row, likely fields first; and of several columns together. */
export const formsOf = (row: CheckRow): Form[] => {
  const records = recordsOf(row).map(
    (columns): Form => ({
      key: `${columns.join(', ')}: as one object`,
      field: columns[0] as string,
      path: [],
      answer: recordOf(row, columns),
      columns,
    }),
  );
  const forms: Form[] = [];
  for (const field of likelyFields(row)) {
    const text = row.texts[field] ?? 'null';
    const whole = { path: [], text };
    const own = row.fields[field];
    const object = typeof own === 'string' && own.startsWith('{') && isJson(own) ? own : text;
    const places = object.startsWith('{') ? [...leavesOf(object, []), whole] : [whole];
    for (const { path, text: inner } of places) {
      const value = JSON.parse(inner) as unknown;
      if (holdsTests(value)) continue; // no answer; a program is
      const name = [field, ...path].join('.');
      for (const [form, answer] of [...written(value, inner), ...choiceForms(value, row)]) {
        if (answer === '') continue;
        forms.push({ key: form === '' ? name : `${name}: ${form}`, field, path, answer });
      }
    }
  }
  return [...forms, ...records];
};

const isJson = (text: string): boolean => jsonValue(text) !== undefined;

/** Where the value at `path` inside of a JSON text stands; undefined where there is none. */
const placeOf = (text: string, path: readonly string[]): { start: number; end: number } | undefined => {
  let span = wholeValue(text);
  for (const name of path) {
    const found = [...members(text, span)].findLast(
      ({ key }) => key !== undefined && nameOf(text, key) === name,
    );
    if (found === undefined) return undefined;
    span = found.value;
  }
  return span;
};

/** Wrong values for a field (JSON texts of the whole field), of which only what stands at `path` differs. */
export const fieldDecoys = (
  row: CheckRow,
  field: string,
  path: readonly string[],
  rows: readonly CheckRow[],
  random: Random,
): string[] => {
  // An object may be given as text: what is in it is at the end of a way as well.
  const value = row.fields[field];
  const isText = path.length > 0 && typeof value === 'string';
  const textOf = (each: CheckRow): string | undefined => {
    const own = each.fields[field];
    return isText ? (typeof own === 'string' && isJson(own) ? own : undefined) : each.texts[field];
  };
  const inner = (each: CheckRow): string | undefined => {
    const text = textOf(each);
    const place = text === undefined ? undefined : placeOf(text, path);
    return place === undefined ? undefined : text?.slice(place.start, place.end);
  };
  const text = textOf(row);
  const own = inner(row);
  const place = text === undefined ? undefined : placeOf(text, path);
  if (text === undefined || own === undefined || place === undefined) return [];
  const others = rows.map(inner).filter((other) => other !== undefined);
  return decoysOf(own, others, random.for(`${row.line} ${field}`))
    .map((decoy) => text.slice(0, place.start) + decoy + text.slice(place.end))
    .map((changed) => (isText ? JSON.stringify(changed) : changed));
};
