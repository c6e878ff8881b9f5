/** Groups: the calls of one row. Where all of a group are paid the same, there is nothing to learn from it. */

/** Beyond so many rows of one step, further ones are in no group. */
const MOST_GROUPS = 8_192;
/** Of longer rows so many bytes are hashed, from everywhere in them. */
const HASHED = 4_096;

export interface GroupsRecord {
  /** Groups of at least two rewards. */
  n: number;
  /** Those of them whose rewards are all equal. */
  equal: number;
}

interface Group {
  first: number;
  isEqual: boolean;
  isSingle: boolean;
}

export class Groups {
  readonly #groups = new Map<number, Group>();
  #n = 0;
  #equal = 0;
  /** Calls of one row mostly come one behind the other: comparing bytes costs less than hashing them. */
  #lastRow: Uint8Array = new Uint8Array();
  #last: Group | undefined;
  /** Of the row that was looked for last. */
  #hash = 0;

  /** Goes on from what was written; calls of the rows of then begin new groups. */
  static of({ n, equal }: GroupsRecord): Groups {
    const groups = new Groups();
    groups.#n = n;
    groups.#equal = equal;
    return groups;
  }

  add(row: Uint8Array, reward: number): void {
    const group = this.#known(row) ?? this.#begin(row, reward);
    if (group === undefined) return;
    if (group.isSingle) {
      group.isSingle = false;
      this.#n++;
      this.#equal++;
    }
    if (group.isEqual && reward !== group.first) {
      group.isEqual = false;
      this.#equal--;
    }
  }

  record(): GroupsRecord {
    return { n: this.#n, equal: this.#equal };
  }

  #known(row: Uint8Array): Group | undefined {
    if (this.#last !== undefined && Buffer.compare(row, this.#lastRow) === 0) return this.#last;
    const hash = hashOf(row);
    this.#hash = hash;
    const group = this.#groups.get(hash);
    if (group !== undefined) this.#remember(row, group);
    return group;
  }

  /** The first of its group: there is nothing to compare it with. */
  #begin(row: Uint8Array, first: number): undefined {
    if (this.#groups.size >= MOST_GROUPS) return;
    const group = { first, isEqual: true, isSingle: true };
    this.#groups.set(this.#hash, group);
    this.#remember(row, group);
  }

  #remember(row: Uint8Array, group: Group): void {
    this.#last = group;
    this.#lastRow = Buffer.from(row); // a copy: it is part of a body
  }
}

/** FNV-1a of two halves, as one number of 52 bits. */
const hashOf = (row: Uint8Array): number => {
  let low = 0x811c9dc5 ^ row.length;
  let high = 0x01000193;
  const stride = Math.ceil(row.length / HASHED) || 1;
  for (let at = 0; at < row.length; at += stride) {
    const byte = row[at] as number;
    low = Math.imul(low ^ byte, 0x01000193);
    high = Math.imul(high ^ byte ^ (low >>> 24), 0x01000193);
  }
  return (low >>> 0) + (high & 0xfffff) * 2 ** 32;
};
