/** What all screens share: where data come from, and which run of which module is shown. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Source } from './source.ts';
import type { RunInfo, Runs } from './types.ts';

export interface Shown {
  run: RunInfo;
  module: string;
}

export interface Page {
  source: Source;
  runs: Runs;
  /** Undefined where there is no run at all, as in a report of `check`. */
  shown: Shown | undefined;
  /** The run that is laid over it. */
  other: Shown | undefined;
}

export const PageContext = createContext<Page | undefined>(undefined);

export const usePage = (): Page => {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('there is no page around this');
  return page;
};
