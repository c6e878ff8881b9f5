import { embeddedSource } from './embedded.ts';
import { httpSource } from './http.ts';
import type { Source } from './source.ts';

/** The page's own data, where it has some; else those of the server that sent it. */
export const findSource = async (): Promise<Source> =>
  (await embeddedSource(document.getElementById('runrl-data')?.textContent ?? '')) ?? httpSource;
