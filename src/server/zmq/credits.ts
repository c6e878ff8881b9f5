/** How much clients may have asked for without having taken the outcomes. */
import { Refusal } from './refusal.ts';
import type { Account, Session } from './session.ts';

/** One client may have that many times the largest message, */
const MESSAGES = 4;
/** and all together that many times as much. */
const CLIENTS = 4;

export class Credits {
  /** Of one client, for each account. */
  readonly calls: number;
  /** Of one client. */
  readonly bytes: number;
  /** Bytes of all clients. */
  taken = 0;

  constructor(calls: number, maxMessage: number) {
    this.calls = calls;
    this.bytes = MESSAGES * maxMessage;
  }

  /**
   * To be asked before each call is looked at.
   * @throws Refusal `credits` for more calls than a client ever has credits for
   */
  mustFit(calls: number): void {
    if (calls <= this.calls) return;
    throw new Refusal('credits', `${calls} calls in one message; a client has ${this.calls} credits`);
  }

  /** @throws Refusal `credits`, `busy` when a client has no credit for so much, or all together have too much */
  mustHave(session: Session, account: Account, calls: number, bytes: number): void {
    const help = 'wait for outcomes, and acknowledge them';
    const taken = session.taken[account];
    if (taken + calls > this.calls)
      throw new Refusal('credits', `${calls} more calls; ${taken} of ${this.calls} credits are taken`, {
        help,
      });
    if (session.bytes + bytes > this.bytes)
      throw new Refusal('credits', `${bytes} more bytes; ${session.bytes} of ${this.bytes} are taken`, {
        help,
      });
    if (this.taken + bytes > CLIENTS * this.bytes)
      throw new Refusal('busy', 'Too many bytes of calls are waiting, of all clients together');
  }
}
