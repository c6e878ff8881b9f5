/** Elements of XML that a prompt shows, with a place for each value: `<item sku="…" qty="…"/>`, `<item><sku>…</sku></item>`. */
import { isObject } from './meaning.ts';

export interface ElementForm {
  name: string;
  /** Writes a record, or a list of them; undefined where these have other keys. */
  write(value: unknown): string | undefined;
}

const MOST_FORMS = 12;
const LONGEST = 400;
const ELEMENT = /<([A-Za-z][\w-]*)\b[^<>]*\/>|<([A-Za-z][\w-]*)\b[^<>]*>(?:(?!<\2\b)[\s\S])*?<\/\2>/g;

const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 400;

/** Elements of a prompt, the inner ones as well. */
const elementsIn = (text: string): readonly string[] => {
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size > MOST_KNOWN) known.clear();
  const found = [...text.matchAll(ELEMENT)].flatMap(([element]) => {
    const inner = element.slice(1, -1);
    return element.length > LONGEST ? elementsIn(element.slice(1)) : [element, ...elementsIn(inner)];
  });
  known.set(text, found);
  return found;
};

const escaped = (value: unknown): string =>
  String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const placeOf = (key: string): RegExp =>
  new RegExp(`(\\b${key}\\s*=\\s*)(?:"[^"]*"|'[^']*')|(<${key}>)[^<]*(?=</${key}>)`);

const elementOf = (unit: string, record: unknown): string | undefined => {
  if (!isObject(record)) return undefined;
  let made = unit;
  for (const [key, value] of Object.entries(record)) {
    if (!/^[A-Za-z_][\w-]*$/.test(key) || !placeOf(key).test(made)) return undefined;
    made = made.replace(placeOf(key), (_, attribute?: string, tag?: string) =>
      attribute === undefined ? `${tag}${escaped(value)}` : `${attribute}"${escaped(value)}"`,
    );
  }
  return made;
};

/** What is around an element in the prompt: the tags of the element that holds it. */
const around = (prompt: string, unit: string): [string, string][] => {
  const at = prompt.indexOf(unit);
  const open = /<([A-Za-z][\w-]*)\b[^<>/]*>\s*$/.exec(prompt.slice(0, at));
  const close = open === null ? -1 : prompt.indexOf(`</${open[1]}>`, at);
  return open === null || close < 0
    ? [['', '']]
    : [
        [open[0].trim(), `</${open[1]}>`],
        ['', ''],
      ];
};

/** Ways to write records as the elements of a prompt. */
export const elementForms = (prompt: string): ElementForm[] =>
  [...elementsIn(prompt)]
    .sort((one, other) => one.length - other.length)
    .flatMap((unit) =>
      around(prompt, unit).map(
        ([before, after]): ElementForm => ({
          name: `as ${before}${unit.length > 60 ? `${unit.slice(0, 59)}…` : unit}${after}`,
          write(value) {
            const records = Array.isArray(value) ? value : [value];
            const units = records.map((record) => elementOf(unit, record));
            if (records.length === 0 || units.some((each) => each === undefined)) return undefined;
            return before + units.join('') + after;
          },
        }),
      ),
    )
    .slice(0, MOST_FORMS);
