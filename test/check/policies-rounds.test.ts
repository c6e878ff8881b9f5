import { describe, expect, it } from 'vitest';
import { roundsOf } from '../../src/check/policies/play/paid-again.ts';
import type { StepSeen } from '../../src/check/policies/play/trace.ts';

const steps = (count: number, of: (at: number) => Partial<StepSeen>): StepSeen[] =>
  Array.from({ length: count }, (_, at) => ({ action: 'dig', observation: '', ...of(at) }) as StepSeen);

describe('rounds that are paid', () => {
  it('are one action, or several in turn', () => {
    expect(roundsOf({ steps: steps(8, () => ({ reward: 1 })) })).toMatchObject({ period: 1, isStill: true });
    const turns = steps(14, (at) => ({
      action: at % 2 === 0 ? 'up' : 'down',
      reward: at % 2 === 0 ? 0.1 : 0,
    }));
    expect(roundsOf({ steps: turns })).toMatchObject({ period: 2 });
  });

  it('are none where each is paid once, or the way back costs as much', () => {
    const once = steps(8, (at) => ({ action: `dig ${at}`, reward: 1 }));
    expect(roundsOf({ steps: once })).toBeNull();
    const signed = steps(14, (at) => ({
      action: at % 2 === 0 ? 'up' : 'down',
      reward: at % 2 === 0 ? 0.1 : -0.1,
    }));
    expect(roundsOf({ steps: signed })).toBeNull();
  });
});
