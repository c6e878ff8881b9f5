/** Length against reward: whether long or short completions are paid better by themselves. */

import type { Report } from '../../../src/check/report.ts';
import { mean } from '../../../src/formats/statistics.ts';
import { formatNumber } from '../../../src/formats/text/numbers.ts';
import { groupDigits, plural } from '../../../src/formats/text/visible.ts';
import { Scatter } from './charts.tsx';
import { Legend } from './rewards.tsx';
import { decadesOf, SIDES, type Side, scaleOf, sideOf, sidesOf } from './scale.ts';

const compact = (count: number): string => {
  if (count >= 1e6) return `${count / 1e6} M`;
  return count >= 1_000 ? `${count / 1_000} k` : String(count);
};

export const Lengths = ({ report: { lengths, distributions } }: { report: Report }) => {
  if (lengths.length === 0) return null;
  const scale = scaleOf([...distributions, { rewards: lengths.map(({ reward }) => reward) }]);
  const decades = decadesOf(lengths);
  const sides = sidesOf(lengths);
  return (
    <section id="lengths" aria-labelledby="lengths-title">
      <h2 id="lengths-title">Length against reward</h2>
      <p class="hint">
        A mark for each of {plural(lengths.length, 'completion')}. Where longer or shorter is paid better by
        itself, models become longer or shorter.
      </p>
      <Legend sides={sides} />
      <div class="panel lengths-plot">
        <div class="y-axis" aria-hidden="true">
          {[scale.high, (scale.low + scale.high) / 2, scale.low].map((reward) => (
            <span key={reward}>{formatNumber(reward)}</span>
          ))}
        </div>
        <Scatter lengths={lengths} scale={scale} />
        <div class="x-axis" aria-hidden="true">
          {Array.from({ length: decades + 1 }, (_, power) => (
            <span key={10 ** power}>{power === 0 ? '0' : compact(10 ** power)}</span>
          ))}
        </div>
        <p class="x-title">characters</p>
        <details class="as-table">
          <summary>The same as a table</summary>
          <LengthTable lengths={lengths} decades={decades} sides={sides} />
        </details>
      </div>
    </section>
  );
};

interface LengthTableProps {
  lengths: Report['lengths'];
  decades: number;
  sides: readonly Side[];
}

const LengthTable = ({ lengths, decades, sides }: LengthTableProps) => {
  const rows = Array.from({ length: decades + 1 }, (_, power) => {
    const from = power === 0 ? 0 : 10 ** (power - 1);
    const to = 10 ** power;
    const within = lengths.filter(({ length }) =>
      power === 0 ? length === 0 : length >= from && length < to,
    );
    return { name: power === 0 ? '0' : `${groupDigits(from)} to ${groupDigits(to - 1)}`, within };
  }).filter(({ within }) => within.length > 0);
  const cell = (within: Report['lengths'], side: Side): string => {
    const rewards = within.filter(({ family }) => sideOf(family) === side).map(({ reward }) => reward);
    return rewards.length === 0
      ? '–'
      : `${formatNumber(mean(rewards) ?? 0)} (${groupDigits(rewards.length)})`;
  };
  return (
    <table>
      <caption class="only-read">Mean reward, and number of completions, by length</caption>
      <thead>
        <tr>
          <th scope="col">characters</th>
          {sides.map((side) => (
            <th scope="col" class="number" key={side}>
              {SIDES[side]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, within }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {sides.map((side) => (
              <td class="number" key={side}>
                {cell(within, side)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
