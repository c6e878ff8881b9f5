/**
 * Finds the first character that makes a text no JSON, and says why in words for people.
 * Accepts exactly what both `JSON.parse` and Python's `json.loads` accept: strict JSON without `NaN`, and without
 * integers of more digits than Python converts. Only run on lines that are already known to be bad or suspicious.
 */
import { visible } from '../text/visible.ts';

/** Deeper nesting is refused: Python's own JSON reader gives up soon after. */
export const MAX_DEPTH = 500;
/** Python refuses to convert longer integers (`sys.int_info.default_max_str_digits`). */
export const MAX_INTEGER_DIGITS = 4300;

export interface JsonFault {
  /** Position of the first bad character, in UTF-16 units; the length of the text when it ends too early. */
  offset: number;
  /** Where the bad part ends, when it is longer than one character. */
  end: number;
  reason: string;
  help: string | undefined;
  /** Of the field or element in which it is. */
  path: readonly (string | number)[];
}

/** 1-based column of a position: characters, not bytes or UTF-16 units, as editors count. */
export const columnAt = (text: string, offset: number): number => {
  let column = 1;
  for (let at = 0; at < offset; column++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return column;
};

/** @param whole what the text is called: `line`, `body`, `file`. @returns the first fault, or null when it is JSON. */
export const findJsonFault = (text: string, whole = 'line'): JsonFault | null => {
  try {
    new Scanner(text, whole).document();
    return null;
  } catch (error) {
    if (error instanceof Found) return error.fault;
    throw error;
  }
};

class Found {
  readonly fault: JsonFault;
  constructor(fault: JsonFault) {
    this.fault = fault;
  }
}

const PYTHON_WORDS: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
  undefined: 'null',
};
const NOT_FINITE = new Set(['NaN', 'Infinity', '-Infinity', '-NaN']);

class Scanner {
  readonly #text: string;
  readonly #whole: string;
  #at = 0;
  readonly #path: (string | number)[] = [];

  constructor(text: string, whole: string) {
    this.#text = text;
    this.#whole = whole;
  }

  document(): void {
    if (this.#text.startsWith('\ufeff')) this.#fail(0, 'a byte order mark (U+FEFF) in front of the value');
    this.#value(0);
    this.#space();
    if (this.#at < this.#text.length) {
      this.#fail(this.#at, `${this.#here()} after the end of the value`, {
        help: `${this.#whole === 'line' ? 'each' : 'the'} ${this.#whole} holds exactly one JSON object`,
      });
    }
  }

  #fail(offset: number, reason: string, extra: { end?: number; help?: string } = {}): never {
    throw new Found({ offset, end: extra.end ?? offset + 1, reason, help: extra.help, path: this.#path });
  }

  #space(): void {
    for (; ; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x09 && code !== 0x0d && code !== 0x0a) return;
    }
  }

  /** What stands at the current position, for a sentence. */
  #here(): string {
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) return `the end of the ${this.#whole}`;
    const shown = visible(String.fromCodePoint(code));
    return shown === String.fromCodePoint(code)
      ? `unexpected \`${shown}\``
      : `unexpected character ${codeName(code)}`;
  }

  #ends(opened: number, what: string): never {
    return this.#fail(
      this.#text.length,
      `the ${this.#whole} ends inside the ${what} that starts at column ${columnAt(this.#text, opened)}`,
    );
  }

  #word(): string {
    const pattern = /[A-Za-z_$][\w$]*/y;
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0] ?? '';
  }

  #value(depth: number): void {
    this.#space();
    const character = this.#text[this.#at];
    if (character === '{' || character === '[') {
      if (depth >= MAX_DEPTH) this.#fail(this.#at, `nested more than ${MAX_DEPTH} levels deep`);
      this.#members(character === '{' ? '}' : ']', depth + 1);
    } else if (character === '"') this.#string();
    else if (character === '-' || (character !== undefined && character >= '0' && character <= '9'))
      this.#number();
    else this.#literal(character);
  }

  #literal(character: string | undefined): void {
    const word = this.#word();
    const end = this.#at + word.length;
    if (word === 'true' || word === 'false' || word === 'null') {
      this.#at = end;
      return;
    }
    if (character === undefined) this.#fail(this.#at, `the ${this.#whole} ends where a value is expected`);
    if (NOT_FINITE.has(word)) this.#notFinite(this.#at, end);
    const json = PYTHON_WORDS[word];
    if (json !== undefined)
      this.#fail(this.#at, `\`${word}\` is not JSON`, { end, help: `JSON writes \`${json}\`` });
    if (word !== '')
      this.#fail(this.#at, `\`${word}\` is not a JSON value`, { end, help: 'text needs double quotes' });
    if (character === "'") this.#singleQuote();
    if (character === '/' || character === '#') this.#fail(this.#at, 'JSON has no comments');
    this.#fail(this.#at, `${this.#here()} where a value is expected`, numberHint(character));
  }

  #singleQuote(): never {
    return this.#fail(this.#at, "JSON strings need double quotes, got `'`", {
      help: 'write the line with `json.dumps`, not `str`',
    });
  }

  #notFinite(start: number, end: number): never {
    const word = this.#text.slice(start, end);
    const help =
      'use null, or a number; Python writes such lines unless `json.dumps(..., allow_nan=False)` is used';
    return this.#fail(start, `\`${word}\` is not JSON, which has no such number`, { end, help });
  }

  #members(closing: '}' | ']', depth: number): void {
    const isObject = closing === '}';
    const what = isObject ? 'object' : 'array';
    const opened = this.#at++;
    this.#space();
    if (this.#text[this.#at] === closing) {
      this.#at++;
      return;
    }
    for (let index = 0; ; index++) {
      if (this.#at >= this.#text.length) this.#ends(opened, what);
      this.#path.push(isObject ? this.#name(opened) : index);
      this.#value(depth);
      this.#path.pop();
      if (this.#closes(closing, opened, what)) return;
      this.#space();
      if (this.#text[this.#at] === closing)
        this.#fail(
          this.#at,
          `a comma before \`${closing}\`: the last ${isObject ? 'field' : 'element'} must not be followed by one`,
        );
    }
  }

  /** With the colon behind it. */
  #name(opened: number): string {
    const start = this.#at;
    this.#key();
    const name: string = JSON.parse(this.#text.slice(start, this.#at));
    this.#space();
    if (this.#at >= this.#text.length) this.#ends(opened, 'object');
    if (this.#text[this.#at] !== ':')
      this.#fail(this.#at, `${this.#here()} after a key, where \`:\` is expected`);
    this.#at++;
    return name;
  }

  #key(): void {
    const character = this.#text[this.#at];
    if (character === '"') {
      this.#string();
      return;
    }
    if (character === "'") this.#singleQuote();
    const word = this.#word();
    if (word !== '')
      this.#fail(this.#at, `the key \`${word}\` needs double quotes`, { end: this.#at + word.length });
    this.#fail(this.#at, `${this.#here()} where a key in double quotes is expected`);
  }

  /** After a member: true at the closing bracket, false at a comma. */
  #closes(bracket: string, opened: number, what: string): boolean {
    this.#space();
    const character = this.#text[this.#at];
    if (character === undefined) this.#ends(opened, what);
    if (character !== bracket && character !== ',') {
      this.#fail(this.#at, `${this.#here()} where \`,\` or \`${bracket}\` is expected`);
    }
    this.#at++;
    return character === bracket;
  }

  #string(): void {
    const opened = this.#at++;
    for (; ; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (Number.isNaN(code)) this.#ends(opened, 'string');
      if (code === 0x22) break;
      if (code < 0x20) {
        const help = `write it as \`${JSON.stringify(String.fromCharCode(code)).slice(1, -1)}\``;
        this.#fail(this.#at, `raw control character ${codeName(code)} inside a string`, { help });
      }
      if (code === 0x5c) this.#escape(opened);
    }
    this.#at++;
  }

  #escape(opened: number): void {
    const start = this.#at++;
    const character = this.#text[this.#at];
    if (character === undefined) this.#ends(opened, 'string');
    if (character === 'u') {
      for (let digit = 0; digit < 4; digit++) {
        this.#at++;
        if (this.#at >= this.#text.length) this.#ends(opened, 'string');
        if (!/[0-9a-fA-F]/.test(this.#text.charAt(this.#at))) {
          this.#fail(this.#at, `${this.#here()} where a hexadecimal digit of \`\\u\` is expected`);
        }
      }
    } else if (!'"\\/bfnrt'.includes(character)) {
      const help = 'a backslash that is meant as itself is written `\\\\`';
      this.#fail(start, `\`\\${visible(character)}\` is not a JSON escape`, { end: start + 2, help });
    }
  }

  #number(): void {
    const start = this.#at;
    if (this.#text[this.#at] === '-') this.#at++;
    const word = this.#word();
    if (NOT_FINITE.has(word)) this.#notFinite(start, this.#at + word.length);
    const integerAt = this.#at;
    const digits = this.#digits('a digit');
    if (digits > 1 && this.#text[integerAt] === '0')
      this.#fail(integerAt, 'a number must not start with a needless `0`');
    let whole = true;
    if (this.#text[this.#at] === '.') {
      this.#at++;
      this.#digits('a digit after the decimal point');
      whole = false;
    }
    if (this.#text[this.#at] === 'e' || this.#text[this.#at] === 'E') {
      this.#at++;
      if (this.#text[this.#at] === '+' || this.#text[this.#at] === '-') this.#at++;
      this.#digits('a digit of the exponent');
      whole = false;
    }
    if (whole && digits > MAX_INTEGER_DIGITS) {
      const reason = `an integer of ${digits} digits: Python reads at most ${MAX_INTEGER_DIGITS}`;
      this.#fail(integerAt, reason, { end: this.#at, help: 'write it as a string' });
    }
  }

  #digits(wanted: string): number {
    const start = this.#at;
    for (; ; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (!(code >= 0x30 && code <= 0x39)) break;
    }
    if (this.#at === start) {
      const found = this.#at < this.#text.length ? this.#here() : `the ${this.#whole} ends`;
      this.#fail(this.#at, `${found} where ${wanted} is expected`);
    }
    return this.#at - start;
  }
}

const codeName = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;

const numberHint = (character: string): { help?: string } => {
  if (character === '+') return { help: 'numbers are written without `+`' };
  return character === '.' ? { help: 'numbers need a digit before the point: `0.5`' } : {};
};
