/** Tries a probe: first a little, and on all rows where that looks like more. */
import type { Outcome } from '../../index.ts';
import type { RowLevels } from '../calibration.ts';
import type { Context } from '../context.ts';
import { FLOOR_GAP, gapOf, type Hit, paid } from './levels.ts';
import type { Probe } from './probe.ts';

/** One way to cheat on all rows that were tried: the n-th completion that a probe makes of each. */
export interface Trial {
  probe: Probe;
  hits: readonly Hit[];
  /** Rows that were tried, also those of which the probe makes nothing. */
  rows: number;
}

/** Rows with which each probe begins, completions of one row that are looked at, and those that go on to all rows. */
const FIRST_ROWS = 10;
/** Rows that suffice where calls are slow: time for other probes. */
const WIDE_ROWS = 6;
const LEAST_ROWS = 4;
const MOST_VARIANTS = 24;
const MOST_WIDENED = 3;
/** Calls that are made between two looks at how they end. */
const CHUNK = 8;
/** With fewer calls for a probe, the first row decides whether others are asked. */
const FEW_CALLS = 40;
/** Calls that one that is paid costs: itself, and the decoys of its row. */
const CALLS_OF_HIT = 3;
/** Calls of one probe that may hang: each takes as long as hundreds of others. */
const MOST_HANGING = 2;

interface Shot {
  variant: number;
  levels: RowLevels;
  completion: string;
}

/** @returns what is promising, on as many rows as there is time for */
export const tryProbe = async (context: Context, probe: Probe): Promise<Trial[]> => {
  const { calibration, budget, random } = context;
  const { levels } = calibration;
  const calls = budget.left;
  const few = random.sample(levels, Math.max(LEAST_ROWS, Math.min(FIRST_ROWS, Math.floor(calls / 8))));
  const variants = Math.max(2, Math.min(MOST_VARIANTS, Math.floor(calls / 2 / few.length)));
  const hits = new Map<number, Hit[]>();
  const hung = new Set<number>();
  const [first, ...rest] = few;
  if (first === undefined) return [];
  const one = shotsOf(context, probe, [first], (variant) => variant < variants);
  for (let at = 0; at < one.length && hung.size < MOST_HANGING && budget.has(); at += CHUNK) {
    await shoot(context, probe, one.slice(at, at + CHUNK), hits, hung);
  }
  if (hung.size >= MOST_HANGING) return [];
  // Of slow functions only what was paid at all is asked again: the time is for other probes.
  const isPaid = (variant: number): boolean =>
    hits.get(variant)?.some(({ gap }) => gap >= FLOOR_GAP) === true;
  const goesOn = (variant: number): boolean =>
    variant < variants && !hung.has(variant) && (calls >= FEW_CALLS || isPaid(variant));
  await shoot(context, probe, shotsOf(context, probe, rest, goesOn), hits, hung);
  const promising = [...hits]
    .filter(([variant, each]) => !hung.has(variant) && each.some(({ gap }) => gap >= FLOOR_GAP))
    .sort(([, each], [, other]) => strength(other) - strength(each))
    .slice(0, MOST_WIDENED);
  if (promising.length === 0) return [];
  const affordable = Math.floor(budget.left / 4 / promising.length);
  const others = levels.filter((each) => !few.includes(each));
  const more = random.sample(others, Math.max(0, Math.min(others.length, affordable)));
  const kept = new Set(promising.map(([variant]) => variant));
  await shoot(
    context,
    probe,
    shotsOf(context, probe, more, (variant) => kept.has(variant)),
    hits,
    hung,
  );
  return promising.map(([, each]) => ({ probe, hits: each, rows: few.length + more.length }));
};

/** Variants that were paid on one row, on others: as many as there is time for. */
export const widen = async (
  context: Context,
  probe: Probe,
  variants: ReadonlySet<number>,
): Promise<Trial[]> => {
  const { calibration, budget } = context;
  const calls = budget.left / CALLS_OF_HIT / variants.size;
  const rows = [...calibration.levels].slice(0, Math.max(LEAST_ROWS, Math.min(WIDE_ROWS, Math.floor(calls))));
  const hits = new Map<number, Hit[]>();
  const shots = shotsOf(context, probe, rows, (variant) => variants.has(variant));
  await shoot(context, probe, shots, hits, new Set());
  return [...hits.values()].map((each) => ({ probe, hits: each, rows: rows.length }));
};

const strength = (hits: readonly Hit[]): number =>
  hits.reduce((sum, { gap }) => sum + Math.min(1, Math.max(0, gap)), 0);

const shotsOf = (
  context: Context,
  probe: Probe,
  rows: readonly RowLevels[],
  wanted: (variant: number) => boolean,
): Shot[] =>
  rows.flatMap((levels) =>
    probe
      .make(context, levels)
      .slice(0, MOST_VARIANTS)
      .flatMap((completion, variant) => (wanted(variant) ? [{ variant, levels, completion }] : [])),
  );

const shoot = async (
  context: Context,
  probe: Probe,
  shots: readonly Shot[],
  hits: Map<number, Hit[]>,
  hung: Set<number>,
): Promise<void> => {
  const outcomes = await context.scorer.all(
    shots.map(({ levels: { row }, completion }) => ({ row, completion })),
  );
  for (const [at, { variant, levels, completion }] of shots.entries()) {
    const outcome = outcomes[at] as Outcome;
    context.notes.outcome(probe.rule, completion, outcome);
    if (outcome.status === 'timeout') hung.add(variant);
    const reward = paid(outcome);
    if (reward === null) continue;
    levels.top = Math.max(levels.top, reward);
    const gap = gapOf(reward, levels, context.calibration) ?? 0;
    const ofVariant = hits.get(variant) ?? [];
    hits.set(variant, ofVariant);
    ofVariant.push({ levels, completion, reward, gap, invariant: null, decoy: null });
  }
};
