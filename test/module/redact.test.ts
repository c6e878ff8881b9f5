import { describe, expect, it } from 'vitest';
import { makeRedact, redactEvents, redactTail, shortSecrets } from '../../src/module/redact.ts';
import type { AgentMessage } from '../../src/protocol/messages.ts';

const KEY = 'sk-live-0123456789abcdef/+x';
const redact = makeRedact({ KEY }) ?? ((value) => value);

describe('redaction', () => {
  it('is nothing at all without secrets', () => {
    expect(makeRedact({})).toBeUndefined();
    expect(makeRedact({ PIN: '1234', EMPTY: '' })).toBeUndefined();
    const events = { onMessage: () => {}, onExit: () => {} };
    expect(redactEvents(events, undefined)).toBe(events);
  });

  it('finds a value in every string of anything, keys included, and leaves the rest as it is', () => {
    const value = {
      a: [KEY, 1, null, { [`x${KEY}`]: `${KEY}${KEY}` }],
      b: true,
      c: 'innocent',
      d: undefined,
    };
    expect(redact(value)).toEqual({
      a: ['[KEY]', 1, null, { 'x[KEY]': '[KEY][KEY]' }],
      b: true,
      c: 'innocent',
      d: undefined,
    });
  });

  it.each([
    ['URL', encodeURIComponent(KEY)],
    ['URL in small letters', encodeURIComponent(KEY).toLowerCase()],
    ['URL with slashes', encodeURIComponent(KEY).replace('%2F', '/')],
    ['JSON', JSON.stringify(KEY)],
    ['base64', Buffer.from(KEY).toString('base64')],
    ['base64 for URLs', Buffer.from(KEY).toString('base64url')],
    ['hexadecimal', Buffer.from(KEY).toString('hex')],
  ])('finds it as %s', (_name, text) => {
    const found = redact(`before ${text} after`);
    expect(found).toContain('[KEY]');
    expect(found).not.toMatch(/live|0123|c2stbGl2|736b2d/);
  });

  it('finds it in base64 wherever it begins, as in the header of basic authentication', () => {
    for (const name of ['', 'a', 'ab', 'abc', 'user']) {
      for (const rest of ['', '!', '!!']) {
        const text = Buffer.from(`${name}:${KEY}${rest}`).toString('base64');
        const found = redact(text);
        expect(found).toContain('[KEY]');
        expect(Buffer.from(found.replace('[KEY]', ''), 'base64').toString('latin1')).not.toMatch(
          /live|0123|cdef/,
        );
      }
    }
  });

  it('covers observations, whose text stays JSON and, without a secret in it, as Python wrote it', () => {
    const inside = redactTail(redact);
    expect(inside({ observation: `key ${KEY}`, stdout: KEY })).toEqual({
      observation: 'key [KEY]',
      stdout: '[KEY]',
    });
    const innocent = '[{"role": "user", "content": 18.0}]';
    expect(inside({ observation_json: innocent })).toEqual({ observation_json: innocent });
    const { observation_json: json = '' } = inside({ observation_json: `[{"content":"é ${KEY}","n":1.0}]` });
    expect(JSON.parse(json)).toEqual([{ content: 'é [KEY]', n: 1 }]);
  });

  it('finds what JSON and Python escape', () => {
    const odd = 'päss"wört\\n\n\u20ac end';
    const find = makeRedact({ ODD: odd });
    const python = String.raw`'p\xe4ss"w\xf6rt\\n\n\u20ac end'`;
    for (const text of [odd, JSON.stringify(odd), JSON.stringify(JSON.stringify(odd)), python])
      expect(find?.(text)).toMatch(/^\W*\[ODD\]\W*$/);
  });

  it('finds the long lines of a value with several', () => {
    const pem = `-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQ\nshort\n-----END KEY-----\n`;
    const find = makeRedact({ PEM: pem });
    expect(find?.(`x ${pem} x`)).toBe('x [PEM] x');
    expect(find?.('  MIIEvQIBADANBgkqhkiG9w0BAQ')).toBe('  [PEM]');
    expect(find?.('short')).toBe('short');
  });

  it('takes the longer of two values that share a beginning', () => {
    const find = makeRedact({ SHORT: 'abcdef', LONG: 'abcdefghij' });
    expect(find?.('abcdefghij abcdef')).toBe('[LONG] [SHORT]');
  });

  it('takes what is special in regular expressions for what it is', () => {
    const find = makeRedact({ ODD: 'a.b*c(d)[e]{f}^$|\\' });
    expect(find?.('x a.b*c(d)[e]{f}^$|\\ x aXb*c(d)[e]{f}^$|\\')).toBe('x [ODD] x aXb*c(d)[e]{f}^$|\\');
  });

  it('finds what is left of a value that was cut, at the mark of the cut only', () => {
    for (let size = 4; size < KEY.length; size++) {
      const [start, end] = [KEY.slice(0, size), KEY.slice(-size)];
      expect(redact(`x ${start}\n[truncated: 7 more bytes]`)).toBe('x [KEY]\n[truncated: 7 more bytes]');
      expect(redact(`x ${start}\n[truncated: 7 more characters]`)).toContain('x [KEY]\n');
      expect(redact(`[truncated: 7 earlier bytes]\n${end} x`)).toBe('[truncated: 7 earlier bytes]\n[KEY] x');
      expect(redact(`'${start}…${end}'`)).toBe("'[KEY]…[KEY]'");
      expect(redact(`b'x ${start}'…`)).toBe("b'x [KEY]'…");
      expect(redact(`  File "/${start}...", line 3 in f`)).toBe('  File "/[KEY]...", line 3 in f');
    }
    expect(redact('sk-live-')).toBe('sk-live-');
    expect(redact('sk-l… …sk-x …')).toBe('[KEY]… …sk-x …');
    expect(redact('a'.repeat(2 ** 18 - 6) + KEY.slice(0, 6))).toMatch(/a\[KEY\]$/);
  });

  it('leaves the words alone by which messages are told apart', () => {
    const seen: AgentMessage[] = [];
    const all = makeRedact({ A: 'load_failed', B: 'module', C: 'loaded' });
    const events = redactEvents({ onMessage: (message) => seen.push(message), onExit: () => {} }, all);
    events.onMessage({ type: 'load_failed', reason: 'module', message: 'no module loaded' }, undefined);
    expect(seen).toEqual([{ type: 'load_failed', reason: 'module', message: 'no [B] [C]' }]);
  });

  it('takes no longer than it must for long texts and long values', () => {
    const long = makeRedact({ LONG: 'ab'.repeat(4_000) });
    const text = `${'ab'.repeat(3_999)}…`.repeat(20);
    const started = performance.now();
    expect(long?.(text)).not.toContain('abab');
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

it('values that are too short are told by name', () => {
  expect(shortSecrets({ PIN: '1234', KEY })).toEqual([
    expect.stringContaining('the value of PIN is shorter'),
  ]);
});
