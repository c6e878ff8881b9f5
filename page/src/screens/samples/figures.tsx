/** The numbers of a step, and what is different in another. */

import { formatMs, formatNumber } from '../../../../src/formats/text/numbers.ts';
import { groupDigits } from '../../../../src/formats/text/visible.ts';
import type { OneStep } from '../../data/types.ts';
import { STATUSES, StatusMark } from '../../parts/status.tsx';
import { Line } from '../../parts/text.tsx';
import { nameOf } from '../graphs/keys.ts';

const number = (value: number | null | undefined): string => (value == null ? '–' : formatNumber(value));

/** One line: what the step came to. */
export const StepLine = ({ step }: { step: OneStep }) => (
  <p class="step-line">
    <span>
      <b>{groupDigits(step.calls)}</b> calls
    </span>
    <span>
      reward <b>{number(step.numbers['@reward']?.mean)}</b>
      {step.numbers['@reward']?.sd != null && ` ± ${formatNumber(step.numbers['@reward'].sd)}`}
    </span>
    {step.groups.n > 0 && (
      <span>
        equal groups{' '}
        <b>
          {step.groups.equal} of {step.groups.n}
        </b>
      </span>
    )}
    <span>
      p50 <b>{step.latency.p50 === null ? '–' : formatMs(step.latency.p50)}</b> p95{' '}
      <b>{step.latency.p95 === null ? '–' : formatMs(step.latency.p95)}</b>
    </span>
    {STATUSES.filter((status) => (step.statuses[status] ?? 0) > 0).map((status) => (
      <span key={status}>
        <StatusMark status={status} /> <b>{groupDigits(step.statuses[status] ?? 0)}</b>
      </span>
    ))}
  </p>
);

interface Compared {
  name: string;
  from: number | null;
  to: number | null;
}

const comparedOf = (one: OneStep, other: OneStep): Compared[] => {
  const numbers = [...new Set([...Object.keys(other.numbers), ...Object.keys(one.numbers)])].map((key) => ({
    name: nameOf(key),
    from: other.numbers[key]?.mean ?? null,
    to: one.numbers[key]?.mean ?? null,
  }));
  const statuses = STATUSES.filter((status) => (one.statuses[status] ?? other.statuses[status] ?? 0) > 0).map(
    (status) => ({
      name: `share of ${status}`,
      from: (other.statuses[status] ?? 0) / Math.max(1, other.calls),
      to: (one.statuses[status] ?? 0) / Math.max(1, one.calls),
    }),
  );
  return [...numbers, ...statuses];
};

const change = ({ from, to }: Compared): string => {
  if (from === null || to === null) return from === to ? '' : to === null ? 'gone' : 'new';
  const difference = to - from;
  if (difference === 0) return '=';
  return `${difference > 0 ? '▲ +' : '▼ −'}${formatNumber(Math.abs(difference))}`;
};

/** Means of two steps beside each other. */
export const Differences = ({ one, other }: { one: OneStep; other: OneStep }) => (
  <table class="differences">
    <caption>
      Means, and what changed from step {other.step} to step {one.step}
    </caption>
    <thead>
      <tr>
        <th scope="col">Number</th>
        <th scope="col" class="number">
          step {other.step}
        </th>
        <th scope="col" class="number">
          step {one.step}
        </th>
        <th scope="col" class="number">
          change
        </th>
      </tr>
    </thead>
    <tbody>
      {comparedOf(one, other).map((row) => (
        <tr key={row.name}>
          <th scope="row">
            <Line text={row.name} limit={60} />
          </th>
          <td class="number">{number(row.from)}</td>
          <td class="number">{number(row.to)}</td>
          <td class="number">{change(row)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
