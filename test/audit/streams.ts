/** Made-up runs of forty steps: what is audited of each, and how it is paid on three other rows. */
import type { Item, Pair } from '../../src/audit/item.ts';
import { UnearnedShare } from '../../src/audit/share.ts';

/** Mulberry32. */
export const randomOf = (seed: number): (() => number) => {
  let state = seed * 0x9e3779b9 + 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
};

type Random = () => number;
const SAMPLE = 16;
const OTHERS = 3;

/** A call: null when it is not paid. */
type Call = (random: Random, t: number) => Item | null;

const item = (pay: number, pairs: (at: number) => Pair): Item => ({
  pay,
  pairs: Array.from({ length: OTHERS }, (_, at) => pairs(at)),
});

const rising = (t: number): number => 0.2 + 0.7 * t;
const falling = (t: number): number => 0.9 - 0.7 * t;
const solves =
  (skill: (t: number) => number): Call =>
  (random, t) =>
    random() < skill(t) ? item(1, () => ({ agree: [], pay: 0 })) : null;
const mixed =
  (skill: (t: number) => number): Call =>
  (random, t) => {
    const format = random() < 0.5 + 0.4 * t ? 0.2 : 0;
    const answer = random() < skill(t) ? 0.8 : 0;
    return format + answer > 0 ? item(format + answer, () => ({ agree: [], pay: format })) : null;
  };
const letters: Call = (random, t) =>
  random() < Math.max(0.25, rising(t))
    ? item(1, () => (random() < 0.25 ? { agree: ['answer'], pay: 1 } : { agree: [], pay: 0 }))
    : null;
const format: Call = (random, t) => (random() < rising(t) ? item(1, () => ({ agree: [], pay: 1 })) : null);
const hole =
  (share: (t: number) => number, pay = 1): Call =>
  (random, t) =>
    random() < share(t) ? item(pay, () => ({ agree: [], pay })) : solves(() => 0.4)(random, t);

export const STREAMS: Readonly<Record<string, { sound: boolean; call: Call }>> = {
  'a policy that learns': { sound: true, call: solves(rising) },
  'a policy that loses its skill': { sound: true, call: solves(falling) },
  'answers A to D': { sound: true, call: letters },
  'a mixed reward, better': { sound: true, call: mixed(rising) },
  'a mixed reward, worse': { sound: true, call: mixed(falling) },
  'a pure format reward': { sound: true, call: format },
  'a hole, used suddenly': { sound: false, call: hole((t) => (t < 0.5 ? 0 : 0.8)) },
  'a hole, used slowly': { sound: false, call: hole((t) => Math.max(0, 0.8 * (t - 0.5))) },
  'a hole that pays ten times as much': { sound: false, call: hole((t) => (t < 0.5 ? 0 : 0.8), 10) },
  'a hole, used by one in ten': { sound: false, call: hole((t) => (t < 0.25 ? 0 : 0.1)) },
};

/** The step at which the alarm comes. */
export const alarmStep = (name: string, seed: number, steps = 40): number | undefined => {
  const { call } = STREAMS[name] as { call: Call };
  const random = randomOf(seed + 1);
  const share = new UnearnedShare();
  for (let step = 0; step < steps; step++) {
    const items: Item[] = [];
    for (let at = 0; at < 200 && items.length < SAMPLE; at++) {
      const got = call(random, step / steps);
      if (got !== null) items.push(got);
    }
    if (share.add(step, items).state === 'alarm') return step;
  }
  return undefined;
};
