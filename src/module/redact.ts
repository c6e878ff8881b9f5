/**
 * Takes the values of secrets out of everything that a module's sandbox says, before anybody sees it. Against accidents
 * (a header in a traceback, a printed client), not against code that means to hide a value.
 */
import { isDeepStrictEqual } from 'node:util';
import type { AgentEvents } from '../agent/agent.ts';
import type { AgentMessage, ResultTail } from '../protocol/messages.ts';

/** Shorter values are not looked for: they would be found in innocent text everywhere. */
const SHORTEST_SECRET = 6;
/** Of a value that a limit has cut in two, what is left is recognised from this length on. */
const SHORTEST_PART = 4;
/** Lines of a value with several are looked for by themselves from this length on. */
const SHORTEST_LINE = 16;

export type Redact = <T>(value: T) => T;

/** Events of an agent without secrets in them; those in the tails of results are left to who decodes them. */
export const redactEvents = (events: AgentEvents, redact: Redact | undefined): AgentEvents =>
  redact === undefined
    ? events
    : {
        onMessage: (message, block) => events.onMessage(redactMessage(message, redact), block),
        onExit: (description, ...rest) => events.onExit(redact(description), ...rest),
      };

/** The parts of a result without secrets in them; an observation stays JSON, and as Python wrote it where it has none. */
export const redactTail =
  (redact: Redact) =>
  (tail: ResultTail): ResultTail => {
    const { observation_json: json, ...rest } = tail;
    return json === undefined
      ? redact(rest)
      : { ...redact(rest), observation_json: redactJson(json, redact) };
  };

const redactJson = (json: string, redact: Redact): string => {
  const value: unknown = JSON.parse(json);
  const seen = redact(value);
  return isDeepStrictEqual(value, seen) ? json : JSON.stringify(seen);
};

/** The words by which messages are told apart stay. */
const redactMessage = (message: AgentMessage, redact: Redact): AgentMessage =>
  message.type === 'load_failed'
    ? { ...redact(message), type: message.type, reason: message.reason }
    : ({ ...redact(message), type: message.type } as AgentMessage);

/** What stands where a text was cut: as worker and agent write it, and as faulthandler cuts the names of files. */
const CUT = /\n?\[truncated: \d+ (?:more|earlier) (?:bytes|characters)\]\n?|['"]?…|\.\.\.(?=", line \d)/g;
/** Strings of this length and more may have been cut at their end, with a word about it elsewhere. */
const MAYBE_CUT = 2 ** 16;

/**
 * A function that replaces each value by `[NAME]` in every string in what it is given, keys included; undefined when
 * there is nothing to look for.
 */
export const makeRedact = (secrets: Readonly<Record<string, string>>): Redact | undefined => {
  const names = new Map<string, string>();
  for (const [name, value] of Object.entries(secrets)) {
    for (const form of formsOf(value)) if (!names.has(form)) names.set(form, name);
  }
  if (names.size === 0) return undefined;
  // Longest first: where one form holds another, all of it has to go.
  const forms = [...names.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(
    forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'),
    'g',
  );
  const inText = (text: string): string =>
    withoutParts(
      text.replace(pattern, (form) => `[${names.get(form) ?? ''}]`),
      forms,
      names,
    );
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return inText(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [inText(key), walk(inner)]));
  };
  return <T>(value: T): T => walk(value) as T;
};

/** What to say about the values that are too short to be looked for. */
export const shortSecrets = (secrets: Readonly<Record<string, string>>): string[] =>
  Object.keys(secrets)
    .filter((name) => (secrets[name]?.trim().length ?? 0) < SHORTEST_SECRET)
    .map(
      (name) =>
        `the value of ${name} is shorter than ${SHORTEST_SECRET} characters: it is not taken out of output and results`,
    );

/** How a value is written: as it is, and as URLs, JSON, Python, base64 and hexadecimal digits write it. */
const formsOf = (value: string): Set<string> => {
  const forms = new Set<string>();
  const plain = value.trim();
  const parts = plain.split(/\r?\n/).map((line) => line.trim());
  for (const part of new Set([value, plain, ...parts.filter((line) => line.length >= SHORTEST_LINE)])) {
    if (part.trim().length < SHORTEST_SECRET) continue;
    const bytes = Buffer.from(part);
    const written = [part, ascii(part, '\\u'), ascii(part, '\\x'), bytesLiteral(bytes)];
    const once = written.flatMap(escaped);
    const twice = [...new Set(once)].flatMap(escaped); // JSON in JSON, as in the body of a request that is logged
    written.push(...once, ...twice, ...quotedForms(part), ...base64Forms(bytes));
    written.push(bytes.toString('hex'), bytes.toString('hex').toUpperCase());
    for (const form of written) if (form.length >= SHORTEST_SECRET) forms.add(form);
  }
  return forms;
};

/** As URLs have it: as JavaScript, Python (with and without `/`) and forms write it. */
const quotedForms = (text: string): string[] => {
  const loosely = encodeURIComponent(text);
  const strictly = loosely.replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return [loosely, strictly, strictly.replaceAll('%2F', '/'), strictly.replaceAll('%20', '+')].flatMap(
    (quoted) => [quoted, quoted.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())],
  );
};

/** As JSON has it, and as Python's `repr` has it. */
const escaped = (text: string): string[] => {
  const json = JSON.stringify(text).slice(1, -1);
  const all = [json, ascii(json, '\\u'), ascii(json, '\\x')];
  return [...all, ...all.map((each) => each.replaceAll('\\"', '"'))];
};

/** With everything beyond ASCII as `\uXXXX`, or as `\xXX` where that will do. */
const ascii = (text: string, shortest: '\\u' | '\\x'): string =>
  text.replace(/[\u0080-\uffff]/g, (letter) => {
    const digits = letter.charCodeAt(0).toString(16);
    return shortest === '\\x' && digits.length === 2 ? `\\x${digits}` : `\\u${digits.padStart(4, '0')}`;
  });

/** What `repr` makes of bytes. */
const bytesLiteral = (bytes: Buffer): string =>
  [...bytes]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      if (letter === '\\') return '\\\\';
      return byte >= 32 && byte < 127 ? letter : `\\x${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');

/** Base64 of a text that has the value somewhere in it: three ways, by where it begins; only what is certain of each. */
const base64Forms = (bytes: Buffer): string[] =>
  [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const uncertainEnd = (before + bytes.length) % 3 === 0 ? 0 : 1;
    const certain = text.slice(before === 0 ? 0 : before + 1, text.length - uncertainEnd);
    return [certain, certain.replaceAll('+', '-').replaceAll('/', '_')];
  });

/** Where a text was cut, the beginning of a value may stand before the cut, or the end of one behind it. */
const withoutParts = (text: string, forms: readonly string[], names: ReadonlyMap<string, string>): string => {
  const maybeCut = text.length >= MAYBE_CUT;
  if (!maybeCut && text.search(CUT) === -1) return text;
  const pieces: string[] = [];
  let from = 0;
  for (const match of text.matchAll(CUT)) {
    pieces.push(text.slice(from, match.index), match[0]);
    from = match.index + match[0].length;
  }
  pieces.push(text.slice(from));
  return pieces
    .map((piece, index) => {
      if (index % 2 === 1) return piece; // the mark of the cut
      const ended = maybeCut || index < pieces.length - 1 ? withoutStart(piece, forms, names) : piece;
      return index > 0 ? withoutEnd(ended, forms, names) : ended;
    })
    .join('');
};

/** Without the first letters of a value at its end. */
const withoutStart = (text: string, forms: readonly string[], names: ReadonlyMap<string, string>): string => {
  for (const form of forms) {
    const start = form.slice(0, SHORTEST_PART);
    let at = text.indexOf(start, Math.max(0, text.length - form.length + 1));
    for (; at !== -1; at = text.indexOf(start, at + 1)) {
      if (form.startsWith(text.slice(at))) return `${text.slice(0, at)}[${names.get(form) ?? ''}]`;
    }
  }
  return text;
};

/** Without the last letters of a value at its beginning. */
const withoutEnd = (text: string, forms: readonly string[], names: ReadonlyMap<string, string>): string => {
  for (const form of forms) {
    const end = form.slice(-SHORTEST_PART);
    let at = text.lastIndexOf(end, form.length - SHORTEST_PART);
    for (; at !== -1; at = at === 0 ? -1 : text.lastIndexOf(end, at - 1)) {
      if (form.endsWith(text.slice(0, at + SHORTEST_PART)))
        return `[${names.get(form) ?? ''}]${text.slice(at + SHORTEST_PART)}`;
    }
  }
  return text;
};
