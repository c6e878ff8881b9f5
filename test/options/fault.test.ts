import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { faultOf, faultText } from '../../src/options/fault.ts';
import { shapeOf } from '../../src/options/schema.ts';

const schema = z.strictObject({
  ...shapeOf({
    timeout: { type: 'duration', help: '' },
    reuse: { type: 'choice', help: '', values: ['auto', 'never'] },
    concurrency: { type: 'count', help: '', min: 1, max: 8 },
  }),
  name: z.string().min(1).optional(),
  sizes: z.array(z.number()).min(1).optional(),
  own: z.object({ ok: z.boolean() }).optional(),
});

describe('a fault', () => {
  it('is none of a good value', () => {
    expect(faultOf(schema, { timeout: '2s', own: { ok: true } })).toBeUndefined();
  });

  it.each([
    [
      { timeout: 'soon' },
      { expected: 'a duration of at least 1ms, such as `500ms`, `2s` or `5m`', bare: 'milliseconds' },
    ],
    [{ reuse: 'nevr' }, { expected: 'one of auto, never', choices: ['auto', 'never'] }],
    [{ concurrency: 9 }, { expected: 'a whole number from 1 to 8', path: ['concurrency'], got: 9 }],
    [{ name: '' }, { expected: 'a string that is not empty' }],
    [{ sizes: [] }, { expected: 'an array of at least 1 element' }],
    [{ sizes: [1, 'x'] }, { expected: 'a number', path: ['sizes', 1], got: 'x' }],
    [{ own: { ok: 'yes' } }, { expected: 'true or false', path: ['own', 'ok'] }],
    [7, { expected: 'an object', path: [], got: 7 }],
  ])('of %j says what was expected, where, and what came', (value, fault) => {
    expect(faultOf(schema, value)).toMatchObject({ kind: 'wrong', ...fault });
  });

  it('of an unknown name has it', () => {
    expect(faultOf(schema, { tiemout: 1 })).toEqual({ kind: 'unknown', path: [], name: 'tiemout' });
  });

  it('is a few words for programs', () => {
    expect(faultText(schema, { own: { ok: 1 } })).toBe('`own.ok`: expected true or false');
    expect(faultText(schema, { more: 1 })).toBe('unknown `more`');
    expect(faultText(schema, null)).toBe('expected an object');
  });
});
