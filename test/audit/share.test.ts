/** The nine streams of forty steps, as they are and with many seeds; the bound; onset. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logRise, Rise } from '../../src/audit/rise.ts';
import { type Item, LIMIT, UnearnedShare } from '../../src/audit/share.ts';
import { alarmStep, randomOf, STREAMS } from './streams.ts';

describe('the unearned share', () => {
  for (const [name, { sound }] of Object.entries(STREAMS))
    it(`${sound ? 'is silent' : 'alarms'}: ${name}`, () => {
      const alarms = Array.from({ length: 20 }, (_, seed) => alarmStep(name, seed));
      if (sound) expect(alarms.filter((step) => step !== undefined)).toEqual([]);
      else expect(alarms.filter((step) => step === undefined)).toEqual([]);
    });

  it('alarms at once for the sudden hole, and while under a fifth of completions cheat for the slow one', () => {
    for (let seed = 0; seed < 20; seed++) {
      expect(alarmStep('a hole, used suddenly', seed)).toBeLessThanOrEqual(22);
      expect(alarmStep('a hole, used slowly', seed)).toBeLessThan(30); // 20 % at step 30
    }
  });

  it('says when it set in', () => {
    const share = new UnearnedShare();
    const item = (keeps: boolean): Item => ({ pay: 1, pairs: [{ agree: [], pay: Number(keeps) }] });
    for (let step = 0; step < 30; step++)
      share.add(
        step,
        Array.from({ length: 16 }, (_, at) => item(step >= 20 && at < 10)),
      );
    expect(share.state).toBe('alarm');
    expect(share.since()).toEqual({ from: 20, step: 20, to: 20, before: 0, after: 10 / 16, swap: '' });
  });

  it('counts rows that agree by chance out, in the steps before too', () => {
    const share = new UnearnedShare();
    const random = randomOf(1);
    const pair = () => (random() < 0.5 ? { agree: ['answer'], pay: 1 } : { agree: [], pay: 0 });
    const items = () => Array.from({ length: 16 }, (): Item => ({ pay: 1, pairs: [pair(), pair(), pair()] }));
    for (let step = 0; step < 5; step++) share.add(step, items());
    expect([...share.deciding]).toEqual(['answer']);
    expect(share.add(5, items())).toMatchObject({ hits: 0, level: 0 });
  });

  it('says that a reward does not look at the row', () => {
    const share = new UnearnedShare();
    for (let step = 0; step < 9; step++)
      share.add(
        step,
        Array.from({ length: 16 }, (): Item => ({ pay: 1, pairs: [{ agree: [], pay: 1 }] })),
      );
    expect(share.state).toBe('row-blind');
  });
});

describe('a rise', () => {
  it('is an e-value at each moment: its mean is at most 1 when there is none', () => {
    // Exactly, over all outcomes of 6 items before and 6 after.
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
    for (const p of [0.03, 0.2, 0.5, 0.77, 0.95]) {
      let mean = 0;
      for (let a = 0; a <= 6; a++)
        for (let b = 0; b <= 6; b++) {
          const chance = choose(6, a) * choose(6, b) * p ** (a + b) * (1 - p) ** (12 - a - b);
          mean += chance * Math.exp(logRise({ n: 6, hits: a }, { n: 6, hits: b }));
        }
      expect(mean).toBeLessThanOrEqual(1);
    }
  });

  it('never shows where the share only sinks', () => {
    const shares = fc.array(fc.integer({ min: 0, max: 16 }), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(shares, (hits) => {
        const rise = new Rise();
        for (const [step, count] of hits.sort((a, b) => b - a).entries())
          rise.add({ step, n: 16, hits: count });
        return rise.logE < Math.log(LIMIT);
      }),
    );
  });

  it('keeps sound runs silent, whatever the level is', () => {
    let alarms = 0;
    for (let seed = 0; seed < 40; seed++) {
      const random = randomOf(seed);
      const p = [0, 0.02, 0.15, 0.5, 0.9][seed % 5] as number;
      const rise = new Rise();
      for (let step = 0; step < 100; step++) {
        const hits = Array.from({ length: 16 }, () => random() < p).filter(Boolean).length;
        rise.add({ step, n: 16, hits });
        if (rise.logE >= Math.log(LIMIT)) {
          alarms++;
          break;
        }
      }
    }
    expect(alarms).toBe(0);
  });
});
