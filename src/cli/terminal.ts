/** What is known about the terminal behind stderr. */
import { makePaint } from '../formats/text/paint.ts';
import type { Screen } from '../run/progress.ts';

const DEFAULT_COLUMNS = 80;

/** NO_COLOR turns colours off, FORCE_COLOR on, wherever the text goes; else a terminal that can gets them. */
export const wantsColour = (isTerminal: boolean, environment: NodeJS.ProcessEnv): boolean => {
  if (environment.NO_COLOR !== undefined && environment.NO_COLOR !== '') return false;
  if (environment.FORCE_COLOR !== undefined) return environment.FORCE_COLOR !== '0';
  return isTerminal && environment.TERM !== 'dumb';
};

export const stderrScreen = (stream = process.stderr, environment = process.env): Screen => {
  const isTerminal = stream.isTTY === true;
  return {
    write: (text) => void stream.write(text),
    columns: () => stream.columns ?? DEFAULT_COLUMNS,
    canRedraw: isTerminal && environment.TERM !== 'dumb',
    paint: makePaint(wantsColour(isTerminal, environment)),
  };
};
