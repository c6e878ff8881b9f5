/** `POST /v1/score`: one call or many, answered as one JSON or line by line. */
import { setMaxListeners } from 'node:events';
import { RESERVED } from '../formats/prompts.ts';
import type { Reward, ScoredCall, TextCall } from '../module/call.ts';
import type { Outcome } from '../outcome.ts';
import { checkBody, invalid } from './check-body.ts';
import { bytesOf, elementsOf, fieldsOf, fieldsOfBody, type JsonBody } from './exact-json.ts';
import type { BodyError } from './problem.ts';
import { manyCalls, oneCall } from './schemas.ts';

/** What a body asks for. */
export interface ScoreRequest {
  module: string | undefined;
  /** The `step` of the request, or of its one call. */
  step: number | undefined;
  /** Whether the body had `calls`: then the answer has `outcomes`. */
  many: boolean;
  calls: TextCall[];
  /** Fields of each call's row. */
  names: (readonly string[])[];
}

const COMPLETION_BEGINS = Buffer.from('{"completion":');
const COMPLETION_ENDS = Buffer.from('}');

interface CheckedCall {
  kwargs?: Record<string, unknown> | undefined;
  seed?: number | undefined;
}

const callOf = (text: string, fields: ReturnType<typeof fieldsOf>, { seed }: CheckedCall): TextCall => {
  const completion = bytesOf(text, fields.get('completion'), 'null');
  return {
    row: bytesOf(text, fields.get('kwargs'), '{}'),
    completionRow: Buffer.concat([COMPLETION_BEGINS, completion, COMPLETION_ENDS]),
    ...(seed === undefined ? {} : { seed }),
  };
};

/**
 * @param mustFit throws for more calls than there is ever place for, before each of them is looked at
 * @throws HttpProblem `invalid`
 */
export const scoreRequest = (body: JsonBody, mustFit: (count: number) => void): ScoreRequest => {
  const { text, value } = body;
  const many = typeof value === 'object' && value !== null && 'calls' in value;
  if (many && Array.isArray(value.calls)) mustFit(value.calls.length);
  const fields = fieldsOfBody(body);
  if (!many) {
    const call = checkBody(oneCall, value, () => [...Object.keys(oneCall.shape), 'calls']);
    return {
      module: call.module,
      step: call.step,
      many,
      calls: [callOf(text, fields, call)],
      names: [Object.keys(call.kwargs ?? {})],
    };
  }
  const { module, step, calls } = checkBody(manyCalls, value, (path) =>
    Object.keys(path.length === 0 ? manyCalls.shape : oneCall.shape),
  );
  const array = fields.get('calls');
  const spans = array === undefined ? [] : elementsOf(text, array);
  return {
    module,
    step: step ?? calls[0]?.step,
    many,
    calls: spans.map((span, at) => callOf(text, fieldsOf(text, span), calls[at] ?? {})),
    names: calls.map(({ kwargs }) => Object.keys(kwargs ?? {})),
  };
};

/**
 * Refuses fields of rows that would take the place of a parameter.
 * @throws HttpProblem `invalid`
 */
export const refuseReserved = (
  names: readonly (readonly string[])[],
  reserved: readonly string[],
  pathOf: (index: number) => string,
): void => {
  const taken = new Set([...Object.keys(RESERVED), ...reserved]);
  const errors = names.flatMap((fields, index): BodyError[] =>
    fields
      .filter((name) => taken.has(name))
      .map((name) => ({
        path: `${pathOf(index)}.${name}`,
        message: `\`${pathOf(index)}.${name}\`: the function's call fills the parameter of that name itself`,
        help: `rename the field, for example to \`${name}_\``,
      })),
  );
  if (errors.length > 0) throw invalid(errors);
};

/**
 * All outcomes as they come. Also when `signal` is aborted there is one for each call: those that had not begun are
 * `cancelled` too.
 */
export async function* scoreEach(
  reward: Reward,
  calls: readonly TextCall[],
  signal: AbortSignal,
): AsyncGenerator<ScoredCall> {
  setMaxListeners(0, signal);
  const left = new Set(calls.keys());
  for await (const scored of reward.scoreAll(calls, { signal })) {
    left.delete(scored.index);
    yield scored;
  }
  for (const index of left) {
    const call = calls[index];
    if (call !== undefined) yield { index, outcome: await reward.score({ ...call, signal }) };
  }
}

/** @param note told of each outcome */
export const scoreAllOf = async (
  reward: Reward,
  calls: readonly TextCall[],
  signal: AbortSignal,
  note: (outcome: Outcome) => void,
): Promise<Outcome[]> => {
  const outcomes: Outcome[] = [];
  for await (const { index, outcome } of scoreEach(reward, calls, signal)) {
    note(outcome);
    outcomes[index] = outcome;
  }
  return outcomes;
};
