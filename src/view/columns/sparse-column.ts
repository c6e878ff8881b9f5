/** Numbers of some rows of a table: of 10,000 keys that each have one row, one row each is held. */

export class SparseColumn {
  readonly #width: number;
  /** Rows that have a value, ascending. */
  readonly rows: number[] = [];
  readonly #data: number[] = [];

  /** @param width numbers of one row */
  constructor(width: number) {
    this.#width = width;
  }

  get(position: number, at: number): number {
    return this.#data[position * this.#width + at] as number;
  }

  set(row: number, values: readonly number[]): void {
    const position = this.#find(row);
    const isThere = this.rows[position] === row;
    if (!isThere) {
      if (position === this.rows.length) this.rows.push(row);
      else this.rows.splice(position, 0, row);
    }
    const start = position * this.#width;
    if (!isThere && start < this.#data.length) this.#data.splice(start, 0, ...values);
    else for (let at = 0; at < this.#width; at++) this.#data[start + at] = values[at] as number;
  }

  /** Sum of one number over all rows. */
  sum(at: number): number {
    let sum = 0;
    for (let position = 0; position < this.rows.length; position++) sum += this.get(position, at);
    return sum;
  }

  #find(row: number): number {
    const { rows } = this;
    if ((rows.at(-1) ?? -1) < row) return rows.length; // nearly always it is the newest
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((rows[middle] as number) < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
