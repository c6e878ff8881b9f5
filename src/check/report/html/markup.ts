/** Markup in which nothing of others can be markup: whatever is put into a template is escaped, unless it is one itself. */
import { shorten } from '../../../formats/visible.ts';
import { visibleLines } from '../words.ts';

/** Text that is HTML already. Only {@link html} and {@link raw} make it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

export type Part = Markup | string | number | null | false | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for attributes in quotes; what a browser would hide or turn around is made visible. */
export const escapeHtml = (text: string): string =>
  visibleLines(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const textOf = (part: Part): string => {
  if (part === null || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(textOf).join('');
  return escapeHtml(String(part));
};

/** A template whose values are escaped; `null` and `false` are nothing, lists are put one after the other. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(strings.reduce((text, string, index) => `${text}${textOf(parts[index - 1] ?? null)}${string}`));

/** Text of ours that is HTML. Never for anything that was read. */
export const raw = (text: string): Markup => new Markup(text);

/** Prose with code between backticks. */
export const rich = (text: string, limit = 2_000): Markup => {
  const parts = shorten(text, limit).split(/((?<!`)`[^`\n]+`(?!`))/);
  return html`${parts.map((part) =>
    part.length > 2 && part.startsWith('`') && part.endsWith('`')
      ? html`<code>${part.slice(1, -1)}</code>`
      : html`${part}`,
  )}`;
};
