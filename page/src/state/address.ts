/** What is shown stands in the address, behind the `#`: a link shows the same, and going back takes a change back. */
import { useCallback } from 'preact/hooks';
import { Listeners, useStore } from './store.ts';

export interface Address {
  screen: string;
  /** Filters and choices. They stay when the screen changes. */
  values: Readonly<Record<string, string>>;
}

export const parseAddress = (hash: string): Address => {
  const [, screen = '', query = ''] = /^#?\/?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  return { screen, values: Object.fromEntries(new URLSearchParams(query)) };
};

export const formatAddress = ({ screen, values }: Address): string => {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
  return `#/${screen}${query.size > 0 ? `?${query}` : ''}`;
};

let current = parseAddress(location.hash);
const listeners = new Listeners();

const update = (next: Address): void => {
  current = next;
  listeners.tell();
};

addEventListener('hashchange', () => {
  if (location.hash !== formatAddress(current)) update(parseAddress(location.hash));
});

export interface Change {
  screen?: string;
  /** An empty text takes a value out. */
  values?: Readonly<Record<string, string>>;
}

const changed = (change: Change): Address => ({
  screen: change.screen ?? current.screen,
  values: { ...current.values, ...change.values },
});

/** The address of a link. */
export const hrefOf = (change: Change): string => formatAddress(changed(change));

/**
 * Changes the address.
 * @param isStep whether going back takes it back: true of choices, not of what is typed or dragged
 */
export const go = (change: Change, isStep = true): void => {
  const next = changed(change);
  const address = formatAddress(next);
  if (address !== location.hash) history[isStep ? 'pushState' : 'replaceState'](null, '', address);
  update(next);
};

export const useAddress = (): Address => useStore(listeners, () => current);

/** One value of the address, and what sets it. */
export const useValue = (
  name: string,
  without = '',
): [string, (value: string | number, isStep?: boolean) => void] => {
  const value = useAddress().values[name] ?? without;
  const set = useCallback(
    (next: string | number, isStep = true) =>
      go({ values: { [name]: String(next) === without ? '' : String(next) } }, isStep),
    [name, without],
  );
  return [value, set];
};
