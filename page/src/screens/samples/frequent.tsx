/** The values that came most often in a step. */

import { formatMs, formatNumber } from '../../../../src/formats/text/numbers.ts';
import { groupDigits } from '../../../../src/formats/text/visible.ts';
import type { OneStep } from '../../data/types.ts';
import { Meter } from '../../parts/meter.tsx';
import { Line } from '../../parts/text.tsx';

export const Frequent = ({ samples, valueName }: { samples: OneStep['samples']; valueName: string }) => (
  <table class="frequent">
    <caption class="only-read">Most frequent values of {valueName}</caption>
    <thead>
      <tr>
        <th scope="col">Value</th>
        <th scope="col" class="number">
          {samples.exact ? 'Count' : 'Count, at least'}
        </th>
        <th scope="col">Share</th>
        <th scope="col">An example</th>
        <th scope="col" class="number">
          Reward
        </th>
        <th scope="col" class="number">
          Time
        </th>
      </tr>
    </thead>
    <tbody>
      {samples.frequent.map(({ value, count, share, example }) => (
        <tr key={value}>
          <th scope="row" data-label="Value">
            {value === '' ? <span class="nothing">(empty)</span> : <Line text={value} limit={160} />}
          </th>
          <td class="number" data-label="Count">
            {groupDigits(count)}
          </td>
          <td class="share" data-label="Share">
            <Meter share={share} /> {(100 * share).toFixed(1)} %
          </td>
          <td data-label="Example">
            <span class="clip">
              <Line text={example?.completion ?? '–'} limit={200} />
            </span>
          </td>
          <td class="number" data-label="Reward">
            {example?.reward == null ? '–' : formatNumber(example.reward)}
          </td>
          <td class="number" data-label="Time">
            {example === null ? '–' : formatMs(example.duration_ms)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
