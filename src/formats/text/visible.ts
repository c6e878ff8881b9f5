/** Text that comes from files and from models, made fit for a terminal: harmless, short, and measurable. */

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

const picture = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
};

/**
 * Replaces, one for one, what a terminal would act on or hide: control characters become their pictures
 * (`␛`, `␊`), bidirectional and zero-width marks and lone surrogates become `�`.
 */
export const visible = (text: string): string => text.replace(INVISIBLE, picture);

/** The first `limit` characters (never half of a surrogate pair), the last one `…` when some were left out. */
export const shorten = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  // Twice as many UTF-16 units as characters always suffice, and the text may be megabytes long.
  const characters = Array.from(text.slice(0, 2 * limit + 2));
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`;
};

/** One line for a table or a message: control characters visible, at most `limit` characters. */
export const oneLine = (text: string, limit: number): string => visible(shorten(text, limit));

/** Terminal columns that a text takes: wide characters two, combining marks none. */
export const displayWidth = (text: string): number => {
  let width = 0;
  for (const character of text) {
    if (/\p{M}/u.test(character)) continue;
    width += WIDE.test(character) ? 2 : 1;
  }
  return width;
};

/** `1234567` → `1,234,567`. */
export const groupDigits = (count: number): string => String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** `1 row`, `2 rows`. */
export const plural = (count: number, singular: string, many = `${singular}s`): string =>
  `${groupDigits(count)} ${count === 1 ? singular : many}`;

/** `3 rows, 0 to 2`; `1 row, 0`. */
export const fromZero = (count: number, singular: string): string =>
  `${plural(count, singular)}, 0${count === 1 ? '' : ` to ${count - 1}`}`;
