/** What training steps came to. */

import type { StepTold } from '../../view/store/step-schemas.ts';
import { toldOf } from '../../view/store/told.ts';
import { type Answer, valueAnswer } from '../http/answers.ts';
import type { Ask } from '../http/ask.ts';
import { invalid } from '../http/check-body.ts';
import { HttpProblem } from '../http/problem.ts';
import type { Service } from '../service.ts';

const LIMIT = 100;
const MOST = 1_000;

export const listSteps = async (service: Service, ask: Ask): Promise<Answer> => {
  const from = wholeNumber('from', ask.query('from') ?? '0', 0, Number.MAX_SAFE_INTEGER);
  const limit = wholeNumber('limit', ask.query('limit') ?? String(LIMIT), 1, MOST);
  const { steps, next } = service.steps.list(from, limit, ask.query('module'));
  return valueAnswer({
    steps: steps.map((step) => withoutSamples(toldOf(step))),
    next,
    latest: service.steps.latest,
  });
};

export const readStep = async (service: Service, ask: Ask): Promise<Answer> => {
  const step = wholeNumber('step', ask.param('step'), 0, Number.MAX_SAFE_INTEGER);
  const modules = service.steps.of(step, ask.query('module')).map(toldOf);
  if (modules.length > 0) return valueAnswer({ step, modules });
  throw new HttpProblem('unknown-step', `No call of step ${step} has been counted`, {
    help: 'only calls with a `step` are counted; GET /v1/steps lists the steps that there are',
  });
};

const withoutSamples = ({ info_strings, ...rest }: StepTold) => ({
  ...rest,
  info_strings: Object.fromEntries(Object.entries(info_strings).map(([name, { n }]) => [name, { n }])),
});

/** @throws HttpProblem `invalid` */
export const wholeNumber = (name: string, text: string, least: number, most: number): number => {
  const value = Number(text);
  if (/^\d{1,16}$/.test(text) && value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
  throw invalid(name, `\`${name}\`: expected a whole number ${range}, got \`${text.slice(0, 60)}\``);
};
