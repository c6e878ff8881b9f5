/** The units that an answer is written in: lines, tags, what commas or arrows part; read from the text, whatever field it is of. */
import { unique } from '../lists.ts';
import type { CheckRow } from '../subject.ts';
import { insideOf } from './inside.ts';
import { isObject } from './meaning.ts';

export interface TextUnits {
  units: readonly string[];
  /** The text with other units in the place of its own; numbers of a numbered list are counted anew. */
  write(units: readonly string[]): string;
}

const MOST_UNITS = 60;
const LONGEST_UNIT = 120;
const LONGEST = 6_000;
const NUMBERED = /^(\s*)(\d{1,2})([.):]\s)/;
/** `van 2: …`, of which the number is counted and what is before it stays. */
const LABELLED = /^(\s*[\p{L}][\p{L} ]{0,20}\s*#?)(\d{1,2})(\s*[:.)-])/u;
const SIGNS = [' \\\\ ', ' > ', ' -> ', ' → ', '; ', ' | ', ';', ', ', ',', '>', '->', ' ', '-'] as const;
const TAGGED = /<([A-Za-z][\w-]*)\b[^<>]*(?:\/>|>[^<>]*<\/\1>)/g;

const isUnit = (text: string): boolean => text.length <= LONGEST_UNIT && /[\p{L}\p{N}]/u.test(text);
const areUnits = (units: readonly string[]): boolean =>
  units.length >= 2 && units.length <= MOST_UNITS && units.every(isUnit);

const joinedBy =
  (before: string, sign: string, after: string) =>
  (units: readonly string[]): string =>
    before + units.join(sign) + after;

/** Lines one after the other that begin alike: with a number, a dash, the same label; or that have the same signs. */
const shapeOf = (line: string): string =>
  line
    .trim()
    .replace(/[\p{L}_]+/gu, 'w')
    .replace(/\d+(?:\.\d+)?/g, 'n')
    .replace(/\s+/g, ' ')
    .replace(/[wn](?: [wn])*/g, 'x');

const byLines = (text: string): TextUnits | undefined => {
  const lines = text.split('\n');
  let best: readonly [number, number] = [0, 0];
  for (let from = 0; from < lines.length; from++) {
    let to = from + 1;
    const shape = shapeOf(lines[from] ?? '');
    while (to < lines.length && shapeOf(lines[to] ?? '') === shape) to++;
    if (to - from > best[1] - best[0] && shape !== '') best = [from, to];
  }
  const [from, to] = best;
  const units = lines.slice(from, to);
  if (!areUnits(units)) return undefined;
  const before = lines.slice(0, from);
  const after = lines.slice(to);
  return {
    units,
    write: (others) => [...before, ...counted(units, others), ...after].join('\n'),
  };
};

/** Units with the numbers that their places have, where those of the text had them. */
const counted = (own: readonly string[], others: readonly string[]): string[] => {
  for (const form of [NUMBERED, LABELLED]) {
    const first = Number(form.exec(own[0] ?? '')?.[2] ?? Number.NaN);
    const isCounted = own.every((unit, at) => Number(form.exec(unit)?.[2]) === first + at);
    if (isCounted)
      return others.map((unit, at) =>
        unit.replace(form, (_, before: string, __, after: string) => `${before}${first + at}${after}`),
      );
  }
  return [...others];
};

const byTags = (text: string): TextUnits | undefined => {
  const found = [...text.matchAll(TAGGED)];
  const groups = unique(found.map((match) => match[1] as string));
  for (const name of groups) {
    const own = found.filter((match) => match[1] === name);
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined || own.length < 2) continue;
    const end = first.index + first[0].length;
    const between = text.slice(end, own[1]?.index);
    const units = own.map(([unit]) => unit);
    if (!/^\s*,?\s*$/.test(between) || !areUnits(units)) continue;
    return {
      units,
      write: joinedBy(text.slice(0, first.index), between, text.slice(last.index + last[0].length)),
    };
  }
  return undefined;
};

/** Lines of the last tag, which may begin behind its opening: `<plan>boil\\ndrain</plan>`. */
const byTagLines = (text: string): TextUnits | undefined => {
  const tag = [...text.matchAll(/<([A-Za-z][\w-]*)>([^<>]+)<\/\1>/g)].at(-1);
  const inner = tag?.[2]?.trim();
  if (tag === undefined || inner === undefined || /<[A-Za-z]/.test(text.slice(tag.index + tag[0].length)))
    return undefined;
  const found = byLines(inner);
  const start = text.indexOf(inner, tag.index);
  return found === undefined
    ? undefined
    : {
        units: found.units,
        write: (units) => text.slice(0, start) + found.write(units) + text.slice(start + inner.length),
      };
};

const byJson = (text: string): TextUnits | undefined => {
  const start = text.search(/[[{]/);
  const end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}')) + 1;
  if (start < 0 || end <= start) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text.slice(start, end));
  } catch {
    return undefined;
  }
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const inner = isObject(value) ? Object.entries(value).find(([, each]) => Array.isArray(each)) : undefined;
  const list: unknown = inner?.[1] ?? value;
  if (!Array.isArray(list)) return undefined;
  const units = list.map((each: unknown) => JSON.stringify(each));
  const write = (others: readonly string[]): string => {
    const made = others.map((each) => JSON.parse(each) as unknown);
    const whole = inner === undefined ? made : { ...(value as object), [inner[0]]: made };
    return before + JSON.stringify(whole) + after;
  };
  return areUnits(units) ? { units, write } : undefined;
};

/** What stands in the last tag, or behind the label of the last line, parted by one sign. */
const bySigns = (text: string): TextUnits | undefined => {
  const tag = [...text.matchAll(/<([A-Za-z][\w-]*)>([^<>]+)<\/\1>/g)].at(-1);
  const line = text.trimEnd().slice(text.trimEnd().lastIndexOf('\n') + 1);
  const label = /^[^\n:=]{0,40}[:=]\s*/.exec(line)?.[0] ?? '';
  const matrix = /\\begin\{\w+\}\s*([\s\S]+?)\s*\\end\{\w+\}/.exec(text)?.[1];
  const core = matrix ?? tag?.[2]?.trim() ?? line.slice(label.length).trim();
  const start = text.lastIndexOf(core);
  if (core === '' || start < 0) return undefined;
  const isClosed = /^[([].*[)\]]$/.test(core);
  const inside = isClosed ? core.slice(1, -1) : core;
  const from = start + (isClosed ? 1 : 0);
  for (const sign of SIGNS) {
    const units = inside.split(sign);
    // A sentence is no list of its words.
    if (!areUnits(units) || (sign === ' ' && units.length > 12)) continue;
    return { units, write: joinedBy(text.slice(0, from), sign, text.slice(from + inside.length)) };
  }
  return undefined;
};

/** The units of an answer; undefined where it is one thing. */
export const textUnits = (text: string): TextUnits | undefined =>
  text.length > LONGEST
    ? undefined
    : (byJson(text) ?? byTags(text) ?? byTagLines(text) ?? byLines(text) ?? bySigns(text));

const MOST_THINGS = 60;
const LONGEST_THING = 60;

/** Names in a value: keys of objects that are no columns, texts of lists. */
const namesIn = (value: unknown, depth: number): string[] => {
  if (depth > 3) return [];
  if (typeof value === 'string') return depth > 0 ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((each) => namesIn(each, depth + 1));
  return isObject(value)
    ? [...Object.keys(value), ...Object.values(value).flatMap((each) => namesIn(each, depth + 1))]
    : [];
};

/** Names that a row holds and its prompt speaks of, in the order of the prompt. */
export const thingsOf = (row: CheckRow): string[] => {
  const all = unique(insideOf(row).flatMap(({ value }) => namesIn(value, 0)))
    .filter((name) => name.trim() !== '' && name.length <= LONGEST_THING)
    .slice(0, 4 * MOST_THINGS);
  const placed = all.map((name) => ({ name, at: row.prompt.search(wordOf(name)) }));
  return placed
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)
    .map(({ name }) => name)
    .slice(0, MOST_THINGS);
};

/** A name as a word of its own. */
export const wordOf = (name: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'u');
