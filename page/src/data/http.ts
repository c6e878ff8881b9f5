/** Asks the server that sent the page. Addresses are relative: it may stand below a path. */
import { Listeners } from '../state/store.ts';
import { stored } from '../state/theme.ts';
import { Problem, queryText, type Source } from './source.ts';

const KEY = 'runrl-sandbox.token';

/** The token, and whether somebody must be asked for it. Kept for as long as the tab is open. */
class Access {
  readonly changes = new Listeners();
  token = stored(() => sessionStorage, KEY);
  /** `wrong`: there was one. */
  wanted: 'no' | 'yes' | 'wrong' = 'no';

  refuse(used: string | null): void {
    if (used !== this.token) return; // somebody has given another one meanwhile
    this.wanted = used === null ? 'yes' : 'wrong';
    this.changes.tell();
  }

  give(token: string): void {
    this.token = token;
    this.wanted = 'no';
    stored(() => sessionStorage, KEY, token);
    this.changes.tell();
  }
}

export const access = new Access();

const problemOf = async (response: Response): Promise<Problem> => {
  const text = await response.text();
  const fallback = `The server answers ${response.status} ${response.statusText}`.trim();
  try {
    const { type = '', title, detail, help } = JSON.parse(text) as Record<string, string | undefined>;
    return new Problem(
      response.status,
      type.split(':').at(-1) ?? '',
      [title, detail].filter((part) => part !== undefined && part !== '').join(': ') || fallback,
      help,
    );
  } catch {
    return new Problem(response.status, '', fallback, text.slice(0, 500) || undefined);
  }
};

/** @throws {Problem} also when nobody answers; its status is 0 then */
export const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
  const { token } = access;
  const headers = new Headers(init.headers);
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers, credentials: 'same-origin' });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Problem(
      0,
      'unreachable',
      'The server does not answer',
      'Is it still running? The page asks again by itself.',
    );
  }
  if (response.ok) return response;
  if (response.status === 401) access.refuse(token);
  throw await problemOf(response);
};

export const httpSource: Source = {
  isServed: true,
  get: async (path, query = {}, signal) =>
    (await ask(path + queryText(query), signal === undefined ? {} : { signal })).json(),
  send: async (method, path, body, signal) => {
    const response = await ask(path, {
      method,
      ...(signal === undefined ? {} : { signal }),
      ...(body === undefined
        ? {}
        : {
            body: typeof body === 'string' ? body : JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          }),
    });
    return response.status === 204 ? undefined : response.json();
  },
};
