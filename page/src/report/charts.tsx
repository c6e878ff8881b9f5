/** Drawings of numbers: SVG without text in it, so that it may be stretched; words and numbers stand beside it. */
import type { Share } from '../../../src/check/finding.ts';
import type { Distribution, Report } from '../../../src/check/report.ts';
import { formatNumber } from '../../../src/formats/text/numbers.ts';
import { visible } from '../../../src/formats/text/visible.ts';
import { decadesOf, percent, position, type Scale, type Side, short, sideOf } from './scale.ts';

const BINS = 24;
const WIDTH = 240;
const HEIGHT = 32;

/** How often a family got which reward. */
export const Histogram = ({ distribution, scale }: { distribution: Distribution; scale: Scale }) => {
  const { family, rewards } = distribution;
  const counts = new Array<number>(BINS).fill(0);
  for (const reward of rewards) {
    const bin = Math.min(BINS - 1, Math.floor(position(reward, scale) * BINS));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const most = Math.max(1, ...counts);
  const step = WIDTH / BINS;
  const bars = counts.map((count, bin) => {
    if (count === 0) return '';
    const height = Math.max(2, (HEIGHT - 2) * (count / most));
    return `M${short(bin * step + 0.75)} ${HEIGHT}v${short(-height)}h${short(step - 1.5)}v${short(height)}z`;
  });
  const mode = scale.low + ((counts.indexOf(most) + 0.5) / BINS) * (scale.high - scale.low);
  return (
    <svg
      class={`histogram ${sideOf(family)}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
    >
      <title>{`${visible(family)}: ${rewards.length} rewards, most of them near ${formatNumber(mode)}`}</title>
      <path class="axis" d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
      <path d={bars.join('')} />
    </svg>
  );
};

/** A share with its interval, on a line from 0 to 1. */
export const Interval = ({ share: { hits, of, low, high } }: { share: Share }) => {
  const at = (share: number) => short(2 + 96 * Math.max(0, Math.min(1, share)));
  const share = of === 0 ? 0 : hits / of;
  return (
    <svg class="interval" viewBox="0 0 100 12" preserveAspectRatio="none" role="img">
      <title>{`${percent(share)}, 95 % interval ${percent(low)} to ${percent(high)}`}</title>
      <path class="axis" d="M2 6H98" />
      <path class="range" d={`M${at(low)} 6H${at(high)}`} />
      <path class="dot" d={`M${at(share)} 6h0`} />
    </svg>
  );
};

/** A bar from zero, on a scale that all bars beside it share. */
export const Bar = ({
  value,
  scale,
  kind,
  label,
}: {
  value: number;
  scale: Scale;
  kind: string;
  label: string;
}) => {
  const zero = position(0, scale);
  const end = position(value, scale);
  const from = 100 * Math.min(zero, end);
  const width = value === 0 ? 0 : Math.max(0.8, 100 * Math.abs(end - zero));
  return (
    <svg class={`bar-chart ${kind}`} viewBox="0 0 100 10" preserveAspectRatio="none" role="img">
      <title>{label}</title>
      <rect class="track" width="100" height="10" />
      <rect class="fill" x={short(Math.min(99.2, from))} width={short(width)} height="10" />
    </svg>
  );
};

const PLOT = { width: 600, height: 260, margin: 12 };

/** Lengths on a logarithmic scale, so that 0 to a million characters fit: 0 to 1. */
const lengthAt = (length: number, decades: number): number => Math.log10(1 + length) / decades;

/** Length of a completion against its reward, a mark for each. */
export const Scatter = ({ lengths, scale }: { lengths: Report['lengths']; scale: Scale }) => {
  const { width, height, margin } = PLOT;
  const decades = decadesOf(lengths);
  const x = (length: number) => short(margin + (width - 2 * margin) * lengthAt(length, decades));
  const y = (reward: number) => short(height - margin - (height - 2 * margin) * position(reward, scale));
  const marks = (side: Side) =>
    lengths
      .filter(({ family }) => sideOf(family) === side)
      .map(({ length, reward }) => `M${x(length)} ${y(reward)}h0`)
      .join('');
  const grid = [
    ...Array.from(
      { length: decades + 1 },
      (_, power) => `M${x(power === 0 ? 0 : 10 ** power - 1)} 0V${height}`,
    ),
    ...[scale.low, (scale.low + scale.high) / 2, scale.high].map((reward) => `M0 ${y(reward)}H${width}`),
  ];
  return (
    <svg class="scatter" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img">
      <title>{`${lengths.length} completions: length in characters, logarithmic, against reward`}</title>
      <path class="grid" d={grid.join('')} />
      {(['other', 'honest', 'attack'] as const).map((side) => (
        <path key={side} class={`marks ${side}`} d={marks(side)} />
      ))}
    </svg>
  );
};
