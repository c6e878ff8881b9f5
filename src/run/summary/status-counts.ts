/** How many there are of each status. */
import { STATUSES, type Status } from '../../outcome.ts';

export class StatusCounts {
  readonly #counts = new Map<Status, number>();

  /** Those that came so far, for a display. */
  get live(): ReadonlyMap<Status, number> {
    return this.#counts;
  }

  add(status: Status): void {
    this.#counts.set(status, (this.#counts.get(status) ?? 0) + 1);
  }

  /** All statuses, also those that never came. */
  all(): Record<Status, number> {
    const counts = STATUSES.map((status) => [status, this.#counts.get(status) ?? 0] as const);
    return Object.fromEntries(counts) as Record<Status, number>;
  }
}
