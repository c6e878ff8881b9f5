/** Reads which runs there are, and asks for the token before that, where there is one. */

import { useEffect, useMemo } from 'preact/hooks';
import { sum } from '../../src/formats/statistics.ts';
import { App } from './app.tsx';
import { type Page, PageContext, type Shown } from './data/context.ts';
import { access } from './data/http.ts';
import { live } from './data/live.ts';
import type { Source } from './data/source.ts';
import type { RunInfo, Runs } from './data/types.ts';
import { useAnswer } from './data/use-route.ts';
import { Fault } from './shell/boundary.tsx';
import { Loading } from './shell/empty.tsx';
import { AskToken } from './shell/token.tsx';
import { useAddress } from './state/address.ts';
import { useStore } from './state/store.ts';

/** The sum of all versions says that something has changed. */
const useAnyVersion = (): number => useStore(live.changes, () => sum(Object.values(live.versions)));

/** @param wanted `run/module`, each of which may be left out or unknown by now */
const findShown = (
  runs: readonly RunInfo[],
  wanted: string,
  fallback: RunInfo | undefined,
): Shown | undefined => {
  const [id = '', ...rest] = wanted.split('/');
  const run = runs.find((one) => one.id === id) ?? fallback;
  if (run === undefined) return undefined;
  const module = run.modules.find(({ name }) => name === rest.join('/')) ?? run.modules[0];
  return { run, module: module?.name ?? '' };
};

export const Root = ({ source }: { source: Source }) => {
  const wanted = useStore(access.changes, () => access.wanted);
  const { values } = useAddress();
  const { value: runs, error } = useAnswer<Runs>('v1/view/runs', useAnyVersion(), (signal) =>
    source.get('v1/view/runs', {}, signal),
  );
  const isReady = runs !== undefined;
  useEffect(() => {
    if (!isReady || !source.isServed) return;
    live.start();
    return () => live.pause();
  }, [isReady, source]);
  const [run = '', other = ''] = [values.run, values.with];
  const page = useMemo((): Page | undefined => {
    if (runs === undefined) return undefined;
    const readable = runs.runs.find(({ steps }) => steps > 0) ?? runs.runs[0];
    return {
      source,
      runs,
      shown: findShown(runs.runs, run, readable),
      other: other === '' ? undefined : findShown(runs.runs, other, undefined),
    };
  }, [source, runs, run, other]);
  if (wanted !== 'no') return <AskToken wasWrong={wanted === 'wrong'} give={(token) => access.give(token)} />;
  if (page === undefined) return error == null ? <Loading /> : <Fault error={error} />;
  return (
    <PageContext.Provider value={page}>
      <App />
    </PageContext.Provider>
  );
};
