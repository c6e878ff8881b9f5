/** Which route a request is for. */
import type { IncomingMessage } from 'node:http';
import { HttpProblem } from './problem.ts';

/** `http://127.0.0.1:8000`, `[::1]`, a name. */
const HOST = /^[\w.:[\]-]+$/;

/**
 * Where a request goes.
 * @throws HttpProblem `malformed`
 */
export const targetOf = ({ url = '', headers: { host = '' } }: IncomingMessage): URL => {
  if (url === last.url && host === last.host) return last.target;
  // Whole addresses are for proxies, and answered all the same.
  const whole = /^https?:\/\//.test(url)
    ? url
    : HOST.test(host) && url.startsWith('/') && `http://${host}${url}`;
  // A backslash would become a slash, which no proxy in front of us has seen.
  if (whole === false || /^[^?]*\\/.test(url) || !URL.canParse(whole))
    throw new HttpProblem('malformed', 'The request cannot be read');
  last = { url, host, target: new URL(whole) };
  return last.target;
};

/** Trainers ask one and the same thing again and again. */
let last = { url: '/', host: 'localhost', target: new URL('http://localhost/') };

/** What is behind each path, which may have parameters: `/v1/steps/{step}`. */
export class Router<Place> {
  readonly #plain = new Map<string, Place>();
  readonly #others: { pattern: RegExp; place: Place }[] = [];

  /** @param places by their path */
  constructor(places: ReadonlyMap<string, Place>) {
    for (const [path, place] of places) {
      if (!path.includes('{')) this.#plain.set(path, place);
      else {
        const pattern = path.replace(/[.+]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
        this.#others.push({ pattern: new RegExp(`^${pattern}$`), place });
      }
    }
  }

  /** @returns the place, with what stands for its parameters; undefined when there is none */
  find(pathname: string): { place: Place; params: Readonly<Record<string, string>> } | undefined {
    // A slash in a parameter stays what it is until the path has been taken apart.
    const path = decoded(pathname, (text) => decodeURI(text.replaceAll('%25', '%2525')));
    const plain = this.#plain.get(path);
    if (plain !== undefined) return { place: plain, params: {} };
    for (const { pattern, place } of this.#others) {
      const found = pattern.exec(path)?.groups;
      if (found === undefined) continue;
      const params = Object.entries(found).map(([name, text]) => [name, decoded(text, decodeURIComponent)]);
      return { place, params: Object.fromEntries(params) };
    }
    return undefined;
  }
}

/** What is malformed stays as it is. */
const decoded = (text: string, decode: (text: string) => string): string => {
  try {
    return text.includes('%') ? decode(text) : text;
  } catch {
    return text;
  }
};
