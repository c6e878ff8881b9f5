/** Ways to write an answer, learned from completions that were found paid: where the text of a field stands in them is a hole. */
import { escapedPattern } from '../../lists.ts';
import { markOf } from '../../subject/row-parts.ts';
import type { CheckRow } from '../../subject/subject.ts';
import type { Candidate } from '../candidate.ts';
import { sharedWrapper } from '../wrapped/shared-wrapper.ts';
import { templateWrapper } from '../wrapped/wrappers.ts';
import type { Solved } from './solve.ts';

/** Writes a value; undefined where it is of another kind. */
type Write = (value: unknown) => string | undefined;

interface Hole {
  start: number;
  end: number;
  field: string;
  write: Write;
}

const MOST_TEMPLATES = 12;
const MOST_ITEMS = 60;

const bare = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return typeof value === 'boolean' ? String(value) : undefined;
};

const scalar =
  (form: (text: string) => string): Write =>
  (value) => {
    const text = bare(value);
    return text === undefined ? undefined : form(text);
  };

const grouped = (text: string): string =>
  /^-?\d{4,}(?:\.\d+)?$/.test(text) ? text.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',') : text;

const SCALARS: readonly Write[] = [
  scalar((text) => text),
  scalar((text) => text.trim()),
  scalar(encodeURIComponent),
  scalar((text) => encodeURIComponent(text).replaceAll('%20', '+')),
  scalar(grouped),
  (value) => (typeof value === 'number' ? value.toFixed(2) : undefined),
  (value) => (typeof value === 'number' ? value.toFixed(1) : undefined),
  (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined),
  scalar((text) => text.replaceAll('_', ' ')),
];
/** Of the same letters in another case the field's own are the more natural ones. */
const lettersOf = (text: string): string => text.toLowerCase();

/** What stands at a place of a list: an item, or the parts of an item, or of an entry. */
const partsOf = (item: unknown): unknown[] =>
  Array.isArray(item) ? item : typeof item === 'object' && item !== null ? Object.values(item) : [item];

const itemsOf = (value: unknown): unknown[][] | undefined => {
  if (Array.isArray(value)) return value.map(partsOf);
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).map(([key, inner]) => [key, ...partsOf(inner)]);
  return undefined;
};

/** What stands between parts, with a mark where the place in the list is counted. */
interface Glue {
  first: number;
  /** Before an item, and between its parts. */
  before: string;
  within: readonly string[];
  between: string;
}

const COUNT = '\u0001';

const counted = (text: string, index: number): string => {
  const at = new RegExp(`(?<![\\d.])${index}(?![\\d])`).exec(text);
  return at === null ? text : text.slice(0, at.index) + COUNT + text.slice(at.index + String(index).length);
};

/** How the items of a list stand one after the other in a text; undefined where they do not, or not alike. */
const gluedIn = (
  text: string,
  items: readonly (readonly unknown[])[],
): (Hole & { glue: Glue }) | undefined => {
  if (items.length < 2 || items.length > MOST_ITEMS) return undefined;
  const small = lettersOf(text);
  const first = lettersOf(bare(items[0]?.[0]) ?? '');
  if (first === '') return undefined;
  for (let from = small.indexOf(first), tries = 0; from !== -1 && tries < 6; tries++) {
    const spans: (readonly [number, number])[][] = [];
    let at = from;
    let found = true;
    for (const item of items) {
      const own: (readonly [number, number])[] = [];
      for (const part of item) {
        const wanted = bare(part);
        if (wanted === undefined || wanted === '') return undefined;
        const place = small.indexOf(lettersOf(wanted), at);
        if (place === -1) found = false;
        if (!found) break;
        own.push([place, place + wanted.length]);
        at = place + wanted.length;
      }
      if (!found) break;
      spans.push(own);
    }
    if (found) {
      const made = glueOf(text, spans);
      if (made !== undefined) return made;
    }
    from = small.indexOf(first, from + 1);
  }
  return undefined;
};

const glueOf = (
  text: string,
  spans: readonly (readonly (readonly [number, number])[])[],
): (Hole & { glue: Glue }) | undefined => {
  const within = spans.map((own) => own.slice(1).map(([start], at) => text.slice(own[at]?.[1], start)));
  const edges = spans.map((own) => [own[0]?.[0] ?? 0, own.at(-1)?.[1] ?? 0] as const);
  const gaps = edges.slice(1).map(([start], at) => text.slice(edges[at]?.[1], start));
  if (within.some((each) => each.join('\u0002') !== within[0]?.join('\u0002'))) return undefined;
  for (const offset of [1, 0, -1]) {
    // The second item has the number 2, or 1, or none.
    const made = offset < 0 ? gaps : gaps.map((gap, at) => counted(gap, at + 1 + offset));
    if (made.some((gap) => gap !== made[0]) || (offset >= 0 && !made[0]?.includes(COUNT))) continue;
    const gap = made[0] ?? '';
    const line = gap.lastIndexOf('\n');
    const start = edges[0]?.[0] ?? 0;
    // What is before the first item is what is before the others, as far as it is.
    let before =
      line === -1 ? (gap.includes(COUNT) ? gap.slice(gap.indexOf(COUNT)) : '') : gap.slice(line + 1);
    const shown = before.replaceAll(COUNT, String(offset));
    if (text.slice(start - shown.length, start) !== shown) before = '';
    const between = gap.slice(0, gap.length - before.length);
    const glue = { first: offset, before, within: within[0] ?? [], between };
    const end = edges.at(-1)?.[1] ?? start;
    const from = before === '' ? start : start - shown.length;
    return { start: from, end, field: '', write: (value) => glued(glue, value), glue };
  }
  return undefined;
};

const glued = ({ first, before, within, between }: Glue, value: unknown): string | undefined => {
  const items = itemsOf(value);
  if (items === undefined || items.some((parts) => parts.some((part) => bare(part) === undefined)))
    return undefined;
  const number = (text: string, at: number): string => text.replaceAll(COUNT, String(first + at));
  return items
    .map((parts, at) => {
      const written = parts.map(
        (part, index) => (index === 0 ? '' : (within[index - 1] ?? ' ')) + bare(part),
      );
      return (at === 0 ? '' : number(between, at)) + number(before, at) + written.join('');
    })
    .join('');
};

/** Where a field stands in a text. */
const holesOf = (text: string, field: string, value: unknown): Hole[] => {
  const items = itemsOf(value);
  if (items !== undefined) {
    const whole = JSON.stringify(value);
    const at = text.indexOf(whole);
    const glued = gluedIn(text, items);
    return [
      ...(at === -1
        ? []
        : [{ start: at, end: at + whole.length, field, write: (each: unknown) => JSON.stringify(each) }]),
      ...(glued === undefined ? [] : [{ ...glued, field }]),
    ];
  }
  for (const write of SCALARS) {
    const written = write(value);
    if (written === undefined || written === '') continue;
    const escaped = escapedPattern(written);
    const edge = (letter: string): boolean => /[\p{L}\p{N}]/u.test(letter);
    const left = edge(written.charAt(0)) ? '(?<![\\p{L}\\p{N}])' : '';
    const right = edge(written.at(-1) ?? '') ? '(?![\\p{L}\\p{N}])' : '';
    const places = [...text.matchAll(new RegExp(left + escaped + right, 'giu'))];
    if (places.length > 0)
      return places.map(({ index, 0: found }) => ({ start: index, end: index + found.length, field, write }));
  }
  return [];
};

const MARK = '\u0000';

interface Template {
  /** The hole that the field decides, best first; others are filled from the row. */
  field: string;
  path: readonly string[];
  write: Write;
  parts: readonly (string | Hole)[];
}

/** All that stands in a row, with the names that lead to it. */
const leavesOf = (row: CheckRow): { field: string; path: readonly string[]; value: unknown }[] =>
  Object.entries(row.fields)
    .filter(([name]) => name !== 'prompt' && name !== 'messages')
    .map(([field, value]) => ({ field, path: [], value }));

const templatesOf = ({ row, completion }: Solved): Template[] => {
  const holes = leavesOf(row).flatMap(({ field, value }) => holesOf(completion, field, value));
  // Long ones first: a digit stands in many places.
  const ordered = holes.sort((one, other) => other.end - other.start - (one.end - one.start));
  const apart: Hole[] = [];
  for (const hole of ordered)
    if (apart.every(({ start, end }) => hole.end <= start || hole.start >= end)) apart.push(hole);
  const partsWith = (chosen: readonly Hole[]): (string | Hole)[] => {
    const parts: (string | Hole)[] = [];
    let at = 0;
    for (const hole of [...chosen].sort((one, other) => one.start - other.start)) {
      parts.push(completion.slice(at, hole.start), hole);
      at = hole.end;
    }
    return [...parts, completion.slice(at)];
  };
  const single = ordered.map((hole) => [hole]);
  // What the prompt gives as it is is no answer; of others, lists and objects say more.
  const rank = ({ field }: Hole): number =>
    (typeof row.fields[field] === 'object' ? 0 : 1) +
    (row.prompt.includes(String(row.fields[field])) ? 2 : 0);
  const whole = [...apart].sort((one, other) => rank(one) - rank(other));
  return [whole, ...single].flatMap((chosen) => {
    const [main] = chosen;
    return main === undefined
      ? []
      : [{ field: main.field, path: [], write: main.write, parts: partsWith(chosen) }];
  });
};

const nameOf = (parts: readonly (string | Hole)[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : `{${part.field}}`)).join('');

/** Candidates for all rows from the completions of some; and, last, these completions as they are. */
export const candidatesOfSolved = (solved: readonly Solved[]): Candidate[] => {
  const templates = new Map<string, { template: Template; row: CheckRow }>();
  for (const each of solved)
    for (const template of templatesOf(each)) {
      const name = nameOf(template.parts).replace(/73\d\d|zq[a-z]{2}/g, '~');
      if (!templates.has(name)) templates.set(name, { template, row: each.row });
    }
  const candidates = [...templates.values()]
    .slice(0, MOST_TEMPLATES)
    .map(({ template, row }) => candidateOf(template, row));
  return [...candidates, asTheyAre(solved)];
};

const candidateOf = ({ field, path, write, parts }: Template, first: CheckRow): Candidate => {
  const isMain = (part: Hole): boolean => part.field === field && part.write === write;
  const written = (row: CheckRow, answer: string | undefined): string | undefined => {
    const texts = parts.map((part) => {
      if (typeof part === 'string') return part;
      return isMain(part) && answer !== undefined ? answer : part.write(row.fields[part.field]);
    });
    return texts.includes(undefined) ? undefined : texts.join('');
  };
  const isList = typeof first.fields[field] === 'object';
  const partIn = (row: CheckRow, part: string | Hole): string | undefined =>
    typeof part === 'string' ? part : part.write(row.fields[part.field]);
  const template = parts
    .map((part, at) => (typeof part === 'string' ? part : isMain(part) ? MARK : markOf(at)))
    .join('');
  const isAlone = parts.every((part) => typeof part === 'string' || isMain(part));
  // What other fields give differs from row to row: no wrapper says it.
  const arrangeWhole = (value: unknown, row = first): string | undefined => {
    const answer = write(value);
    return answer === undefined ? undefined : written(row, answer);
  };
  return {
    key: nameOf(parts),
    field,
    path,
    arrange: isList ? (isAlone ? write : arrangeWhole) : undefined,
    wrapper: isList && !isAlone ? templateWrapper(MARK) : templateWrapper(template, nameOf(parts)),
    rowParts: isList ? undefined : parts.map((part) => (row) => partIn(row, part)),
    isProgram: false,
    made: false,
    complete: (row) => written(row, undefined),
    mean: 0,
  };
};

const asTheyAre = (solved: readonly Solved[]): Candidate => {
  const best = new Map<CheckRow, Solved>();
  for (const each of solved)
    if (each.reward > (best.get(each.row)?.reward ?? -Infinity)) best.set(each.row, each);
  return {
    key: 'what was found by trying',
    field: '',
    path: [],
    wrapper: sharedWrapper([...best.values()].map(({ completion }) => completion)),
    isProgram: false,
    made: false,
    complete: (row) => best.get(row)?.completion,
    mean: 0,
  };
};
