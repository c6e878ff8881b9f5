import { expect, test } from 'vitest';
import { attributeForms } from '../../src/check/answers/attributes.ts';
import { toldWrappers } from '../../src/check/answers/wrappers.ts';
import { EMPTY_ANALYSIS } from '../../src/check/static/empty.ts';
import { rowOf } from './stage.ts';

test('a tag with attributes, as the prompt shows it', () => {
  const [form] = attributeForms('Write <event who="" day="" hour=""/>: Ada meets us on Mon at 9.');
  expect(form?.[1]({ hour: 9, who: 'Ada & "Bo"', day: 'Mon' })).toBe(
    '<event who="Ada &amp; &quot;Bo&quot;" day="Mon" hour="9"/>',
  );
  expect(form?.[1]({ who: 'Ada' })).toBe('<event who="Ada"/>');
  expect(form?.[1]({ who: 'Ada', room: 'red' })).toBeUndefined();
  expect(attributeForms('Write <answer>x</answer>.')).toEqual([]);
});

test('sections before the answer, where prompt and source name them', () => {
  const rows = [rowOf({ prompt: "First write a section 'Plan:', then 'area: N'." })];
  const names = (constants: readonly string[]): string[] =>
    toldWrappers(rows, { ...EMPTY_ANALYSIS, constants }, '').map(({ wrap }) => wrap('area: 7'));
  expect(names(['Plan:']).some((text) => /^Plan:\n.{60,}\narea: 7$/.test(text))).toBe(true);
  expect(names([]).some((text) => text.startsWith('Plan:\n'))).toBe(false);
});
