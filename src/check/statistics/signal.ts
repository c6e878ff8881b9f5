/** S01 to S03, S09, S11, S26: whether right answers are paid, and others less, and by how much. */
import type { Context } from '../context.ts';
import type { NewFinding } from '../finding.ts';
import { numberText } from '../proof/confirm.ts';
import { gapOf } from '../proof/levels.ts';
import type { Statistic } from '../report.ts';
import { counted, shareText, skipped, statistic } from './make.ts';
import { deviation, kendall, mean } from './numbers.ts';
import { rewardsOf, type Sample, type Sampled } from './sample.ts';

const SAME = 1e-9;
const OTHER = "another row's answer";
/** From best to worst. */
const LADDER = ['gold', 'near miss', OTHER, 'malformed', 'empty'];
/** Of a policy in training: how many of its completions are of which kind. */
const MIXTURE: readonly (readonly [family: string, part: number])[] = [
  ['gold', 0.1],
  ['near miss', 0.3],
  [OTHER, 0.4],
  ['malformed', 0.2],
];
const GROUP = 8;

const maximum = (sampled: readonly Sampled[]): number =>
  Math.max(...rewardsOf(sampled), Number.NEGATIVE_INFINITY);

export const signal = (
  context: Context,
  sample: Sample,
): { statistics: Statistic[]; findings: NewFinding[] } => {
  const findings: NewFinding[] = [];
  const rows = [...sample.byRow.values()];
  const statistics = [
    accepted(context, sample),
    highest(rows),
    same(rows),
    floor(context, sample),
    monotony(rows),
    groups(rows),
  ];
  for (const { id, verdict, text, share } of statistics) {
    const finding = verdict === 'fail' ? FINDINGS[id] : undefined;
    if (finding !== undefined)
      findings.push({ ...finding, rule: id, source: 'statistic', why: `${text}. ${finding.why}`, share });
  }
  return { statistics, findings };
};

const FINDINGS: Readonly<Record<string, Pick<NewFinding, 'severity' | 'title' | 'why' | 'fix'>>> = {
  S01: {
    severity: 'warning',
    title: 'right answers are not always paid',
    why: 'A policy that answers right is punished on these rows.',
    fix: 'Look at the rows: the extraction misses the form of some answers, or the comparison is too strict.',
  },
  S02: {
    severity: 'warning',
    title: 'something is paid more than the right answer',
    why: 'Training moves to what is paid most.',
    fix: 'Cap every other term below what the right answer gets.',
  },
  S03: {
    severity: 'warning',
    title: 'rows on which every completion gets the same',
    why: 'Nothing can be learned from them.',
    fix: 'Leave the rows out, or find out why their answers are never recognised.',
  },
  S11: {
    severity: 'warning',
    title: 'worse completions are paid more than better ones',
    why: 'The reward points the wrong way in places.',
    fix: 'Look at the order above: a sign, a penalty or a bonus turns it around.',
  },
};

const accepted = (context: Context, sample: Sample): Statistic => {
  const golds = sample.of('gold');
  if (golds.length === 0) return skipped('S01', 'no right answers are known');
  const rows = [...sample.byRow.values()].filter((families) => families.has('gold'));
  const hits = rows.filter((families) => {
    const best = maximum(families.get('gold') ?? []);
    const top = Math.max(best, context.calibration.range.high);
    const levels = families.get('gold')?.[0]?.levels;
    return levels !== undefined && best > levels.floor + SAME && best >= top - 0.5 * (top - levels.floor);
  });
  return counted('S01', hits.length, rows.length, (share) => ({
    verdict: share.hits === share.of ? 'pass' : share.hits / share.of < 0.95 ? 'fail' : 'warn',
    text: `accepted on ${shareText(share)} of rows`,
    value: hits.length / rows.length,
  }));
};

const highest = (rows: readonly ReadonlyMap<string, readonly Sampled[]>[]): Statistic => {
  const known = rows.filter((families) => families.has('gold'));
  if (known.length === 0) return skipped('S02', 'no right answers are known');
  const hits = known.filter((families) => {
    const best = Math.max(
      ...['gold', 'gold, verbosity'].map((family) => maximum(families.get(family) ?? [])),
    );
    return [...families].some(([family, sampled]) => !isRight(family) && maximum(sampled) > best + SAME);
  });
  return counted('S02', hits.length, known.length, (share) => ({
    verdict: share.low > 0.02 ? 'fail' : hits.length > 0 ? 'warn' : 'pass',
    text: `another completion is paid more on ${shareText(share)} of rows`,
  }));
};

/** Families that hold the right answer, in some form. */
const isRight = (family: string): boolean => family.startsWith('gold') || family === 'policy';

const same = (rows: readonly ReadonlyMap<string, readonly Sampled[]>[]): Statistic => {
  const asked = rows.filter((families) => rewardsOf([...families.values()].flat()).length > 2);
  if (asked.length === 0) return skipped('S03', 'too few completions for a row');
  const hits = asked.filter((families) => new Set(rewardsOf([...families.values()].flat())).size === 1);
  return counted('S03', hits.length, asked.length, (share) => ({
    verdict: hits.length > 0.1 * asked.length ? 'fail' : hits.length > 0 ? 'warn' : 'pass',
    text: `one reward only on ${shareText(share)} of rows`,
  }));
};

const mixtureOf = (families: ReadonlyMap<string, readonly Sampled[]>): { reward: number; weight: number }[] =>
  MIXTURE.flatMap(([family, part]) => {
    const rewards = rewardsOf(families.get(family) ?? []);
    return rewards.map((reward) => ({ reward, weight: part / rewards.length }));
  });

const floor = ({ calibration }: Context, sample: Sample): Statistic => {
  const shells = [...sample.of('content-free'), ...sample.of('empty')];
  const gaps = shells.flatMap(({ reward, levels }) => {
    const gap = gapOf(reward, levels, calibration);
    return gap === null ? [] : [gap];
  });
  if (gaps.length === 0) return skipped('S09', 'nothing is known to be paid more than an empty completion');
  const hits = gaps.filter((gap) => gap >= 0.1).length;
  return counted('S09', hits, gaps.length, (share) => ({
    verdict: share.low > 0.2 ? 'warn' : 'pass',
    text: `at most ${numberText(Math.max(...gaps))} of what the right answer gets; a tenth or more for ${shareText(share)}`,
    value: Math.max(...gaps),
  }));
};

const monotony = (rows: readonly ReadonlyMap<string, readonly Sampled[]>[]): Statistic => {
  const taus = rows.flatMap((families) => {
    const steps = LADDER.flatMap((family, rank) => {
      const rewards = rewardsOf(families.get(family) ?? []);
      return rewards.length === 0 ? [] : [{ rank: -rank, reward: mean(rewards) }];
    });
    if (!families.has('gold') || steps.length < 3) return [];
    const tau = kendall(
      steps.map(({ rank }) => rank),
      steps.map(({ reward }) => reward),
    );
    return tau === null ? [] : [tau];
  });
  if (taus.length === 0) return skipped('S11', 'no ladder of better and worse completions is known');
  const tau = mean(taus);
  return statistic('S11', {
    verdict: tau < 0 ? 'fail' : tau < 0.4 ? 'warn' : 'pass',
    text: `Kendall's tau ${numberText(tau)} between quality (${LADDER.join(' > ')}) and reward, over ${taus.length} rows`,
    value: tau,
  });
};

/** Expected share of groups in which all completions get the same: such a group teaches nothing (GRPO). */
const groups = (rows: readonly ReadonlyMap<string, readonly Sampled[]>[]): Statistic => {
  const chances = rows.flatMap((families) => {
    const mixed = mixtureOf(families);
    const total = mixed.reduce((sum, { weight }) => sum + weight, 0);
    if (mixed.length < 3 || total === 0) return [];
    const byReward = new Map<number, number>();
    for (const { reward, weight } of mixed)
      byReward.set(reward, (byReward.get(reward) ?? 0) + weight / total);
    return [[...byReward.values()].reduce((sum, part) => sum + part ** GROUP, 0)];
  });
  if (chances.length === 0) return skipped('S26', 'too few completions of known quality');
  const expected = mean(chances);
  return statistic('S26', {
    verdict: expected > 0.6 ? 'warn' : 'pass',
    text: `${Math.round(100 * expected)} % of groups of ${GROUP} are expected to have no spread (spread over rows ${numberText(deviation(chances))})`,
    value: expected,
  });
};
