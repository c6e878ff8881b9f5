/** What a prompt gives to work on, paid as the answer. */
import { expect, test } from 'vitest';
import { ECHO_PROBES } from '../../../src/check/probes/text/echo.ts';
import { contextOf } from './models.ts';

test('what is copied is written in several ways, and never where it is the right answer', () => {
  const [, copied] = ECHO_PROBES;
  const texts = (list: number[]): readonly string[] => {
    const context = contextOf({ rows: [{ prompt: `Sort ${list.join(', ')}.`, list, gold: '3, 5, 9' }] });
    return copied?.make(context, context.calibration.levels[0] as never) ?? [];
  };
  expect(texts([5, 3, 9])).toContain('<answer>5, 3, 9</answer>');
  expect(texts([3, 5, 9])).not.toContain('<answer>3, 5, 9</answer>');
});
