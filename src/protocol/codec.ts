/** Bytes of envelopes (msgpack) and of call and result frames (fixed headers, see messages.ts). */

import { SandboxError } from '../errors.ts';
import { keepProto } from '../formats/json/own-proto.ts';
import { faultText } from '../options/fault.ts';
import { STATUSES, type Status } from '../outcome.ts';
import {
  type AgentMessage,
  agentMessage,
  CALL_FLAGS,
  CALL_FRAME,
  type HostMessage,
  RESULT_FLAGS,
  RESULT_FRAME,
  type ResultTail,
  resultTail,
  STATUS_CODES,
} from './messages.ts';
import { packr } from './packr.ts';

export const encodeHostMessage = (message: HostMessage): Buffer => packr.pack(message);

/** @throws SandboxError RS402 when the bytes are not a message of this protocol version. */
export const decodeAgentMessage = (bytes: Uint8Array): AgentMessage => {
  let value: unknown;
  try {
    value = packr.unpack(bytes);
  } catch (cause) {
    throw new SandboxError('RS402', 'The agent sent bytes that are not a message', { cause });
  }
  const parsed = agentMessage.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new SandboxError('RS402', `The agent sent a malformed message: ${faultText(agentMessage, value)}`);
};

/** A call as it is put on the wire: what it is made of reaches the worker untouched. */
export interface CallFrame {
  call: number;
  row: Uint8Array;
  /** JSON, or text: see `CallText`. */
  completion: Uint8Array | string;
  completionIsRow: boolean;
  completionIsText?: boolean;
  seed: number | undefined;
}

/** UTF-8 of one unit of a string, at most. */
const MOST_BYTES = 3;
const SCRATCH_BYTES = 2 ** 21;
/** Where blocks are written: to ask how long a text will be costs more than to copy it once more. */
const scratch = Buffer.allocUnsafe(SCRATCH_BYTES);

/** Writes the frames one behind the other into one block. */
export const encodeCalls = (frames: readonly CallFrame[]): Buffer => {
  let most = 0;
  let characters = 0;
  for (const { row, completion } of frames) {
    if (typeof completion === 'string') characters += completion.length;
    most += CALL_FRAME.size + row.length + completion.length;
  }
  most += (MOST_BYTES - 1) * characters;
  const block = characters > 0 && most <= SCRATCH_BYTES ? scratch : Buffer.allocUnsafe(most);
  let offset = 0;
  for (const frame of frames) {
    const { completion } = frame;
    const at = offset + CALL_FRAME.size + frame.row.length;
    const written = typeof completion === 'string' ? block.write(completion, at) : completion.length;
    if (typeof completion !== 'string') block.set(completion, at);
    const size = CALL_FRAME.size + frame.row.length + written;
    const isText = typeof completion === 'string' || frame.completionIsText === true;
    const flags =
      (frame.completionIsRow ? CALL_FLAGS.completionRow : 0) |
      (isText ? CALL_FLAGS.completionText : 0) |
      (frame.seed === undefined ? 0 : CALL_FLAGS.seeded);
    block.writeUInt32LE(size, offset + CALL_FRAME.at.size);
    block.writeUInt32LE(frame.call, offset + CALL_FRAME.at.call);
    block.writeUInt8(flags, offset + CALL_FRAME.at.flags);
    block.writeBigInt64LE(frame.seed === undefined ? 0n : BigInt(frame.seed), offset + CALL_FRAME.at.seed);
    block.writeUInt32LE(frame.row.length, offset + CALL_FRAME.at.row_size);
    block.set(frame.row, offset + CALL_FRAME.size);
    offset += size;
  }
  // What is returned is sent later: never the memory that the next call of this writes to.
  return offset === block.length && block !== scratch ? block : Buffer.from(block.subarray(0, offset));
};

/** A result as it came off the wire. Times are nanoseconds. */
export interface ResultFrame {
  call: number;
  status: Status;
  reward: number | null;
  fresh: boolean;
  restored: boolean;
  /** Of a step: the episode is over. */
  done: boolean;
  startedNs: number;
  durationNs: number;
  cpuNs: number;
  maxRss: number;
  tail: ResultTail;
}

const STATUS_BY_CODE = new Map<number, Status>(STATUSES.map((status) => [STATUS_CODES[status], status]));
const EMPTY_TAIL: ResultTail = Object.freeze({});

const malformed = (what: string): SandboxError =>
  new SandboxError('RS402', `The agent sent a malformed result: ${what}`);

const infoValue = (value: unknown): number | string | undefined =>
  typeof value === 'number' || typeof value === 'string' ? value : undefined;

/** The parts of a result; undefined when the worker wrote bytes that are none. */
const decodeTail = (bytes: Buffer): ResultTail | undefined => {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    const tail = resultTail.safeParse(value).data;
    if (tail?.info !== undefined) keepProto((value as ResultTail).info, tail.info, infoValue);
    // Whoever reads it later may rely on it.
    if (tail?.observation_json !== undefined) JSON.parse(tail.observation_json);
    return tail;
  } catch {
    return undefined;
  }
};

/** A worker that wrote nonsense spoils its own call, and nobody else's. */
const FORGED: ResultTail = {
  error: {
    type: 'ForgedResult',
    message: "the call's worker wrote bytes that are no result",
    traceback: null,
  },
};

/**
 * Reads every frame of a block.
 * @param view what to make of a tail before anybody sees it
 * @param answers what they answer: a call that is `ok` has a reward, a request to an episode need not have one
 * @throws SandboxError RS402 when the block is not made of whole frames.
 */
export function* decodeResults(
  block: Buffer,
  view?: (tail: ResultTail) => ResultTail,
  answers: 'calls' | 'requests' = 'calls',
): Generator<ResultFrame> {
  const { at, size: headerSize } = RESULT_FRAME;
  let offset = 0;
  while (offset < block.length) {
    if (block.length - offset < headerSize) throw malformed('cut off inside a header');
    const size = block.readUInt32LE(offset + at.size);
    if (size < headerSize || size > block.length - offset) throw malformed(`a frame of ${size} bytes`);
    const status = STATUS_BY_CODE.get(block.readUInt8(offset + at.status));
    if (status === undefined) throw malformed('an unknown status');
    const flags = block.readUInt8(offset + at.flags);
    const hasReward = (flags & RESULT_FLAGS.hasReward) !== 0;
    const reward = hasReward ? block.readDoubleLE(offset + at.reward) : null;
    const tail =
      size === headerSize ? EMPTY_TAIL : decodeTail(block.subarray(offset + headerSize, offset + size));
    const seen = tail && (view?.(tail) ?? tail);
    const rewardless = answers === 'requests' && !hasReward;
    const forged = seen === undefined || (status === 'ok' && !rewardless && !Number.isFinite(reward));
    yield {
      call: block.readUInt32LE(offset + at.call),
      status: forged ? 'crashed' : status,
      reward: forged ? null : reward,
      fresh: (flags & RESULT_FLAGS.fresh) !== 0,
      restored: (flags & RESULT_FLAGS.restored) !== 0,
      done: !forged && (flags & RESULT_FLAGS.done) !== 0,
      startedNs: Number(block.readBigInt64LE(offset + at.started_ns)),
      durationNs: Number(block.readBigInt64LE(offset + at.duration_ns)),
      cpuNs: Number(block.readBigInt64LE(offset + at.cpu_ns)),
      maxRss: Number(block.readBigUInt64LE(offset + at.max_rss)),
      tail: forged ? { ...FORGED, ...(seen?.evidence && { evidence: seen.evidence }) } : seen,
    };
    offset += size;
  }
}
