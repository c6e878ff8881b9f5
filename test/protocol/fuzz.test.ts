/** Whatever bytes come: values that are valid, or SandboxError RS402. Nothing else is thrown, nothing else is given. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { Packr } from 'msgpackr';
import { describe, expect, it } from 'vitest';
import { SandboxError } from '../../src/errors.ts';
import { STATUSES } from '../../src/outcome.ts';
import { decodeAgentMessage, decodeResults, type ResultFrame } from '../../src/protocol/codec.ts';
import { agentMessage, RESULT_FRAME, resultTail } from '../../src/protocol/messages.ts';
import { cases } from '../helpers/extent.ts';

const vectors = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../vectors/${name}.json`), 'utf8'));
const bytesOf = ({ hex }: { hex: string }): Buffer => Buffer.from(hex, 'hex');
const runs = { numRuns: cases(2_000) };

/** The value; undefined when it was refused in the one way that is allowed. */
const accepted = <T>(decode: () => T): T | undefined => {
  try {
    return decode();
  } catch (error) {
    if (error instanceof SandboxError && error.code === 'RS402') return undefined;
    throw error;
  }
};

/** Valid bytes in which some were replaced, with an end cut off or added. */
const damaged = (originals: readonly Buffer[]): fc.Arbitrary<Buffer> =>
  fc
    .record({
      original: fc.constantFrom(...originals),
      replaced: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
      cut: fc.option(fc.nat(), { freq: 3 }),
      added: fc.uint8Array({ maxLength: 60 }),
    })
    .map(({ original, replaced, cut, added }) => {
      const bytes = Buffer.from(original);
      for (const [at, byte] of replaced) bytes[at % bytes.length] = byte;
      return Buffer.concat([cut === null ? bytes : bytes.subarray(0, cut % bytes.length), added]);
    });

describe('results', () => {
  const originals = vectors('result-frames').map(bytesOf) as Buffer[];

  const expectValid = (frame: ResultFrame): void => {
    expect(STATUSES).toContain(frame.status);
    if (frame.status === 'ok') expect(Number.isFinite(frame.reward)).toBe(true);
    expect(resultTail.safeParse(frame.tail).success).toBe(true);
    for (const time of [frame.startedNs, frame.durationNs, frame.cpuNs, frame.maxRss])
      expect(Number.isFinite(time)).toBe(true);
  };
  const decode = (bytes: Buffer): void => {
    for (const frame of accepted(() => [...decodeResults(bytes)]) ?? []) expectValid(frame);
  };

  it('of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => decode(Buffer.from(bytes))),
      runs,
    );
  });

  it('of frames that were damaged', () => {
    fc.assert(fc.property(damaged(originals), decode), runs);
  });

  it('of frames with any tail and any reward', () => {
    const tail = fc.oneof(
      fc.json(),
      fc
        .record({ info: fc.dictionary(fc.string(), fc.oneof(fc.double(), fc.string())), stack: fc.string() })
        .map((value) => JSON.stringify(value)),
      fc.constant('{}'),
      fc.string(),
    );
    const reward = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY));
    fc.assert(
      fc.property(
        tail,
        reward,
        fc.oneof(fc.constant(0), fc.nat(8)),
        fc.nat(15),
        (text, number, status, flags) => {
          const frame = Buffer.alloc(RESULT_FRAME.size + Buffer.byteLength(text));
          frame.writeUInt32LE(frame.length, RESULT_FRAME.at.size);
          frame.writeUInt8(status, RESULT_FRAME.at.status);
          frame.writeUInt8(flags, RESULT_FRAME.at.flags);
          frame.writeDoubleLE(number, RESULT_FRAME.at.reward);
          frame.write(text, RESULT_FRAME.size);
          const [result, ...more] = decodeResults(frame); // a frame that is whole never harms those beside it
          expect(more).toEqual([]);
          expectValid(result as ResultFrame);
        },
      ),
      runs,
    );
  });

  it('the whole frames before one that is cut off are given first', () => {
    const [first, second] = originals as [Buffer, Buffer];
    const frames = decodeResults(Buffer.concat([first, second.subarray(0, 49)]));
    expect(frames.next().value).toMatchObject({ call: 1, status: 'ok' });
    expect(() => frames.next()).toThrow(SandboxError);
  });
});

describe('messages', () => {
  const packr = new Packr({ useRecords: false, largeBigIntToFloat: true });
  const envelopes: { hex: string; value: Record<string, unknown> }[] = vectors('envelopes').from_agent;
  const decode = (bytes: Uint8Array): void => {
    const message = accepted(() => decodeAgentMessage(bytes));
    if (message !== undefined) expect(agentMessage.safeParse(message).success).toBe(true);
  };

  it('of any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 100 }), decode), runs);
  });

  it('of messages that were damaged', () => {
    fc.assert(fc.property(damaged(envelopes.map(bytesOf)), decode), runs);
  });

  it('of messages with a field that is another value, missing, or unknown', () => {
    const message = fc.constantFrom(...envelopes.map(({ value }) => value));
    fc.assert(
      fc.property(message, fc.nat(), fc.anything({ withBigInt: true }), (value, position, other) => {
        const names = Object.keys(value);
        const name = names[position % names.length] as string;
        const { [name]: _, ...without } = value;
        decode(packr.pack({ ...value, [name]: other }));
        expect(accepted(() => decodeAgentMessage(packr.pack(without)))).toBeUndefined();
        expect(accepted(() => decodeAgentMessage(packr.pack({ ...value, unknown: 1 })))).toBeUndefined();
      }),
      runs,
    );
  });

  // The reader sees to it; its next version may not.
  it('that announce more than they hold cost nothing', () => {
    const bomb = (head: number, length: number, depth: number): Buffer => {
      const one = Buffer.alloc(5);
      one.writeUInt8(head, 0);
      one.writeUInt32BE(length, 1);
      return Buffer.concat(Array(depth).fill(one));
    };
    const before = process.memoryUsage().rss;
    for (const head of [0xc6, 0xdb, 0xdd, 0xdf])
      for (const length of [2 ** 16, 2 ** 24, 2 ** 25 - 1, 2 ** 32 - 1])
        for (const depth of [1, 6, 2_000])
          expect(accepted(() => decodeAgentMessage(bomb(head, length, depth)))).toBeUndefined();
    expect(accepted(() => decodeAgentMessage(Buffer.alloc(100_000, 0x91)))).toBeUndefined();
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 2 ** 20);
  });

  it('of values that are no message', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true }), (value) => decode(packr.pack(value))),
      runs,
    );
  });
});
