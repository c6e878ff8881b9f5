/** Of the strings that calls of one step return, five are kept: the same ones whatever order they come in. */
import { lastText } from '../../formats/prompt-text.ts';
import { shorten } from '../../formats/visible.ts';

export const SAMPLES = 5;
/** Characters of a value, and of a prompt, that are kept. */
const KEPT_CHARACTERS = 2_000;
/** So many bytes at the end of a text are hashed, and as many of all of it: it can be megabytes long. */
const HASHED = 32;
/** Longer rows are parsed at once, not kept until somebody asks. */
const KEPT_ROW = 16 * 2 ** 10;

export interface Sample {
  /** Decides who is kept: the smallest. */
  hash: number;
  /** What the user asked; null when the row has no prompt. */
  prompt: string | null;
  value: string;
}

/** What tells one call from another. */
export interface SampleSource {
  /** JSON text of the row. */
  row: Uint8Array;
  /** What the model wrote: the completion's JSON text, or an action. */
  said: Uint8Array | string;
  /** Number of a step in its episode. */
  at?: number;
}

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
export const sampleHash = ({ row, said, at = 0 }: SampleSource): number => {
  const bytes = typeof said === 'string' ? Buffer.from(said) : said;
  let hash = mixIn(mixIn(0x811c9dc5 ^ at, bytes), row);
  // The finalizer of MurmurHash3: those of texts that differ little are else alike.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** The prompt of one call, shared by its strings. Its row is parsed when somebody asks: few rows stay among the kept. */
export class Prompt {
  #row: Uint8Array | undefined;
  #text: string | null = null;

  constructor(row: Uint8Array) {
    const isLong = row.length > KEPT_ROW;
    this.#row = isLong ? row : Buffer.from(row); // a copy: it is part of a body, which may be large
    if (isLong) this.text();
  }

  static of(text: string | null): Prompt {
    const prompt = new Prompt(new Uint8Array());
    prompt.#row = undefined;
    prompt.#text = text;
    return prompt;
  }

  text(): string | null {
    const row = this.#row;
    this.#row = undefined;
    if (row !== undefined) this.#text = textOf(row);
    return this.#text;
  }
}

const textOf = (row: Uint8Array): string | null => {
  try {
    return (
      shorten(lastText(Buffer.from(row.buffer, row.byteOffset, row.byteLength)), KEPT_CHARACTERS) || null
    );
  } catch {
    return null; // no JSON object: whoever runs the call says so
  }
};

interface Kept {
  hash: number;
  prompt: Prompt;
  value: string;
}

export class Samples {
  /** Strings that there were. */
  n = 0;
  /** The smallest first. */
  readonly #kept: Kept[] = [];

  /** Goes on from what was written. */
  static of(n: number, samples: readonly Sample[]): Samples {
    const all = new Samples();
    all.n = n;
    for (const { hash, prompt, value } of samples) all.#kept.push({ hash, value, prompt: Prompt.of(prompt) });
    return all;
  }

  get kept(): Sample[] {
    return this.#kept.map(({ hash, prompt, value }) => ({ hash, prompt: prompt.text(), value }));
  }

  /** Of equal ones of equal calls, such as those that a client sends again, one is kept. */
  add(hash: number, value: string, prompt: () => Prompt): void {
    this.n++;
    const kept = this.#kept;
    const largest = kept[SAMPLES - 1];
    if (largest !== undefined && hash > largest.hash) return;
    const short = shorten(value, KEPT_CHARACTERS);
    let place = 0;
    for (; place < kept.length; place++) {
      const other = kept[place] as Kept;
      if (other.hash === hash && other.value === short) return;
      if (other.hash > hash || (other.hash === hash && other.value > short)) break;
    }
    if (place === SAMPLES) return;
    kept.splice(place, 0, { hash, prompt: prompt(), value: short });
    if (kept.length > SAMPLES) kept.pop();
  }
}
