/** A client over ZeroMQ that takes as little of the machine as it can: it looks at status, reward and nothing else. */
import { randomBytes } from 'node:crypto';
import { pack, unpack } from 'msgpackr';
import { Dealer } from 'zeromq';
import type { TextCall } from '../../src/index.ts';
import { STATUSES } from '../../src/outcome.ts';

/** What a benchmark wants to know of an outcome. */
export interface Told {
  status: string;
  reward: number | null;
}

/** @param index position in the calls that were given together */
export type Settle = (index: number, told: Told) => void;

const HEAD = 25;
const OUTCOME_HEAD = 54;
const CALLS_OF_MESSAGE = 512;
const BYTES_OF_MESSAGE = 2 ** 20;
const ACK_AFTER = 256;

interface Waiting {
  call: TextCall;
  settle: (told: Told, json: () => Record<string, unknown>) => void;
}

export class ZmqClient {
  readonly #dealer = new Dealer({ linger: 0, sendHighWaterMark: 0, receiveHighWaterMark: 0 });
  readonly #running = new Map<number, Waiting['settle']>();
  readonly #sent: [Buffer, Buffer | string | undefined][] = [];
  #queue: Waiting[] = [];
  #next = 0;
  #calls = 1;
  #credits = 0;
  #unacked = 0;
  #seq = 0;
  #sending = false;
  #heart: NodeJS.Timeout | undefined;
  #onGreeting: (header: Record<string, number>) => void = () => {};

  constructor(endpoint: string) {
    this.#dealer.connect(endpoint);
  }

  async open(): Promise<void> {
    const welcomed = new Promise<Record<string, number>>((resolve) => {
      this.#onGreeting = resolve;
    });
    void this.#receive();
    this.#send({ type: 'hello', protocol: 1, session: randomBytes(16), ack: 0 });
    const { credits, heartbeat_ms } = await welcomed;
    this.#credits = credits ?? 0;
    this.#heart = setInterval(() => this.#send({ type: 'ping', ack: this.#seq }), heartbeat_ms);
  }

  async close(): Promise<void> {
    clearInterval(this.#heart);
    // The server's own `bye`: what it still did for this client is over then.
    await new Promise<void>((resolve) => {
      this.#onGreeting = () => resolve();
      this.#send({ type: 'bye' });
    });
    this.#dealer.close();
  }

  /** Resolves when all of them are settled. */
  score(calls: readonly TextCall[], settle: Settle): Promise<void> {
    return new Promise((resolve) => {
      let left = calls.length;
      if (left === 0) resolve();
      for (const [index, call] of calls.entries())
        this.#queue.push({
          call,
          settle: (told) => {
            settle(index, told);
            if (--left === 0) resolve();
          },
        });
      this.#pump();
    });
  }

  async start(row: object): Promise<string> {
    return String((await this.#ask({ type: 'start' }, JSON.stringify(row))).json.episode_id);
  }

  async step(episode: string, action: string): Promise<Told> {
    return (await this.#ask({ type: 'step', episode }, JSON.stringify(action))).told;
  }

  async end(episode: string): Promise<void> {
    await this.#ask({ type: 'close', episode });
  }

  #ask(header: object, block?: string): Promise<{ told: Told; json: Record<string, unknown> }> {
    const call = this.#calls++;
    return new Promise((resolve) => {
      this.#running.set(call, (told, json) => resolve({ told, json: json() }));
      this.#send({ ...header, call, ack: this.#seq }, block);
    });
  }

  #pump(): void {
    while (this.#next < this.#queue.length && this.#credits + this.#unacked > 0) {
      let bytes = 0;
      const batch: Waiting[] = [];
      while (this.#next < this.#queue.length && batch.length < CALLS_OF_MESSAGE && bytes < BYTES_OF_MESSAGE) {
        if (batch.length >= this.#credits + this.#unacked) break;
        const waiting = this.#queue[this.#next++] as Waiting;
        bytes += HEAD + waiting.call.row.length + waiting.call.completionRow.length;
        batch.push(waiting);
      }
      this.#credits += this.#unacked - batch.length;
      this.#unacked = 0;
      this.#send({ type: 'score', count: batch.length, ack: this.#seq }, this.#block(batch, bytes));
    }
    if (this.#next < this.#queue.length) return;
    this.#queue = [];
    this.#next = 0;
  }

  #block(batch: readonly Waiting[], bytes: number): Buffer {
    const block = Buffer.alloc(bytes);
    let offset = 0;
    for (const { call, settle } of batch) {
      const { row, completionRow } = call;
      block.writeUInt32LE(HEAD + row.length + completionRow.length, offset);
      block.writeUInt32LE(this.#calls, offset + 4);
      block.writeUInt8(1, offset + 12);
      block.writeUInt32LE(row.length, offset + 21);
      block.set(row, offset + HEAD);
      block.set(completionRow, offset + HEAD + row.length);
      offset += HEAD + row.length + completionRow.length;
      this.#running.set(this.#calls++, settle);
    }
    return block;
  }

  #send(header: object, block?: Buffer | string): void {
    this.#sent.push([pack(header), block]);
    if (!this.#sending) void this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    this.#sending = true;
    for (let next = this.#sent.shift(); next !== undefined; next = this.#sent.shift())
      await this.#dealer.send(next[1] === undefined ? next[0] : [next[0], next[1]]);
    this.#sending = false;
  }

  async #receive(): Promise<void> {
    for await (const [head, block] of this.#dealer) {
      const header = unpack(head as Buffer);
      if (header.type === 'welcome' || header.type === 'bye') this.#onGreeting(header);
      if (header.type === 'error') throw new Error(`${header.code}: ${header.message}`);
      if (header.type === 'outcomes') this.#take(header, block as Buffer);
    }
  }

  #take({ seq, count }: { seq: number; count: number }, block: Buffer): void {
    this.#seq = seq;
    this.#unacked += count;
    for (let at = 0; at < block.length; at += block.readUInt32LE(at)) {
      const call = block.readUInt32LE(at + 4);
      const reward = (block.readUInt8(at + 13) & 1) === 0 ? null : block.readDoubleLE(at + 14);
      const status = STATUSES[block.readUInt8(at + 12)] as string;
      const end = at + block.readUInt32LE(at);
      this.#running.get(call)?.({ status, reward }, () =>
        JSON.parse(block.toString('utf8', at + OUTCOME_HEAD, end) || '{}'),
      );
      this.#running.delete(call);
    }
    this.#pump();
    if (this.#unacked < ACK_AFTER && this.#running.size > 0) return;
    this.#credits += this.#unacked;
    this.#unacked = 0;
    this.#send({ type: 'ack', ack: this.#seq });
    this.#pump();
  }
}
