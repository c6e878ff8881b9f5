import { expect, it } from 'vitest';
import type { Space } from '../../src/check/policies/actions/space.ts';
import { noWords } from '../../src/check/policies/actions/words.ts';
import type { Workshop } from '../../src/check/policies/attacks/attacks.ts';
import { materialOf, namesIn } from '../../src/check/policies/attacks/material.ts';
import { payments } from '../../src/check/policies/attacks/payers.ts';
import { EMPTY_ANALYSIS } from '../../src/check/static/empty.ts';
import { rowOf } from './stage.ts';

const space = (): Space => ({ words: noWords(), live: [], forms: [], values: () => [] });

it('knows the keys by which a source looks something up', () => {
  const source = 'a = self.ticket.get("resolution") == self.ticket["_wanted"]\nb = ["no", "key"]\n';
  const names = namesIn(materialOf(source, EMPTY_ANALYSIS, []), space());
  expect(names).toEqual(expect.arrayContaining(['resolution', '_wanted']));
  expect(names).not.toContain('no');
});

it('says that who gives a score what it compares with has set it', () => {
  const own = space();
  own.words.tools.set('get_reward', new Set(['sheet', 'wanted']));
  const material = materialOf('', EMPTY_ANALYSIS, []);
  const calibrated = { honest: new Map(), floors: new Map(), answer: null, goldFields: [] };
  const attacks = payments({ space: own, calibrated, rows: [] } as unknown as Workshop, material);
  const classes = (fields: Record<string, unknown>): string[] =>
    attacks.flatMap(({ also = [] }) =>
      also.flatMap(({ rule, policy }) => (policy(rowOf(fields, 0)) === null ? [] : [rule])),
    );
  expect(classes({ wanted: 'a' })).toContain('F04');
  expect(classes({ other: 'a' })).toEqual([]);
});
