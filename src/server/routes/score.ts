/** `POST /v1/score`: one call or many, answered as one JSON or line by line. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import { RESERVED } from '../../formats/rows/prompts.ts';
import type { CallText, ScoredCall } from '../../module/calls/call.ts';
import type { Outcome } from '../../outcome.ts';
import { outcomeJson } from '../../outcome-json.ts';
import type { Ask } from '../http/ask.ts';
import { Complaints, checkBody } from '../http/check-body.ts';
import { bytesOf, elementsOf, type JsonBody, parseElement } from '../http/exact-json.ts';
import { type BodyError, HttpProblem } from '../http/problem.ts';
import type { Scorer } from '../modules.ts';
import { callOfMany, isObject, manyCalls, oneCall } from './schemas.ts';

/** What a body asks for, apart from its calls. */
export interface ScoreRequest {
  module: string | undefined;
  /** Training step of those calls that have none of their own. */
  step: number | undefined;
  /** Whether the body had `calls`: then the answer has `outcomes`. */
  many: boolean;
}

export interface SentCall extends CallText {
  /** JSON text. */
  completion: Uint8Array;
  /** Its own training step; counted here, not by the library. */
  step: number | undefined;
}

/** What is parsed between turns. */
const TURN_MS = 10;

/**
 * @param body with its `calls` apart
 * @throws HttpProblem `invalid`
 */
export const scoreRequest = (body: JsonBody): ScoreRequest => {
  const { value, fields } = body;
  if (isPlain(body, PLAIN_ONE)) return { module: body.value.module, step: undefined, many: false };
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
      const parsed = parseElement(body.bytes, part);
      const element = parsed instanceof Promise ? await parsed : parsed;
      const call = isPlain(element, PLAIN)
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

const isText = (value: unknown): boolean => typeof value === 'string';
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/** What the fields of nearly all calls are: no schema needs to be asked about those. */
const PLAIN: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['completion', isText],
  ['kwargs', isObject],
  ['step', isCount],
  ['seed', isCount],
]);
const PLAIN_ONE = new Map([...PLAIN, ['module', isText]]);

const isPlain = (
  element: JsonBody,
  plain: typeof PLAIN,
): element is JsonBody & { value: z.output<typeof oneCall> } => {
  if (!element.fields.has('completion')) return false;
  for (const name of element.fields.keys())
    if (plain.get(name)?.((element.value as Record<string, unknown>)[name]) !== true) return false;
  return true;
};

const textCall = (
  element: JsonBody,
  { seed, step }: { seed?: number | undefined; step?: number | undefined },
): SentCall => ({
  row: bytesOf(element, 'kwargs', '{}'),
  completion: bytesOf(element, 'completion', 'null'),
  completionIsRow: false,
  seed,
  step,
});

const takenNames = (reserved: readonly string[]): ReadonlySet<string> =>
  new Set([...Object.keys(RESERVED), ...reserved]);

/** Fields of a row that would take the place of a parameter. */
const reservedErrors = (
  row: Readonly<Record<string, unknown>> | undefined,
  taken: ReadonlySet<string>,
  path: string,
): BodyError[] => {
  const errors: BodyError[] = [];
  if (row === undefined) return errors;
  for (const name of taken)
    if (Object.hasOwn(row, name))
      errors.push({
        path: `${path}.${name}`,
        message: `\`${path}.${name}\`: the function's call fills the parameter of that name itself`,
        help: `rename the field, for example to \`${name}_\``,
      });
  return errors;
};

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

/** Calls of one request that are begun ahead: enough to keep all workers busy, and others wait behind no more. */
const aheadOf = ({ concurrency }: Scorer): number => Math.max(1_024, 128 * concurrency);
const ABORTED = AbortSignal.abort();

/** The outcome of one. @throws SandboxError see `Reward.score` */
export const scoreOne = (reward: Scorer, call: CallText, ask: Ask): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    ask.onCancel(
      reward.begin(call, (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome))),
    );
  });

/**
 * All outcomes as they come: those that are there at the same time together. Also when the request is cancelled there is
 * one for each call: those that had not begun are `cancelled` too.
 * @throws SandboxError see `Reward.score`; the calls that still run are ended
 */
export async function* scoreEach(
  reward: Scorer,
  calls: readonly CallText[],
  ask: Ask,
): AsyncGenerator<ScoredCall[]> {
  const running = new Map<number, () => void>();
  let finished: ScoredCall[] = [];
  let failure: Error | undefined;
  let wake = (): void => {};
  const begin = (index: number): void => {
    const call = calls[index] as CallText;
    let settled = false;
    const cancel = reward.begin(call, (outcome) => {
      settled = true;
      running.delete(index);
      if (outcome instanceof Error) failure ??= outcome;
      else finished.push({ index, outcome });
      wake();
    });
    if (!settled) running.set(index, cancel);
  };
  const cancelAll = (): void => {
    for (const cancel of [...running.values()]) cancel();
  };
  ask.onCancel(cancelAll);
  const ahead = aheadOf(reward);
  let begun = 0;
  let taken = 0;
  try {
    while (taken < calls.length) {
      while (!ask.cancelled && failure === undefined && begun < calls.length && begun - taken < ahead)
        begin(begun++);
      if (finished.length === 0 && failure === undefined && running.size > 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      // What has come before it is handed over first: those calls have run.
      if (failure !== undefined && finished.length === 0) throw failure;
      if (finished.length === 0) {
        // Cancelled: it comes to that without anything being started.
        const { row, completion } = calls[begun] as CallText;
        const never = { row, completionRow: Buffer.from(completion), signal: ABORTED };
        finished.push({ index: begun++, outcome: await reward.score(never) });
      }
      const some = finished;
      finished = [];
      taken += some.length;
      yield some;
    }
  } finally {
    cancelAll();
  }
}

/** @param note told of each outcome, and of which call it is */
export const scoreAllOf = async (
  reward: Scorer,
  calls: readonly CallText[],
  ask: Ask,
  note: (outcome: Outcome, index: number) => void,
): Promise<Outcome[]> => {
  const outcomes: Outcome[] = [];
  for await (const some of scoreEach(reward, calls, ask))
    for (const { index, outcome } of some) {
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
  scored: AsyncIterable<ScoredCall[]>,
  note: (outcome: Outcome, index: number) => void,
  most: number,
): Promise<string> => {
  const outcomes: string[] = [];
  let length = 0;
  for await (const some of scored) {
    for (const { index, outcome } of some) {
      note(outcome, index);
      const text = outcomeJson(outcome);
      outcomes[index] = text;
      length += text.length;
    }
    if (length > most)
      throw new HttpProblem('too-large', `The outcomes have more than ${most} characters together`, {
        help: 'ask for lines (`Accept: application/x-ndjson`), send fewer calls, or have the module print less',
      });
  }
  return `{"outcomes":[${outcomes.join(',')}]}`;
};
