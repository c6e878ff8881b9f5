/** Keys: the screen that is shown says what they do; help.tsx lists them. */
import { useEffect, useRef } from 'preact/hooks';

export type KeyActions = Readonly<Record<string, (() => void) | undefined>>;

const layers: { current: KeyActions }[] = [];

/** What takes keys itself. */
const isTyped = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(textarea|select)$/i.test(target.tagName) ||
    (target instanceof HTMLInputElement && !/^(checkbox|radio|range|button)$/.test(target.type)));

const TAKEN_BY: Readonly<Record<string, RegExp>> = {
  ' ': /^(button|a|summary|input)$/i,
  Enter: /^(button|a|summary|input)$/i,
  ArrowLeft: /^input$/i,
  ArrowRight: /^input$/i,
};

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const { target, key } = event;
  if (isTyped(target)) {
    if (key === 'Escape') (target as HTMLElement).blur();
    return;
  }
  if (target instanceof Element && TAKEN_BY[key]?.test(target.tagName) === true) return;
  if (document.querySelector('dialog[open]') !== null) return;
  const action = layers.findLast(({ current }) => current[key] !== undefined)?.current[key];
  if (action === undefined) return;
  event.preventDefault();
  action();
});

/**
 * While the component is shown; of several that take the same key the one that came last has it.
 * @param isBase any other has it first
 */
export const useKeys = (actions: KeyActions, isBase = false): void => {
  const layer = useRef(actions);
  layer.current = actions;
  useEffect(() => {
    // The frame is mounted after what stands in it, and yet comes last.
    if (isBase) layers.unshift(layer);
    else layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  }, []);
};
