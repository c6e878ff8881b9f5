/** What the server answers a client of ZeroMQ when it, not the user's code, has something to object. */

import { REFUSALS, type RefusalKind } from '../../errors/refusals.ts';
import { causeText, problemOf } from '../http/problem.ts';
import type { Log } from '../log.ts';

export interface RefusalExtra {
  help?: string | undefined;
  /** What the client calls its request. */
  id?: number | null | undefined;
  /** The calls that are refused; none: the request as a whole. */
  calls?: readonly number[] | undefined;
  cause?: unknown;
}

export class Refusal extends Error {
  readonly code: RefusalKind;
  readonly extra: RefusalExtra;

  constructor(code: RefusalKind, message: string, extra: RefusalExtra = {}) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.code = code;
    this.extra = extra;
  }

  /** The header of the `error` that tells it. */
  header(id?: number | null): Record<string, unknown> {
    const { help, calls } = this.extra;
    const retry = REFUSALS[this.code].retryMs;
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
    return new Refusal(kind, 'Internal error of runrl-sandbox; see the log of the server', {
      calls,
      cause: problem.cause,
    });
  return new Refusal(kind, message, { help: problem.extra.help, calls, cause: error });
};

/** Only the log says what was not foreseen. */
export const noteInternal = ({ log }: { log: Log }, { code, cause }: Refusal): void => {
  if (code === 'internal') log.event('error', 'internal', { error: causeText(cause) });
};
