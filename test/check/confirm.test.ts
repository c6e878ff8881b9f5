import { expect, test } from 'vitest';
import { Budget } from '../../src/check/calls/budget.ts';
import { Notes } from '../../src/check/notes.ts';
import { confirm } from '../../src/check/proof/confirm.ts';
import type { Hit, Judgement } from '../../src/check/proof/levels.ts';
import type { Probe } from '../../src/check/proof/probe.ts';
import { tell } from '../../src/check/proof/tell.ts';
import { asking, contextOf, type Model } from './probes/models.ts';

const PROBE: Probe = { rule: 'A03', title: '', fix: '', kind: 'integrity', make: () => [] };

test('what could not be repeated for want of calls is said', async () => {
  const context = contextOf({ rows: [{ gold: '61' }] });
  const [levels] = context.calibration.levels;
  if (levels === undefined) throw new Error('no rows');
  const cut = { status: 'cancelled', reward: null };
  const scorer = { seed: 0, score: async () => cut, scoreFresh: async () => cut } as never;
  const hit: Hit = { levels, completion: 'x', reward: 1, gap: 1, invariant: false, decoy: null };
  const share = { hits: 1, of: 1, low: 0.4, high: 1 };
  const judgement: Judgement = { severity: 'critical', share, hits: [hit], invariant: false, isFloor: false };
  for (const quota of [100, 1]) {
    const notes = new Notes();
    const budget = new Budget(quota);
    budget.call();
    const given = { ...context, scorer, budget, notes };
    expect(await confirm(given, PROBE, judgement)).toEqual([]);
    expect(await tell(given, [{ levels, completion: 'x' }], 1, () => null)).toEqual([]);
    expect(notes.unchecked).toEqual(
      quota === 1
        ? ['something that was found could not be repeated: its share of the calls was used up']
        : [],
    );
  }
});

test('a property is told with the text that tested it, also where the same text tests several rows', async () => {
  const rows = ['61', '64', '67'].map((gold) => ({ gold }));
  const model: Model = (text, { gold }) =>
    text === `<answer>${gold}</answer>` ? 1 : text === '<answer>6</answer>' ? 0.9 : 0.1;
  const context = asking(contextOf({ rows }), model);
  const hits = context.calibration.levels.map(
    (levels): Hit => ({
      levels,
      completion: '<answer>6</answer>',
      reward: 0.9,
      gap: 0.9,
      invariant: false,
      decoy: null,
    }),
  );
  const share = { hits: 3, of: 3, low: 0.4, high: 1 };
  const judgement: Judgement = { severity: 'warning', share, hits, invariant: false, isFloor: false };
  const [finding] = await confirm(context, PROBE, judgement);
  expect(finding?.exploit).toMatchObject({ completion: '<answer>6</answer>', reward: 0.9 });
});
