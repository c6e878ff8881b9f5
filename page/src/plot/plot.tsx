/** One small plot: made when it comes into sight and gone when it leaves, so that a hundred of them are cheap. */
import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { useIsDark } from '../state/theme.ts';
import { colourOf } from './colours.ts';
import type { Line } from './line.ts';
import { plotOptions, type XKind } from './options.ts';
import { Readout, type ReadoutRow } from './readout.tsx';

export interface PlotProps {
  x: readonly number[];
  kind: XKind;
  lines: readonly Line[];
  /** Lines between which the plot is filled. */
  band?: readonly [number, number];
  isStack?: boolean;
  /** What there is to say of one place. */
  readout: (index: number) => readonly ReadoutRow[];
  /** What the picture shows, in words. */
  summary: string;
  zoom: readonly [number, number] | null;
  setZoom: (zoom: readonly [number, number] | null) => void;
  /** A place was chosen: by a click or Enter. */
  choose?: (index: number) => void;
}

const NEAR = '300px';
const LEAST_DRAG_PX = 6;

export const Plot = (props: PlotProps) => {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [width, setWidth] = useState(0);
  const [isNear, setNear] = useState(false);
  const [cursor, setCursor] = useState<{ index: number; isOwn: boolean; left: number } | null>(null);
  const isDark = useIsDark();
  const { x, lines, kind, isStack = false, band, zoom } = props;

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const sight = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), {
      rootMargin: NEAR,
    });
    const size = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    sight.observe(element);
    size.observe(element);
    return () => {
      sight.disconnect();
      size.disconnect();
    };
  }, []);

  useEffect(() => {
    const element = box.current;
    if (element === null || !isNear || width === 0) return;
    const made = new uPlot(
      plotOptions({
        width,
        kind,
        lines,
        isStack,
        band,
        colour: colourOf(element),
        hooks: {
          setCursor: [
            (own) => {
              const { idx, left = -1, event } = own.cursor;
              setCursor(idx == null || left < 0 ? null : { index: idx, isOwn: event != null, left });
            },
          ],
          setSelect: [
            (own) => {
              const { left, width: dragged } = own.select;
              if (dragged < LEAST_DRAG_PX) return;
              latest.current.setZoom([own.posToVal(left, 'x'), own.posToVal(left + dragged, 'x')]);
              own.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
            },
          ],
        },
      }),
      [x as number[], ...lines.map(({ values }) => values as (number | null | undefined)[])],
      element,
    );
    made.over.addEventListener('dblclick', () => latest.current.setZoom(null));
    made.over.addEventListener('click', () => {
      const { idx } = made.cursor;
      if (idx != null && made.select.width < LEAST_DRAG_PX) latest.current.choose?.(idx);
    });
    plot.current = made;
    return () => {
      made.destroy();
      plot.current = null;
    };
  }, [isNear, width, isDark, x, lines, kind, isStack, band]);

  const [from, to] = zoom ?? [x[0] ?? 0, x.at(-1) ?? 1];
  useEffect(() => {
    const half = from === to ? 0.5 : 0;
    plot.current?.setScale('x', { min: from - half, max: to + half });
  }, [isNear, width, isDark, x, lines, from, to]);

  const move = (by: number) => {
    const last = x.length - 1;
    const at = Math.max(0, Math.min(last, cursor === null ? (by > 0 ? 0 : last) : cursor.index + by));
    const left = plot.current?.valToPos(x[at] ?? 0, 'x') ?? 0;
    plot.current?.setCursor({ left, top: 0 }, false);
    setCursor({ index: at, isOwn: true, left });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') move(event.shiftKey ? 10 : 1);
    else if (event.key === 'ArrowLeft') move(event.shiftKey ? -10 : -1);
    else if (event.key === 'Enter' && cursor !== null) props.choose?.(cursor.index);
    else if (event.key === 'Escape' && cursor !== null) setCursor(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="plot-box">
      <div
        class="plot"
        ref={box}
        role="img"
        aria-label={props.summary}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move along the line, and what is there is read out
        tabIndex={0}
        onKeyDown={onKeyDown}
      />
      {cursor !== null && cursor.index < x.length && (
        <Readout rows={props.readout(cursor.index)} isFull={cursor.isOwn} isRight={cursor.left < width / 2} />
      )}
    </div>
  );
};
