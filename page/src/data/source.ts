/** Where data come from: the server that sent this page, or the page itself. */
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

export interface Source {
  /** Whether somebody answers: then things can be run, and data may change. */
  readonly isServed: boolean;
  /** @throws {Problem} */
  get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T>;
  /** @param body a string is the JSON text itself. @throws {Problem} */
  send<T>(method: 'POST' | 'DELETE', path: string, body?: unknown, signal?: AbortSignal): Promise<T>;
}

/** What a server says when it does not answer as asked (RFC 9457). */
export class Problem extends Error {
  readonly status: number;
  readonly kind: string;
  readonly help: string | undefined;

  constructor(status: number, kind: string, message: string, help?: string) {
    super(help === undefined ? message : `${message}\n${help}`);
    this.status = status;
    this.kind = kind;
    this.help = help;
  }
}

export const queryText = (query: Query): string => {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    (typeof value === 'object' ? value : value === undefined ? [] : [value]).map(
      (one) => `${name}=${encodeURIComponent(one)}`,
    ),
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
};
