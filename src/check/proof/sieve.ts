/** For slow functions: a little of every probe on one row, so that no kind of attack is left out for want of time. */
import type { Outcome } from '../../index.ts';
import type { RowLevels } from '../calibration.ts';
import type { Context } from '../context.ts';
import { Random } from '../random.ts';
import { FLOOR_GAP, gapOf, PROOF_GAP, paid } from './levels.ts';
import type { Probe } from './probe.ts';

/** A probe, and which of its completions were paid on one row; undefined: none was tried yet. */
export interface Promising {
  probe: Probe;
  variants?: ReadonlySet<number>;
}

/** Completions of each probe that are tried by when: first those that it takes for its best. */
const ROUNDS: readonly number[] = [1, 2, 4, 8, 24];
/** Of probes whose class the source names more are tried before any other. */
const NAMED_ROUND = 8;
/** Part of the time that is left for the rows after the first. */
const LEFT_TO_WIDEN = 0.5;
/** Completions of a probe that go on to other rows. */
const MOST_WIDENED = 2;
/** Probes whose completions are scored at the same time, for each worker. */
const AT_ONCE = 2;

interface Sieved {
  probe: Probe;
  completions: readonly string[];
  /** Paid ones: which, and how much of what an honest answer gets. */
  paid: { variant: number; gap: number }[];
  tried: number;
  hangs: boolean;
  /** The source shows what it is made for. */
  named: boolean;
}

/** What a probe chooses does not depend on those before it, which may have had more or less time. */
export const randomOf = ({ scorer }: Context, { rule, title }: Probe): Random =>
  Random.named(scorer.seed, `${rule} ${title}`);

/** It counts as run, and its class as tested. */
export const noteRun = ({ notes, calibration }: Context, probe: Probe): void => {
  notes.probes++;
  if (calibration.goldField !== null) notes.tested.add(probe.rule);
};

/** @returns probes of which something was paid, the best paid first */
export const sieve = async (context: Context, probes: readonly Probe[]): Promise<Promising[]> => {
  const { budget, notes, scorer } = context;
  const row = telling(context);
  if (row === undefined) return [];
  const all = probes.map(
    (probe): Sieved => ({
      probe,
      completions: probe.make({ ...context, random: randomOf(context, probe) }, row),
      paid: [],
      tried: 0,
      hangs: false,
      named: isNamed(context, probe),
    }),
  );
  const rounds = [
    { until: NAMED_ROUND, among: all.filter(({ named }) => named) },
    ...ROUNDS.map((until) => ({ until, among: all })),
  ];
  for (const { until, among } of rounds) {
    const step = AT_ONCE * scorer.concurrency;
    const open = among.filter(
      (each) => !each.hangs && !isEnough(each) && each.tried < Math.min(until, each.completions.length),
    );
    for (let at = 0; at < open.length && budget.has(LEFT_TO_WIDEN); at += step) {
      await Promise.all(open.slice(at, at + step).map((each) => tryUntil(context, row, each, until)));
    }
  }
  for (const each of all) if (each.tried > 0 || each.completions.length === 0) noteRun(context, each.probe);
  const missed = all.filter(({ completions, tried }) => tried === 0 && completions.length > 0);
  const cut = all.filter((each) => each.tried > 0 && each.tried < each.completions.length && !isEnough(each));
  if (missed.length > 0)
    notes.leftOut(`${budget.why}: ${missed.length} of ${probes.length} probes were not run`);
  if (cut.length > 0)
    notes.leftOut(
      `calls take long: of ${cut.length} of ${probes.length} probes only the likeliest completions were tried, ` +
        'and what one row does not pay was not tried on others',
    );
  return all
    .filter((each) => each.paid.length > 0)
    .sort((one, other) => strength(other) - strength(one))
    .map(({ probe, paid: found }) => ({
      probe,
      variants: new Set(
        [...found]
          .sort((one, other) => other.gap - one.gap)
          .slice(0, MOST_WIDENED)
          .map(({ variant }) => variant),
      ),
    }));
};

/** Whether no more of its completions go on to other rows anyway: time for other probes. */
const isEnough = ({ paid: found }: Sieved): boolean =>
  found.filter(({ gap }) => gap >= PROOF_GAP).length >= MOST_WIDENED;

/** Whether the rules for sources name the class of a probe: what they suspect is tried before anything else. */
const isNamed = ({ analysis }: Context, { rule, also = [] }: Probe): boolean =>
  analysis.matches.some(
    ({ classes, ignored }) => ignored === null && [rule, ...also].some((each) => classes.includes(each)),
  );

/** What is paid most; attacks before properties, which only warn. */
const strength = ({ probe, paid: found }: Sieved): number =>
  Math.min(1, Math.max(...found.map(({ gap }) => gap))) + (probe.kind === 'attack' ? 1 : 0);

/** A row on which most can be seen: its right answer is known, and wrong ones in its place are paid less. */
const telling = ({ calibration: { levels } }: Context): RowLevels | undefined =>
  levels.find(({ gold, decoys }) => gold !== null && decoys.length > 1) ??
  levels.find(({ gold }) => gold !== null) ??
  levels[0];

const tryUntil = async (context: Context, row: RowLevels, each: Sieved, until: number): Promise<void> => {
  const { scorer, notes, calibration } = context;
  const from = each.tried;
  const completions = each.completions.slice(from, until);
  each.tried += completions.length;
  const outcomes = await scorer.all(completions.map((completion) => ({ row: row.row, completion })));
  for (const [at, completion] of completions.entries()) {
    const outcome = outcomes[at] as Outcome;
    notes.outcome(each.probe.rule, completion, outcome);
    if (outcome.status === 'timeout') each.hangs = true;
    const reward = paid(outcome);
    if (reward === null) continue;
    row.top = Math.max(row.top, reward);
    const gap = gapOf(reward, row, calibration) ?? 0;
    if (gap >= FLOOR_GAP) each.paid.push({ variant: from + at, gap });
  }
};
