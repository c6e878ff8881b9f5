/** Answers as the units that they are written in: what probes of parts and of repetition are made of. */
import { describe, expect, it } from 'vitest';
import { answerPlaces } from '../../src/check/answers/answer-places.ts';
import { elementForms } from '../../src/check/answers/element-examples.ts';
import { sharedWrapper } from '../../src/check/answers/shared-wrapper.ts';
import { textUnits, thingsOf } from '../../src/check/answers/text-units.ts';
import { rowOf } from './stage.ts';

describe('units of a text', () => {
  it.each([
    ['I compare.\nRoute: A > B > C', ['A', 'B', 'C'], 'I compare.\nRoute: X > Y'],
    ['<o><i n="1"/><i n="2"/></o>', ['<i n="1"/>', '<i n="2"/>'], '<o>XY</o>'],
    ['a: 1\nb: 2\n\nDone.', ['a: 1', 'b: 2'], 'X\nY\n\nDone.'],
    ['<t>So.</t><o>ash\nelm\noak</o>', ['ash', 'elm', 'oak'], '<t>So.</t><o>X\nY</o>'],
    ['Out: [3, 4, 5]', ['3', '4', '5'], 'Out: [X, Y]'],
    ['\\boxed{\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}}', ['1 & 2', '3 & 4'], undefined],
  ])('%s', (text, units, written) => {
    const found = textUnits(text);
    const isJson = text.includes('[');
    expect(found?.units).toEqual(units);
    expect(found?.write(units)).toBe(isJson ? 'Out: [3,4,5]' : text);
    if (written !== undefined && !isJson) expect(found?.write(['X', 'Y'])).toBe(written);
  });

  it('are counted anew', () => {
    const found = textUnits('Best first:\n1. Ana\n2. Bo\n3. Cy');
    expect(found?.write(['3. Cy', '1. Ana'])).toBe('Best first:\n1. Cy\n2. Ana');
    expect(textUnits('van 1: c0\nvan 2: c3')?.write(['van 2: c3', 'van 2: c3'])).toBe('van 1: c3\nvan 2: c3');
  });

  it('are none in one word, and names are those that the prompt speaks of', () => {
    expect(textUnits('Plaintext')).toBeUndefined();
    const row = rowOf({ prompt: 'Seat Bo, then Ana.', seats: { Ana: 1, Bo: 2, Cy: 3 } });
    expect(thingsOf(row)).toEqual(['Bo', 'Ana']);
  });
});

it('objects inside of a field are answers, and of one that says more what the prompt names', () => {
  const row = rowOf({
    prompt: 'Write the room and the day.',
    info: { id: 7, key: { room: 'B2', day: 'Mon', by: 'tool' } },
  });
  const places = answerPlaces(row, 'info', row.fields.info);
  expect(places.map(({ path, value }) => [path.join('.'), value])).toEqual([
    ['', row.fields.info],
    ['key', { room: 'B2', day: 'Mon', by: 'tool' }],
    ['key', { room: 'B2', day: 'Mon' }],
  ]);
  expect(places[2]?.pick({ room: 'A1', day: 'Tue', by: 'hand' })).toEqual({ room: 'A1', day: 'Tue' });
});

it('records are written as the elements that a prompt shows, in the element that holds them', () => {
  const prompt = 'Answer: <order><item sku="..." qty="..."/></order>';
  const records = [
    { sku: 'A', qty: 2 },
    { sku: 'B<', qty: 1 },
  ];
  const texts = elementForms(prompt).map(({ write }) => write(records));
  expect(texts).toContain('<order><item sku="A" qty="2"/><item sku="B&lt;" qty="1"/></order>');
  expect(elementForms(prompt).flatMap(({ write }) => write([{ sku: 'A', price: 2 }]) ?? [])).toEqual([]);
  const nested = elementForms('<p><name>…</name><age>…</age></p>').map(({ write }) =>
    write({ name: 'Jo', age: 3 }),
  );
  expect(nested).toContain('<p><name>Jo</name><age>3</age></p>');
});

it('what all answers begin and end with is how they are written; words that begin alike are not', () => {
  const wrapper = sharedWrapper(['Text: storm.', 'Text: stone.', 'Text: stairs.']);
  expect(wrapper.wrap('x')).toBe('Text: x.');
  expect(sharedWrapper(['one', 'two', 'six']).wrap('x')).toBe('x');
});
