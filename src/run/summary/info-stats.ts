/** What becomes of the values in `info`: numbers are averaged, of strings five samples are kept. */

import { Moments, type MomentsSummary } from '../../formats/statistics.ts';
import { oneLine } from '../../formats/text/visible.ts';
import type { ScoredRow } from '../output/row.ts';

export const SAMPLES = 5;
const KEPT_CHARACTERS = 300;
/** A module that invents a new name for every row must not fill the memory; further names are only counted. */
const MAX_NAMES = 100;

export interface Sample {
  index: number;
  step?: number;
  id: string | null;
  promptLine: number;
  value: string;
}

interface Candidate extends Sample {
  hash: number;
}

export interface StringStats {
  count: number;
  samples: Sample[];
}

export class InfoStats {
  readonly #numbers = new Map<string, Moments>();
  readonly #strings = new Map<string, { count: number; kept: Candidate[] }>();
  /** Values under names beyond the first hundred. */
  leftOut = 0;

  add(row: ScoredRow): void {
    for (const [name, value] of Object.entries(row.outcome.info)) {
      if (typeof value === 'string') this.#addString(name, value, row);
      else if (Number.isFinite(value)) this.#addNumber(name, value);
    }
  }

  numbers(): Map<string, MomentsSummary> {
    const summaries = [...this.#numbers].map(([name, moments]) => [name, moments.summary()] as const);
    return new Map(summaries.filter((entry): entry is [string, MomentsSummary] => entry[1] !== null));
  }

  strings(): Map<string, StringStats> {
    return new Map(
      [...this.#strings].map(([name, { count, kept }]) => {
        const samples = kept
          .map(({ hash: _hash, ...sample }) => sample)
          .sort((a, b) => a.index - b.index || (a.step ?? 0) - (b.step ?? 0));
        return [name, { count, samples }];
      }),
    );
  }

  #addNumber(name: string, value: number): void {
    const moments = this.#entry(this.#numbers, name, () => new Moments());
    moments?.add(value);
  }

  /** The rows with the smallest hashes: a uniform sample that is the same whatever order rows finish in. */
  #addString(name: string, value: string, { index, id, promptLine, step }: ScoredRow): void {
    const entry = this.#entry(this.#strings, name, () => ({ count: 0, kept: [] as Candidate[] }));
    if (entry === undefined) return;
    entry.count++;
    const hash = sampleHash(name, step === undefined ? index : `${index}:${step}`);
    const place = { index, id, promptLine, ...(step === undefined ? {} : { step }) };
    const { kept } = entry;
    const largest = kept.at(-1);
    if (kept.length === SAMPLES && largest !== undefined && compare(largest, { hash, ...place }) < 0) return;
    kept.push({ ...place, value: oneLine(value, KEPT_CHARACTERS), hash });
    kept.sort(compare);
    if (kept.length > SAMPLES) kept.pop();
  }

  #entry<Value>(entries: Map<string, Value>, name: string, make: () => Value): Value | undefined {
    const found = entries.get(name);
    if (found !== undefined) return found;
    if (entries.size >= MAX_NAMES) {
      this.leftOut++;
      return undefined;
    }
    const made = make();
    entries.set(name, made);
    return made;
  }
}

type Order = Pick<Candidate, 'hash' | 'index' | 'step'>;

const compare = (a: Order, b: Order): number =>
  a.hash - b.hash || a.index - b.index || (a.step ?? 0) - (b.step ?? 0);

/** FNV-1a of name and index, then the finalizer of MurmurHash3, without which neighbours get similar values. */
export const sampleHash = (name: string, index: number | string): number => {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(`${name}\0${index}`)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};
