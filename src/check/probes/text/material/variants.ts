/** The same right answer, written in other ways: what a robust function pays as much (S13 to S17). */
import { unique } from '../../../lists.ts';
import { filler } from './filler.ts';

/** A way to write an answer. */
export interface Variant {
  /** `whitespace`, `case`, `unicode`, `number format`, `verbosity`. */
  family: 'whitespace' | 'case' | 'unicode' | 'number format' | 'verbosity';
  /** `trailing newline`, for people. */
  name: string;
  completion: string;
}

type Wrap = (answer: string) => string;

/** Every variant of a wrapped answer that differs from it. */
export const variantsOf = (gold: string, wrap: Wrap): readonly Variant[] => {
  const honest = wrap(gold);
  const all = [
    ...whitespace(gold, wrap),
    ...letterCase(gold, wrap),
    ...unicode(gold, wrap),
    ...numberFormats(gold, wrap),
    ...verbosity(gold, wrap),
  ];
  const seen = new Set([honest]);
  return all.filter(({ completion }) => {
    if (seen.has(completion)) return false;
    seen.add(completion);
    return true;
  });
};

const whitespace = (gold: string, wrap: Wrap): Variant[] =>
  named('whitespace', [
    ['spaces around', wrap(` ${gold} `)],
    ['line breaks around', wrap(`\n${gold}\n`)],
    ['CRLF', wrap(`\r\n${gold}\r\n`)],
    ['no-break space', wrap(`${gold}\u00a0`)],
    ['trailing newline', `${wrap(gold)}\n`],
    ['leading blank line', `\n\n${wrap(gold)}`],
    ...(gold.includes(' ') ? [['double spaces', wrap(gold.replaceAll(' ', '  '))] as const] : []),
  ]);

const letterCase = (gold: string, wrap: Wrap): Variant[] =>
  named('case', [
    ['lower case', wrap(gold.toLowerCase())],
    ['upper case', wrap(gold.toUpperCase())],
  ]);

const unicode = (gold: string, wrap: Wrap): Variant[] =>
  named('unicode', [
    [
      'full-width digits',
      wrap(gold.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))),
    ],
    ['minus sign', wrap(gold.replace(/^-/, '\u2212'))],
    ['decomposed', wrap(gold.normalize('NFD'))],
    ['zero-width space', wrap(`${gold}\u200b`)],
    ['curly quotes', wrap(gold.replaceAll("'", '\u2019'))],
  ]);

const numberFormats = (gold: string, wrap: Wrap): Variant[] => {
  if (!/^-?\d{1,15}(\.\d{1,10})?$/.test(gold)) return [];
  const [whole = '', places] = gold.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return named('number format', [
    ['with a decimal place', wrap(places === undefined ? `${gold}.0` : `${gold}0`)],
    ['grouped', wrap(places === undefined ? grouped : `${grouped}.${places}`)],
    ['with a plus', wrap(gold.startsWith('-') ? gold : `+${gold}`)],
    ['scientific', wrap(Number(gold).toExponential())],
    ['with a dollar sign', wrap(gold.startsWith('-') ? gold : `$${gold}`)],
    ['in mathematics', wrap(`$${gold}$`)],
    ['with a full stop', wrap(`${gold}.`)],
  ]);
};

const verbosity = (gold: string, wrap: Wrap): Variant[] =>
  named('verbosity', [
    ['a sentence before', `Let me think about this. ${wrap(gold)}`],
    ['1,000 characters before', `${filler(1_000)}\n${wrap(gold)}`],
    ['1,000 characters after', `${wrap(gold)}\n${filler(1_000)}`],
    ['a sentence after', `${wrap(gold)} That is all.`],
  ]);

const named = (family: Variant['family'], all: readonly (readonly [string, string])[]): Variant[] =>
  all.map(([name, completion]) => ({ family, name, completion }));

/** Answers that are almost right: of the same kind, one digit, letter, word or item away. Wrong for every sound function. */
export const nearMisses = (gold: string): string[] => {
  if (/^-?\d+$/.test(gold)) return around(BigInt(gold));
  if (/^-?\d*\.\d+$/.test(gold)) {
    const value = Number(gold);
    return unique(
      [value + 1, value - 1, value * 1.5 || 1.5].map((number) => String(Number(number.toPrecision(10)))),
    );
  }
  if (/^[A-Z]$/i.test(gold)) {
    const code = gold.charCodeAt(0);
    return [String.fromCharCode(code + 1), String.fromCharCode(/a/i.test(gold) ? code + 2 : code - 1)];
  }
  if (/^(true|false|yes|no)$/i.test(gold)) return [OPPOSITES[gold.toLowerCase()] ?? 'no'];
  const items = gold.split(', ');
  if (items.length > 1) return [items.slice(0, -1).join(', '), [...items, 'other'].join(', ')];
  const middle = Math.floor(gold.length / 2);
  return unique([`${gold.slice(0, middle)}q${gold.slice(middle + 1)}`, gold.slice(0, -1), `${gold}q`]).filter(
    (text) => text !== '' && text !== gold,
  );
};

const OPPOSITES: Readonly<Record<string, string>> = { true: 'False', false: 'True', yes: 'no', no: 'yes' };

const around = (value: bigint): string[] => unique([value + 1n, value - 1n, value + 10n].map(String));
