/** Failures of calls, put together by what went wrong and where, so that a thousand of one kind are one finding. */
import type { Outcome } from '../../index.ts';
import type { Shot } from '../calls/scorer.ts';
import type { Place } from '../finding.ts';
import type { Subject } from '../subject/subject.ts';
import { placeOfError } from './places.ts';

export interface Failure {
  shot: Shot;
  outcome: Outcome;
}

export interface FailureGroup {
  status: Outcome['status'];
  /** Exception class, or the word that stands for one. */
  type: string;
  /** Message of the first. */
  message: string;
  place: Place | null;
  failures: readonly Failure[];
  /** Lines of the prompt file on which it happened. */
  lines: ReadonlySet<number>;
}

/** Groups failed calls, the largest group first. Cancelled and lost calls say nothing of the module. */
export const groupFailures = (all: readonly Failure[], subject: Subject): FailureGroup[] => {
  const groups = new Map<string, FailureGroup & { failures: Failure[]; lines: Set<number> }>();
  for (const failure of all) {
    const { status, error } = failure.outcome;
    if (status === 'ok' || status === 'cancelled' || status === 'lost') continue;
    const place = placeOfError(error, subject);
    const type = error?.type ?? status;
    const key = `${status} ${type} ${place?.line ?? shape(error?.message ?? '')}`;
    const group = groups.get(key) ?? {
      status,
      type,
      message: error?.message ?? '',
      place,
      failures: [],
      lines: new Set<number>(),
    };
    groups.set(key, group);
    group.failures.push(failure);
    group.lines.add(failure.shot.row.line);
  }
  return [...groups.values()].sort((one, other) => other.failures.length - one.failures.length);
};

/** A message without what differs from row to row. */
const shape = (message: string): string =>
  message.replace(/'[^']*'|"[^"]*"|-?\d+(\.\d+)?/g, '_').slice(0, 80);
