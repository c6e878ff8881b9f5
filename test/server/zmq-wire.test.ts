/** Golden bytes of the serving protocol. python-shim/tests/test_serving_vectors.py reads the same file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Outcome, STATUSES } from '../../src/outcome.ts';
import { SERVED_CALL as CALL, SERVED_OUTCOME as OUTCOME } from '../../src/protocol/serving.ts';
import { OutcomeBlock } from '../../src/server/zmq/outcome-block.ts';
import { Refusal } from '../../src/server/zmq/refusal.ts';
import {
  type CallFrame,
  decodeCalls,
  decodeHeader,
  encodeHeader,
  jsonOf,
  textOf,
} from '../../src/server/zmq/wire.ts';
import { outcome } from '../run/fake-reward.ts';
import { callFrame, outcomesIn, pack } from './zmq-client.ts';

interface HeaderVector {
  name: string;
  hex: string;
  value: object;
}
interface CallVector {
  name: string;
  hex: string;
  call: number;
  completion_is_row: boolean;
  completion_is_text?: boolean;
  seed: number | null;
  row: string;
  completion: string;
}
interface OutcomeVector extends Partial<Outcome> {
  name: string;
  hex: string;
  call: number;
  json: string;
  done: boolean;
}
interface Vectors {
  from_client: HeaderVector[];
  from_server: HeaderVector[];
  call_frames: CallVector[];
  outcome_frames: OutcomeVector[];
}

const root = join(import.meta.dirname, '../..');
const vectors: Vectors = JSON.parse(readFileSync(join(root, 'test/vectors/serving.json'), 'utf8'));
const page = readFileSync(join(root, 'docs/serving-protocol.md'), 'utf8');

/** `{"bytes": hex}` stands for bytes. */
const plain = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  if ('bytes' in value) return Buffer.from(value.bytes as string, 'hex');
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
};

const codeOf = (body: () => unknown): string => {
  try {
    body();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return 'nothing was refused';
};

describe('headers', () => {
  it.each(vectors.from_client)('from a client: $name', ({ hex, value }) => {
    expect(decodeHeader(Buffer.from(hex, 'hex'))).toEqual(plain(value));
  });

  it.each(vectors.from_server)('from the server: $name', ({ hex, value }) => {
    expect(encodeHeader(plain(value) as Record<string, unknown>).toString('hex')).toBe(hex);
  });

  it('may have fields that this version does not know', () => {
    expect(decodeHeader(pack({ type: 'ping', since: 'version 2' }))).toEqual({ type: 'ping' });
  });

  it.each([
    ['no msgpack', Buffer.from('c1ff', 'hex')],
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('{"type":"ping"}')],
    ['a map that ends too early', pack({ type: 'ping' }).subarray(0, 5)],
    ['an array', pack(['ping'])],
    ['no type', pack({ ack: 1 })],
    ['a session of 15 bytes', pack({ type: 'hello', protocol: 1, session: Buffer.alloc(15), ack: 0 })],
    ['a fraction', pack({ type: 'ack', ack: 1.5 })],
    ['a negative number', pack({ type: 'ack', ack: -1 })],
    ['a call 0', pack({ type: 'close', call: 0, episode: 'ep_x' })],
    ['10,001 copies', pack({ type: 'branch', call: 1, episode: 'ep_x', n: 10_001 })],
    ['more than 1 MiB', pack({ type: 'ping', padding: 'x'.repeat(2 ** 20) })],
  ])('refuses %s', (_, bytes) => {
    expect(codeOf(() => decodeHeader(bytes))).toBe('malformed');
  });

  it('tells types that it does not know from headers that are broken, and whose they are', () => {
    try {
      decodeHeader(pack({ type: 'scores', id: 5 }));
      expect.unreachable();
    } catch (error) {
      expect((error as Refusal).header()).toMatchObject({ code: 'unknown-type', id: 5, retryable: false });
    }
  });
});

describe('call frames', () => {
  it.each(vectors.call_frames)('$name', (vector) => {
    const { hex, call, completion_is_row, completion_is_text = false, seed, row, completion } = vector;
    const block = Buffer.from(hex, 'hex');
    const [frame] = decodeCalls(block, 1) as [CallFrame];
    expect([frame.call, frame.bytes]).toEqual([call, block.length - 25]);
    const text = textOf(block, frame);
    expect([Buffer.from(text.row).toString(), Buffer.from(text.completion).toString()]).toEqual([
      row,
      completion,
    ]);
    expect([text.completionIsRow, text.completionIsText]).toEqual([completion_is_row, completion_is_text]);
    expect(text.seed ?? null).toBe(seed);
  });

  it('stand one behind the other', () => {
    const block = Buffer.concat(vectors.call_frames.map(({ hex }) => Buffer.from(hex, 'hex')));
    const calls = decodeCalls(block, vectors.call_frames.length);
    expect(calls.map(({ call }) => call)).toEqual(vectors.call_frames.map(({ call }) => call));
  });

  const good = callFrame({ call: 1, row: '{"a":1}', completion: '"x"' });
  const changed = (at: number, bytes: number[]): Buffer => {
    const frame = Buffer.from(good);
    frame.set(bytes, at);
    return frame;
  };
  it.each([
    ['a header that is cut off', good.subarray(0, 20), 1],
    ['a body that is cut off', good.subarray(0, -1), 1],
    ['a size of 0', changed(0, [0, 0, 0, 0]), 1],
    ['a size that is too large', changed(0, [255, 255, 255, 255]), 1],
    ['a row that is longer than the frame', changed(21, [255, 0, 0, 0]), 1],
    ['call 0', changed(4, [0]), 1],
    ['a call beyond 2⁵³', changed(4, [0, 0, 0, 0, 0, 0, 32, 0]), 1],
    ['a negative seed', callFrame({ call: 1, completion: '""', seed: -1 }), 1],
    ['unknown flags', changed(12, [8]), 1],
    ['a completion in two forms', changed(12, [5]), 1],
    ['more frames than are counted', Buffer.concat([good, good]), 1],
    ['fewer frames than are counted', good, 2],
    ['no frame at all', Buffer.alloc(0), 1],
  ])('refuses %s', (_, block, count) => {
    expect(codeOf(() => decodeCalls(block, count))).toBe('malformed');
  });

  it('of any bytes are read or refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 1, max: 4 }), (bytes, count) => {
        const code = codeOf(() => decodeCalls(Buffer.from(bytes), count));
        return code === 'malformed' || code === 'nothing was refused';
      }),
    );
  });
});

describe('outcome frames', () => {
  it.each(vectors.outcome_frames)('$name', ({ name: _, hex, call, json, done, ...fields }) => {
    const block = new OutcomeBlock();
    block.add(call, outcome(fields), json, done);
    expect(block.take().toString('hex')).toBe(hex);
    expect(block.take()).toHaveLength(0);
  });

  it('cover every status and every flag', () => {
    const seen = new Set(vectors.outcome_frames.map(({ status }) => status));
    expect(seen).toEqual(new Set(STATUSES));
    for (const flag of ['fresh', 'done'] as const)
      expect(vectors.outcome_frames.some((vector) => vector[flag])).toBe(true);
  });

  it('stand one behind the other, however large they are', () => {
    const block = new OutcomeBlock();
    const texts = [1, 100, 5_000, 3 * 2 ** 20, 10].map((length) => `{"stdout":"${'x'.repeat(length)}"}`);
    for (let times = 0; times < 2; times++) {
      for (const [call, json] of texts.entries()) block.add(call + 1, outcome(), json, false);
      const told = outcomesIn(block.take());
      expect(told.map(({ call }) => call)).toEqual([1, 2, 3, 4, 5]);
      expect(told.every(({ json }, index) => json === texts[index])).toBe(true);
    }
  });

  it('say what is not empty', () => {
    expect(jsonOf(outcome())).toBe('');
    const told = outcome({ info: { a: 1 }, stack: 'there', stdout: 'é\ud800' });
    expect(jsonOf(told, ',"steps":1')).toBe('{"steps":1,"info":{"a":1},"stack":"there","stdout":"é\\ud800"}');
    const block = new OutcomeBlock();
    block.add(1, told, jsonOf(told), false);
    expect(outcomesIn(block.take())[0]?.more.stdout).toBe('é\ud800');
  });
});

it('the page gives the same layouts', () => {
  expect(page).toContain(`frame\n\`${CALL.format}\`, outcome frame \`${OUTCOME.format}\``);
  expect([CALL.size, OUTCOME.size]).toEqual([25, 54]);
  expect(page).toContain('| `size` | u32 | 25 + row + completion |');
  expect(page).toContain('| `size` | u32 | 54 + JSON |');
});

it('a lease is asked for in bounds that a keeper can add up', () => {
  const ask = { type: 'lease', name: 'a', cap: 1, holder: 'h', seq: 1, wanted: 1, held: 1, call_ms: 1 };
  expect(decodeHeader(encodeHeader(ask))).toMatchObject({ cap: 1 });
  for (const more of [{ cap: 1e7 + 1 }, { wanted: 2 ** 50 }, { held: 2 ** 50 }, { call_ms: 86_400_001 }])
    expect(codeOf(() => decodeHeader(encodeHeader({ ...ask, ...more })))).toBe('malformed');
});
