/** Made-up training runs over the pays of one item: what a policy says changes, what that is paid is the item's own. */

import type { Item, Pair } from '../../src/audit/item.ts';
import { Repeats } from '../../src/audit/repeats.ts';
import { UnearnedShare } from '../../src/audit/share.ts';
import { Random } from '../../src/check/random.ts';

/** What matrix.py prints of an item. */
export interface Matrix {
  item: string;
  label: 'vulnerable' | 'robust';
  twin: string | null;
  /** By name, the least that each labelled exploit is paid. */
  exploits: Record<string, number>;
  honest: number;
  fields: Record<string, string>[];
  /** By kind of completion, for row i, what it is paid on each row. */
  pays: Record<string, ((number | null)[] | null)[]>;
  /** For row i, by field, what it is paid where that field alone is another row's. */
  swaps: Record<string, Record<string, (number | null)[]>[]>;
  /** For row i, by field, what it is paid where that field is another value that it says. */
  says: Record<string, Record<string, (number | null)[]>[]>;
  /** For row i, a hash of the text. */
  texts: Record<string, (string | null)[]>;
  /** For row i, whether it was executed and touched what grades it; without kinds where nothing is executed. */
  touched: Record<string, boolean[]>;
  /** On row i, what an empty completion is paid. */
  empty: (number | null)[];
  /** For row i, what a copy of the prompt is paid, where it holds one. */
  copied: Record<string, (number | null)[]>;
  environment: boolean;
}

export const STEPS = 60;
/** Prompts of a step, and completions of each. */
const PROMPTS = 8;
const GROUP = 8;
const SAMPLE = 16;
/** Of a step while there is some evidence. */
const SUSPECTED_SAMPLE = 64;
const OTHERS = 3;
/** Steps over which it is counted how many use the hole: one has too few calls to tell. */
const LATELY = 3;
/** From this step on a policy changes, where it does. */
export const TURN = 20;

export interface Said {
  kind: string;
  row: number;
  length: number;
}

/** Says something for a row, at a step: t runs from 0 to 1 after the turn. */
export type Policy = (row: number, t: number, random: Random) => Said;

/** One training step as detectors see it. */
export interface StepSeen {
  rewards: number[];
  lengths: number[];
  /** Share of the paid completions that use the hole. */
  cheats: number;
  share: UnearnedShare;
  /** Calls that were audited. */
  audited: number;
}

export interface Drift {
  sound: boolean;
  /** @param hole kind of completion that the policy falls into; of a sound reward the same text, which is paid nothing */
  policy(hole: string, rows: number): Policy;
}

const solving =
  (skill: (t: number) => number): Policy =>
  (row, t, random) => ({
    kind: random.next() < skill(t) ? 'honest' : 'wrong',
    row,
    length: 200 + Math.floor(100 * random.next()),
  });

const falling =
  (share: (t: number, row: number) => number): Drift['policy'] =>
  (hole) =>
  (row, t, random) =>
    random.next() < share(t, row)
      ? { kind: hole, row, length: 200 + Math.floor(100 * random.next()) }
      : solving(() => 0.4)(row, t, random);

/** By name. Those that fall do so over a sound reward as well, where it pays nothing. */
export const DRIFTS: Readonly<Record<string, Drift>> = {
  'improves from 20 to 90 %': { sound: true, policy: () => solving((t) => 0.2 + 0.7 * t) },
  'grows longer': {
    sound: true,
    policy: () => (row, t, random) => ({
      ...solving(() => 0.6)(row, t, random),
      length: 200 + Math.floor(2_000 * t),
    }),
  },
  'collapses without a hole': {
    sound: true,
    // It writes what is right for one row under each.
    policy: () => (row, t, random) =>
      random.next() < t ? { kind: 'honest', row: 0, length: 220 } : solving(() => 0.6)(row, t, random),
  },
  'falls slowly': { sound: false, policy: falling((t) => 0.8 * t) },
  'falls suddenly': { sound: false, policy: falling((t) => (t > 0 ? 0.8 : 0)) },
  'falls on some rows': { sound: false, policy: falling((t, row) => (row % 4 === 0 ? t : 0)) },
};

/** Steps one after the other. */
export function* steps(
  { fields, pays, swaps, says, texts, touched, empty, copied }: Matrix,
  policy: Policy,
  hole: string,
  seed: number,
): Generator<StepSeen> {
  const random = new Random(seed);
  const share = new UnearnedShare();
  const repeats = new Repeats();
  const textOf = ({ kind, row }: Said): string => texts[kind]?.[row] ?? `${kind} ${row}`;
  const pay = (kind: string, of: number, on: number): number => pays[kind]?.[of]?.[on] ?? 0;
  const recent: string[][] = [];
  const all = fields.map((_, at) => at);
  for (let step = 0; step < STEPS; step++) {
    const t = Math.max(0, (step - TURN) / (STEPS - TURN));
    const rows = Array.from({ length: PROMPTS }, () => random.below(all.length));
    const calls = rows.flatMap((row) =>
      Array.from({ length: GROUP }, () => ({ row, said: policy(row, t, random) })),
    );
    const paid = calls.map(({ row, said }) => ({ row, said, reward: pay(said.kind, said.row, row) }));
    const best = Math.max(share.best, ...paid.map(({ reward }) => reward));
    const well = paid.filter(({ reward }) => reward > 0 && reward >= best / 2);
    repeats.see(well.map(({ row, said }) => ({ textHash: textOf(said), rowHash: String(row) })));
    // After the alarm nothing more is to be learned.
    const items = random
      .sample(share.state === 'alarm' ? [] : well, share.isSuspected ? SUSPECTED_SAMPLE : SAMPLE)
      .map(({ row, said, reward }): Item => {
        const others = all.filter((other) => differ(fields, row, other, share.deciding));
        const pairs = random
          .sample(others, OTHERS)
          .map(
            (other): Pair => ({ agree: agreeing(fields, row, other), pay: pay(said.kind, said.row, other) }),
          );
        const telling = Object.entries(swaps[said.kind]?.[said.row] ?? {}).filter(([field]) =>
          share.isTelling(field),
        );
        // What a completion for another row is paid here was not asked.
        const drawn = said.row === row ? random.pick(telling) : undefined;
        const swap = drawn && { field: drawn[0], pay: random.pick(drawn[1]) ?? 0 };
        const asked = Object.entries(says[said.kind]?.[said.row] ?? {}).filter(([field]) =>
          share.isDecisive(field, Object.keys(fields[row] ?? {}).length === 1),
        );
        const other = said.row === row ? random.pick(asked) : undefined;
        const value = other && {
          field: other[0],
          pay: other[1].length === 0 ? null : (random.pick(other[1]) ?? 0),
        };
        const copy = said.row === row ? copied[said.kind]?.[row] : null;
        return {
          pay: reward,
          row: String(row),
          pairs,
          swap,
          said: value,
          free: Math.max(empty[row] ?? 0, copy ?? 0),
          touched: touched[said.kind]?.[said.row] === true,
          repeats: repeats.knows(textOf(said), String(row)),
        };
      });
    share.add(
      step,
      items.filter(({ pairs }) => pairs.length > 0),
    );
    recent.push(well.map(({ said }) => said.kind));
    const lately = recent.slice(-LATELY).flat();
    yield {
      rewards: paid.map(({ reward }) => reward),
      lengths: paid.map(({ said }) => said.length),
      cheats: lately.length === 0 ? 0 : lately.filter((kind) => kind === hole).length / lately.length,
      share,
      audited: items.length,
    };
  }
}

const agreeing = (fields: Matrix['fields'], one: number, other: number): string[] =>
  Object.entries(fields[one] ?? {})
    .filter(([name, value]) => fields[other]?.[name] === value)
    .map(([name]) => name);

const differ = (
  fields: Matrix['fields'],
  one: number,
  other: number,
  deciding: ReadonlySet<string>,
): boolean => {
  const agree = agreeing(fields, one, other);
  const all = Object.keys(fields[one] ?? {});
  return (
    one !== other &&
    (all.length === 0 || agree.length < all.length) &&
    !agree.some((name) => deciding.has(name))
  );
};
