/** Calls that are kept with what was asked, said and returned: a line of `rows.jsonl` each. */
import { z } from 'zod';
import { contentText, lastTextOf } from '../../formats/rows/prompt-text.ts';
import { shorten } from '../../formats/text/visible.ts';
import { type Outcome, STATUSES } from '../../outcome.ts';
import type { Place } from './step-index.ts';

/** Characters that are kept: of a prompt or a value, and of a completion. */
export const KEPT_CHARACTERS = 2_000;
export const KEPT_COMPLETION = 4_000;
/** Names of `info` that a kept call has. */
const MOST_NAMES = 64;
/** Bytes of a row that is kept as it is, to try the call again. */
const KEPT_KWARGS = 4 * 2 ** 10;
/** Longer texts are parsed at once, not kept until somebody asks. */
const KEPT_BYTES = 16 * 2 ** 10;

/** What tells one call from another. */
export interface SampleSource {
  /** JSON text of the row. */
  row: Uint8Array;
  /** What the model wrote: the completion's JSON text, or an action; null where it is not known. */
  said: Uint8Array | string | null;
  /** Tells calls apart of which nothing else is known. */
  mark?: number;
  /** Number of a step in its episode. */
  at?: number;
  /** 1-based lines of the prompt file and of the completions file, where they are known. */
  line?: number | undefined;
  completionLine?: number | undefined;
}

const infoValue = z.union([z.string(), z.number(), z.null()]);
export const keptRow = z.object({
  hash: z.int().describe('Tells calls of one step apart; the random samples are those with the smallest.'),
  prompt: z.string().nullable().describe('What the user asked, cut; null when the row has no `prompt`.'),
  prompt_chars: z.int(),
  completion: z.string().nullable().describe('What the model wrote, cut; of an episode the action.'),
  completion_chars: z.int(),
  reward: z.number().nullable(),
  status: z.enum(STATUSES),
  duration_ms: z.number(),
  line: z.int().nullable().describe('1-based line of the prompt file.'),
  completion_line: z.int().nullable().describe('1-based line of the completions file.'),
  id: z.string().nullable(),
  info: z.record(z.string(), infoValue),
  chars: z.record(z.string(), z.int()).optional().describe('Lengths of values of `info` that are cut.'),
  at: z.int().nullable().describe('Number of the step in its episode.'),
  error: z.object({ type: z.string(), message: z.string() }).nullable(),
  kwargs: z.unknown().optional().describe('The row, where it is small.'),
});
export type KeptRow = z.output<typeof keptRow>;

interface Asked {
  prompt: string | null;
  prompt_chars: number;
  id: string | null;
  kwargs?: unknown;
}
interface Said {
  completion: string | null;
  completion_chars: number;
}

const NO_ROW: Asked = { prompt: null, prompt_chars: 0, id: null };

const askedOf = (row: Uint8Array): Asked => {
  try {
    const bytes = Buffer.from(row.buffer, row.byteOffset, row.byteLength);
    const value = JSON.parse(bytes.toString()) as { id?: unknown; prompt?: unknown };
    const { id, prompt } = value;
    const text = lastTextOf(prompt);
    return {
      prompt: shorten(text, KEPT_CHARACTERS) || null,
      prompt_chars: text.length,
      id: typeof id === 'string' || typeof id === 'number' ? shorten(String(id), 200) : null,
      ...(row.length <= KEPT_KWARGS ? { kwargs: value } : {}),
    };
  } catch {
    return NO_ROW; // no JSON object: whoever runs the call says so
  }
};

const saidOf = (said: Uint8Array | string | null): Said => {
  if (said === null) return { completion: null, completion_chars: 0 };
  let text: string;
  if (typeof said === 'string') text = said;
  else {
    try {
      text = completionText(
        JSON.parse(Buffer.from(said.buffer, said.byteOffset, said.byteLength).toString()),
      );
    } catch {
      text = Buffer.from(said).toString();
    }
  }
  return { completion: shorten(text, KEPT_COMPLETION), completion_chars: text.length };
};

/** Of messages, what the last one of the assistant says. */
export const completionText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return JSON.stringify(value) ?? '';
  const messages = value as ({ role?: unknown; content?: unknown } | null)[];
  const last = messages.findLast((message) => message?.role === 'assistant') ?? messages.at(-1);
  return contentText(last?.content) || JSON.stringify(value);
};

/** A text that is parsed when somebody asks: of those that are kept for a moment few stay. */
class Later<T> {
  #bytes: Uint8Array | undefined;
  #value: T | undefined;
  readonly #parse: (bytes: Uint8Array) => T;

  constructor(bytes: Uint8Array, parse: (bytes: Uint8Array) => T) {
    this.#parse = parse;
    if (bytes.length > KEPT_BYTES) this.#value = parse(bytes);
    else this.#bytes = Buffer.from(bytes); // a copy: it is part of a body, which may be large
  }

  get value(): T {
    this.#value ??= this.#parse(this.#bytes ?? new Uint8Array());
    this.#bytes = undefined;
    return this.#value;
  }
}

export class KeptCall {
  readonly hash: number;
  /** Where it is in the file, once it is. */
  place: Place | undefined;
  readonly #row: () => KeptRow;
  #made: KeptRow | undefined;

  private constructor(hash: number, row: () => KeptRow) {
    this.hash = hash;
    this.#row = row;
  }

  /** What was written before. */
  static of(row: KeptRow, place: Place | undefined): KeptCall {
    const kept = new KeptCall(row.hash, () => row);
    kept.place = place;
    return kept;
  }

  static from(hash: number, source: SampleSource, outcome: Outcome): KeptCall {
    const asked = new Later(source.row, askedOf);
    const { said } = source;
    const later =
      said === null || typeof said === 'string' ? { value: saidOf(said) } : new Later(said, saidOf);
    const { info, chars } = cutInfo(outcome.info);
    const { status, reward, duration_ms, error } = outcome;
    const { at = null, line = null, completionLine = null } = source;
    return new KeptCall(hash, () => ({
      hash,
      ...asked.value,
      ...later.value,
      reward,
      status,
      duration_ms: Math.round(duration_ms * 1_000) / 1_000,
      line,
      completion_line: completionLine,
      info,
      ...(chars === undefined ? {} : { chars }),
      at,
      error: error && { type: shorten(error.type, 200), message: shorten(error.message, 500) },
    }));
  }

  get row(): KeptRow {
    this.#made ??= this.#row();
    return this.#made;
  }
}

const cutInfo = (info: Outcome['info']): Pick<KeptRow, 'info' | 'chars'> => {
  if (isShort(info)) return { info: { ...info } };
  const entries: [string, string | number | null][] = [];
  const chars: [string, number][] = [];
  for (const name in info) {
    if (entries.length >= MOST_NAMES) break;
    const value = info[name] as string | number;
    if (typeof value === 'number') entries.push([name, Number.isFinite(value) ? value : null]);
    else {
      entries.push([name, shorten(value, KEPT_CHARACTERS)]);
      if (value.length > KEPT_CHARACTERS) chars.push([name, value.length]);
    }
  }
  // fromEntries makes properties of its own, also of a key named `__proto__`.
  return {
    info: Object.fromEntries(entries),
    ...(chars.length === 0 ? {} : { chars: Object.fromEntries(chars) }),
  };
};

/** Whether nothing of it has to be cut, as is mostly so. */
const isShort = (info: Outcome['info']): boolean => {
  let names = 0;
  for (const name in info) {
    const value = info[name] as string | number;
    if (typeof value === 'number' ? !Number.isFinite(value) : value.length > KEPT_CHARACTERS) return false;
    if (++names > MOST_NAMES) return false;
  }
  return true;
};

/** So many bytes at the end of a text are hashed, and as many of all of it: it can be megabytes long. */
const HASHED = 32;

/** FNV-1a of the length, of the end and of bytes from everywhere. Equal ones of different texts do no harm. */
const mixIn = (start: number, bytes: Uint8Array): number => {
  const { length } = bytes;
  let hash = Math.imul(start ^ length, 0x01000193);
  const end = Math.max(0, length - HASHED);
  for (let at = end; at < length; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  const stride = Math.ceil(end / HASHED) || 1;
  for (let at = 0; at < end; at += stride) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return hash;
};

/** Of the content only, so that the same calls are kept in every run. */
export const sampleHash = ({ row, said, at = 0, mark = 0 }: SampleSource): number => {
  const bytes = said === null || typeof said === 'string' ? Buffer.from(said ?? '') : said;
  let hash = mixIn(mixIn(0x811c9dc5 ^ at ^ Math.imul(mark, 0x9e3779b1), bytes), row);
  // The finalizer of MurmurHash3: those of texts that differ little are else alike.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};
