/** Which values of a string come most often, in bounded memory (Misra and Gries 1982). */

/** Values that are counted at the same time. */
const COUNTED = 16;
/** Of those so many are told. */
export const TOLD = 5;
/** Longer values are told apart by their beginning and their length. */
const KEPT_CHARACTERS = 200;

export interface FrequentValue {
  value: string;
  /** Its whole length. */
  chars: number;
  /** It came so often at least; what is missing is at most `spare` of the record. */
  count: number;
}

export interface ValuesRecord {
  values: FrequentValue[];
  /** By how much each count may be too small; 0 when they are exact. */
  spare: number;
}

export class Values {
  readonly #counts = new Map<string, { chars: number; count: number }>();
  #spare = 0;

  /** Goes on from what was written. */
  static of({ values, spare }: ValuesRecord): Values {
    const all = new Values();
    for (const { value, chars, count } of values) all.#counts.set(keyOf(value, chars), { chars, count });
    // What was not told may have been counted as often as the last that was.
    all.#spare = values.length < TOLD ? spare : spare + (values.at(-1)?.count ?? 0);
    return all;
  }

  add(value: string): void {
    const chars = value.length;
    const key = keyOf(value, chars);
    const entry = this.#counts.get(key);
    if (entry !== undefined) entry.count++;
    else if (this.#counts.size < COUNTED) this.#counts.set(key, { chars, count: 1 });
    else {
      this.#spare++;
      for (const [other, counted] of this.#counts) {
        counted.count--;
        if (counted.count === 0) this.#counts.delete(other);
      }
    }
  }

  record(): ValuesRecord {
    const values = [...this.#counts]
      .map(([key, { chars, count }]) => ({
        value: key.slice(0, Math.min(chars, KEPT_CHARACTERS)),
        chars,
        count,
      }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, TOLD);
    return { values, spare: this.#spare };
  }
}

const keyOf = (value: string, chars: number): string =>
  chars > KEPT_CHARACTERS ? `${value.slice(0, KEPT_CHARACTERS)}\n${chars}` : value;
