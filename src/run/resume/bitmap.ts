/** A set of small whole numbers, one bit each. */
export class Bitmap {
  readonly #bytes: Uint8Array;

  /** Holds numbers from 0 to `size` - 1. */
  constructor(size: number) {
    this.#bytes = new Uint8Array(Math.ceil(size / 8));
  }

  has(number: number): boolean {
    return ((this.#bytes[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }

  add(number: number): void {
    this.#bytes[number >> 3] = (this.#bytes[number >> 3] ?? 0) | (1 << (number & 7));
  }
}
