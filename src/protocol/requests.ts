/** Bytes of requests to episodes (fixed headers, see messages.ts). They are answered by result frames. */
import { EPISODE_FLAGS, EPISODE_FRAME, EPISODE_OPS } from './messages.ts';

export type EpisodeOp = keyof typeof EPISODE_OPS;

/** A request as it is put on the wire. */
export interface EpisodeFrame {
  /** The host's number for the request. */
  call: number;
  /** The host's number for the episode. */
  episode: number;
  op: EpisodeOp;
  /** Of the episode, or of the copy. */
  seed: number | undefined;
  /** The copy goes on with the random numbers of the original. */
  sameRandom: boolean;
  body: Uint8Array;
}

/** Writes the frames one behind the other into one block. */
export const encodeRequests = (frames: readonly EpisodeFrame[]): Buffer => {
  const { at, size: headerSize } = EPISODE_FRAME;
  let total = 0;
  for (const frame of frames) total += headerSize + frame.body.length;
  const block = Buffer.allocUnsafe(total);
  let offset = 0;
  for (const { call, episode, op, seed, sameRandom, body } of frames) {
    const flags =
      (seed === undefined ? 0 : EPISODE_FLAGS.seeded) | (sameRandom ? EPISODE_FLAGS.sameRandom : 0);
    block.writeUInt32LE(headerSize + body.length, offset + at.size);
    block.writeUInt32LE(call, offset + at.call);
    block.writeUInt32LE(episode, offset + at.episode);
    block.writeUInt8(EPISODE_OPS[op], offset + at.op);
    block.writeUInt8(flags, offset + at.flags);
    block.writeBigInt64LE(seed === undefined ? 0n : BigInt(seed), offset + at.seed);
    block.set(body, offset + headerSize);
    offset += headerSize + body.length;
  }
  return block;
};

/** Body of a `branch`: the number of the copy. */
export const branchBody = (copy: number): Uint8Array => {
  const body = Buffer.alloc(4);
  body.writeUInt32LE(copy);
  return body;
};
