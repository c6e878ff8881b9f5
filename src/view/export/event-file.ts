/**
 * Event files of TensorBoard: a TFRecord for each event, which is a protocol buffer. What is written of either is so
 * little that no library is needed for it.
 */
import { closeSync, openSync, writeSync } from 'node:fs';

/** CRC-32C (Castagnoli), reflected. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  return crc;
});

export const crc32c = (bytes: Uint8Array): number => {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
};

/** TFRecord stores checksums rotated and shifted: data that holds checksums is else no good to check. */
const masked = (bytes: Uint8Array): number => {
  const crc = crc32c(bytes);
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
};

/** Length, its checksum, the bytes, their checksum. */
export const tfRecord = (data: Buffer): Buffer => {
  const head = Buffer.alloc(12);
  head.writeBigUInt64LE(BigInt(data.length));
  head.writeUInt32LE(masked(head.subarray(0, 8)), 8);
  const foot = Buffer.alloc(4);
  foot.writeUInt32LE(masked(data));
  return Buffer.concat([head, data, foot]);
};

const varint = (value: number): Buffer => {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...bytes, rest]);
};

const number = (field: number, value: number): Buffer => Buffer.concat([varint(field * 8), varint(value)]);
const block = (field: number, ...parts: Buffer[]): Buffer => {
  const data = Buffer.concat(parts);
  return Buffer.concat([varint(field * 8 + 2), varint(data.length), data]);
};
const text = (field: number, value: string): Buffer => block(field, Buffer.from(value));
const double = (field: number, value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([varint(field * 8 + 1), bytes]);
};
const float = (field: number, value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([varint(field * 8 + 5), bytes]);
};

const DT_STRING = 7;

export class EventFile {
  readonly #fd: number;

  constructor(path: string, time: number) {
    this.#fd = openSync(path, 'wx', 0o600);
    this.#write(double(1, time), text(3, 'brain.Event:2'));
  }

  /** @param time seconds since 1970 */
  scalars(step: number, time: number, values: ReadonlyMap<string, number>): void {
    const all = [...values].map(([tag, value]) => block(1, text(1, tag), float(2, value)));
    if (all.length > 0) this.#write(double(1, time), number(2, step), block(5, ...all));
  }

  /** @param markdown as the text dashboard shows it */
  text(step: number, time: number, tag: string, markdown: string): void {
    const shape = block(2, block(2, number(1, 1)));
    const tensor = block(8, number(1, DT_STRING), shape, text(8, markdown));
    const metadata = block(9, block(1, text(1, 'text')));
    this.#write(double(1, time), number(2, step), block(5, block(1, text(1, tag), metadata, tensor)));
  }

  close(): void {
    closeSync(this.#fd);
  }

  #write(...event: Buffer[]): void {
    writeSync(this.#fd, tfRecord(Buffer.concat(event)));
  }
}
