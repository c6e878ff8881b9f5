/** Which screens there are. */
import type { FunctionComponent } from 'preact';
import type { Page } from '../data/context.ts';
import { Audit } from './audit.tsx';
import { Episodes } from './episodes.tsx';
import { Failures } from './failures.tsx';
import { Findings } from './findings.tsx';
import { Graphs } from './graphs.tsx';
import { Samples } from './samples.tsx';
import { TryIt } from './try-it.tsx';
import { Workers } from './workers.tsx';

export interface ScreenInfo {
  name: string;
  title: string;
  Screen: FunctionComponent;
  /** Absent: always. */
  isShown?: (page: Page) => boolean;
}

const hasEpisodes = ({ shown }: Page): boolean =>
  shown?.run.has.episodes === true ||
  shown?.run.modules.some(({ name, kind }) => name === shown.module && kind === 'environment') === true;

export const SCREENS: readonly [ScreenInfo, ...ScreenInfo[]] = [
  {
    name: 'graphs',
    title: 'Graphs',
    Screen: Graphs,
    isShown: ({ shown, source }) => shown !== undefined || source.isServed,
  },
  { name: 'samples', title: 'Samples', Screen: Samples, isShown: ({ shown }) => shown !== undefined },
  { name: 'failures', title: 'Failures', Screen: Failures, isShown: ({ shown }) => shown !== undefined },
  { name: 'episodes', title: 'Episodes', Screen: Episodes, isShown: hasEpisodes },
  { name: 'audit', title: 'Audit', Screen: Audit, isShown: ({ shown }) => shown !== undefined },
  { name: 'findings', title: 'Findings', Screen: Findings },
  { name: 'workers', title: 'Workers', Screen: Workers, isShown: ({ runs }) => runs.serving },
  { name: 'try', title: 'Try it', Screen: TryIt, isShown: ({ runs }) => runs.serving },
];

export const screensOf = (page: Page): ScreenInfo[] =>
  SCREENS.filter(({ isShown }) => isShown === undefined || isShown(page));
