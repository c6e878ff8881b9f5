/** Rewards by kind of completion. */

import { describeRule } from '../../../src/check/report/catalogue.ts';
import type { Distribution, Report } from '../../../src/check/report.ts';
import { mean } from '../../../src/formats/statistics.ts';
import { formatNumber } from '../../../src/formats/text/numbers.ts';
import { groupDigits, plural } from '../../../src/formats/text/visible.ts';
import { visibleLines } from '../parts/text.tsx';
import { Histogram } from './charts.tsx';
import { Rich } from './rich.tsx';
import { type Scale, SIDES, type Side, scaleOf, sideOf, sidesOf } from './scale.ts';

/** Kinds of probes that are not folded away, those that were paid best. */
const SHOWN_PROBES = 16;

export const Legend = ({ sides }: { sides: readonly Side[] }) => (
  <ul class="legend">
    {sides.map((side) => (
      <li class={side} key={side}>
        {SIDES[side]}
      </li>
    ))}
  </ul>
);

export const Rewards = ({ report: { distributions } }: { report: Report }) => {
  if (distributions.length === 0) return null;
  const scale = scaleOf(distributions);
  // What an empty completion gets is no pay.
  const least = distributions
    .filter(({ family }) => family === 'empty')
    .reduce((most, { rewards }) => rewards.reduce((one, other) => Math.max(one, other), most), scale.low);
  const isPaid = ({ rewards }: Distribution) => rewards.some((reward) => reward > least);
  const probes = distributions
    .filter(({ family }) => sideOf(family) === 'attack')
    .sort(
      (one, other) =>
        Number(isPaid(other)) - Number(isPaid(one)) || (mean(other.rewards) ?? 0) - (mean(one.rewards) ?? 0),
    );
  const paid = Math.min(SHOWN_PROBES, probes.filter(isPaid).length);
  const shown = [
    ...distributions.filter(({ family }) => sideOf(family) !== 'attack'),
    ...probes.slice(0, paid),
  ];
  const folded = probes.slice(paid);
  return (
    <section id="rewards" aria-labelledby="rewards-title">
      <h2 id="rewards-title">Rewards by kind of completion</h2>
      <p class="hint">
        How often each kind got which reward. A sound function pays right answers, at the right end, and
        nothing else.
      </p>
      <Legend sides={sidesOf(distributions)} />
      <div class="panel">
        {shown.length > 0 && <Families rows={shown} scale={scale} />}
        {folded.length > 0 && (
          <details class="folded">
            <summary>{foldedText(folded, least)}</summary>
            <Families rows={folded} scale={scale} />
          </details>
        )}
      </div>
    </section>
  );
};

const foldedText = (folded: readonly Distribution[], low: number): string => {
  const most = folded.reduce(
    (sofar, { rewards }) => rewards.reduce((one, other) => Math.max(one, other), sofar),
    low,
  );
  const kinds = plural(folded.length, 'kind');
  return most > low
    ? `${kinds} of probes more, paid less on average`
    : `${kinds} of probes ${folded.length === 1 ? 'was' : 'were'} never paid more than ${formatNumber(low)}`;
};

const Families = ({ rows, scale }: { rows: readonly Distribution[]; scale: Scale }) => (
  <table class="rewards stacks">
    <thead>
      <tr>
        <th scope="col">kind</th>
        <th scope="col" class="scale">
          <span>{formatNumber(scale.low)}</span>
          <span>reward</span>
          <span>{formatNumber(scale.high)}</span>
        </th>
        <th scope="col" class="number">
          mean
        </th>
        <th scope="col" class="number">
          rewards
        </th>
        <th scope="col" class="number">
          failed
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <Family key={row.family} distribution={row} scale={scale} />
      ))}
    </tbody>
  </table>
);

const Family = ({ distribution, scale }: { distribution: Distribution; scale: Scale }) => {
  const { family, rewards, failed } = distribution;
  const what = describeRule(family)?.what;
  return (
    <tr>
      <th scope="row">
        <span class="family">{visibleLines(family)}</span>
        {what !== undefined && (
          <span class="what">
            <Rich text={what} />
          </span>
        )}
      </th>
      <td class="drawn">
        {rewards.length === 0 ? (
          <span class="what">no rewards</span>
        ) : (
          <Histogram distribution={distribution} scale={scale} />
        )}
      </td>
      <td class="number" data-label="mean">
        {rewards.length === 0 ? '–' : formatNumber(mean(rewards) ?? 0)}
      </td>
      <td class="number" data-label="rewards">
        {groupDigits(rewards.length)}
      </td>
      <td class="number" data-label="failed">
        {failed === 0 ? '–' : groupDigits(failed)}
      </td>
    </tr>
  );
};
