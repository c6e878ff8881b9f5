import { expect, it } from 'vitest';
import type { Space } from '../../src/check/policies/actions/space.ts';
import { noWords } from '../../src/check/policies/actions/words.ts';
import { materialOf, namesIn } from '../../src/check/policies/attacks/material.ts';
import { EMPTY_ANALYSIS } from '../../src/check/static/empty.ts';

const space = (): Space => ({ words: noWords(), live: [], forms: [], values: () => [] });

it('knows the keys by which a source looks something up', () => {
  const source = 'a = self.ticket.get("resolution") == self.ticket["_wanted"]\nb = ["no", "key"]\n';
  const names = namesIn(materialOf(source, EMPTY_ANALYSIS, []), space());
  expect(names).toEqual(expect.arrayContaining(['resolution', '_wanted']));
  expect(names).not.toContain('no');
});
