/** What every module has: rewards, groups without spread, outcomes, time. */
import { useMemo } from 'preact/hooks';
import { formatMs, formatShare } from '../../../../src/formats/text/numbers.ts';
import type { Series } from '../../data/types.ts';
import { STATUSES, signOf } from '../../parts/status.tsx';
import { valuesAt } from '../../plot/align.ts';
import type { Line } from '../../plot/line.ts';
import { smooth, stack, type Values } from '../../plot/smooth.ts';
import { Card } from './card.tsx';
import type { GraphView, Pair } from './view.ts';

interface Props {
  pair: Pair;
  view: GraphView;
}

/** A line for each run, of numbers that are made of its rows. */
const useLines = (
  { pair, view }: Props,
  parts: readonly { name: string; of: (series: Series) => Values }[],
): Line[] =>
  useMemo(() => {
    const { one, other, axis } = pair;
    return ([one, other] as const).flatMap((series, at) =>
      series === undefined
        ? []
        : parts.map(({ name, of }, part) => ({
            name: other === undefined ? name : `${name} ${'AB'[at]}`,
            values: smooth(valuesAt(axis.rows[at === 0 ? 0 : 1], of(series)), view.smoothing),
            colour: at === 0 ? (part === 0 ? '--a' : '--c') : '--b',
            isDashed: at === 1 || part === 1,
          })),
    );
  }, [pair.one, pair.other, pair.axis, view.smoothing]);

const equalShare = ({ groups }: Series): Values =>
  groups.n.map((n, row) => (n === 0 ? null : (groups.equal[row] ?? 0) / n));

const percent = (share: number | null | undefined): string =>
  share == null ? '–' : `${(100 * share).toFixed(1)} %`;

export const EqualGroups = (props: Props) => {
  const lines = useLines(props, [{ name: 'share', of: equalShare }]);
  const { one } = props.pair;
  if (one === undefined || one.groups.n.every((n) => n === 0)) return null;
  return (
    <Card
      {...props}
      title="groups with equal rewards"
      lines={lines}
      latest={percent(equalShare(one).findLast((share) => share !== null))}
      rows={({ groups }, row) => [
        { name: 'share', value: formatShare(groups.equal[row] ?? 0, groups.n[row] ?? 0) },
        { name: 'equal', value: String(groups.equal[row] ?? 0) },
        { name: 'groups', value: String(groups.n[row] ?? 0) },
      ]}
    />
  );
};

const ms = (value: number | null | undefined): string => (value == null ? '–' : formatMs(value));

export const Latency = (props: Props) => {
  const lines = useLines(props, [
    { name: 'p50', of: ({ latency }) => latency.p50 },
    { name: 'p95', of: ({ latency }) => latency.p95 },
  ]);
  const { one } = props.pair;
  return (
    <Card
      {...props}
      title="latency p50, p95 ┄ (ms)"
      lines={lines}
      latest={ms(one?.latency.p95.findLast((value) => value !== null))}
      rows={({ latency }, row) => [
        { name: 'p50', value: ms(latency.p50[row]) },
        { name: 'p95', value: ms(latency.p95[row]) },
        { name: 'most', value: ms(latency.max[row]) },
      ]}
    />
  );
};

/** Shares of all calls of a row, the failed ones above, so that a few of them are seen. Of run A only. */
export const Outcomes = ({ pair, view }: Props) => {
  const { one, axis } = pair;
  const present = STATUSES.filter((status) => one?.statuses[status]?.some((count) => count > 0) === true);
  const lines = useMemo(() => {
    if (one === undefined) return [];
    const shares = present.map((status) =>
      valuesAt(
        axis.rows[0],
        one.calls.map((calls, row) => (calls === 0 ? null : (one.statuses[status]?.[row] ?? 0) / calls)),
      ),
    );
    return stack(shares)
      .map(
        (values, at): Line => ({ name: present[at] ?? '', values, colour: `--s-${present[at]}`, width: 1 }),
      )
      .reverse(); // the tallest is drawn first, the others cover it
  }, [one, axis, present.join()]);
  if (one === undefined) return null;
  const row = one.calls.length - 1;
  return (
    <Card
      title="outcomes"
      pair={{ ...pair, other: undefined }}
      view={view}
      lines={lines}
      isStack
      names={
        <ul class="line-names">
          {present
            .filter((status) => status !== 'ok')
            .map((status) => (
              <li key={status} class={`s-${status} swatch`}>
                {signOf(status)} {status}
              </li>
            ))}
        </ul>
      }
      latest={`${signOf('ok')} ${formatShare(one.statuses.ok?.[row] ?? 0, one.calls[row] ?? 0)}`}
      rows={(series, at) => [
        { name: 'calls', value: String(series.calls[at] ?? 0) },
        ...present
          .filter((status) => (series.statuses[status]?.[at] ?? 0) > 0)
          .map((status) => ({
            name: `${signOf(status)} ${status}`,
            value: String(series.statuses[status]?.[at]),
          })),
      ]}
    />
  );
};
