/** One client as the server knows it, over whatever connection: its calls, and the outcomes that it has not acknowledged. */
import type { Outcome } from '../../outcome.ts';
import { OutcomeBlock } from './outcome-block.ts';
import type { Refusal } from './refusal.ts';
import type { Turns, Waiting } from './turns.ts';
import { encodeHeader } from './wire.ts';

/** Where a client can be reached. */
export interface Connection {
  /** ZeroMQ's own name for it. */
  route: Buffer;
  key: string;
}

/** What a session needs of the server. */
export interface SessionHost {
  send: (connection: Connection, header: Buffer, block?: Buffer) => void;
  /** Has `flush` called, after this turn of the event loop. */
  flushSoon: (session: Session) => void;
  /** `count` more calls run or wait, or so many fewer. */
  count: (change: number) => void;
  bytes: (change: number) => void;
  level: () => string | null;
}

/** An `outcomes` message that is kept until it is acknowledged. */
export interface Kept {
  seq: number;
  frames: [header: Buffer, block: Buffer];
  calls: ClientCall[];
}

/** Outcomes travel together up to so many, and so many bytes. */
const MOST_OUTCOMES = 512;
const MOST_BYTES = 2 ** 20;

/** What is begun and what is there already have credits each: episodes can end while starts wait for their places. */
export type Account = 'new' | 'there';

export interface ClientCallParts {
  id: number;
  account: Account;
  /** What it takes of the client's credit. */
  bytes: number;
  /** Where it waits for its turn; without, it is begun at once. */
  turns: Turns | undefined;
}

/** Something that a client asked for and that is answered by an outcome, from then until that is acknowledged. */
export abstract class ClientCall implements Waiting {
  readonly session: Session;
  readonly id: number;
  readonly account: Account;
  readonly bytes: number;
  readonly #turns: Turns | undefined;
  readonly #askedMs = performance.now();
  #waitedMs = 0;
  #state: 'waiting' | 'running' | 'over' = 'waiting';
  /** The message that its outcome went with. */
  kept: Kept | undefined;

  constructor(session: Session, { id, account, bytes, turns }: ClientCallParts) {
    this.session = session;
    this.id = id;
    this.account = account;
    this.bytes = bytes;
    this.#turns = turns;
  }

  /** Lets it wait for its turn. */
  enqueue(): void {
    if (this.#turns === undefined) this.begin();
    else this.#turns.add(this.session, this);
  }

  begin(): void {
    this.#state = 'running';
    this.#waitedMs = performance.now() - this.#askedMs;
    this.run();
  }

  cancel(): void {
    if (this.#state === 'running') this.stop();
    if (this.#state !== 'waiting') return;
    this.#turns?.remove(this.session, this);
    this.drop();
  }

  /** Does what was asked for, and then calls `answer` or `refuse`. Throws nothing. */
  protected abstract run(): void;
  /** Asks for an early end. */
  protected abstract stop(): void;
  /** It was cancelled before its turn: answers that, without running. */
  protected abstract drop(): void;
  /** It is over: gives back what it held. */
  protected abstract release(): void;

  /** @param ran whether a worker had it, so that its duration tells how long such calls take */
  protected answer(outcome: Outcome, json: string, { done = false, ran = true } = {}): void {
    if (!this.#end(ran ? outcome.duration_ms : undefined)) return;
    // The module's clock began when it left the line of its client.
    outcome.queue_ms += ran ? this.#waitedMs : performance.now() - this.#askedMs;
    this.session.answer(this, outcome, json, done);
  }

  protected refuse(refusal: Refusal): void {
    if (this.#end(undefined)) this.session.refuse(this, refusal);
  }

  #end(durationMs: number | undefined): boolean {
    if (this.#state === 'over') return false;
    const ran = this.#state === 'running';
    this.#state = 'over';
    this.release();
    if (ran) this.#turns?.finished(durationMs);
    return true;
  }
}

export class Session {
  /** For the log: the session's own id is as good as a key to it. */
  readonly number: number;
  readonly name: string | undefined;
  readonly calls = new Map<number, ClientCall>();
  /** Episodes that end with it. */
  readonly episodes = new Set<string>();
  connection: Connection | undefined;
  heardMs = performance.now();
  /** Since when it is away. */
  awayMs: number | undefined;
  /** What its calls take of its credit. */
  bytes = 0;
  readonly taken: Record<Account, number> = { new: 0, there: 0 };
  /** Of the latest `outcomes`. */
  seq = 0;
  /** Nothing is told any more. */
  #over = false;
  readonly #host: SessionHost;
  readonly #kept: Kept[] = [];
  #ready: ClientCall[] = [];
  readonly #block = new OutcomeBlock();
  #refused: { refusal: Refusal; calls: number[] }[] = [];

  constructor(number: number, name: string | undefined, host: SessionHost) {
    this.number = number;
    this.name = name;
    this.#host = host;
  }

  /** Whether the client could still take something that it was sent. */
  get isOwed(): boolean {
    return this.connection !== undefined && this.#kept.length > 0;
  }

  get isOver(): boolean {
    return this.#over;
  }

  /** Lets it wait for its turn. */
  add(call: ClientCall): void {
    this.calls.set(call.id, call);
    this.bytes += call.bytes;
    this.taken[call.account]++;
    this.#host.count(1);
    this.#host.bytes(call.bytes);
    call.enqueue();
  }

  answer(call: ClientCall, outcome: Outcome, json: string, done: boolean): void {
    this.#host.count(-1);
    if (this.#over) return;
    this.#ready.push(call);
    this.#block.add(call.id, outcome, json, done);
    if (this.#ready.length === MOST_OUTCOMES || this.#block.length > MOST_BYTES) this.#keep();
    else this.#host.flushSoon(this);
  }

  /** The call is not run: it may be asked for again. */
  refuse(call: ClientCall, refusal: Refusal): void {
    this.#host.count(-1);
    if (this.#over) return;
    this.#forgetCall(call);
    const last = this.#refused.at(-1);
    if (last?.refusal.code === refusal.code && last.refusal.message === refusal.message)
      last.calls.push(call.id);
    else this.#refused.push({ refusal, calls: [call.id] });
    this.#host.flushSoon(this);
  }

  /** Sends what is ready. */
  flush(): void {
    if (this.#ready.length > 0) this.#keep();
    const refused = this.#refused;
    this.#refused = [];
    for (const { refusal, calls } of refused) this.tell({ ...refusal.header(), calls });
  }

  /** Sends a message, where there is a connection. */
  tell(header: Readonly<Record<string, unknown>>): void {
    if (this.connection !== undefined) this.#host.send(this.connection, encodeHeader(header));
  }

  /** The client has everything up to `seq`. */
  acknowledge(seq: number): void {
    let count = 0;
    for (const kept of this.#kept) {
      if (kept.seq > seq) break;
      for (const call of kept.calls) this.#forgetCall(call);
      count++;
    }
    if (count > 0) this.#kept.splice(0, count);
  }

  /** Sends kept ones again. @param only these; else all */
  resend(only?: ReadonlySet<Kept>): void {
    const { connection } = this;
    if (connection === undefined) return;
    for (const kept of this.#kept) if (only?.has(kept) ?? true) this.#host.send(connection, ...kept.frames);
  }

  /** Tells nothing more, and forgets what it kept. @returns the calls that are not over */
  end(): ClientCall[] {
    this.#over = true;
    this.#ready = [];
    this.#refused = [];
    this.#kept.length = 0;
    this.#host.bytes(-this.bytes);
    this.bytes = 0;
    const calls = [...this.calls.values()];
    this.calls.clear();
    return calls;
  }

  /** Sends what is ready, and keeps it. */
  #keep(): void {
    const calls = this.#ready;
    this.#ready = [];
    const level = this.#host.level();
    const header = encodeHeader({ type: 'outcomes', seq: ++this.seq, count: calls.length, level });
    const kept: Kept = { seq: this.seq, frames: [header, this.#block.take()], calls };
    for (const call of calls) call.kept = kept;
    this.#kept.push(kept);
    if (this.connection !== undefined) this.#host.send(this.connection, ...kept.frames);
  }

  #forgetCall(call: ClientCall): void {
    if (this.calls.get(call.id) !== call) return;
    this.calls.delete(call.id);
    this.bytes -= call.bytes;
    this.taken[call.account]--;
    this.#host.bytes(-call.bytes);
  }
}
