/** S13 to S18, S20 to S24: whether what should not matter does not, and what should does. */
import { mayHoldAnswer } from '../answers/written/answer-forms.ts';
import type { Context } from '../context.ts';
import type { NewFinding } from '../finding.ts';
import { MALFORMED } from '../probes/text/material/mixture.ts';
import type { Statistic } from '../report.ts';
import { shareOf } from '../wilson.ts';
import { counted, rewardText, type StatisticId, shareText, skipped, statistic } from './make.ts';
import { deviation, quantile, spearman } from './numbers.ts';
import { rewardsOf, type Sample, type Sampled } from './sample.ts';

const SAME = 1e-9;
const OTHER = "another row's answer";

export const robustness = async (
  context: Context,
  sample: Sample,
  timeout: number,
): Promise<{ statistics: Statistic[]; findings: NewFinding[] }> => {
  const rowMatters = await swapped(context, sample);
  const { statistic: s21, calls } = await malformed(context);
  const everything = [...sample.all.map(({ outcome }) => outcome), ...calls];
  const statistics = [
    invariance('S13', 'gold, whitespace', sample),
    invariance('S14', 'gold, case', sample, 'gold, unicode'),
    invariance('S15', 'gold, number format', sample),
    wrappers(context),
    invariance('S17', 'gold, verbosity', sample),
    lengths(sample),
    decoys(context, sample),
    rowMatters,
    s21,
    contract(everything.map(({ status }) => status)),
    latency(sample, timeout),
    components(sample),
  ];
  const findings: NewFinding[] = [];
  if (rowMatters.verdict === 'fail') {
    const read = fieldsRead(context);
    findings.push({
      rule: 'S20',
      source: 'statistic',
      // Of a verifier the honest answer may be what was never tried: a field that holds one would have been, had there been time.
      severity:
        context.calibration.isComplete !== false && read.some((name) => mayHoldAnswer(name.slice(1, -1)))
          ? 'high'
          : 'warning',
      title:
        read.length > 0
          ? `reads ${read.join(', ')}, and no value of it matters`
          : 'the reward does not use the row',
      why: `${rowMatters.text}. ${read.length > 0 ? 'A branch is never reached, as where a text is compared with a number; or no right answer was among what was tried, and one in `--completions` would say.' : 'Unless only style is to be judged, the answer is not looked at.'}`,
      fix: 'Compare the completion with the field that holds the answer, both as the same type.',
      share: rowMatters.share,
    });
  }
  return { statistics, findings };
};

/** Fields of the rows, beside the prompt, that the source names. */
const fieldsRead = ({ subject }: Context): string[] => {
  const names = new Set(subject.rows.flatMap(({ texts }) => Object.keys(texts)));
  names.delete('prompt');
  return [...names]
    .filter((name) => new RegExp(`\\b${name.replace(/\W/g, '\\$&')}\\b`).test(subject.source))
    .map((name) => `\`${name}\``);
};

/** Forms of the right answer against the right answer itself. */
const invariance = (id: StatisticId, family: string, sample: Sample, further?: string): Statistic => {
  const compared = [...sample.of(family), ...(further === undefined ? [] : sample.of(further))].flatMap(
    (one) => {
      const gold = one.levels.gold?.reward;
      return gold === undefined ? [] : [(one.reward ?? one.levels.floor) >= gold - SAME];
    },
  );
  if (compared.length === 0) return skipped(id, 'no such forms of right answers are known here');
  const hits = compared.filter((kept) => !kept).length;
  return counted(id, hits, compared.length, (share) => ({
    verdict: share.low > 0.2 ? 'warn' : 'pass',
    text: `pays less for ${shareText(share)} of such forms of the right answer`,
  }));
};

const wrappers = ({ calibration }: Context): Statistic => {
  const names = calibration.wrappers.map(({ name }) => name);
  if (names.length === 0) return skipped('S16', 'no way to write an answer is known to be paid');
  const isNamed =
    names.length > 1 || calibration.levels.some(({ row }) => row.prompt.includes(tagOf(names[0] ?? '')));
  return statistic('S16', {
    verdict: isNamed ? 'pass' : 'warn',
    text: `${names.slice(0, 6).join(', ')}${isNamed ? '' : '; only this one, and the prompts do not name it'}`,
    value: names.length,
  });
};

const tagOf = (name: string): string => /<[\w-]+>|\\boxed|####|[A-Z][\w ]*:/.exec(name)?.[0] ?? name;

/** At the same correctness: right answers only, and wrong ones only. */
const lengths = (sample: Sample): Statistic => {
  const RIGHT = ['gold', 'gold, verbosity', 'gold, whitespace'];
  const WRONG = ['near miss', OTHER, 'malformed', 'content-free'];
  const correlated = [RIGHT, WRONG].flatMap((families) => {
    const some = families.flatMap((family) => sample.of(family)).filter(({ reward }) => reward !== null);
    const rho = spearman(
      some.map(({ completion }) => completion.length),
      some.map(({ reward }) => reward ?? 0),
    );
    return rho === null || some.length < 20 ? [] : [rho];
  });
  if (correlated.length === 0)
    return skipped('S18', 'rewards do not vary at the same correctness, or there are too few');
  const worst = correlated.reduce((one, other) => (Math.abs(other) > Math.abs(one) ? other : one));
  return statistic('S18', {
    verdict: Math.abs(worst) > 0.3 ? 'warn' : 'pass',
    text: `Spearman's rho ${rewardText(worst)} between length and reward, at the same correctness`,
    value: worst,
  });
};

const decoys = ({ calibration }: Context, sample: Sample): Statistic => {
  if (calibration.goldField === null) return skipped('S19', `the differential is off: ${calibration.why}`);
  const wrong = sample.of(OTHER);
  const hits = wrong.filter(
    ({ reward, levels }) => levels.gold !== null && (reward ?? levels.floor) < levels.gold.reward - SAME,
  );
  const known = wrong.filter(({ levels }) => levels.gold !== null);
  if (known.length === 0) return skipped('S19', 'no right answers are known');
  return counted('S19', hits.length, known.length, (share) => ({
    verdict: share.hits / share.of >= 0.8 ? 'pass' : 'warn',
    text: `answers that are right for another row get less on ${shareText(share)} of calls; decided by \`${calibration.goldField}\``,
    value: share.hits / share.of,
  }));
};

/** All fields but the prompt taken from another row: does anything change? */
const swapped = async (
  { scorer, calibration, random, budget }: Context,
  sample: Sample,
): Promise<Statistic> => {
  const rows = calibration.levels;
  const known = sample.all.filter(({ reward }) => reward !== null);
  // Of many families chance may take no right answer at all, and those show most.
  const some = [...random.sample(known.filter(isRight), 20), ...random.sample(known, 100)];
  if (rows.length < 3 || some.length < 10) return skipped('S20', 'there are too few rows or calls');
  if (!budget.has(0.1)) return skipped('S20', 'the time was up');
  const shots = some.flatMap((one) => {
    const other = random.pick(rows.filter(({ row }) => row.line !== one.levels.row.line));
    if (other === undefined) return [];
    const names = Object.keys(one.levels.row.texts).filter((name) => name !== 'prompt');
    const changed = Object.fromEntries(names.map((name) => [name, other.row.texts[name]]));
    return [{ one, shot: { row: one.levels.row, completion: one.completion, changed } }];
  });
  const outcomes = await scorer.all(shots.map(({ shot }) => shot));
  const hits = shots.filter(({ one }, at) => outcomes[at]?.reward !== one.reward).length;
  // A field was seen to decide: then these completions, none of them right, are only worth the same everywhere.
  if (hits === 0 && calibration.goldField !== null && !sample.all.some(isRight))
    return skipped('S20', 'no right answer is among the completions');
  return counted('S20', hits, shots.length, (share) => ({
    verdict: hits === 0 ? 'fail' : 'pass',
    text: `with the fields of another row ${shareText(share)} of the rewards change`,
  }));
};

const isRight = ({ family }: Sampled): boolean => family === 'gold';

const malformed = async ({
  scorer,
  calibration,
}: Context): Promise<{ statistic: Statistic; calls: Sampled['outcome'][] }> => {
  const row = calibration.levels[0]?.row;
  if (row === undefined) return { statistic: skipped('S21', 'there is no row'), calls: [] };
  const all = await scorer.all(MALFORMED.map((completion) => ({ row, completion })));
  const calls = all.filter(({ status }) => status !== 'cancelled');
  if (calls.length === 0) return { statistic: skipped('S21', 'the time was up'), calls };
  const failed = calls.filter(({ status }) => status !== 'ok');
  const share = shareOf(failed.length, calls.length);
  const kinds = [...new Set(failed.map(({ status, error }) => error?.type ?? status))];
  return {
    calls,
    statistic: statistic('S21', {
      verdict: failed.length > 0 ? 'warn' : 'pass',
      text: `${shareText(share)} of malformed completions have no reward${kinds.length > 0 ? ` (${kinds.slice(0, 4).join(', ')})` : ''}`,
      share,
      value: failed.length,
    }),
  };
};

const contract = (statuses: readonly string[]): Statistic => {
  const invalid = statuses.filter((status) => status === 'invalid').length;
  return counted('S22', invalid, statuses.length, (share) => ({
    verdict: invalid > 0 ? 'fail' : 'pass',
    text: `${shareText(share)} of calls returned what is no reward`,
  }));
};

const latency = (sample: Sample, timeout: number): Statistic => {
  const times = sample.all.map(({ outcome }) => outcome.duration_ms);
  if (times.length === 0) return skipped('S23', 'no call was made');
  const late = times.filter((time) => time > timeout / 2).length;
  const share = shareOf(late, times.length);
  const [p50, p95, most] = [0.5, 0.95, 1].map((part) => rewardText(quantile(times, part)));
  return statistic('S23', {
    verdict: late > 0 ? 'warn' : 'pass',
    text: `${p50} ms at the median, ${p95} at the 95th percentile, ${most} at most; ${shareText(share)} took more than half of the deadline`,
    share,
    value: quantile(times, 0.95),
  });
};

/** Which number of the info dictionary the reward follows. */
const components = (sample: Sample): Statistic => {
  const known = sample.all.filter(({ reward }) => reward !== null);
  const names = [...new Set(known.flatMap(({ outcome }) => Object.keys(outcome.info)))];
  const rows = names.flatMap((name) => {
    const pairs = known.flatMap(({ outcome, reward }) => {
      const value = outcome.info[name];
      return typeof value === 'number' && reward !== null ? [{ value, reward }] : [];
    });
    const rho =
      pairs.length < 20
        ? null
        : spearman(
            pairs.map(({ value }) => value),
            pairs.map(({ reward }) => reward),
          );
    return rho === null ? [] : [{ name, rho, spread: deviation(pairs.map(({ value }) => value)) }];
  });
  if (rows.length < 2 || deviation(rewardsOf(known)) === 0)
    return skipped('S24', 'the function returns no two numbers beside the reward that vary');
  const [first, second] = [...rows].sort((one, other) => Math.abs(other.rho) - Math.abs(one.rho));
  if (first === undefined || second === undefined) return skipped('S24', 'too few numbers');
  return statistic('S24', {
    verdict: Math.abs(first.rho) > 0.95 && Math.abs(second.rho) < 0.2 ? 'warn' : 'pass',
    text: `\`${first.name}\` follows the reward with rho ${rewardText(first.rho)}, \`${second.name}\` with ${rewardText(second.rho)}`,
    value: first.rho,
  });
};
