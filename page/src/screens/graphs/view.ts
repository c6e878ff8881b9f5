/** How all plots of the screen are drawn: it stands in the address. */
import { useMemo } from 'preact/hooks';
import type { Shown } from '../../data/context.ts';
import { useSeries } from '../../data/series.ts';
import type { Series } from '../../data/types.ts';
import { type Axis, alignSeries } from '../../plot/align.ts';
import type { XKind } from '../../plot/options.ts';
import { go, useAddress } from '../../state/address.ts';

export const X_KINDS = ['step', 'calls', 'time'] as const satisfies readonly XKind[];

export type Range = readonly [number, number];

export interface GraphView {
  kind: XKind;
  /** Steps, whatever the axis shows. */
  zoom: Range | null;
  smoothing: number;
  filter: string;
}

const parseZoom = (text: string): Range | null => {
  const [, from, to] = /^(\d+)-(\d+)$/.exec(text) ?? [];
  return from === undefined || to === undefined ? null : [Number(from), Number(to)];
};

export const setZoom = (zoom: Range | null): void =>
  go({ values: { zoom: zoom === null ? '' : `${Math.max(0, Math.floor(zoom[0]))}-${Math.ceil(zoom[1])}` } });

export const useZoom = (): Range | null => {
  const { values } = useAddress();
  return useMemo(() => parseZoom(values.zoom ?? ''), [values.zoom]);
};

export const useGraphView = (): GraphView => {
  const { values } = useAddress();
  const { x = '', smooth = '', q = '' } = values;
  const zoom = useZoom();
  return useMemo(
    () => ({
      kind: X_KINDS.find((one) => one === x) ?? 'step',
      smoothing: Math.min(0.99, Math.max(0, Number(smooth) || 0)),
      filter: q,
      zoom,
    }),
    [x, smooth, q, zoom],
  );
};

/** A place on the axis as a step, and back: between two rows it is the nearest. */
const convert = (value: number, from: readonly number[], to: readonly number[]): number => {
  let at = from.findIndex((place) => place >= value);
  if (at === -1) at = from.length - 1;
  return to[at] ?? value;
};

export interface Pair {
  one: Series | undefined;
  other: Series | undefined;
  axis: Axis;
  error: unknown;
  /** The zoom in numbers of the axis. */
  range: Range | null;
  zoomTo: (range: Range | null) => void;
}

/** Coarse rows of all steps, and finer ones of those that are zoomed into. */
const useDetail = (shown: Shown | undefined, keys: readonly string[], zoom: Range | null) => {
  const all = useSeries(shown, keys);
  const isCoarse = zoom !== null && (all.value?.joined ?? 1) > 1;
  const some = useSeries(shown, isCoarse ? keys : [], zoom);
  const value = isCoarse && !some.isOld ? (some.value ?? all.value) : all.value;
  return { value, error: all.error };
};

export const usePair = (
  shown: Shown | undefined,
  compared: Shown | undefined,
  keys: readonly string[],
  { kind, zoom }: GraphView,
): Pair => {
  const { value: one, error } = useDetail(shown, keys, zoom);
  const { value: other } = useDetail(compared, compared === undefined ? [] : keys, zoom);
  const used = compared === undefined ? undefined : other;
  const axis = useMemo(() => alignSeries(one, used, kind), [one, used, kind]);
  const range = useMemo((): Range | null => {
    if (zoom === null || one === undefined || kind === 'step') return zoom;
    return [convert(zoom[0], one.x.step, one.x[kind]), convert(zoom[1], one.x.step, one.x[kind])];
  }, [zoom, one, kind]);
  const zoomTo = (next: Range | null): void => {
    if (next === null || one === undefined || kind === 'step') setZoom(next);
    else setZoom([convert(next[0], one.x[kind], one.x.step), convert(next[1], one.x[kind], one.x.last)]);
  };
  return { one, other: used, axis, error, range, zoomTo };
};
