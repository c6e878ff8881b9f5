/** S05 and S08: whether a call depends on anything but its row and its completion. */

import { rowNameOf } from '../../formats/text/row-name.ts';
import { shorten } from '../../formats/text/visible.ts';
import type { Shot } from '../calls/scorer.ts';
import type { Context } from '../context.ts';
import type { NewFinding } from '../finding.ts';
import { groupBy } from '../lists.ts';
import { numberText } from '../proof/confirm.ts';
import type { Statistic } from '../report.ts';
import { shareOf } from '../wilson.ts';
import { counted, shareText, skipped, statistic } from './make.ts';
import { deviation } from './numbers.ts';
import type { Sample, Sampled } from './sample.ts';

const SHOTS = 100;
const REPEATED = 12;
const TIMES = 5;
const SAME = 1e-9;
/** Of the differences between completions: noise above it drowns the signal. */
const SEVERE = 0.1;

/** Rounds of calls, of which some come one after the other, that are made of each completion. */
const ROUNDS = 12;
const LEAST_SHOTS = 4;

/** Completions for which there is time: each is scored many times, and slow functions have other needs. */
const affordable = ({ budget }: Context): number =>
  Math.max(LEAST_SHOTS, Math.min(SHOTS, Math.floor(budget.left / ROUNDS)));

interface Found {
  statistics: Statistic[];
  findings: NewFinding[];
}

export const repetition = async (context: Context, sample: Sample): Promise<Found> => {
  const honest = sample.all.filter(({ outcome }) => outcome.status === 'ok');
  if (honest.length < 4) {
    const why = 'fewer than four calls came to a number';
    return {
      statistics: (['S05', 'S08'] as const).map((id) => skipped(id, why)),
      findings: [],
    };
  }
  const most = affordable(context);
  const noise = await testRetest(context, honest, sample, most);
  return { statistics: [...noise.statistics, leaks(context)], findings: noise.findings };
};

/** The same call several times, with another seed each: chance shows. */
const testRetest = async (
  context: Context,
  honest: readonly Sampled[],
  sample: Sample,
  most: number,
): Promise<Found> => {
  const { scorer, random } = context;
  const chosen = spread(random.sample(honest, SHOTS)).slice(0, Math.min(REPEATED, most));
  const shots = chosen.map(({ levels, completion }): Shot => ({ row: levels.row, completion }));
  const repeated = await Promise.all(
    shots.map(async (shot) => {
      const outcomes = await Promise.all(
        Array.from({ length: TIMES }, (_, time) => scorer.scoreFresh(shot, scorer.seed + time)),
      );
      const rewards = outcomes.flatMap(({ status, reward }) =>
        status === 'ok' && reward !== null ? [reward] : [],
      );
      return { shot, outcomes, rewards, noise: deviation(rewards) };
    }),
  );
  const between = deviation(honest.flatMap(({ reward }) => (reward === null ? [] : [reward])));
  const noisy = repeated.filter(({ noise }) => noise > SAME).sort((one, other) => other.noise - one.noise);
  const [worst] = noisy;
  const share = shareOf(noisy.length, repeated.length);
  const text =
    worst === undefined
      ? `${repeated.length} completions, ${TIMES} times each: always the same`
      : `${shareText(share)} vary; standard deviation up to ${numberText(worst.noise)}, between completions ${numberText(between)}`;
  const verdict = worst === undefined ? 'pass' : 'fail';
  const statistics = [statistic('S05', { verdict, text, share, value: worst?.noise ?? 0 })];
  if (worst === undefined || sample.all.length === 0) return { statistics, findings: [] };
  const isSevere = worst.noise > SEVERE * between;
  return {
    statistics,
    findings: [
      {
        rule: 'S05',
        classes: ['S05', 'RH137'],
        source: 'statistic',
        severity: isSevere ? 'high' : 'warning',
        title: 'the same completion gets different rewards',
        why: `${text}. ${isSevere ? 'Noise of this size can be farmed: a policy that repeats itself is paid for luck.' : 'Small, but advantages within a group are made of such differences.'} ${shown(worst.shot)}`,
        fix: 'Take chance and the clock out of the reward, or seed them from the row and the completion.',
        share,
      },
    ],
  };
};

/** S08, as the check of state has seen it (probes/programs/state.ts). */
const leaks = ({ notes }: Context): Statistic =>
  notes.leaks === null
    ? skipped(
        'S08',
        'no row was scored right after another one: right answers are not known, or the time was up',
      )
    : counted('S08', notes.leaks.hits, notes.leaks.of, (share) => ({
        verdict: share.hits === 0 ? 'pass' : 'fail',
        text: share.hits === 0 ? `none of ${share.of} pairs of rows` : `${shareText(share)} of pairs of rows`,
      }));

/** Mixed over families, so that a few calls show all kinds. */
const spread = (sampled: readonly Sampled[]): Sampled[] => {
  const byFamily = [...groupBy(sampled, ({ family }) => family).values()];
  const longest = Math.max(0, ...byFamily.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    byFamily.flatMap((family) => family.slice(at, at + 1)),
  ).flat();
};

/** Which call it was. No exploit is printed for these: what they show takes the calls before them, too. */
const shown = ({ row, completion }: Shot): string =>
  `It is ${rowNameOf(row.line, row.fields)} of the prompt file, completion ${JSON.stringify(shorten(completion, 80))}.`;
