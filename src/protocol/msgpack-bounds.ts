/**
 * Refuses msgpack that announces more than it holds: a reader makes room for an array when it reads its length, so a
 * few bytes that nest arrays of four thousand million places would cost all memory.
 */

/** Deeper than any message of ours. */
const MAX_DEPTH = 8;

/** Bytes that follow the first one of each kind of value that has no parts, from 0xc0 on. */
const FIXED: Readonly<Record<number, number>> = {
  192: 0,
  194: 0,
  195: 0,
  202: 4,
  203: 8,
  204: 1,
  205: 2,
  206: 4,
  207: 8,
  208: 1,
  209: 2,
  210: 4,
  211: 8,
};
/** Bytes of the length that follows: str, bin. */
const LENGTH_BYTES: Readonly<Record<number, 1 | 2 | 4>> = { 196: 1, 197: 2, 198: 4, 217: 1, 218: 2, 219: 4 };

const readLength = (view: DataView, at: number, bytes: 1 | 2 | 4): number =>
  bytes === 1 ? view.getUint8(at) : bytes === 2 ? view.getUint16(at) : view.getUint32(at);

/**
 * Whether the bytes are one msgpack value whose parts are all there, not nested deeper than our messages, without
 * extension types.
 */
export const isWithinBounds = (bytes: Uint8Array): boolean => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const skip = (count: number, depth: number): boolean => {
    // Each value takes a byte at least: what announces more than is left is refused before anything is made of it.
    if (depth > MAX_DEPTH || count > bytes.length - at) return false;
    for (let index = 0; index < count; index++) if (!skipOne(depth)) return false;
    return true;
  };
  const skipOne = (depth: number): boolean => {
    if (at >= bytes.length) return false;
    const head = view.getUint8(at++);
    if (head < 0x80 || head >= 0xe0) return true; // small integers
    if (head < 0x90) return skip(2 * (head & 15), depth + 1);
    if (head < 0xa0) return skip(head & 15, depth + 1);
    if (head < 0xc0) return forward(head & 31);
    const fixed = FIXED[head];
    if (fixed !== undefined) return forward(fixed);
    const lengthBytes = LENGTH_BYTES[head] ?? (head % 2 === 0 ? 2 : 4);
    const isContainer = head >= 0xdc;
    if (!isContainer && LENGTH_BYTES[head] === undefined) return false; // extensions, and the byte that is never used
    if (lengthBytes > bytes.length - at) return false;
    const length = readLength(view, at, lengthBytes);
    at += lengthBytes;
    if (!isContainer) return forward(length);
    return skip(head >= 0xde ? 2 * length : length, depth + 1);
  };
  const forward = (count: number): boolean => {
    at += count;
    return at <= bytes.length;
  };
  return skipOne(0) && at === bytes.length;
};
