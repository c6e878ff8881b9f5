/** A host's lease of one cap: how many calls it may begin, and until when. Knows no sockets. */
import { Gate } from '../../module/calls/gate.ts';
import { LEASE_MS, type LeaseAsk } from './keeper.ts';

/** Calls that wait for so long without a lease are lost. */
const PATIENCE_MS = 30_000;
/** An answer may take so long. To ask again before would make it worthless. */
const ANSWER_MS = 2_000;

/** Two clocks: one stands still while a machine is suspended, the other may be set. Whichever says later counts. */
export interface Clock {
  steadyMs: number;
  wallMs: number;
}

export const clock = (): Clock => ({ steadyMs: performance.now(), wallMs: Date.now() });

const since = (then: Clock, now: Clock): number =>
  Math.max(now.steadyMs - then.steadyMs, now.wallMs - then.wallMs);

export interface HolderOptions {
  /** The module. */
  name: string;
  cap: number;
  callMs: number;
  /** This host: other ones have others. */
  holder: string;
  /** Calls that it could run now. */
  wanted: () => number;
  /** Ends calls that have waited for too long. */
  loseWaiting: (message: string) => void;
}

export class Holder {
  readonly gate = new Gate();
  readonly #options: HolderOptions;
  #seq = 0;
  #asked: Clock | undefined;
  /** Whether the latest ask has no answer. */
  #isOpen = false;
  #leased: Clock | undefined;
  readonly #started: Clock;
  #why = 'it has not answered yet';

  constructor(options: HolderOptions, now: Clock = clock()) {
    this.#options = options;
    this.#started = now;
  }

  get name(): string {
    return this.#options.name;
  }

  /** Whether an answer to the latest ask may still come. */
  awaits(now: Clock = clock()): boolean {
    return this.#isOpen && this.#asked !== undefined && since(this.#asked, now) < ANSWER_MS;
  }

  /** What to ask for now. */
  ask(now: Clock = clock()): LeaseAsk {
    const { name, cap, callMs, holder, wanted } = this.#options;
    this.look(now);
    this.#asked = now;
    this.#isOpen = true;
    const { limit, taken } = this.gate;
    return {
      name,
      cap,
      callMs,
      holder,
      seq: ++this.#seq,
      wanted: Math.max(taken, wanted()),
      held: Math.max(taken, limit),
    };
  }

  /**
   * An answer. Only that to the latest ask counts: an older one may have been taken back since.
   * @param why there is no lease once no further answer comes
   */
  granted(seq: number, limit: number, why = this.#why): void {
    if (seq !== this.#seq || this.#asked === undefined) return;
    this.#isOpen = false;
    this.#leased = this.#asked;
    this.#why = why;
    this.gate.limit = limit;
  }

  /** There is no lease, for this reason. */
  refused(why: string): void {
    this.#isOpen = false;
    this.#why = why;
  }

  /** Begins no further call once the lease is over. */
  look(now: Clock = clock()): void {
    if (this.#leased !== undefined && since(this.#leased, now) < LEASE_MS) return;
    this.gate.limit = 0;
    if (since(this.#leased ?? this.#started, now) > PATIENCE_MS)
      this.#options.loseWaiting(this.trouble(now) ?? '');
  }

  /** Why no call can begin, in words; undefined while there is a lease, or may soon be one. */
  trouble(now: Clock = clock()): string | undefined {
    const silentMs = since(this.#leased ?? this.#started, now);
    if (silentMs < LEASE_MS) return undefined;
    const seconds = Math.round(silentMs / 1000);
    return `no lease of the fleet's cap of ${this.#options.cap} for ${seconds} s: ${this.#why}`;
  }
}
