/** Golden bytes of the wire. python-shim/tests/test_vectors.py reads the same files: both sides agree on every value. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Packr } from 'msgpackr';
import { describe, expect, it } from 'vitest';
import { STATUSES } from '../../src/outcome.ts';
import {
  decodeAgentMessage,
  decodeResults,
  encodeCalls,
  encodeHostMessage,
} from '../../src/protocol/codec.ts';
import { SCHEMA_HASH } from '../../src/protocol/generated.ts';
import type { Layout } from '../../src/protocol/layout.ts';
import {
  agentMessage,
  BATCH_GO,
  BATCH_HEADER,
  BATCH_STOP,
  EPISODE_OPS,
  hostMessage,
  PROTOCOL_VERSION,
  RESULT_FLAGS,
  SLOT_STATUS,
} from '../../src/protocol/messages.ts';

import { branchBody, type EpisodeOp, encodeRequests } from '../../src/protocol/requests.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const vectors = (name: string) => JSON.parse(read(`test/vectors/${name}.json`));
const bytesOf = (hex: string): Buffer => Buffer.from(hex, 'hex');

interface Named {
  name: string;
  hex: string;
}

interface CallVector extends Named {
  call: number;
  completion_is_row: boolean;
  completion_is_text?: boolean;
  seed: number | null;
  row: string;
  completion: string;
}

interface ResultVector extends Named {
  call: number;
  status: string;
  flags: number;
  reward: number | null;
  fresh: boolean;
  started_ns: number;
  duration_ns: number;
  cpu_ns: number;
  max_rss: number;
  tail: object;
}

interface EpisodeVector extends Named {
  call: number;
  episode: number;
  op: EpisodeOp;
  seed: number | null;
  same_random: boolean;
  /** Text of the body; null where there is none, or `copy` is in it. */
  body: string | null;
  copy: number | null;
}

interface Envelope extends Named {
  value: { type: string };
}

describe('call frames', () => {
  const calls: CallVector[] = vectors('call-frames');
  const frame = (vector: CallVector) => ({
    call: vector.call,
    row: Buffer.from(vector.row),
    completion: Buffer.from(vector.completion),
    completionIsRow: vector.completion_is_row,
    completionIsText: vector.completion_is_text === true,
    seed: vector.seed ?? undefined,
  });

  it.each(calls)('$name', (vector) => {
    expect(encodeCalls([frame(vector)]).toString('hex')).toBe(vector.hex);
  });

  it.each(calls.filter(({ completion_is_text }) => completion_is_text))('$name, as a string', (vector) => {
    const { completionIsText: _, ...rest } = frame(vector);
    const block = encodeCalls([{ ...rest, completion: vector.completion }, frame(vector)]);
    expect(block.toString('hex')).toBe(vector.hex + vector.hex);
  });

  it('hold strings however long they are', () => {
    const long = 'ü'.repeat(2 ** 20);
    const texts = { call: 1, row: Buffer.from('{}'), completionIsRow: false, seed: undefined };
    const [block, bytes] = [long, Buffer.from(long)].map((completion) =>
      encodeCalls([{ ...texts, completion, completionIsText: true }]),
    );
    expect(block?.equals(bytes as Buffer)).toBe(true);
  });

  it('are not overwritten by the next block, also where they fill the memory that blocks are written in', () => {
    const texts = { call: 1, row: Buffer.from('{}'), completionIsRow: false, seed: undefined };
    // Three bytes a character: the frame is as large as that memory, to the byte.
    const blocks = ['漢', '字'].map((character) =>
      encodeCalls([{ ...texts, completion: character.repeat((2 ** 21 - 21 - 2) / 3) }]),
    );
    expect(blocks.map((block) => [block.length, block.toString('utf8', 23, 26)])).toEqual([
      [2 ** 21, '漢'],
      [2 ** 21, '字'],
    ]);
  });

  it('stand one behind the other in a block', () => {
    expect(encodeCalls(calls.map(frame)).toString('hex')).toBe(calls.map(({ hex }) => hex).join(''));
    expect(encodeCalls([])).toHaveLength(0);
  });
});

describe('episode frames', () => {
  const requests: EpisodeVector[] = vectors('episode-frames');
  const frame = (vector: EpisodeVector) => ({
    call: vector.call,
    episode: vector.episode,
    op: vector.op,
    seed: vector.seed ?? undefined,
    sameRandom: vector.same_random,
    body: vector.copy === null ? Buffer.from(vector.body ?? '') : branchBody(vector.copy),
  });

  it.each(requests)('$name', (vector) => {
    expect(encodeRequests([frame(vector)]).toString('hex')).toBe(vector.hex);
  });

  it('cover every request', () => {
    expect(new Set(requests.map(({ op }) => op))).toEqual(new Set(Object.keys(EPISODE_OPS)));
  });

  it('stand one behind the other in a block', () => {
    const block = encodeRequests(requests.map(frame));
    expect(block.toString('hex')).toBe(requests.map(({ hex }) => hex).join(''));
  });
});

describe('result frames', () => {
  const results: ResultVector[] = vectors('result-frames');
  const decoded = (vector: ResultVector) => ({
    call: vector.call,
    status: vector.status,
    reward: vector.reward,
    fresh: vector.fresh,
    restored: (vector.flags & RESULT_FLAGS.restored) !== 0,
    done: (vector.flags & RESULT_FLAGS.done) !== 0,
    startedNs: vector.started_ns,
    durationNs: vector.duration_ns,
    cpuNs: vector.cpu_ns,
    maxRss: vector.max_rss,
    tail: vector.tail,
  });

  it.each(results)('$name', (vector) => {
    expect([...decodeResults(bytesOf(vector.hex))]).toEqual([decoded(vector)]);
  });

  it('cover every status and every flag', () => {
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(STATUSES));
    const flags = results.reduce((all, vector) => all | vector.flags, 0);
    expect(flags).toBe(Object.values(RESULT_FLAGS).reduce((all, flag) => all | flag, 0));
  });

  it('stand one behind the other in a block', () => {
    const block = Buffer.concat(results.map(({ hex }) => bytesOf(hex)));
    expect([...decodeResults(block)]).toEqual(results.map(decoded));
  });
});

describe('headers', () => {
  const READERS = {
    u8: (bytes: Buffer, at: number) => bytes.readUInt8(at),
    i32: (bytes: Buffer, at: number) => bytes.readInt32LE(at),
    u32: (bytes: Buffer, at: number) => bytes.readUInt32LE(at),
    i64: (bytes: Buffer, at: number) => Number(bytes.readBigInt64LE(at)),
    u64: (bytes: Buffer, at: number) => Number(bytes.readBigUInt64LE(at)),
    f64: (bytes: Buffer, at: number) => bytes.readDoubleLE(at),
  };
  const decode = <Name extends string>(layout: Layout<Name>, bytes: Buffer) => {
    expect(bytes).toHaveLength(layout.size);
    return Object.fromEntries(
      layout.fields.map(([name, type]) => [name, READERS[type](bytes, layout.at[name])]),
    );
  };

  it.each([
    ['batch-headers', BATCH_HEADER],
    ['slot-status', SLOT_STATUS],
  ] as [string, Layout<string>][])('%s', (name, layout) => {
    for (const { name: title, hex, ...fields } of vectors(name) as Named[])
      expect({ title, ...decode(layout, bytesOf(hex)) }).toEqual({ title, ...fields });
  });

  it('the words to a worker', () => {
    const headers: { name: string; calls: number }[] = vectors('batch-headers');
    expect(headers.find(({ name }) => name === 'go on')?.calls).toBe(BATCH_GO);
    expect(headers.find(({ name }) => name === 'drop the rest')?.calls).toBe(BATCH_STOP);
  });
});

describe('envelopes', () => {
  const { from_host: fromHost, from_agent: fromAgent }: Record<string, Envelope[]> = vectors('envelopes');
  const packr = new Packr({ useRecords: false, int64AsType: 'number' });
  const types = (schema: { options: readonly { shape: { type: { value: string } } }[] }): string[] =>
    schema.options.map(({ shape }) => shape.type.value).sort();
  const typesOf = (envelopes: readonly Envelope[] = []): string[] =>
    [...new Set(envelopes.map(({ value }) => value.type))].sort();

  it.each(fromHost ?? [])('to the agent: $name', ({ hex, value }) => {
    const message = hostMessage.parse(value);
    expect(packr.unpack(encodeHostMessage(message))).toEqual(value);
    expect(packr.unpack(bytesOf(hex))).toEqual(value);
  });

  it.each(fromAgent ?? [])('to the host: $name', ({ hex, value }) => {
    expect(decodeAgentMessage(bytesOf(hex))).toEqual(value);
  });

  it('are all there are', () => {
    expect(typesOf(fromHost)).toEqual(types(hostMessage));
    expect(typesOf(fromAgent)).toEqual(types(agentMessage));
  });
});

describe('the schema', () => {
  const schema = read('src/protocol/schema.json');
  const python = read('python-shim/runrl_shim/wire/protocol.py');

  it('has the same hash and version on both sides, and it is that of the file', () => {
    expect(createHash('sha256').update(schema.trimEnd()).digest('hex').slice(0, 16)).toBe(SCHEMA_HASH);
    expect(/^SCHEMA_HASH = "(\w+)"$/m.exec(python)?.[1]).toBe(SCHEMA_HASH);
    expect(/^PROTOCOL_VERSION = (\d+)$/m.exec(python)?.[1]).toBe(String(PROTOCOL_VERSION));
  });

  it('says of every number whether it is an integer or a float', () => {
    let numbers = 0;
    const walk = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { type, float } = node as { type?: unknown; float?: unknown };
      const kinds = Array.isArray(type) ? type : [type];
      if (kinds.includes('number')) expect([path, float]).toEqual([path, true]);
      if (kinds.includes('number') || kinds.includes('integer')) numbers++;
      for (const [name, inner] of Object.entries(node)) walk(inner, `${path}/${name}`);
    };
    walk(JSON.parse(schema).messages, '');
    expect(numbers).toBeGreaterThan(20);
  });
});
