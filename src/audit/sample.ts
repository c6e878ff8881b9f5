/** The calls of one training step that may be audited, and what shows of all of them. */
import type { Outcome } from '../outcome.ts';
import { hashOf } from './rows.ts';
import { Signs, touchesGrader } from './signs.ts';

/** A call with its outcome. */
export interface AuditedCall {
  step: number;
  /** JSON text of the row. */
  row: Uint8Array;
  /** JSON text of the completion; of an episode the array of its actions. */
  said: Uint8Array;
  outcome: Pick<Outcome, 'status' | 'reward' | 'evidence' | 'version'>;
}

export interface Drawn {
  hash: string;
  rowHash: string;
  /** Of what is said, with case and white space evened out. */
  textHash: string;
  /** It was executed, and touched what grades it. */
  touched: boolean;
  row: Uint8Array;
  said: Buffer;
  reward: number;
}

/** For each call that is to be audited so many are remembered: which ones were paid well shows at the end of a step. */
const SPARE = 4;
/** Bytes; longer completions are not audited. */
export const LONGEST = 256 * 2 ** 10;
/** Different paid texts that are counted. */
const MOST_TEXTS = 1_000;
/** Of a completion, for the comparison with others. */
const COMPARED = 4 * 2 ** 10;

export class StepSample {
  readonly step: number;
  readonly signs = new Signs();
  /** Of all rewards. */
  n = 0;
  sum = 0;
  /** The paid calls with the smallest hash, in that order: the same ones whatever order they come in. */
  readonly #drawn: Drawn[] = [];
  readonly #most: number;
  /** How often each paid text came, by hash; of the most frequent one a copy. */
  readonly #texts = new Map<string, number>();
  readonly #paidTexts: { textHash: string; rowHash: string; reward: number }[] = [];
  #frequent: { calls: number; said: Buffer; rowHash: string } | undefined;

  /** @param count calls that are to be audited */
  constructor(step: number, count: number) {
    this.step = step;
    this.#most = count * SPARE;
  }

  note({ row, said, outcome }: AuditedCall, rowHash: string): void {
    const { reward } = outcome;
    const isPaid = reward !== null && reward > 0;
    const textHash = isPaid ? textHashOf(said) : undefined;
    this.signs.note(outcome, rowHash, said.length, textHash);
    if (reward === null) return;
    this.n++;
    this.sum += reward;
    if (textHash === undefined || said.length > LONGEST) return;
    const calls = (this.#texts.get(textHash) ?? 0) + 1;
    if (calls > 1 || this.#texts.size < MOST_TEXTS) this.#texts.set(textHash, calls);
    if (this.#paidTexts.length < MOST_TEXTS) this.#paidTexts.push({ textHash, rowHash, reward });
    if (calls > (this.#frequent?.calls ?? 0)) this.#frequent = { calls, said: Buffer.from(said), rowHash };
    const hash = hashOf(rowHash, said);
    const last = this.#drawn[this.#most - 1];
    if (last !== undefined && hash >= last.hash) return;
    const place = this.#drawn.findIndex((other) => other.hash >= hash);
    if (this.#drawn[place]?.hash === hash) return; // the same again
    // Copies: both are parts of a body, which may be large.
    const copies = { row: Buffer.from(row), said: Buffer.from(said) };
    const drawn = { hash, rowHash, textHash, reward, touched: touchesGrader(outcome), ...copies };
    this.#drawn.splice(place === -1 ? this.#drawn.length : place, 0, drawn);
    if (this.#drawn.length > this.#most) this.#drawn.pop();
  }

  /** Those to audit. @param isMany all that are remembered, not only so many as are wanted of each step */
  drawn(isPaidWell: (reward: number) => boolean, isMany: boolean): Drawn[] {
    return this.#drawn
      .filter(({ reward }) => isPaidWell(reward))
      .slice(0, isMany ? this.#most : this.#most / SPARE);
  }

  get best(): number {
    return this.#drawn.reduce((best, { reward }) => Math.max(best, reward), 0);
  }

  /** What was paid, and for which row. */
  paidTexts(isPaidWell: (reward: number) => boolean): { textHash: string; rowHash: string }[] {
    return this.#paidTexts.filter(({ reward }) => isPaidWell(reward));
  }

  /** The text that was paid most often. */
  frequent(): { calls: number; said: Buffer; rowHash: string } | undefined {
    return this.#frequent;
  }
}

export const textHashOf = (said: Uint8Array): string => hashOf(evened(said));

/** Texts that differ by case or white space are near enough to be one. */
const evened = (said: Uint8Array): string =>
  Buffer.from(said.buffer, said.byteOffset, Math.min(said.byteLength, COMPARED))
    .toString()
    .toLowerCase()
    .replace(/\\[nrt]|\s+/g, ' ');
