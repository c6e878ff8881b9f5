/** What a prompt says of the form of an answer of several parts: tags, headers of tables, labels, signs between, slots. */
import { unique } from '../../lists.ts';

type Entry = readonly [key: string, value: unknown];

/** A stretch of the prompt with places for values. */
export interface Slots {
  name: string;
  /** The stretch with the values in their places; undefined where it is made for other ones. */
  fill(entries: readonly Entry[]): string | undefined;
}

export interface Hints {
  tags: readonly string[];
  /** Of tables, `item,left`. */
  headers: readonly (readonly string[])[];
  /** `Name:` at the begin of a line or in quotes. */
  labels: readonly string[];
  /** Signs between the words of `<span>start-end</span>` or '(row, column)'. */
  between: readonly string[];
  slots: readonly Slots[];
}

const MOST = 4;
const known = new Map<string, Hints>();
const MOST_KNOWN = 400;

export const hintsOf = (prompt: string): Hints => {
  const before = known.get(prompt);
  if (before !== undefined) return before;
  if (known.size > MOST_KNOWN) known.clear();
  const hints = {
    tags: unique([...prompt.matchAll(/<\/([A-Za-z][\w-]{0,30})>/g)].map((match) => match[1] as string)).slice(
      0,
      MOST,
    ),
    headers: headersIn(prompt),
    labels: unique(
      [...prompt.matchAll(/(?:^|[\n'"`])\s*(?:[-*]\s*)?([A-Za-z][\w -]{0,30}?)\s*:/g)].map(
        (match) => match[1] as string,
      ),
    ).slice(0, 20),
    between: unique(samples(prompt).map((sample) => partsOf(sample).signs[0] ?? ''))
      .filter((sign) => sign !== '')
      .slice(0, MOST),
    slots: slotsIn(prompt),
  };
  known.set(prompt, hints);
  return hints;
};

const headersIn = (prompt: string): string[][] => {
  const tight = [...prompt.matchAll(/(?<![\w,])([A-Za-z_]\w*(?:,[A-Za-z_]\w*){1,7})(?![\w,])/g)].map(
    ([text]) => text.split(','),
  );
  const told = [
    ...prompt.matchAll(
      /(?:header|columns?|heading)s?[^\n,|'"`]{0,30}?[\s'"`]((?:[A-Za-z_]\w*)(?:(?:\s*[,|]\s*(?:and )?|\s+and\s+)[A-Za-z_]\w*){1,7})/gi,
    ),
    ...prompt.matchAll(/^\s*\|(.+)\|\s*$/gm),
  ].map((match) => (match[1] ?? '').split(/\s*[,|]\s*(?:and )?|\s+and\s+/).map((name) => name.trim()));
  const seen = new Set<string>();
  return [...tight, ...told]
    .filter((header) => header.length >= 2 && header.every((name) => name !== '' && /\w/.test(name)))
    .filter((header) => !seen.has(header.join()) && seen.add(header.join()) !== undefined)
    .slice(0, MOST);
};

/** What stands in tags, quotes and brackets, and is short. */
const samples = (prompt: string): string[] => [
  ...[...prompt.matchAll(/<([A-Za-z][\w-]*)>([^<>\n]{3,60})<\/\1>/g)].map((match) => match[2] as string),
  ...[...prompt.matchAll(/(?<!\w)(['"`])([^'"`\n]{3,60})\1/g)].map((match) =>
    (match[2] as string).replace(/^[^:]*:\s*/, ''),
  ),
  ...[...prompt.matchAll(/[([]([^()[\]\n]{3,40})[)\]]/g)].map((match) => match[1] as string),
];

/** The words or numbers of a sample, and the signs between them, where these are all the same. */
const partsOf = (sample: string): { signs: string[] } => {
  const match = /^\s*[\w.]+((?:\s*[^\w\s.]{1,3}\s*|\s+to\s+|\.\.))[\w.]+(?:\1[\w.]+)*\s*$/.exec(sample);
  return { signs: match?.[1] === undefined ? [] : [match[1]] };
};

const PLACE = /<([A-Za-z][\w -]{0,30})>(?!.*<\/\1>)|\{([A-Za-z][\w -]{0,30})\}|\[([A-Za-z][\w -]{0,30})\]/g;
const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const isOf = (place: string, key: string): boolean => {
  const [one, other] = [plainName(place), plainName(key)];
  return (
    one === other || (Math.min(one.length, other.length) >= 3 && (one.includes(other) || other.includes(one)))
  );
};

/** Lines and quoted stretches with at least two places: 'from <start> to <end>'. */
const slotsIn = (prompt: string): Slots[] => {
  const quoted = [...prompt.matchAll(/(['"`])([^'"`\n]{5,120})\1/g)].map((match) => match[2] as string);
  const paragraphs = prompt.split('\n').map((line) => line.trim());
  const blocks = [...prompt.matchAll(/(?:^.*[<{[][A-Za-z][\w -]*[>}\]].*\n?){2,8}/gm)].map(([text]) =>
    text.trim(),
  );
  return unique([...quoted, ...blocks, ...paragraphs])
    .filter((text) => text.length <= 400 && (quoted.includes(text) || [...text.matchAll(PLACE)].length >= 2))
    .slice(0, MOST)
    .map((text) => ({
      name: `as '${text.length > 60 ? `${text.slice(0, 59)}…` : text}'`,
      fill: (items) => withItems(text, items),
    }));
};

const withItems = (text: string, items: readonly Entry[]): string | undefined => {
  const used = new Set<string>();
  let isWhole = true;
  const result = text.replace(PLACE, (...groups: (string | undefined)[]) => {
    const place = groups[1] ?? groups[2] ?? groups[3] ?? '';
    const item =
      items.find(([key]) => plainName(key) === plainName(place)) ??
      items.find(([key]) => !used.has(key) && isOf(place, key));
    if (item === undefined) isWhole = false;
    else used.add(item[0]);
    const value = item?.[1];
    return typeof value === 'string' ? value : JSON.stringify(value ?? '');
  });
  if (isWhole && used.size > 0) return used.size === items.length ? result : undefined;
  return filledNames(text, items);
};

/** The keys themselves as places: '(lat; lon)'. */
const filledNames = (text: string, items: readonly Entry[]): string | undefined => {
  const values = new Map(items);
  const used = new Set<string>();
  const result = text.replace(/[A-Za-z_]\w*/g, (word) => {
    if (!values.has(word) || used.has(word)) return word;
    used.add(word);
    const value = values.get(word);
    return typeof value === 'string' ? value : JSON.stringify(value ?? '');
  });
  return used.size === items.length ? result : undefined;
};
