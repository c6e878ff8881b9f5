/** How uPlot draws a small plot. Colours come from the style sheet when it is made. */
import type uPlot from 'uplot';
import { formatNumber } from '../../../src/formats/text/numbers.ts';
import type { Line } from './line.ts';

const HEIGHT = 132;
const FONT = '11px system-ui, sans-serif';
const DAY_MS = 86_400_000;

export type XKind = 'step' | 'calls' | 'time';

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

export const formatX = (kind: XKind, value: number): string =>
  kind === 'time' ? moment.format(value) : `${kind} ${formatNumber(value)}`;

const ticks =
  (kind: XKind) =>
  (_plot: uPlot, splits: number[]): string[] => {
    if (kind !== 'time') return splits.map((value) => (Number.isInteger(value) ? compact.format(value) : ''));
    const isLong = (splits.at(-1) ?? 0) - (splits[0] ?? 0) > DAY_MS;
    return splits.map((value) => (isLong ? day : clock).format(value));
  };

const small = (value: number): string =>
  Math.abs(value) >= 10_000 ? compact.format(value) : formatNumber(value);

/** A level line lies in the middle, not on the edge; one of zeros at the bottom, as most numbers are never below. */
const yRange = (_plot: uPlot, low: number | null, high: number | null): [number, number] => {
  if (low === null || high === null) return [0, 1];
  if (low === 0 && high === 0) return [-0.06, 1];
  const margin = high > low ? (high - low) * 0.06 : Math.abs(low) * 0.1 || 0.5;
  return [low - margin, high + margin];
};

interface Drawing {
  width: number;
  kind: XKind;
  lines: readonly Line[];
  isStack: boolean;
  band?: readonly [number, number] | undefined;
  colour: (name: string, alpha?: number) => string;
  hooks: uPlot.Hooks.Arrays;
}

export const plotOptions = ({ width, kind, lines, isStack, band, colour, hooks }: Drawing): uPlot.Options => {
  const axis: uPlot.Axis = {
    font: FONT,
    stroke: colour('--soft'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    gap: 3,
  };
  return {
    width,
    height: HEIGHT,
    padding: [8, 10, 0, 0],
    legend: { show: false },
    // Times are milliseconds: uPlot's own way with time would want seconds.
    scales: { x: { time: false }, y: { range: isStack ? [0, 1] : yRange } },
    cursor: {
      y: false,
      points: { size: 6 },
      drag: { x: true, y: false, setScale: false },
      sync: { key: 'plots', setSeries: false },
    },
    axes: [
      { ...axis, grid: { show: false }, size: 20, space: 60, values: ticks(kind) },
      {
        ...axis,
        size: 44,
        space: 28,
        values: (_plot, splits) =>
          splits.map((value) => (isStack ? `${Math.round(value * 100)} %` : small(value))),
      },
    ],
    series: [
      {},
      ...lines.map((line) => ({
        label: line.name,
        stroke: line.width === 0 ? 'transparent' : colour(line.colour, line.isFaint ? 0.28 : 1),
        width: line.width ?? 1.5,
        spanGaps: false,
        ...(line.isDashed ? { dash: [5, 4] } : {}),
        ...(isStack ? { fill: colour(line.colour) } : {}),
        points: { show: isStack || line.width === 0 || line.isFaint ? false : pointsShown },
      })),
    ],
    ...(band === undefined
      ? {}
      : {
          bands: [{ series: [band[0] + 1, band[1] + 1], fill: colour(lines[band[0]]?.colour ?? '', 0.13) }],
        }),
    hooks,
  };
};

/** Of few values each is seen; a single one is no line at all. */
const pointsShown = (plot: uPlot, _series: number, from: number, to: number): boolean =>
  plot.width > 0 && to - from < 25;
