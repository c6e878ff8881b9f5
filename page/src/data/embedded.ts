/** Data that stand in the page itself: one file, opened from disk. */
import { Problem, type Query, queryText, type Source } from './source.ts';

const SCHEMA = 'runrl-sandbox.view-data/1';

interface Embedded {
  schema: string;
  routes: Record<string, unknown>;
}

/** The parameters that routes are embedded with; the others ask for less of the same. */
const KEPT = ['key', 'module'] as const;

const unpack = async (text: string): Promise<Embedded> => {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return (await new Response(stream).json()) as Embedded;
};

const isStep = (path: string): boolean => /\/steps\/[^/]+$/.test(path);

const keptOf = (path: string, query: Query): Query =>
  Object.fromEntries(
    KEPT.filter((name) => name !== 'key' || isStep(path)).map((name) => [name, query[name]]),
  );

/** Of a step without a key the first one is meant. */
const firstOf = (routes: Embedded['routes'], path: string): unknown =>
  isStep(path) ? routes[Object.keys(routes).find((route) => route.startsWith(`${path}?`)) ?? ''] : undefined;

/** A file is for whoever gets it: it cannot ask anybody. */
const nobody = (): never => {
  throw new Problem(0, 'file', 'This page is a file: nobody runs anything here');
};

/** @returns undefined when the page holds no data */
export const embeddedSource = async (text: string): Promise<Source | undefined> => {
  if (text.trim() === '') return undefined;
  const { schema, routes } = await unpack(text.trim());
  if (schema !== SCHEMA)
    throw new Error(`The data of this page are in the form ${schema}, which it does not know`);
  return {
    isServed: false,
    get: async <T>(path: string, query: Query = {}): Promise<T> => {
      const found = routes[path + queryText(keptOf(path, query))] ?? routes[path] ?? firstOf(routes, path);
      if (found === undefined)
        throw new Problem(404, 'not-embedded', 'This is not in the file', 'It holds at most 200 steps.');
      return found as T;
    },
    send: nobody,
  };
};
