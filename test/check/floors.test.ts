import { expect, test } from 'vitest';
import { runProbes } from '../../src/check/proof/oracle.ts';
import type { Probe } from '../../src/check/proof/probe.ts';
import { asking, contextOf, type Model } from './probes/models.ts';

const probe = (rule: string, text: string): Probe => ({
  rule,
  title: `is ${rule}`,
  fix: '',
  kind: 'attack',
  make: () => [`<answer>${text}</answer>`],
});

/** Half for a tag, all for the answer. */
const half: Model = (completion, { gold }) =>
  completion === `<answer>${String(gold)}</answer>` ? 1 : Number(completion.includes('<answer>')) / 2;

test('a floor that comes first waits for what later probes say of it', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => ({ prompt: '?', gold: `w${at}` }));
  const context = asking(contextOf({ rows }), half);
  expect(await runProbes(context, [probe('A12', 'pass')], false)).toEqual([]);
  const [floor, ...others] = await runProbes(context, [probe('A09', 'x'), probe('A13', 'First, Second')]);
  expect(others).toEqual([]);
  expect(floor).toMatchObject({ rule: 'A09', severity: 'high', title: 'is A09' });
  expect(floor?.classes).toEqual(['A09']);
  expect(await runProbes(context, [probe('A12', 'pass')])).toEqual([]);
});
