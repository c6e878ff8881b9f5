/** Drawings of numbers: SVG without text in it, so that it may be stretched; words and numbers stand beside it. */
import { formatNumber } from '../../../run/numbers.ts';
import type { Share } from '../../finding.ts';
import type { Distribution, Report } from '../../report.ts';
import { html, type Markup, raw } from './markup.ts';

const BINS = 24;
const WIDTH = 240;
const HEIGHT = 32;

/** Whose completions a family is made of: right answers, probes (a class of hacks), or anything else. */
export type Side = 'honest' | 'attack' | 'other';

export const sideOf = (family: string): Side => {
  if (/^[A-F]\d\d\b/.test(family)) return 'attack';
  return /^(gold|honest)\b/.test(family) ? 'honest' : 'other';
};

export interface Scale {
  low: number;
  high: number;
}

/** From the least to the highest reward of all families. */
export const scaleOf = (distributions: readonly Distribution[]): Scale => {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { rewards } of distributions)
    for (const reward of rewards) {
      low = Math.min(low, reward);
      high = Math.max(high, reward);
    }
  if (low > high) return { low: 0, high: 1 };
  return low === high ? { low: low - 0.5, high: high + 0.5 } : { low, high };
};

const position = (value: number, { low, high }: Scale): number =>
  Math.max(0, Math.min(1, (value - low) / (high - low)));

const short = (value: number): string => String(Number(value.toFixed(2)));

/** How often a family got which reward. */
export const histogram = ({ family, rewards }: Distribution, scale: Scale): Markup => {
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
    return `<rect x="${short(bin * step + 0.75)}" y="${short(HEIGHT - height)}" width="${short(step - 1.5)}" height="${short(height)}"/>`;
  });
  const mode = scale.low + ((counts.indexOf(most) + 0.5) / BINS) * (scale.high - scale.low);
  const summary =
    rewards.length === 0
      ? `${family}: no rewards`
      : `${family}: ${rewards.length} rewards, most of them near ${formatNumber(mode)}`;
  return html`<svg class="histogram ${sideOf(family)}" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img"><title>${summary}</title><path class="axis" d="M0 ${HEIGHT - 0.5}H${WIDTH}"/>${raw(bars.join(''))}</svg>`;
};

/** A share with its interval, on a line from 0 to 1. */
export const interval = ({ hits, of, low, high }: Share): Markup => {
  const at = (share: number) => short(2 + 96 * Math.max(0, Math.min(1, share)));
  const share = of === 0 ? 0 : hits / of;
  const summary = `${percent(share)}, 95 % interval ${percent(low)} to ${percent(high)}`;
  return html`<svg class="interval" viewBox="0 0 100 12" preserveAspectRatio="none" role="img"><title>${summary}</title><path class="axis" d="M2 6H98"/><path class="range" d="M${at(low)} 6H${at(high)}"/><path class="dot" d="M${at(share)} 6h0"/></svg>`;
};

export const percent = (share: number): string => `${Number((100 * share).toFixed(1))} %`;

/** A bar from zero, on a scale that all bars beside it share. */
export const bar = (value: number, scale: Scale, kind: string, label: string): Markup => {
  const zero = position(0, scale);
  const end = position(value, scale);
  const from = 100 * Math.min(zero, end);
  const width = value === 0 ? 0 : Math.max(0.8, 100 * Math.abs(end - zero));
  return html`<svg class="bar ${kind}" viewBox="0 0 100 10" preserveAspectRatio="none" role="img"><title>${label}</title><rect class="track" width="100" height="10"/><rect class="fill" x="${short(Math.min(99.2, from))}" width="${short(width)}" height="10"/></svg>`;
};

const PLOT = { width: 600, height: 260, margin: 12 };

/** Lengths on a logarithmic scale, so that 0 to a million characters fit: 0 to 1. */
const lengthAt = (length: number, decades: number): number => Math.log10(1 + length) / decades;

/** Powers of ten that hold the longest completion. */
export const decadesOf = (lengths: Report['lengths']): number =>
  Math.max(2, Math.ceil(lengths.reduce((most, { length }) => Math.max(most, Math.log10(1 + length)), 0)));

/** Length of a completion against its reward, a mark for each. */
export const scatter = (lengths: Report['lengths'], scale: Scale): Markup => {
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
  const summary = `${lengths.length} completions: length in characters, logarithmic, against reward`;
  return html`<svg class="scatter" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img"><title>${summary}</title><path class="grid" d="${grid.join('')}"/>${(['other', 'honest', 'attack'] as const).map((side) => html`<path class="marks ${side}" d="${marks(side)}"/>`)}</svg>`;
};
