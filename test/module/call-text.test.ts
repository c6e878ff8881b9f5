/** Calls as texts: what travels as text, what as JSON, and how large that may be. */
import { describe, expect, it } from 'vitest';
import { callText, completionTooLarge, saidOf } from '../../src/module/calls/call-text.ts';

const TEXTS = ['', 'plain', '"\n\\'.repeat(40), 'ü😀', '\u0000'.repeat(30), '\u2028', '\b\f\r\t\u001f\u007f'];

describe('a completion that is a string', () => {
  it.each(TEXTS)('%j travels as it is, and its JSON is that of JSON.stringify', (completion) => {
    const text = callText({ completion });
    const bytes = { ...text, completion: Buffer.from(completion), completionIsText: true };
    expect(text.completion).toBe(completion);
    expect([saidOf(text), saidOf(bytes)].map(String)).toEqual([
      JSON.stringify(completion),
      JSON.stringify(completion),
    ]);
  });

  it.each(TEXTS)('%j may have as many bytes of JSON as the limit says', (completion) => {
    const text = callText({ completion });
    const bytes = { ...text, completion: Buffer.from(completion), completionIsText: true };
    const json = { ...text, completion: saidOf(text) };
    const { length } = saidOf(text);
    for (const each of [text, bytes, json]) {
      expect(completionTooLarge(each, length)).toBeUndefined();
      expect(completionTooLarge(each, length - 1)).toMatch(
        new RegExp(`^the completion has ${length} bytes of JSON`),
      );
    }
  });

  it('is too large also where no string could hold its JSON', () => {
    const completion = Buffer.alloc(90_000_000, 1);
    const text = { ...callText({ completion: '' }), completion, completionIsText: true };
    expect(completionTooLarge(text, 2 ** 24)).toContain('540000002 bytes of JSON');
  });

  it('is JSON where half of a character is in it', () => {
    expect(String(callText({ completion: 'x\ud800' }).completion)).toBe(String.raw`"x\ud800"`);
  });
});
