/** Answers that are one tag with attributes, as prompts show it: `<event who="" day=""/>`. */
import { isObject } from './meaning.ts';

/** A way to write an object; of fewer keys a tag of fewer attributes; undefined where it has others. */
export type AttributeForm = readonly [name: string, write: (value: unknown) => string | undefined];

const TAG = /<([A-Za-z][\w-]*)((?:\s+[A-Za-z_][\w-]*\s*=\s*(?:"[^"]*"|'[^']*'))+)\s*(\/?)>/g;
const ATTRIBUTE = /([A-Za-z_][\w-]*)\s*=\s*["']/g;
const LEAST = 2;
const MOST_TAGS = 3;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const textOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? undefined : String(value ?? '');

export const attributeForms = (prompt: string): AttributeForm[] =>
  [...prompt.matchAll(TAG)].slice(0, MOST_TAGS).flatMap((match): AttributeForm[] => {
    const [, tag = '', attributes = '', end = ''] = match;
    const names = [...attributes.matchAll(ATTRIBUTE)].map(([, name]) => name ?? '');
    if (names.length < LEAST) return [];
    const write = (value: unknown): string | undefined => {
      if (!isObject(value)) return undefined;
      const own = Object.keys(value);
      if (own.length === 0 || own.some((name) => !names.includes(name))) return undefined;
      const held = names.filter((name) => own.includes(name));
      const texts = held.map((name) => textOf(value[name]));
      if (texts.includes(undefined)) return undefined;
      const said = held.map((name, at) => `${name}="${escaped(texts[at] ?? '')}"`).join(' ');
      return `<${tag} ${said}${end === '/' ? '/>' : `></${tag}>`}`;
    };
    return [[`attributes of <${tag}>`, write]];
  });
