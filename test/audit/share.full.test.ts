/** Streams of forty steps, as they are and with many seeds; the bound; onset. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../src/audit/item.ts';
import { logRise, Rise } from '../../src/audit/rise.ts';
import { LIMIT, type ShareFigures, UnearnedShare } from '../../src/audit/share.ts';
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
    expect(share.since()).toEqual({
      from: 20,
      step: 20,
      to: 20,
      before: 0,
      after: 10 / 16,
      question: 'rows',
    });
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

/** So many calls with this pay, here and on another row. */
const paid = (pay: number, elsewhere: number, agree: string[] = [], count = 16): Item[] =>
  Array.from({ length: count }, () => ({ pay, pairs: [{ agree, pay: elsewhere }] }));

describe('the unearned share, counted in another way than before', () => {
  const recordOf = (share: UnearnedShare, { step, n, hits, state }: ShareFigures) => ({
    ...{ step, n, hits, best: share.best, changes: share.changes, deciding: [...share.deciding] },
    ...{ alarm: state === 'alarm', questions: share.questions },
  });
  /** All that was written, and the share that goes on from it. */
  const restored = (steps: Item[][]): UnearnedShare => {
    const share = new UnearnedShare();
    const records = steps.map((items, step) => recordOf(share, share.add(step, items)));
    const next = new UnearnedShare();
    for (const record of records) next.restore(record);
    return next;
  };
  const times = (count: number, items: Item[]): Item[][] => Array.from({ length: count }, () => items);

  it('is silent after a restart, whatever was counted before a new best pay', () => {
    const share = restored([...times(60, paid(0.4, 0)), ...times(30, paid(1, 0.6))]);
    expect(share.add(90, paid(1, 0.6))).toMatchObject({ state: 'row-blind', level: 1 });
    expect(share.e).toBeLessThan(1);
  });

  it('is silent after a new best pay in a run that is longer than what is remembered call by call', () => {
    const share = new UnearnedShare();
    for (let step = 0; step < 600; step++) share.add(step, step < 60 ? paid(0.4, 0) : []);
    for (let step = 600; step < 630; step++) expect(share.add(step, paid(1, 0.6)).state).not.toBe('alarm');
    expect(share.e).toBeLessThan(1);
  });

  it('leaves out what an earlier server wrote in the way of before, wherever it stands', () => {
    const share = new UnearnedShare();
    const record = { n: 16, best: 1, deciding: [], alarm: false, questions: { nearly: { n: 16, kept: 16 } } };
    share.restore({ ...record, step: 0, hits: 16, changes: 1 }); // done again, after the others
    for (let step = 1; step < 20; step++) share.restore({ ...record, step, hits: 0, best: 0.4, changes: 0 });
    expect(share.add(20, paid(1, 1))).toMatchObject({ level: 1 });
  });

  it('begins anew with the steps after the one that showed a deciding field, where earlier calls are forgotten', () => {
    const share = new UnearnedShare();
    for (let step = 0; step < 520; step++) share.add(step, step < 9 ? paid(1, 0) : []);
    const chance = [...paid(1, 1, ['answer'], 12), ...paid(1, 0)];
    expect(share.add(520, chance)).toMatchObject({ n: 16, hits: 0 });
    expect([...share.deciding]).toEqual(['answer']);
    expect(share.add(521, paid(1, 0)).level).toBeNull();
  });

  it('goes on after a restart with all that was counted in the same way, in a part of its own after a cut', () => {
    const [whole, cut] = [
      restored(times(100, paid(1, 0))),
      restored([...times(10, paid(0.5, 0)), ...times(100, paid(1, 0))]),
    ];
    expect(whole.add(100, paid(1, 0))).toMatchObject({ level: 0 });
    expect(cut.add(110, paid(1, 0))).toMatchObject({ level: 0 });
    for (let step = 101; step < 104; step++) whole.add(step, paid(1, 1));
    expect(whole.state).toBe('alarm');
    expect(whole.since()).toMatchObject({ step: 101, before: 0, after: 1 });
    expect(cut.e).toBeLessThan(0.2);
  });

  it('counts a history at once: the steps of a long run cost less than a few that come one by one', () => {
    const share = new UnearnedShare();
    const timed = (work: () => void): number => {
      const from = performance.now();
      work();
      return performance.now() - from;
    };
    for (let step = 0; step < 200; step++) share.add(step, paid(1, 0));
    const few = timed(() => {
      for (let step = 200; step < 250; step++) share.add(step, [...paid(1, 0, [], 15), ...paid(1, 1, [], 1)]);
    });
    const record = { n: 16, hits: 0, best: 1, changes: 0, deciding: [], alarm: false };
    const next = new UnearnedShare();
    const restore = timed(() => {
      for (let step = 0; step < 500; step++)
        next.restore({ ...record, step, questions: { nearly: { n: 16, kept: 0 } } });
      next.add(500, paid(1, 0));
    });
    expect(restore).toBeLessThan(few);
    expect(timed(() => share.add(250, paid(2, 0)))).toBeLessThan(few); // counts all again
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
