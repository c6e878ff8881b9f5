/** `POST /v1/score`: one call or many, answered as one JSON or line by line. */
import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import { RESERVED } from '../../formats/rows/prompts.ts';
import type { Reward, ScoredCall, TextCall } from '../../module/calls/call.ts';
import type { Outcome } from '../../outcome.ts';
import { outcomeJson } from '../../outcome-json.ts';
import { Complaints, checkBody } from '../http/check-body.ts';
import { bytesOf, elementsOf, type JsonBody, parseElement } from '../http/exact-json.ts';
import { type BodyError, HttpProblem } from '../http/problem.ts';
import { callOfMany, isObject, manyCalls, oneCall } from './schemas.ts';

/** What a body asks for, apart from its calls. */
export interface ScoreRequest {
  module: string | undefined;
  /** Training step of those calls that have none of their own. */
  step: number | undefined;
  /** Whether the body had `calls`: then the answer has `outcomes`. */
  many: boolean;
}

export interface SentCall extends TextCall {
  /** Its own training step; counted here, not by the library. */
  trainingStep: number | undefined;
  /** JSON text of its completion. */
  said: Uint8Array;
}

/** What is parsed between turns. */
const TURN_MS = 10;

const COMPLETION_BEGINS = Buffer.from('{"completion":');
const COMPLETION_ENDS = Buffer.from('}');

/**
 * @param body with its `calls` apart
 * @throws HttpProblem `invalid`
 */
export const scoreRequest = ({ value, fields }: JsonBody): ScoreRequest => {
  const many = fields.has('calls');
  const schema = many ? manyCalls : oneCall;
  const known = many ? Object.keys(manyCalls.shape) : [...Object.keys(oneCall.shape), 'calls'];
  const { module, step } = checkBody(schema, value, () => known);
  return { module, step, many };
};

/**
 * The calls of a body, checked, as the text that it has of them. Others get their turn meanwhile.
 * @param reserved names that no field may have, beside those that we fill in always
 * @param most calls, that there is ever place for
 * @throws HttpProblem `invalid`, `malformed`, `too-large`
 */
export const callsOf = async (
  body: JsonBody,
  reserved: readonly string[],
  most: number,
): Promise<SentCall[]> => {
  const taken = takenNames(reserved);
  const complaints = new Complaints();
  const calls: SentCall[] = [];
  const array = body.fields.get('calls');
  if (array === undefined) {
    const call = body.value as z.output<typeof oneCall>; // scoreRequest has checked it
    complaints.add(reservedErrors(call.kwargs, taken, 'kwargs'));
    calls.push(textCall(body, call));
  } else {
    const { parts, more } = await elementsOf(body.bytes, array, most);
    if (more)
      throw new HttpProblem('too-large', `More than ${most} calls in one request`, {
        help: 'send fewer at a time, or start the server with a larger --queue',
      });
    let turn = performance.now();
    for (const [index, part] of parts.entries()) {
      const element = await parseElement(body.bytes, part);
      const call = isPlain(element)
        ? element.value
        : complaints.check(callOfMany, element.value, () => Object.keys(callOfMany.shape), index);
      if (call !== undefined) {
        complaints.add(reservedErrors(call.kwargs, taken, `calls[${index}].kwargs`));
        calls.push(textCall(element, call));
      }
      if (performance.now() - turn < TURN_MS) continue;
      await nextTurn();
      turn = performance.now();
    }
  }
  complaints.done();
  return calls;
};

/** What nearly all calls are, and no schema needs to be asked about: text, and fields of a row. */
const isPlain = (element: JsonBody): element is JsonBody & { value: z.output<typeof callOfMany> } => {
  const { completion, kwargs } = (element.value ?? {}) as Record<string, unknown>;
  if (typeof completion !== 'string') return false;
  return element.fields.size === 1 || (element.fields.size === 2 && isObject(kwargs));
};

const textCall = (
  element: JsonBody,
  { seed, step }: { seed?: number | undefined; step?: number | undefined },
): SentCall => {
  const said = bytesOf(element, 'completion', 'null');
  return {
    row: bytesOf(element, 'kwargs', '{}'),
    completionRow: Buffer.concat([COMPLETION_BEGINS, said, COMPLETION_ENDS]),
    ...(seed === undefined ? {} : { seed }),
    trainingStep: step,
    said,
  };
};

const takenNames = (reserved: readonly string[]): ReadonlySet<string> =>
  new Set([...Object.keys(RESERVED), ...reserved]);

/** Fields of a row that would take the place of a parameter. */
const reservedErrors = (
  row: Readonly<Record<string, unknown>> | undefined,
  taken: ReadonlySet<string>,
  path: string,
): BodyError[] =>
  [...taken]
    .filter((name) => row !== undefined && Object.hasOwn(row, name))
    .map((name) => ({
      path: `${path}.${name}`,
      message: `\`${path}.${name}\`: the function's call fills the parameter of that name itself`,
      help: `rename the field, for example to \`${name}_\``,
    }));

/** @throws HttpProblem `invalid` for a row with a field that would take the place of a parameter */
export const refuseReserved = (
  row: Readonly<Record<string, unknown>> | undefined,
  reserved: readonly string[],
  path = 'kwargs',
): void => {
  const complaints = new Complaints();
  complaints.add(reservedErrors(row, takenNames(reserved), path));
  complaints.done();
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

/** @param note told of each outcome, and of which call it is */
export const scoreAllOf = async (
  reward: Reward,
  calls: readonly TextCall[],
  signal: AbortSignal,
  note: (outcome: Outcome, index: number) => void,
): Promise<Outcome[]> => {
  const outcomes: Outcome[] = [];
  for await (const { index, outcome } of scoreEach(reward, calls, signal)) {
    note(outcome, index);
    outcomes[index] = outcome;
  }
  return outcomes;
};

/**
 * All outcomes as one JSON text, in the order of the calls.
 * @param most characters that they may have: all of them are held until the last one is there
 * @throws HttpProblem `too-large`; the calls that are left are then cancelled
 */
export const outcomesText = async (
  scored: AsyncIterable<ScoredCall>,
  note: (outcome: Outcome, index: number) => void,
  most: number,
): Promise<string> => {
  const outcomes: string[] = [];
  let length = 0;
  for await (const { index, outcome } of scored) {
    note(outcome, index);
    const text = outcomeJson(outcome);
    outcomes[index] = text;
    length += text.length;
    if (length > most)
      throw new HttpProblem('too-large', `The outcomes have more than ${most} characters together`, {
        help: 'ask for lines (`Accept: application/x-ndjson`), send fewer calls, or have the module print less',
      });
  }
  return `{"outcomes":[${outcomes.join(',')}]}`;
};
