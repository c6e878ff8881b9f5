/** The reward servers that OpenRLHF, slime and LLaMA-Factory expect: docs/dialects.md. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CallText } from '../../module/calls/call.ts';
import type { Outcome } from '../../outcome.ts';
import { type Answer, jsonAnswer } from '../http/answers.ts';
import type { Ask } from '../http/ask.ts';
import { checkBody, invalid } from '../http/check-body.ts';
import { bytesOf, elementsOf, type JsonBody } from '../http/exact-json.ts';
import { HttpProblem } from '../http/problem.ts';
import { scoreAllOf } from '../routes/score.ts';
import type { Service } from '../service.ts';
import { floatsText, floatText, mustHavePolicies, numbersOf } from './numbers.ts';
import { callOf, completionOf, type Sample } from './rows.ts';
import { llamaFactoryBody, openRlhfBody, slimeBody } from './schemas.ts';

/** What is made ready between turns. */
const TURN_MS = 10;

interface Scored {
  outcomes: Outcome[];
  rewards: number[];
}

/**
 * Scores what one request brought.
 * @throws HttpProblem
 */
const scoreSamples = async (service: Service, ask: Ask, samples: readonly Sample[]): Promise<Scored> => {
  const { module, name, release } = service.lease('reward', ask.query('module'));
  ask.onDone(release);
  mustHavePolicies(name, service.modules.optionsOf('reward', name));
  const { limits } = service;
  if (samples.length > limits.queue)
    throw new HttpProblem('too-large', `${samples.length} samples in one request; at most ${limits.queue}`, {
      help: 'start the server with a larger --queue',
    });
  ask.onDone(limits.take(samples.length));
  const calls: CallText[] = [];
  let turn = performance.now();
  for (const sample of samples) {
    calls.push(callOf(sample, module.reserved));
    if (performance.now() - turn < TURN_MS) continue;
    await nextTurn();
    turn = performance.now();
  }
  const outcomes = await scoreAllOf(module, calls, ask, (outcome) => service.note('call', outcome));
  return { outcomes, rewards: numbersOf(outcomes) };
};

/** The original text of each of the `count` elements of an array in the body; none when it has no such field. */
const textsOf = async ({ bytes, fields }: JsonBody, field: string, count: number): Promise<string[]> => {
  const array = fields.get(field);
  if (array === undefined) return [];
  const { parts } = await elementsOf(bytes, array, count);
  return parts.map(({ start, end }) => bytes.toString('utf8', start, end));
};

const namesIn = (schema: { shape: object }) => (): string[] => Object.keys(schema.shape);

/** What every answer logs, whatever became of the call: the trainer's columns must be the same on all of them. */
const MEASURES: Readonly<Record<string, (outcome: Outcome) => number>> = {
  sandbox_failed: ({ status }) => Number(status !== 'ok'),
  sandbox_timeout: ({ status }) => Number(status === 'timeout'),
  sandbox_ms: ({ duration_ms }) => duration_ms,
  sandbox_queue_ms: ({ queue_ms }) => queue_ms,
};
const INFO_NAME = /^[A-Za-z_][\w.-]{0,63}$/;

/** The names of `?info=`. @throws HttpProblem `invalid` */
const infoNames = (ask: Ask): string[] => {
  const text = ask.query('info');
  const names = text === undefined ? [] : [...new Set(text.split(','))];
  const wrong = names.find((name) => !INFO_NAME.test(name) || Object.hasOwn(MEASURES, name));
  if (wrong === undefined) return names;
  const message = `\`?info=\` must be names of numbers of the info, with commas between, got \`${wrong.slice(0, 60)}\``;
  throw invalid('', message);
};

const infoNumber = ({ info }: Outcome, name: string): number => {
  const value = info[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
};

export const openRlhfReward = async (service: Service, ask: Ask): Promise<Answer> => {
  service.mustTakeWork();
  const names = infoNames(ask);
  const body = await ask.json();
  const { query, prompts, labels } = checkBody(openRlhfBody, body.value, namesIn(openRlhfBody));
  for (const [field, array] of Object.entries({ prompts, labels }))
    if (array !== undefined && array.length !== query.length) {
      const message = `\`${field}\` has ${array.length} elements and \`query\` has ${query.length}`;
      throw invalid(field, message);
    }
  const promptTexts = await textsOf(body, 'prompts', query.length);
  const labelTexts = await textsOf(body, 'labels', query.length);
  const samples = query.map(
    (text, at): Sample => ({
      completion: completionOf(text, prompts?.[at]),
      prompt: promptTexts[at],
      label: labelTexts[at],
    }),
  );
  const { outcomes, rewards } = await scoreSamples(service, ask, samples);
  const logs = [
    ...Object.entries(MEASURES).map(([name, measure]) => [name, outcomes.map(measure)] as const),
    ...names.map((name) => [name, outcomes.map((outcome) => infoNumber(outcome, name))] as const),
  ].map(([name, values]) => `${JSON.stringify(name)}:${floatsText(values)}`);
  const numbers = floatsText(rewards);
  return jsonAnswer(`{"rewards":${numbers},"scores":${numbers},"extra_logs":{${logs.join(',')}}}`);
};

export const slimeReward = async (service: Service, ask: Ask): Promise<Answer> => {
  service.mustTakeWork();
  const body = await ask.json();
  const { response } = checkBody(slimeBody, body.value, namesIn(slimeBody));
  const textOf = (name: string): string | undefined =>
    body.fields.has(name) ? bytesOf(body, name, '').toString() : undefined;
  const sample = { completion: response, prompt: textOf('prompt'), label: textOf('label') };
  const { outcomes, rewards } = await scoreSamples(service, ask, [sample]);
  const number = floatText(rewards[0] as number);
  const key = ask.query('key');
  if (key === undefined) return jsonAnswer(number);
  const status = JSON.stringify(outcomes[0]?.status);
  return jsonAnswer(`{"sandbox_status":${status},${JSON.stringify(key)}:${number}}`);
};

export const llamaFactoryScores = async (service: Service, ask: Ask): Promise<Answer> => {
  service.mustTakeWork();
  const { value } = await ask.json();
  const { messages, model = '' } = checkBody(llamaFactoryBody, value, namesIn(llamaFactoryBody));
  const samples = messages.map((completion): Sample => ({ completion }));
  const { rewards } = await scoreSamples(service, ask, samples);
  const head = JSON.stringify({ id: `scoreval-${ask.id}`, object: 'score.evaluation', model }).slice(0, -1);
  return jsonAnswer(`${head},"scores":${floatsText(rewards)}}`);
};
