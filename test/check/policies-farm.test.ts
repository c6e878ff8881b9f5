import { describe, expect, it } from 'vitest';
import { textsOf } from '../../src/check/policies/actions/finite.ts';
import { familiesOf } from '../../src/check/policies/actions/moves.ts';
import type { Space } from '../../src/check/policies/actions/space.ts';
import { noWords } from '../../src/check/policies/actions/words.ts';
import { circling, roundsOf, sticking } from '../../src/check/policies/attacks/farm.ts';
import type { Policy } from '../../src/check/policies/play/player.ts';
import type { StepSeen } from '../../src/check/policies/play/trace.ts';
import { Random } from '../../src/check/random.ts';

type World = (action: string) => { reward: number; observation?: string };

const played = (policy: Policy, world: World, most = 40): StepSeen[] => {
  const steps: StepSeen[] = [];
  while (steps.length < most) {
    const action = policy({ step: steps.length, observation: '', prompt: '', steps });
    if (action === null) break;
    const { reward, observation = '' } = world(action);
    steps.push({ action, reward, observation } as StepSeen);
  }
  return steps;
};

const sum = (steps: readonly StepSeen[]): number =>
  Math.round(steps.reduce((total, { reward }) => total + (reward ?? 0), 0) * 100) / 100;

/** A line of ten cells: nearer to its end is paid, and the way back costs what `back` says. */
const line = (back: number): World => {
  let at = 0;
  return (action) => {
    const to = action === 'east' ? Math.min(9, at + 1) : action === 'west' ? Math.max(0, at - 1) : at;
    const reward = to > at ? 0.1 : to < at ? back : 0;
    at = to;
    return { reward, observation: `cell ${'x'.repeat(at)}` };
  };
};

const space = (actions: readonly string[], forms: readonly string[] = []): Space => ({
  words: noWords(),
  live: actions.map((action) => ({ action, kind: action, reward: 0, done: false })),
  forms,
  values: () => [],
});

describe('players that repeat what was paid', () => {
  it('sticks to the first that is paid', () => {
    const steps = played(sticking(['a', 'b', 'c']), (action) => ({ reward: action === 'c' ? 1 : 0 }));
    expect(sum(steps)).toBe(38);
    expect(roundsOf({ steps })).toMatchObject({ period: 1, isStill: true });
  });

  it('leaves what is paid once', () => {
    const had = new Set<string>();
    const steps = played(sticking(['a', 'b', 'c']), (action) => {
      const reward = had.has(action) ? 0 : 1;
      had.add(action);
      return { reward };
    });
    expect(sum(steps)).toBe(3);
    expect(roundsOf({ steps })).toBeNull();
  });

  it('goes back and forth where the way back is free, and not where it costs', () => {
    const moves = ['west', 'east', 'wait'];
    const free = played(circling(moves), line(0));
    expect(roundsOf({ steps: free })).toMatchObject({ period: 2 });
    expect(sum(free)).toBeGreaterThan(1.7);
    const signed = played(circling(moves), line(-0.1));
    expect(roundsOf({ steps: signed })).toBeNull();
    expect(sum(signed)).toBeLessThan(1);
  });
});

describe('moves that differ in one value', () => {
  it('reads what a pattern can match', () => {
    expect(textsOf('dig\\s+([A-C][1-2])\\b')).toEqual([
      'dig A1',
      'dig A2',
      'dig B1',
      'dig B2',
      'dig C1',
      'dig C2',
    ]);
    expect(textsOf('^(?:go )?(up|down)!?$')).toContain('go down!');
    expect(textsOf('[xy]{1,2}')).toHaveLength(6);
    expect(textsOf('say (.*)')).toBeNull();
    expect(textsOf('\\d{4}')).toBeNull();
    expect(textsOf('a(?=b)')).toBeNull();
  });

  it('makes others like one that was understood', () => {
    const families = familiesOf(space(['dig B4']), [], ['Z9', 'not one word'], new Random(1));
    const all = families.flat();
    expect(all).toEqual(expect.arrayContaining(['dig B4', 'dig Z9']));
    expect(new Set(all).size).toBeGreaterThan(90);
    expect(all).not.toContain('dig not one word');
  });
});
