/**
 * A map from keys to numbers that lives outside the JavaScript heap: the keys' bytes end to end in one buffer and
 * an open-addressing table of their positions. A `Map` of a million strings would need 100 MB of heap; this needs 30.
 */

export class KeyTable {
  #bytes = Buffer.allocUnsafeSlow(1 << 12);
  #used = 0;
  /** Per entry: where its key starts (the next entry's start is its end), and its value. */
  #starts = new Uint32Array(1 << 6);
  #values = new Uint32Array(1 << 6);
  /** Entry number + 1 per slot; 0 is free. Always a power of two, at most half full. */
  #slots = new Uint32Array(1 << 7);
  #count = 0;

  get size(): number {
    return this.#count;
  }

  /** @returns the value under `key`, or undefined. */
  get(key: string): number | undefined {
    const slot = this.#slotOf(Buffer.from(key));
    const entry = this.#slots[slot] as number;
    return entry === 0 ? undefined : this.#values[entry - 1];
  }

  /** Adds a key that is not there yet. @returns the value it already has, or undefined when it was added. */
  add(key: string, value: number): number | undefined {
    const bytes = Buffer.from(key);
    let slot = this.#slotOf(bytes);
    const entry = this.#slots[slot] as number;
    if (entry !== 0) return this.#values[entry - 1];
    if (this.#count + 1 >= this.#starts.length) this.#growEntries();
    if (2 * (this.#count + 1) > this.#slots.length) {
      this.#growSlots();
      slot = this.#slotOf(bytes);
    }
    this.#reserve(bytes.length);
    bytes.copy(this.#bytes, this.#used);
    this.#used += bytes.length;
    this.#values[this.#count] = value;
    this.#starts[this.#count + 1] = this.#used;
    this.#slots[slot] = ++this.#count;
    return undefined;
  }

  /** The keys in the order in which they were added. */
  *keys(): Generator<string> {
    for (let entry = 0; entry < this.#count; entry++) yield this.keyAt(entry);
  }

  /** The key that was added as number `entry`, from 0. */
  keyAt(entry: number): string {
    return this.#key(entry).toString();
  }

  #key(entry: number): Buffer {
    return this.#bytes.subarray(this.#starts[entry], this.#starts[entry + 1]);
  }

  /** The slot that holds the key, or the free one where it belongs. */
  #slotOf(key: Buffer): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash(key) & mask; ; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot] as number;
      if (entry === 0 || this.#key(entry - 1).equals(key)) return slot;
    }
  }

  #reserve(length: number): void {
    if (this.#used + length <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(2 * (this.#used + length));
    this.#bytes.copy(grown, 0, 0, this.#used);
    this.#bytes = grown;
  }

  #growEntries(): void {
    const starts = new Uint32Array(2 * this.#starts.length);
    starts.set(this.#starts);
    this.#starts = starts;
    const values = new Uint32Array(2 * this.#values.length);
    values.set(this.#values);
    this.#values = values;
  }

  #growSlots(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length);
    for (let entry = 0; entry < this.#count; entry++) this.#slots[this.#slotOf(this.#key(entry))] = entry + 1;
  }
}

/** FNV-1a, with a final mix so that the low bits are good. */
const hash = (key: Buffer): number => {
  let value = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) value = Math.imul(value ^ (key[at] as number), 0x01000193);
  value ^= value >>> 15;
  return Math.imul(value, 0x2c1b3c6d) >>> 0;
};
