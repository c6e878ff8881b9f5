/** What the server answers a client of ZeroMQ when it, not the user's code, has something to object. */

import { causeText, type ProblemKind, problemOf } from '../http/problem.ts';
import type { Log } from '../log.ts';

/** Those that HTTP has not: docs/serving-protocol.md explains each. */
const OWN_CODES = ['unknown-type', 'protocol', 'hello-needed', 'replaced', 'credits'] as const;

export type RefusalCode = (typeof OWN_CODES)[number] | ProblemKind;

/** The same request may go better: at once, or after so many milliseconds. */
const RETRYABLE: Partial<Record<RefusalCode, number>> = {
  'hello-needed': 0,
  credits: 0,
  busy: 100,
  'not-ready': 200,
  draining: 1_000,
};

export interface RefusalExtra {
  help?: string | undefined;
  /** What the client calls its request. */
  id?: number | null | undefined;
  /** The calls that are refused; none: the request as a whole. */
  calls?: readonly number[] | undefined;
  cause?: unknown;
}

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly extra: RefusalExtra;

  constructor(code: RefusalCode, message: string, extra: RefusalExtra = {}) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.code = code;
    this.extra = extra;
  }

  /** The header of the `error` that tells it. */
  header(id?: number | null): Record<string, unknown> {
    const { help, calls } = this.extra;
    const retry = RETRYABLE[this.code];
    const request = id ?? this.extra.id;
    return {
      type: 'error',
      code: this.code,
      message: this.message,
      retryable: retry !== undefined,
      ...(retry ? { retry_ms: retry } : {}),
      ...(help === undefined ? {} : { help }),
      ...(request === undefined || request === null ? {} : { id: request }),
      ...(calls === undefined ? {} : { calls }),
    };
  }
}

/**
 * Whatever was thrown, as a refusal. What is not foreseen says nothing of its inside.
 * @param calls those that it refuses
 */
export const refusalOf = (error: unknown, calls?: readonly number[]): Refusal => {
  if (error instanceof Refusal)
    return calls === undefined || error.extra.calls !== undefined
      ? error
      : new Refusal(error.code, error.message, { ...error.extra, calls });
  const problem = problemOf(error);
  const { kind, message } = problem;
  if (kind === 'internal')
    return new Refusal(kind, 'A fault of runrl-sandbox; the log of the server has more', {
      calls,
      cause: problem.cause,
    });
  return new Refusal(kind, message, { help: problem.extra.help, calls, cause: error });
};

/** Only the log says what was not foreseen. */
export const noteInternal = ({ log }: { log: Log }, { code, cause }: Refusal): void => {
  if (code === 'internal') log.event('error', 'internal', { error: causeText(cause) });
};
