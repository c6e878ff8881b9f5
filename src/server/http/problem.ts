/** What the server answers when it, not the user's code, has something to object: `application/problem+json`. */
import { ERRORS, type ErrorRow } from '../../errors/codes.ts';
import { PROBLEMS, type ProblemKind, type Refusal } from '../../errors/refusals.ts';
import { formatError, SandboxError } from '../../errors.ts';

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
    this.status = extra.status ?? PROBLEMS[kind].status;
    this.extra = extra;
  }

  get #retryAfterS(): number | undefined {
    const { retryAfterS }: Refusal = PROBLEMS[this.kind];
    return retryAfterS;
  }

  get retryable(): boolean {
    return this.#retryAfterS !== undefined;
  }

  get headers(): Record<string, string> {
    const seconds = this.#retryAfterS;
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
      title: PROBLEMS[this.kind].title,
      status: this.status,
      detail: this.message,
      ...(help === undefined ? {} : { help }),
      ...(errors === undefined ? {} : { errors }),
      retryable: this.retryable,
      ...(requestId === undefined ? {} : { request_id: requestId }),
    };
  }
}

/** Whatever was thrown, as a problem. What is not foreseen says nothing of its inside. */
export const problemOf = (error: unknown): HttpProblem => {
  if (error instanceof HttpProblem) return error;
  const row: ErrorRow | undefined = error instanceof SandboxError ? ERRORS[error.code] : undefined;
  const kind = row?.refusal;
  if (kind === undefined || !(error instanceof SandboxError))
    return new HttpProblem('internal', 'See the log of the server, under this request id', {
      cause: error,
    });
  return new HttpProblem(kind, `${error.code} ${error.message}`, { help: error.help, cause: error });
};

/** What the log says of an unforeseen error. */
export const causeText = (error: unknown): string => {
  if (error instanceof SandboxError) return formatError(error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};
