/** A row that is chosen in a list: kept in the address, moved by keys, brought into sight. */
import { useEffect, useRef } from 'preact/hooks';
import { useValue } from '../state/address.ts';
import { useKeys } from '../state/keys.ts';

export interface Chosen {
  /** -1: none. */
  index: number;
  choose: (index: number) => void;
}

/**
 * @param name of the value in the address
 * @param ids of the rows as they are filtered and sorted: next and previous follow that
 * @param keys that go to the next and to the previous row
 */
export const useChosen = (
  name: string,
  ids: readonly string[],
  keys: readonly (readonly [next: string, previous: string])[] = [['j', 'k']],
): Chosen => {
  const [id, setId] = useValue(name);
  const index = id === '' ? -1 : ids.indexOf(id);
  const choose = (next: number): void => setId(ids[next] ?? '', false);
  const move = (by: number) => () => {
    const next = index < 0 ? (by > 0 ? 0 : ids.length - 1) : index + by;
    if (ids[next] !== undefined) choose(next);
  };
  useKeys({
    ...Object.fromEntries(
      keys.flatMap(([next, previous]) => [
        [next, move(1)],
        [previous, move(-1)],
      ]),
    ),
    ...(index < 0 ? {} : { Escape: () => choose(-1), b: () => choose(-1) }),
  });
  return { index, choose };
};

/** Brings an element into sight when it is chosen. */
export const useInSight = <T extends Element>(isChosen: boolean) => {
  const element = useRef<T>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return element;
};
