import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeyTable } from '../../src/formats/rows/key-table.ts';

it('behaves like a Map that keeps the first value', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 5 }), { maxLength: 400 }), (keys) => {
      const table = new KeyTable();
      const model = new Map<string, number>();
      keys.forEach((key, value) => {
        expect(table.add(key, value)).toBe(model.get(key));
        if (!model.has(key)) model.set(key, value);
      });
      expect(table.size).toBe(model.size);
      expect([...table.keys()]).toEqual([...model.keys()]);
      for (const [key, value] of model) expect(table.get(key)).toBe(value);
      expect(table.get('not in there')).toBeUndefined();
    }),
  );
});

it('holds hundreds of thousands of keys', () => {
  const table = new KeyTable();
  for (let key = 0; key < 300_000; key++) table.add(`"key-${key}"`, key);
  for (let key = 0; key < 300_000; key += 777) expect(table.get(`"key-${key}"`)).toBe(key);
  expect(table.add('"key-5"', 9)).toBe(5);
});
