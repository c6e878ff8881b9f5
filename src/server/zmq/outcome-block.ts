/** Outcomes as bytes: each is written when it is there, and those that are there together are one block. */
import type { Outcome } from '../../outcome.ts';
import { STATUS_CODES } from '../../protocol/messages.ts';
import { SERVED_OUTCOME as OUTCOME, OUTCOME_FLAGS } from '../../protocol/serving.ts';
import { writeInt } from './wire.ts';

const FIRST_BYTES = 4_096;
/** A larger one is not kept for the next block. */
const MOST_BYTES = 2 ** 20;

export class OutcomeBlock {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /**
   * @param json text of the object behind the header; empty when there is nothing to say
   * @param done of a step: the episode is over
   */
  add(call: number, outcome: Outcome, json: string, done: boolean): void {
    const size = OUTCOME.size + (json === '' ? 0 : Buffer.byteLength(json));
    const offset = this.#length;
    this.#reserve(offset + size);
    const bytes = this.#bytes;
    const { at } = OUTCOME;
    const flags =
      (outcome.reward === null ? 0 : OUTCOME_FLAGS.hasReward) |
      (outcome.fresh ? OUTCOME_FLAGS.fresh : 0) |
      (done ? OUTCOME_FLAGS.done : 0);
    bytes.writeUInt32LE(size, offset + at.size);
    writeInt(bytes, call, offset + at.call);
    bytes.writeUInt8(STATUS_CODES[outcome.status], offset + at.status);
    bytes.writeUInt8(flags, offset + at.flags);
    bytes.writeDoubleLE(outcome.reward ?? 0, offset + at.reward);
    bytes.writeDoubleLE(outcome.duration_ms, offset + at.duration_ms);
    bytes.writeDoubleLE(outcome.queue_ms, offset + at.queue_ms);
    bytes.writeDoubleLE(outcome.cpu_ms, offset + at.cpu_ms);
    writeInt(bytes, Math.min(outcome.max_rss_bytes, Number.MAX_SAFE_INTEGER), offset + at.max_rss_bytes);
    if (json !== '') bytes.write(json, offset + OUTCOME.size);
    this.#length += size;
  }

  /** What was added since the last time. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    if (this.#bytes.length > MOST_BYTES) this.#bytes = Buffer.allocUnsafe(FIRST_BYTES);
    return taken;
  }

  #reserve(length: number): void {
    if (length <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
