/** Rows of steps, column by column: what came later is put behind what is there. */
import { useRef } from 'preact/hooks';
import { type Shown, usePage } from './context.ts';
import { mergeSeries } from './merge-series.ts';
import type { Series } from './types.ts';
import { type Asked, useAnswer, useVersion } from './use-route.ts';

/** Rows are about as many as a plot has pixels. */
const POINTS = 1_000;

/**
 * @param keys of numbers; their order does not matter
 * @param range of steps, for more rows of fewer steps
 */
export const useSeries = (
  shown: Shown | undefined,
  keys: readonly string[],
  range: readonly [number, number] | null = null,
): Asked<Series> => {
  const { source } = usePage();
  const version = useVersion(shown?.run);
  const latest = useRef<{ address: string; series: Series } | undefined>(undefined);
  const path = shown === undefined ? null : `v1/view/runs/${shown.run.id}/series`;
  const address =
    path === null || keys.length === 0
      ? null
      : JSON.stringify([path, shown?.module, [...keys].sort(), range]);
  return useAnswer(address, version, async (signal) => {
    const before = latest.current?.address === address ? latest.current?.series : undefined;
    const query = {
      module: shown?.module,
      key: keys,
      points: POINTS,
      ...(range === null ? {} : { from: Math.floor(range[0]), to: Math.ceil(range[1]) }),
      since: before?.version,
    };
    const series = mergeSeries(before, await source.get<Series>(path ?? '', query, signal));
    latest.current = { address: address ?? '', series };
    return series;
  });
};
