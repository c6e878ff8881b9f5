/** S13 to S15, S17, S19 to S21: whether what should not matter does not, and what should does. */
import { mayHoldAnswer } from '../answers/written/answer-forms.ts';
import type { Context } from '../context.ts';
import type { NewFinding } from '../finding.ts';
import { MALFORMED } from '../probes/text/material/malformed.ts';
import type { Statistic } from '../report.ts';
import { counted, type StatisticId, shareText, skipped } from './make.ts';
import type { Sample, Sampled } from './sample.ts';

const SAME = 1e-9;
const OTHER = "another row's answer";

export const robustness = async (
  context: Context,
  sample: Sample,
): Promise<{ statistics: Statistic[]; findings: NewFinding[] }> => {
  const rowMatters = await swapped(context, sample);
  const statistics = [
    invariance('S13', 'gold, whitespace', sample),
    invariance('S14', 'gold, case', sample, 'gold, unicode'),
    invariance('S15', 'gold, number format', sample),
    invariance('S17', 'gold, verbosity', sample),
    decoys(context, sample),
    rowMatters,
    await malformed(context),
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

/** Of slow functions a part of what is left, and as many at least. */
const LEAST_MALFORMED = 8;
const PART = 0.25;

const malformed = async ({ scorer, calibration, budget }: Context): Promise<Statistic> => {
  const row = calibration.levels[0]?.row;
  if (row === undefined) return skipped('S21', 'there is no row');
  const some = MALFORMED.slice(0, Math.max(LEAST_MALFORMED, PART * budget.left));
  const all = await scorer.all(some.map((completion) => ({ row, completion })));
  const calls = all.filter(({ status }) => status !== 'cancelled');
  if (calls.length === 0) return skipped('S21', 'the time was up');
  const failed = calls.filter(({ status }) => status !== 'ok');
  const kinds = [...new Set(failed.map(({ status, error }) => error?.type ?? status))];
  return counted('S21', failed.length, calls.length, (share) => ({
    verdict: failed.length > 0 ? 'warn' : 'pass',
    text: `${shareText(share)} of malformed completions have no reward${kinds.length > 0 ? ` (${kinds.slice(0, 4).join(', ')})` : ''}`,
  }));
};
