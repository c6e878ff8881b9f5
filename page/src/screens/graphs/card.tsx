/** A plot with its name, its latest number, and what is wrong with its numbers. */

import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { sum } from '../../../../src/formats/statistics.ts';
import { formatNumber } from '../../../../src/formats/text/numbers.ts';
import { groupDigits } from '../../../../src/formats/text/visible.ts';
import type { Column, Series } from '../../data/types.ts';
import { Line as TextLine } from '../../parts/text.tsx';
import { valuesAt } from '../../plot/align.ts';
import type { Line } from '../../plot/line.ts';
import { formatX } from '../../plot/options.ts';
import { Plot } from '../../plot/plot.tsx';
import type { ReadoutRow } from '../../plot/readout.tsx';
import { describeLine, smooth, type Values } from '../../plot/smooth.ts';
import { go } from '../../state/address.ts';
import { nameOf } from './keys.ts';
import type { GraphView, Pair } from './view.ts';

const lastOf = (values: Values | undefined): number | null =>
  values?.findLast((value) => value != null) ?? null;

const text = (value: number | null | undefined): string => (value == null ? '–' : formatNumber(value));

interface CardProps {
  title: string;
  pair: Pair;
  view: GraphView;
  lines: readonly Line[];
  band?: readonly [number, number];
  isStack?: boolean;
  /** Beside the place itself. */
  rows: (series: Series, row: number) => ReadoutRow[];
  tags?: readonly string[];
  latest?: string;
  /** Below the plot. */
  names?: ComponentChildren;
}

export const Card = ({
  title,
  pair,
  view,
  lines,
  band,
  isStack,
  rows,
  tags = [],
  latest,
  names,
}: CardProps) => {
  const { axis, one, other } = pair;
  const summary = `${title} by ${view.kind}. ${lines
    .filter(({ isFaint, width }) => isFaint !== true && width !== 0)
    .map(({ name, values }) => describeLine(name, values))
    .join('. ')}`;
  const readout = (index: number): ReadoutRow[] => {
    const place = axis.x[index] ?? 0;
    const parts = ([one, other] as const).map((series, at) => {
      const row = axis.rows[at === 0 ? 0 : 1][index] ?? -1;
      return series === undefined || row < 0 ? [] : rows(series, row);
    });
    const [first = [], second = []] = parts;
    const series = one ?? other;
    const row = axis.rows[0][index] ?? -1;
    const [from, to] = [series?.x.step[row], series?.x.last[row]];
    const steps = from !== undefined && to !== undefined && from !== to ? ` (steps ${from}–${to})` : '';
    return [
      { name: '', value: formatX(view.kind, place) + steps },
      ...(other === undefined ? first : first.map(({ name, value }) => ({ name: `${name} A`, value }))),
      ...second.map(({ name, value }) => ({ name: `${name} B`, value })),
    ];
  };
  const choose = (index: number): void => {
    const step = one?.x.step[axis.rows[0][index] ?? -1];
    if (step !== undefined) go({ screen: 'samples', values: { step: String(step) } });
  };
  return (
    <figure class="card">
      <figcaption>
        <h3>
          <TextLine text={title} limit={80} />
        </h3>
        {tags.map((tag) => (
          <span class="tag" key={tag}>
            {tag}
          </span>
        ))}
        <span class="latest">{latest}</span>
      </figcaption>
      <Plot
        x={axis.x}
        kind={view.kind}
        lines={lines}
        {...(band === undefined ? {} : { band })}
        {...(isStack === undefined ? {} : { isStack })}
        readout={readout}
        summary={summary}
        zoom={pair.range}
        setZoom={pair.zoomTo}
        choose={choose}
      />
      {names}
    </figure>
  );
};

const columnRows =
  (key: string) =>
  (series: Series, row: number): ReadoutRow[] => {
    const column = series.columns[key];
    if (column === undefined) return [];
    const at = (name: keyof Column): string => text(column[name][row]);
    return [
      { name: 'mean', value: at('mean') },
      { name: 'spread', value: at('sd') },
      { name: 'least', value: at('min') },
      { name: 'most', value: at('max') },
      { name: 'n', value: at('n') },
      { name: 'missing', value: at('missing') },
      { name: 'NaN', value: at('nan') },
    ];
  };

/** The mean of one key; with a spread around it where that says something. */
export const KeyCard = ({
  name,
  pair,
  view,
  hasSpread = false,
}: {
  name: string;
  pair: Pair;
  view: GraphView;
  hasSpread?: boolean;
}) => {
  const { one, other, axis } = pair;
  const { lines, band } = useMemo(() => {
    const [a, b] = [one?.columns[name], other?.columns[name]];
    const made: Line[] = [];
    const add = (label: string, rows: readonly number[], column: Column | undefined, colour: string) => {
      const values = valuesAt(rows, column?.mean);
      const isSmooth = view.smoothing > 0;
      made.push({ name: label, values: smooth(values, view.smoothing), colour, isDashed: colour === '--b' });
      if (isSmooth) made.push({ name: `${label}, not smoothed`, values, colour, isFaint: true, width: 1 });
    };
    add(other === undefined ? 'mean' : 'mean A', axis.rows[0], a, '--a');
    if (b !== undefined) add('mean B', axis.rows[1], b, '--b');
    if (!hasSpread || a === undefined || other !== undefined) return { lines: made, band: undefined };
    const edge = (sign: number) =>
      a.mean.map((mean, row) => (mean === null ? null : mean + sign * (a.sd[row] ?? 0)));
    const first = made.length;
    for (const sign of [1, -1])
      made.push({ name: 'spread', values: valuesAt(axis.rows[0], edge(sign)), colour: '--a', width: 0 });
    return { lines: made, band: [first, first + 1] as const };
  }, [one, other, axis, name, view.smoothing, hasSpread]);
  const column = one?.columns[name];
  const nan = sum(column?.nan ?? []);
  // A call that failed has no numbers: outcomes tell of it.
  const failed = sum(one?.calls ?? []) - sum(one?.statuses.ok ?? []);
  const missing = name === '@reward' ? 0 : sum(column?.missing ?? []) - failed;
  const isOld = column?.n.every((count) => count === 0) === true;
  return (
    <Card
      title={nameOf(name)}
      pair={pair}
      view={view}
      lines={lines}
      {...(band === undefined ? {} : { band })}
      rows={columnRows(name)}
      latest={text(lastOf(column?.mean))}
      tags={[
        ...(nan > 0 ? [`${groupDigits(nan)} NaN`] : []),
        ...(missing > 0 && !isOld ? [`${groupDigits(missing)} missing`] : []),
      ]}
    />
  );
};
