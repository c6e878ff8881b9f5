/** The rows that a run has shown: of any call it is asked what it would be paid on some of the others. */
import { hash } from 'node:crypto';
import { members, nameOf, wholeValue } from '../formats/json/json-locate.ts';
import { lastText } from '../formats/rows/prompt-text.ts';
import { oneLine } from '../formats/text/visible.ts';

/** Distinct rows that are kept, those with the smallest hash, so that the order of calls does not matter. */
const MOST_ROWS = 256;
/** Bytes of one row, and of all. */
const LARGEST_ROW = 2 ** 20;
const MOST_BYTES = 32 * 2 ** 20;
/** It belongs to the question, not to what answers are compared with. */
const PROMPT = 'prompt';

/** Of all that matters here the first 12 hexadecimal digits decide. */
export const hashOf = (...parts: readonly (Uint8Array | string)[]): string =>
  parts.length === 1
    ? hash('sha1', parts[0] as string, 'hex')
    : hash('sha1', parts.map((part) => hash('sha1', part as string, 'hex')).join(), 'hex');

export interface Row {
  hash: string;
  text: string;
  /** For people: its `id`, else the start of its prompt. */
  label: string;
  prompt: string | null;
  /** JSON text of each field but the prompt. */
  fields: ReadonlyMap<string, string>;
}

/** Undefined when the text is no JSON object. */
export const rowOf = (bytes: Uint8Array, rowHash = hashOf(bytes)): Row | undefined => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const text = buffer.toString();
    const value = JSON.parse(text) as Record<string, unknown>;
    const prompt = lastText(buffer) || null;
    const id = value.id;
    const named = typeof id === 'string' || typeof id === 'number' ? oneLine(String(id), 80) : undefined;
    const fields = new Map<string, string>();
    for (const { key, value: at } of members(text, wholeValue(text))) {
      if (key === undefined) return undefined;
      const name = nameOf(text, key);
      if (name !== PROMPT) fields.set(name, text.slice(at.start, at.end));
    }
    const label = named ?? oneLine(prompt ?? text, 60);
    return { hash: rowHash, text, label, prompt, fields };
  } catch {
    return undefined;
  }
};

/** Fields in which two rows agree, of those that both have. */
export const agreeing = (one: Row, other: Row): string[] =>
  [...one.fields].filter(([name, value]) => other.fields.get(name) === value).map(([name]) => name);

/** The other row's private fields beside the own prompt; where there are no private fields, all of the other row. */
export const foreignText = (own: Row, other: Row): string => {
  const asked = spanOf(own.text, PROMPT);
  const place = spanOf(other.text, PROMPT);
  if (other.fields.size === 0 || asked === undefined || place === undefined) return other.text;
  return (
    other.text.slice(0, place.start) + own.text.slice(asked.start, asked.end) + other.text.slice(place.end)
  );
};

const spanOf = (text: string, field: string): { start: number; end: number } | undefined =>
  [...members(text, wholeValue(text))].findLast(({ key }) => key !== undefined && nameOf(text, key) === field)
    ?.value;

/** The own row, with one field of another. */
export const swappedText = (own: Row, field: string, value: string): string => {
  const place = spanOf(own.text, field);
  return place === undefined ? own.text : own.text.slice(0, place.start) + value + own.text.slice(place.end);
};

export class Rows {
  readonly #byHash = new Map<string, Row>();
  #bytes = 0;
  #largest = '';

  get size(): number {
    return this.#byHash.size;
  }

  get(rowHash: string): Row | undefined {
    return this.#byHash.get(rowHash);
  }

  see(bytes: Uint8Array, rowHash: string): void {
    if (this.#byHash.has(rowHash) || bytes.length > LARGEST_ROW) return;
    if (this.#byHash.size >= MOST_ROWS && rowHash > this.#largest) return;
    const row = rowOf(bytes, rowHash);
    if (row === undefined) return;
    this.#byHash.set(rowHash, row);
    this.#bytes += row.text.length;
    while (this.#byHash.size > MOST_ROWS || this.#bytes > MOST_BYTES) {
      const [last] = [...this.#byHash.keys()].sort().slice(-1) as [string];
      this.#bytes -= (this.#byHash.get(last) as Row).text.length;
      this.#byHash.delete(last);
    }
    this.#largest = [...this.#byHash.keys()].reduce((one, other) => (one > other ? one : other), '');
  }

  /**
   * Rows other than `own`, drawn by hash: first those that differ in each of the fields, where there are such.
   * @param draw what the draw is for, so that it repeats
   */
  others(own: Row, draw: string, count: number, deciding: ReadonlySet<string>): Row[] {
    const ownPrivate = [...own.fields.values()].join();
    return [...this.#byHash.values()]
      .filter(
        (row) =>
          row.hash !== own.hash && (own.fields.size === 0 || [...row.fields.values()].join() !== ownPrivate),
      )
      .map((row) => ({
        row,
        at: hashOf(draw, row.hash),
        same: agreeing(own, row).some((name) => deciding.has(name)),
      }))
      .sort((a, b) => Number(a.same) - Number(b.same) || (a.at < b.at ? -1 : 1))
      .slice(0, count)
      .map(({ row }) => row);
  }

  /**
   * A field to try with another row's value, drawn by hash; undefined where there is none that whole rows do not try.
   * @param isTelling which fields come into question
   */
  swap(
    own: Row,
    draw: string,
    isTelling: (field: string) => boolean,
  ): { field: string; row: Row } | undefined {
    if (own.fields.size < 2) return undefined;
    const fields = [...own.fields.keys()]
      .filter(isTelling)
      .sort((a, b) => (hashOf(draw, a) < hashOf(draw, b) ? -1 : 1));
    for (const field of fields) {
      const row = [...this.#byHash.values()]
        .filter((other) => other.fields.has(field) && other.fields.get(field) !== own.fields.get(field))
        .map((other) => ({ other, at: hashOf(draw, field, other.hash) }))
        .sort((a, b) => (a.at < b.at ? -1 : 1))[0]?.other;
      if (row !== undefined) return { field, row };
    }
    return undefined;
  }

  /** Some of all, drawn by hash. */
  some(draw: string, count: number): Row[] {
    return [...this.#byHash.values()]
      .map((row) => ({ row, at: hashOf(draw, row.hash) }))
      .sort((a, b) => (a.at < b.at ? -1 : 1))
      .slice(0, count)
      .map(({ row }) => row);
  }
}
