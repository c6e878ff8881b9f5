/**
 * Writes a regular expression of Python in JavaScript's dialect, for tools that know only that one. It is nearly the same
 * expression, not exactly: what such a tool says of it is tried in Python afterwards.
 */

export interface TranslatedRegex {
  source: string;
  /** Of `i`, `m`, `s`. */
  flags: string;
}

const FLAGS: Readonly<Record<string, string>> = {
  IGNORECASE: 'i',
  MULTILINE: 'm',
  DOTALL: 's',
  VERBOSE: 'x',
};

const ESCAPES: Readonly<Record<string, string>> = { A: '^', Z: '$', a: '\\x07' };

class Translation {
  readonly #text: string;
  readonly flags: Set<string>;
  #at = 0;
  #written = '';

  constructor(text: string, flags: Set<string>) {
    this.#text = text;
    this.flags = flags;
  }

  run(): string {
    while (this.#at < this.#text.length) this.#next();
    return this.#written;
  }

  /** Takes what the pattern (sticky) matches here. */
  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text) ?? undefined;
    if (match !== undefined) this.#at = pattern.lastIndex;
    return match;
  }

  #next(): void {
    if (this.flags.has('x') && this.#take(/\s+|#[^\n]*\n?/y) !== undefined) return;
    const letter = this.#text[this.#at] ?? '';
    if (letter === '\\') this.#written += this.#escape(false);
    else if (letter === '[') this.#written += this.#class();
    else if (letter === '(') this.#written += this.#group();
    else this.#written += this.#quantifier() ?? this.#plain(letter);
  }

  #plain(letter: string): string {
    this.#at++;
    return letter === '/' ? '\\/' : letter;
  }

  #escape(inClass: boolean): string {
    const long = this.#take(/\\U([0-9a-fA-F]{8})/y);
    if (long !== undefined) {
      const text = String.fromCodePoint(Math.min(Number.parseInt(long[1] ?? '0', 16), 0x10ffff));
      return text
        .split('')
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join('');
    }
    if (this.#take(/\\N\{[^}]*\}/y) !== undefined) return 'x';
    const octal = this.#take(/\\(0[0-7]{0,2}|[1-7][0-7]{2})/y);
    if (octal !== undefined) {
      const code = Number.parseInt(octal[1] ?? '0', 8) & 0xff;
      return `\\x${code.toString(16).padStart(2, '0')}`;
    }
    const letter = this.#text[this.#at + 1] ?? '\\';
    this.#at += 2;
    return (inClass ? undefined : ESCAPES[letter]) ?? `\\${letter}`;
  }

  #class(): string {
    let written = this.#take(/\[\^?/y)?.[0] ?? '[';
    // In Python a bracket that comes first is one of the characters.
    if (this.#take(/\]/y) !== undefined) written += '\\]';
    while (this.#at < this.#text.length) {
      const letter = this.#text[this.#at] ?? '';
      if (letter === '\\') {
        written += this.#escape(true);
        continue;
      }
      this.#at++;
      written += letter === '[' || letter === '/' ? `\\${letter}` : letter;
      if (letter === ']') break;
    }
    return written;
  }

  #group(): string {
    if (this.#take(/\(\?#[^)]*\)/y) !== undefined) return '';
    const global = this.#take(/\(\?([aiLmsux]+)\)/y);
    if (global !== undefined) return this.#set(global[1] ?? '', '');
    const scoped = this.#take(/\(\?([aiLmsux]*)(?:-[imsx]+)?:/y);
    if (scoped !== undefined) return this.#set((scoped[1] ?? '').replace('x', ''), '(?:');
    const named = this.#take(/\(\?P<(\w+)>/y);
    if (named !== undefined) return `(?<${named[1]}>`;
    const reference = this.#take(/\(\?P=(\w+)\)/y);
    if (reference !== undefined) return `\\k<${reference[1]}>`;
    // An atomic group backtracks less than what it is written as here; a condition takes one of its two ways.
    if (this.#take(/\(\?>|\(\?\((?:\w+)\)/y) !== undefined) return '(?:';
    return this.#take(/\(\?<?[=!]|\(/y)?.[0] ?? '(';
  }

  #set(letters: string, written: string): string {
    for (const letter of letters) if ('imsx'.includes(letter)) this.flags.add(letter);
    return written;
  }

  /** `{,3}` is `{0,3}`; possessive ones are written as greedy ones. */
  #quantifier(): string | undefined {
    const found = this.#take(/(?:[*+?]|\{(\d*),(\d*)\}|\{(\d+)\})([?+]?)/y);
    if (found === undefined) return undefined;
    const [whole, least, most, exact, kind] = found;
    const lazy = kind === '?' ? '?' : '';
    if (exact !== undefined) return `{${exact}}${lazy}`;
    if (least === undefined) return `${whole[0]}${lazy}`;
    return least === '' && most === '' ? `\\{,\\}${kind ?? ''}` : `{${least || '0'},${most ?? ''}}${lazy}`;
  }
}

/**
 * @param flags names of Python's flags: `IGNORECASE|DOTALL`
 * @returns undefined when JavaScript has nothing like it
 */
export const translateRegex = (pattern: string, flags: string): TranslatedRegex | undefined => {
  const set = new Set(flags.split('|').flatMap((name) => FLAGS[name] ?? []));
  // Global flags may stand behind what they change, in old Python.
  for (const [, letters] of pattern.matchAll(/\(\?([aiLmsux]+)\)/g))
    if (letters?.includes('x') === true) set.add('x');
  const translation = new Translation(pattern, set);
  const source = translation.run();
  const letters = [...translation.flags].filter((letter) => letter !== 'x').sort();
  try {
    new RegExp(source, letters.join(''));
  } catch {
    return undefined;
  }
  return { source, flags: letters.join('') };
};
