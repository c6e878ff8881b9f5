/** A client of the serving protocol, as plain as can be: it reads docs/serving-protocol.md by itself. */
import { randomBytes } from 'node:crypto';
import { Packr } from 'msgpackr';
import { Dealer } from 'zeromq';
import { STATUSES } from '../../src/outcome.ts';

const packr = new Packr({ useRecords: false, variableMapSize: true, int64AsType: 'number' });

export const pack = (value: unknown): Buffer => packr.pack(value);

export interface Message {
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: what comes back is looked at, not worked with
  header: any;
  block: Buffer | undefined;
}

export interface ToldOutcome {
  call: number;
  status: string;
  reward: number | null;
  fresh: boolean;
  done: boolean;
  duration_ms: number;
  queue_ms: number;
  cpu_ms: number;
  max_rss_bytes: number;
  json: string;
  // biome-ignore lint/suspicious/noExplicitAny: what comes back is looked at, not worked with
  more: any;
}

export interface SentCall {
  call: number;
  row?: string;
  completion: string;
  seed?: number;
  flags?: number;
}

/** @param completion JSON text */
export const callFrame = ({ call, row = '{}', completion, seed, flags }: SentCall): Buffer => {
  const texts = [Buffer.from(row), Buffer.from(completion)] as const;
  const head = Buffer.alloc(25);
  head.writeUInt32LE(25 + texts[0].length + texts[1].length, 0);
  head.writeBigUInt64LE(BigInt(call), 4);
  head.writeUInt8(flags ?? (seed === undefined ? 0 : 2), 12);
  head.writeBigInt64LE(BigInt(seed ?? 0), 13);
  head.writeUInt32LE(texts[0].length, 21);
  return Buffer.concat([head, ...texts]);
};

export const outcomesIn = (block: Buffer): ToldOutcome[] => {
  const outcomes: ToldOutcome[] = [];
  for (let offset = 0; offset < block.length; ) {
    const size = block.readUInt32LE(offset);
    const flags = block.readUInt8(offset + 13);
    const json = block.toString('utf8', offset + 54, offset + size);
    outcomes.push({
      call: Number(block.readBigUInt64LE(offset + 4)),
      status: STATUSES[block.readUInt8(offset + 12)] as string,
      reward: (flags & 1) === 0 ? null : block.readDoubleLE(offset + 14),
      fresh: (flags & 2) !== 0,
      done: (flags & 4) !== 0,
      duration_ms: block.readDoubleLE(offset + 22),
      queue_ms: block.readDoubleLE(offset + 30),
      cpu_ms: block.readDoubleLE(offset + 38),
      max_rss_bytes: Number(block.readBigUInt64LE(offset + 46)),
      json,
      more: json === '' ? {} : JSON.parse(json),
    });
    offset += size;
  }
  return outcomes;
};

export class ZmqClient {
  readonly session: Buffer;
  readonly messages: Message[] = [];
  /** By call, each time that one came. */
  readonly outcomes = new Map<number, ToldOutcome[]>();
  /** `seq` of the latest `outcomes`. */
  seq = 0;
  /** Acknowledges by itself. */
  acks = true;
  readonly #endpoint: string;
  readonly #dealer: Dealer;
  readonly #wakes = new Set<() => void>();
  #unsent: (Buffer | string)[][] = [];
  #sending = false;
  #closed = false;

  constructor(endpoint: string, session: Buffer = randomBytes(16), options: object = {}) {
    this.#endpoint = endpoint;
    this.session = session;
    this.#dealer = new Dealer({ linger: 0, ...options });
    this.#dealer.connect(endpoint);
    void this.#receive();
  }

  /** Another connection with the same session: what a client that lost its own does. */
  again(): ZmqClient {
    const client = new ZmqClient(this.#endpoint, this.session);
    client.seq = this.seq;
    return client;
  }

  send(header: object, block?: Buffer | string): void {
    this.sendFrames(block === undefined ? [pack(header)] : [pack(header), block]);
  }

  sendFrames(frames: (Buffer | string)[]): void {
    this.#unsent.push(frames);
    if (!this.#sending) void this.#sendAll();
  }

  // biome-ignore lint/suspicious/noExplicitAny: what comes back is looked at, not worked with
  async hello(more: object = {}): Promise<any> {
    const from = this.messages.length;
    this.send({ type: 'hello', protocol: 1, session: this.session, ack: this.seq, ...more });
    const { header } = await this.next(({ type }) => type === 'welcome' || type === 'error', from);
    return header;
  }

  score(calls: readonly SentCall[], more: object = {}): void {
    this.send({ type: 'score', count: calls.length, ...more }, Buffer.concat(calls.map(callFrame)));
  }

  /** What is asked for by one message, once it has its outcome. */
  async ask(header: { type: string; call: number }, block?: string): Promise<ToldOutcome> {
    const from = this.messages.length;
    this.send(header, block);
    const refused = ({ type, header: told }: Message): boolean =>
      type === 'error' && (told.calls ?? []).includes(header.call);
    await this.until(() => this.outcomes.has(header.call) || this.messages.slice(from).some(refused));
    const error = this.messages.slice(from).find(refused);
    if (error !== undefined) throw Object.assign(new Error(error.header.message), error.header);
    return this.first(header.call);
  }

  first(call: number): ToldOutcome {
    const [outcome] = this.outcomes.get(call) ?? [];
    if (outcome === undefined) throw new Error(`no outcome of ${call}`);
    return outcome;
  }

  /** Waits for outcomes of these calls. */
  async all(calls: Iterable<number>): Promise<ToldOutcome[]> {
    const ids = [...calls];
    await this.until(() => ids.every((id) => this.outcomes.has(id)));
    return ids.map((id) => this.first(id));
  }

  /** The first message from there on that fits; waits for it. */
  async next(fits: (message: Message) => boolean, from = 0): Promise<Message> {
    let found: Message | undefined;
    await this.until(() => {
      found = this.messages.slice(from).find(fits);
      return found !== undefined;
    });
    return found as Message;
  }

  // biome-ignore lint/suspicious/noExplicitAny: what comes back is looked at, not worked with
  async error(code: string, from = 0): Promise<any> {
    return (await this.next(({ type, header }) => type === 'error' && header.code === code, from)).header;
  }

  /** The server has read all that was sent before. */
  async sync(): Promise<Message> {
    const from = this.messages.length;
    this.send({ type: 'ping' });
    return this.next(({ type }) => type === 'pong', from);
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      if (this.#closed) throw new Error('the client was closed');
      await new Promise<void>((resolve) => this.#wakes.add(resolve));
    }
  }

  close(): void {
    this.#closed = true;
    this.#dealer.close();
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#wakes) wake();
    this.#wakes.clear();
  }

  async #sendAll(): Promise<void> {
    this.#sending = true;
    while (this.#unsent.length > 0 && !this.#closed) {
      const unsent = this.#unsent;
      this.#unsent = [];
      for (const frames of unsent) if (!this.#closed) await this.#dealer.send(frames).catch(() => {});
    }
    this.#sending = false;
  }

  async #receive(): Promise<void> {
    while (!this.#closed) {
      const frames = await this.#dealer.receive().catch(() => undefined);
      if (frames === undefined) return;
      const [head, block] = frames;
      const header = packr.unpack(head as Buffer);
      this.messages.push({ type: header.type, header, block });
      if (header.type === 'outcomes') this.#keep(header.seq, block as Buffer);
      this.#wake();
    }
  }

  #keep(seq: number, block: Buffer): void {
    this.seq = Math.max(this.seq, seq);
    for (const outcome of outcomesIn(block))
      this.outcomes.set(outcome.call, [...(this.outcomes.get(outcome.call) ?? []), outcome]);
    if (this.acks) this.send({ type: 'ack', ack: this.seq });
  }
}
