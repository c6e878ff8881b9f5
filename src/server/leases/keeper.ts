/**
 * Grants the shares of caps that hold for a whole fleet. Nothing here knows sockets, so a test can run it in virtual time.
 *
 * What a host was granted counts against the cap until the host says that it holds less, or until its lease has run out
 * and the longest call that it may have begun before is over. So the sum never exceeds the cap, whatever gets lost.
 */

/** A lease lasts so long after the host asked for it. */
export const LEASE_MS = 5_000;
/** How much later than its deadline a call may be over: handing over, killing, clocks. */
const MARGIN_MS = 2_000;
/** Where a cap is smaller than the number of hosts, another one has its turn after so long. */
const TURN_MS = 2_000;
/** Caps of which something is held. */
const MOST_CAPS = 1_000;

/** What a host says of one cap. */
export interface LeaseAsk {
  /** What is capped. */
  name: string;
  /** Calls that may run at the same time, on all hosts together. */
  cap: number;
  /** The host: another one after each start. */
  holder: string;
  /** Counts its asks. */
  seq: number;
  /** Calls that it could run now. */
  wanted: number;
  /** Calls that it runs, or may begin by its lease: whichever is more. */
  held: number;
  /** How long one call may take, in milliseconds. */
  callMs: number;
}

interface Holder {
  seq: number;
  /** At most so many run there. */
  held: number;
  wanted: number;
  /** From then on it holds nothing. */
  goneMs: number;
}

interface Cap {
  cap: number;
  callMs: number;
  readonly holders: Map<string, Holder>;
}

export class Keeper {
  readonly #caps = new Map<string, Cap>();
  readonly #now: () => number;
  readonly #startedMs: number;

  /** @param now milliseconds of a clock that is never set back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#startedMs = now();
  }

  /**
   * @returns how many calls the host may run; undefined: it has asked again meanwhile, and gets an answer to that
   * @throws Error when the host has another cap than the others, or there are too many caps
   */
  grant(ask: LeaseAsk): number | undefined {
    const now = this.#now();
    const cap = this.#capOf(ask, now);
    const before = cap.holders.get(ask.holder);
    if (before !== undefined && ask.seq <= before.seq) return undefined;
    const { seq, wanted, held, holder } = ask;
    const there: Holder = { seq, wanted, held, goneMs: now + LEASE_MS + cap.callMs + MARGIN_MS };
    cap.holders.set(holder, there);
    const limit = this.#isNew(cap, now)
      ? held
      : Math.min(this.#share(cap, holder, now), this.#free(cap, holder));
    there.held = Math.max(held, limit);
    return Math.min(limit, cap.cap);
  }

  /** What hosts hold of a cap. */
  held(name: string): number {
    let sum = 0;
    for (const { held } of this.#caps.get(name)?.holders.values() ?? []) sum += held;
    return sum;
  }

  #capOf({ name, cap, callMs }: LeaseAsk, now: number): Cap {
    let found = this.#caps.get(name);
    if (found !== undefined)
      for (const [holder, { goneMs }] of found.holders) if (now >= goneMs) found.holders.delete(holder);
    if (found === undefined || found.holders.size === 0) {
      if (found === undefined && this.#caps.size >= MOST_CAPS) this.#dropUnheld(now);
      found = { cap, callMs, holders: new Map() };
      this.#caps.set(name, found);
    }
    if (found.cap !== cap)
      throw new Error(`the cap of \`${name}\` is ${found.cap} on other hosts, and ${cap} on this one`);
    found.callMs = Math.max(found.callMs, callMs);
    return found;
  }

  /** @throws Error when all caps have holders */
  #dropUnheld(now: number): void {
    for (const [name, { holders }] of this.#caps)
      if ([...holders.values()].every(({ goneMs }) => now >= goneMs)) this.#caps.delete(name);
    if (this.#caps.size >= MOST_CAPS) throw new Error(`there are ${MOST_CAPS} caps already`);
  }

  /** Another keeper before this one may have granted what this one does not know of. */
  #isNew({ callMs }: Cap, now: number): boolean {
    return now < this.#startedMs + LEASE_MS + callMs + MARGIN_MS;
  }

  #free({ cap, holders }: Cap, holder: string): number {
    let free = cap;
    for (const [name, { held }] of holders) if (name !== holder) free -= held;
    return Math.max(0, free);
  }

  /** As many as it wants, if there are; else as many as each other one gets who wants more. What is left is spread. */
  #share({ cap, holders }: Cap, holder: string, now: number): number {
    const all = [...holders].sort(([a], [b]) => (a < b ? -1 : 1));
    const first = Math.floor(now / TURN_MS) % all.length;
    const line = [...all.slice(first), ...all.slice(0, first)];
    const shares = new Map(line.map(([name]) => [name, 0]));
    let left = cap;
    for (const isSpare of [false, true]) {
      let hungry = line;
      while (left > 0 && hungry.length > 0) {
        const each = Math.max(1, Math.floor(left / hungry.length));
        for (const [name, { wanted }] of hungry) {
          const has = shares.get(name) ?? 0;
          const more = Math.min(left, each, isSpare ? each : wanted - has);
          shares.set(name, has + more);
          left -= more;
        }
        hungry = hungry.filter(([name, { wanted }]) => isSpare || wanted > (shares.get(name) ?? 0));
      }
    }
    return shares.get(holder) ?? 0;
  }
}
