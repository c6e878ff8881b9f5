/** What a setup or a step came to, as the caller gets it. */

import {
  type CallEnd,
  outcomeOfEnd,
  type Policies,
  type Source,
  unansweredOutcome,
} from '../calls/outcomes.ts';
import type { Observation, StepOutcome } from './environment.ts';

/** A setup has no reward, and so no number when it fails. */
const OF_SETUP: Policies = { onTimeout: null, onError: null, onTamper: null, onLost: null };

/** The outcome of a request that ended in one way or another. */
export const stepOutcome = (
  op: 'start' | 'step',
  end: CallEnd,
  enqueuedMs: number,
  source: Source,
  policies: Policies,
): StepOutcome => {
  const of = op === 'step' ? policies : OF_SETUP;
  const outcome = outcomeOfEnd(end, enqueuedMs, source, of, op === 'step' ? 'step' : 'setup');
  const { text, value } = end === 'cancelled' || 'lost' in end ? NOTHING : observationOf(end.tail);
  const ok = outcome.status === 'ok';
  return {
    ...outcome,
    reward: op === 'step' ? outcome.reward : null,
    observation: ok ? value : null,
    observation_json: ok ? text : null,
    done: op === 'step' && ok && typeof end === 'object' && 'done' in end && end.done,
  };
};

/** The outcome of a step whose action is larger than it may be. */
export const refusedStep = (
  message: string,
  enqueuedMs: number,
  source: Source,
  policies: Policies,
): StepOutcome => ({
  ...unansweredOutcome('invalid', message, enqueuedMs, source, policies),
  error: { type: 'ActionTooLarge', message, traceback: null },
  observation: null,
  observation_json: null,
  done: false,
});

const NOTHING = { text: null, value: null };

const observationOf = (tail: {
  observation?: string | undefined;
  observation_json?: string | undefined;
}): { text: string | null; value: Observation | null } => {
  if (tail.observation !== undefined)
    return { text: JSON.stringify(tail.observation), value: tail.observation };
  if (tail.observation_json === undefined) return NOTHING;
  return { text: tail.observation_json, value: JSON.parse(tail.observation_json) as Observation };
};
