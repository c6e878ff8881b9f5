/** Statistics of an environment, and what its check rests on. */
import { plural } from '../../formats/text/visible.ts';
import { median } from '../lists.ts';
import type { Distribution, Statistic } from '../report.ts';
import { counted, skipped, statistic } from '../statistics/make.ts';
import { round } from './behaviour/exploit.ts';
import type { Tried } from './oracle.ts';
import type { Trace } from './play/trace.ts';
import type { Calibrated } from './ways/honest.ts';

export const basisOf = ({ answer, honest, goldFields }: Calibrated): string => {
  const how = [...honest.values()][0]?.how;
  if (how === undefined)
    return 'no play was found that is paid anything, so only policies that are paid for nothing can be told';
  const reference = {
    script: 'the scripted actions of the rows',
    answer: `the right answer, which is the field \`${answer?.field}\``,
    search: 'the best that a search over actions found',
  }[how];
  const field = goldFields[0];
  const differential =
    field === undefined
      ? 'no field of the row decides, so other seeds take the place of wrong answers'
      : `wrong values of \`${field}\` make the same actions lose`;
  return `policies are measured by ${reference} (${plural(honest.size, 'row')}); ${differential}`;
};

/** Returns by kind of policy, for the histogram. */
export const distributionsOf = (tried: readonly Tried[], { honest }: Calibrated): Distribution[] => {
  const families = new Map<string, number[]>();
  if (honest.size > 0)
    families.set(
      'gold',
      [...honest.values()].map((each) => each.return),
    );
  for (const { attack, returns } of tried) {
    const name = attack.isNull === true ? 'does nothing' : attack.rule;
    families.set(name, [...(families.get(name) ?? []), ...returns.map((each) => each.return)]);
  }
  return [...families].map(([family, rewards]) => ({ family, rewards: rewards.slice(0, 2_000), failed: 0 }));
};

export interface SummaryOptions {
  tried: readonly Tried[];
  calibrated: Calibrated;
  traces: readonly Trace[];
  constantRows: readonly number[];
  repeated: { asked: number; differing: number };
  rows: number;
}

export const statisticsOf = (options: SummaryOptions): Statistic[] => [
  nullPolicies(options),
  honestAccepted(options),
  varied(options),
  repeatable(options),
  failing(options),
];

const NULL = 'policies without skill';
const HONEST = 'honest play is paid';

const nullPolicies = ({ tried, calibrated }: SummaryOptions): Statistic => {
  const gold = [...calibrated.honest.values()].map((each) => each.return);
  if (gold.length === 0) return skipped('S25', 'no honest play is known to compare with', NULL);
  const simple = tried.filter(({ returns }) => returns.length > 0);
  const gaps = simple
    .map(({ attack: { does, least = Number.NEGATIVE_INFINITY }, returns }) => ({
      does,
      least,
      paid: median(returns.map((each) => each.return)) ?? 0,
      gap: median(returns.map(({ gap }) => gap ?? 0)) ?? 0,
    }))
    .filter(({ paid, least }) => paid >= least);
  const best = gaps.sort((one, other) => other.gap - one.gap)[0];
  if (best === undefined) return skipped('S25', 'no policy was played', NULL);
  return statistic('S25', {
    name: NULL,
    verdict: best.gap >= 0.9 ? 'fail' : best.gap >= 0.5 ? 'warn' : 'pass',
    text: `of ${gaps.length} policies the best one (${best.does}) gets ${round(best.paid)}, honest play ${round(median(gold) ?? 0)}`,
    value: best.gap,
  });
};

/** What was given as a solution has to be paid. */
const honestAccepted = ({ calibrated, rows }: SummaryOptions): Statistic => {
  const known = [...calibrated.honest].filter(([, { how }]) => how !== 'search');
  if (known.length === 0)
    return skipped('S01', 'neither scripted actions nor an answer field are known', HONEST);
  const paid = known.filter(([row, each]) => each.return > (calibrated.floors.get(row) ?? 0) + 1e-9).length;
  return counted('S01', paid, known.length, () => ({
    name: HONEST,
    verdict: paid >= 0.95 * known.length ? 'pass' : 'fail',
    text: `${paid} of ${known.length} rows pay honest play more than nothing (${plural(rows, 'row')} looked at)`,
    value: paid / known.length,
  }));
};

const varied = ({ constantRows, rows }: SummaryOptions): Statistic =>
  counted('S03', constantRows.length, rows, () => ({
    name: 'rows that never vary',
    verdict: rows === 0 ? 'skip' : constantRows.length > 0.1 * rows ? 'warn' : 'pass',
    text: `on ${constantRows.length} of ${rows} rows every policy had the same return`,
    value: rows === 0 ? null : constantRows.length / rows,
  }));

const repeatable = ({ repeated: { asked, differing } }: SummaryOptions): Statistic =>
  counted('S05', differing, asked, () => ({
    name: 'the same again',
    verdict: asked === 0 ? 'skip' : differing > 0 ? 'fail' : 'pass',
    text: `${differing} of ${asked} episodes differ when they are played again, alone, side by side and in another process`,
    value: asked === 0 ? null : differing / asked,
  }));

const failing = ({ traces }: SummaryOptions): Statistic => {
  const started = traces.filter(
    ({ setup, status, changed }) =>
      setup.status === 'ok' && status !== 'cancelled' && Object.keys(changed).length === 0,
  );
  const failed = started.filter(({ status }) => status !== 'ok' && status !== 'tampered').length;
  const part = failed / Math.max(1, started.length);
  return counted('S21', failed, started.length, () => ({
    name: 'steps that fail',
    verdict: started.length === 0 ? 'skip' : part > 0.05 ? 'fail' : failed > 0 ? 'warn' : 'pass',
    text: `${failed} of ${started.length} episodes ended because a step failed, malformed actions among them`,
    value: part,
  }));
};
