/** Outcomes as JSON text. Observations are written exactly as Python wrote them. */
import type { StepOutcome } from '../module/environment.ts';
import type { Outcome } from '../outcome.ts';
import { rowFields, toJson } from '../outcome-json.ts';

export const outcomeJson = (outcome: Outcome): string => toJson(rowFields(outcome));

/** @param first fields in front of those of the outcome */
export const stepJson = (first: Readonly<Record<string, unknown>>, outcome: StepOutcome): string => {
  const before = toJson({ ...first, done: outcome.done }).slice(0, -1);
  const after = toJson(rowFields(outcome)).slice(1);
  return `${before},"observation":${outcome.observation_json ?? 'null'},${after}`;
};
