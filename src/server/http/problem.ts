/** What the server answers when it, not the user's code, has something to object: `application/problem+json`. */
import { formatError, SandboxError } from '../../errors.ts';

/** Every kind: its HTTP status, and its title. docs/serve.md lists them. */
export const PROBLEMS = {
  malformed: [400, 'The request is malformed'],
  unauthorized: [401, 'A token is needed'],
  forbidden: [403, 'This host or origin may not ask'],
  'not-found': [404, 'There is no such route'],
  'unknown-module': [404, 'There is no such module'],
  'unknown-episode': [404, 'There is no such episode'],
  'unknown-step': [404, 'There is no such step'],
  'method-not-allowed': [405, 'The route has other methods'],
  'request-timeout': [408, 'The request came too slowly'],
  'episode-ended': [409, 'The episode has ended'],
  'cannot-branch': [409, 'The episode cannot be branched'],
  'too-large': [413, 'The request is too large'],
  'unsupported-media-type': [415, 'The body is of another type'],
  invalid: [422, 'The request does not say what it must'],
  'needs-policy': [422, 'The trainer takes only numbers'],
  'headers-too-large': [431, 'The headers are too large'],
  internal: [500, 'A fault of runrl-sandbox'],
  busy: [503, 'The queue is full'],
  'not-ready': [503, 'The module is not loaded yet'],
  draining: [503, 'The server is about to end'],
  'no-reward': [503, 'A call has no reward'],
  'module-failed': [503, 'The module died too often'],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemKind = keyof typeof PROBLEMS;

/** After what time the same request may go better; the others never do. */
const RETRY_AFTER_S: Partial<Record<ProblemKind, number>> = {
  busy: 1,
  'not-ready': 1,
  'no-reward': 1,
  draining: 5,
};

const MAX_REASON = 200;

/** One thing that is wrong with a body, and where. */
export interface BodyError {
  /** Such as `calls[3].kwargs`; empty for the body itself. */
  path: string;
  message: string;
  help?: string | undefined;
}

export interface ProblemExtra {
  help?: string | undefined;
  /** What is wrong with the body, each; at most 20. */
  errors?: readonly BodyError[];
  /** Another status than that of its kind (`busy` by option). */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

export class HttpProblem extends Error {
  readonly kind: ProblemKind;
  readonly status: number;
  readonly extra: ProblemExtra;

  constructor(kind: ProblemKind, detail: string, extra: ProblemExtra = {}) {
    super(detail, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.kind = kind;
    this.status = extra.status ?? PROBLEMS[kind][0];
    this.extra = extra;
  }

  get retryable(): boolean {
    return RETRY_AFTER_S[this.kind] !== undefined;
  }

  get headers(): Record<string, string> {
    const seconds = RETRY_AFTER_S[this.kind];
    return {
      'content-type': 'application/problem+json',
      ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }),
      ...this.extra.headers,
    };
  }

  /** For the status line: some clients show nothing else of an answer. */
  get reason(): string {
    return this.message.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_REASON);
  }

  /** @param requestId absent where there was no request that could be read */
  body(requestId?: string): Record<string, unknown> {
    const { help, errors } = this.extra;
    return {
      type: `urn:runrl-sandbox:problem:${this.kind}`,
      title: PROBLEMS[this.kind][1],
      status: this.status,
      detail: this.message,
      ...(help === undefined ? {} : { help }),
      ...(errors === undefined ? {} : { errors }),
      retryable: this.retryable,
      ...(requestId === undefined ? {} : { request_id: requestId }),
    };
  }
}

const KIND_OF_CODE: Readonly<Record<string, ProblemKind>> = {
  RS101: 'invalid',
  RS201: 'module-failed',
  RS202: 'module-failed',
  RS203: 'module-failed',
  RS401: 'module-failed',
  RS402: 'module-failed',
  RS403: 'module-failed',
  RS501: 'draining',
  RS502: 'episode-ended',
  RS503: 'cannot-branch',
};

/** Whatever was thrown, as a problem. What is not foreseen says nothing of its inside. */
export const problemOf = (error: unknown): HttpProblem => {
  if (error instanceof HttpProblem) return error;
  const kind = error instanceof SandboxError ? KIND_OF_CODE[error.code] : undefined;
  if (kind === undefined || !(error instanceof SandboxError))
    return new HttpProblem('internal', 'The log of the server has more, under this request id', {
      cause: error,
    });
  return new HttpProblem(kind, `${error.code} ${error.message}`, { help: error.help, cause: error });
};

/** What the log says of an unforeseen error. */
export const causeText = (error: unknown): string => {
  if (error instanceof SandboxError) return formatError(error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};
