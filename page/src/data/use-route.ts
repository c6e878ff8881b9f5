/** What a route answers, for as long as a component is shown. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useStore } from '../state/store.ts';
import { usePage } from './context.ts';
import { access } from './http.ts';
import { live } from './live.ts';
import { Problem, type Query, queryText, type Source } from './source.ts';
import type { RunInfo } from './types.ts';

/** Answers that are kept: the steps around the one that is shown. */
const KEPT = 60;
/** A run that goes on changes each moment: its pictures need not. */
const LEAST_BETWEEN_MS = 1_000;
const AGAIN_MS = 3_000;

const kept = new Map<string, Promise<unknown>>();

const keep = (key: string, make: () => Promise<unknown>): Promise<unknown> => {
  const found = kept.get(key);
  if (found !== undefined) return found;
  const made = make();
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  return made;
};

export interface Asked<T> {
  value: T | undefined;
  error: unknown;
  /** The value is of what was asked before. */
  isOld: boolean;
}

/** Changes at most once a second, so that what follows it is drawn as often at most. */
export const useVersion = (run: RunInfo | undefined): number => {
  const version = useStore(live.changes, () =>
    run === undefined ? 0 : (live.versions[run.id] ?? run.version),
  );
  const [shown, setShown] = useState(version);
  const changed = useRef(0);
  useEffect(() => {
    if (version === shown) return;
    const wait = Math.max(0, changed.current + LEAST_BETWEEN_MS - Date.now());
    const timer = setTimeout(() => {
      changed.current = Date.now();
      setShown(version);
    }, wait);
    return () => clearTimeout(timer);
  }, [version, shown]);
  return shown;
};

/**
 * @param path null: nothing is asked
 * @param version another one: asked anew; what was there stays until the answer comes
 */
export const useRoute = <T>(path: string | null, query: Query = {}, version = 0): Asked<T> => {
  const { source } = usePage();
  return useAnswer<T>(path === null ? null : path + queryText(query), version, (signal) =>
    source.get<T>(path ?? '', query, signal),
  );
};

/** @param address says what is asked; another one, or another version: asked anew */
export const useAnswer = <T>(
  address: string | null,
  version: number,
  get: (signal: AbortSignal) => Promise<T>,
): Asked<T> => {
  const token = useStore(access.changes, () => access.token);
  const [state, setState] = useState<{ address: string | null; value?: T; error?: unknown }>({ address });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (address === null) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    get(stop.signal).then(
      (value) => !stop.signal.aborted && setState({ address, value }),
      (error) => {
        if (stop.signal.aborted) return;
        // What was read before is better than nothing while the server is away.
        setState((before) => (before.address === address ? { ...before, error } : { address, error }));
        if (error instanceof Problem && (error.status === 0 || error.status >= 500))
          timer = setTimeout(() => setAttempt(attempt + 1), AGAIN_MS * Math.min(5, attempt + 1));
      },
    );
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [address, version, token, attempt]);
  return { value: state.value, error: state.error, isOld: state.address !== address };
};

/** Asked before anybody needs it. */
export const prefetch = (source: Source, path: string, query: Query, version: number): Promise<unknown> =>
  keep(`${path}${queryText(query)} ${version}`, () => source.get(path, query));
