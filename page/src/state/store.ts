/** What is kept outside of components: a list of listeners, and a hook that draws again when they are told. */
import { useEffect, useReducer } from 'preact/hooks';

export class Listeners {
  readonly #all = new Set<() => void>();

  readonly add = (listener: () => void): (() => void) => {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  };

  tell(): void {
    for (const listener of this.#all) listener();
  }
}

export const useStore = <T>(listeners: Listeners, read: () => T): T => {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const seen = read();
  useEffect(() => {
    if (read() !== seen) draw(undefined); // changed between drawing and listening
    return listeners.add(() => draw(undefined));
  }, [listeners]);
  return seen;
};
