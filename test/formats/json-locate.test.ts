import fc from 'fast-check';
import { expect, it } from 'vitest';
import { locate, locateNearest } from '../../src/formats/json/json-locate.ts';

const paths = (value: unknown, base: PropertyKey[] = []): PropertyKey[][] => {
  if (Array.isArray(value)) return [base, ...value.flatMap((inner, index) => paths(inner, [...base, index]))];
  if (typeof value !== 'object' || value === null) return [base];
  return [base, ...Object.entries(value).flatMap(([key, inner]) => paths(inner, [...base, key]))];
};

const at = (value: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => Reflect.get(inner as object, key), value);

it('finds every value of every document, whatever the white space', () => {
  const spaced = fc
    .tuple(fc.json({ maxDepth: 4 }), fc.constantFrom(0, 1, '\t'))
    .map(([text, indent]) => JSON.stringify(JSON.parse(text), null, indent));
  fc.assert(
    fc.property(spaced, (text) => {
      const value: unknown = JSON.parse(text);
      for (const path of paths(value)) {
        const span = locate(text, path)?.value;
        expect(JSON.parse(text.slice(span?.start, span?.end))).toEqual(at(value, path));
      }
    }),
    { numRuns: 300 },
  );
});

it('takes the last of duplicate keys, and keys that are written with escapes', () => {
  const text = '{"a": 1, "\\u0061": [2, 3]}';
  expect(locate(text, ['a', 1])?.value).toEqual({ start: 23, end: 24 });
  expect(locate(text, ['a'])?.key).toEqual({ start: 9, end: 17 });
  expect(locate(text, ['b'])).toBeUndefined();
});

it('points at the opening bracket of what lacks a value', () => {
  expect(locateNearest(' {"p": [{"r": 1}]}', ['p', 0, 'x']).value).toEqual({ start: 8, end: 9 });
  expect(locateNearest(' {"p": 3}', ['q']).value).toEqual({ start: 1, end: 2 });
  expect(locateNearest('3', ['q']).value).toEqual({ start: 0, end: 1 });
});
