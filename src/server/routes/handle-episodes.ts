/** Episodes: started, stepped, branched, closed. */
import type { Episode, StepOutcome } from '../../module/episodes/environment.ts';
import { exact, outcomeJson, toJson } from '../../outcome-json.ts';
import type { StepCall } from '../../view/store/step-figures.ts';
import type { TrainingStep } from '../episodes.ts';
import { type Answer, jsonAnswer, valueAnswer } from '../http/answers.ts';
import type { Ask } from '../http/ask.ts';
import { checkBody } from '../http/check-body.ts';
import { bytesOf } from '../http/exact-json.ts';
import type { Service } from '../service.ts';
import { branchBody, startBody, stepBody } from './schemas.ts';
import { refuseReserved } from './score.ts';

export const start = async (service: Service, ask: Ask): Promise<Answer> => {
  service.mustTakeWork();
  await service.loaded();
  const body = await ask.json();
  const known = (): string[] => Object.keys(startBody.shape);
  const { module, kwargs, seed, step: training } = checkBody(startBody, body.value, known);
  const { module: environment, name, release } = service.lease('environment', module);
  ask.onDone(release);
  refuseReserved(kwargs, environment.reserved);
  ask.onDone(service.limits.take(1));
  const row = bytesOf(body, 'kwargs', '{}');
  const options = { ...(seed === undefined ? {} : { seed }), signal: ask.signal };
  const episode = await environment.start(row, options);
  const counted = training === undefined ? undefined : { step: training, row };
  service.note('setup', episode.setup, counted && { ...counted, module: name, said: '' });
  if (episode.ended !== undefined) return jsonAnswer(stepJson({ episode_id: null }, episode.setup));
  const { id } = service.episodes.add(name, episode, counted, row);
  closeUnheard(ask, [episode]);
  return jsonAnswer(stepJson({ episode_id: id }, episode.setup));
};

/** Nobody knows the names of episodes whose answer was not taken, so nobody could end them. */
const closeUnheard = (ask: Ask, episodes: readonly Episode[]): void =>
  ask.onDone(() => {
    if (ask.gone) for (const episode of episodes) void episode.close();
  });

export const step = async (service: Service, ask: Ask): Promise<Answer> => {
  const named = service.episodes.get(ask.param('id'));
  const { episode, module, training } = named;
  const { value } = await ask.json();
  const { action } = checkBody(stepBody, value, () => Object.keys(stepBody.shape));
  ask.onDone(service.limits.take(1));
  const outcome = await episode.step(action, { signal: ask.signal });
  const { steps, ended } = episode;
  if (ended !== undefined) named.training = undefined; // its row may be large
  service.note('step', outcome, training && stepCall({ module, training, episode }, action));
  service.episodes.stepped(named, action, outcome);
  return jsonAnswer(stepJson({ steps, return: exact(episode.return), ended: ended ?? null }, outcome));
};

/** Observations stand in it exactly as Python wrote them. @param first fields in front of those of the outcome */
export const stepJson = (first: Readonly<Record<string, unknown>>, outcome: StepOutcome): string => {
  const before = toJson({ ...first, done: outcome.done }).slice(0, -1);
  return `${before},"observation":${outcome.observation_json ?? 'null'},${outcomeJson(outcome).slice(1)}`;
};

/** What the step that an episode has just taken is counted as. */
export const stepCall = (
  { module, training, episode }: { module: string; training: TrainingStep; episode: Episode },
  action: string,
): StepCall => {
  const { steps, ended } = episode;
  const end = ended === undefined ? {} : { ended: { return: episode.return, steps } };
  return { ...training, module, said: action, at: steps, episode: episode.id, ...end };
};

export const branch = async (service: Service, ask: Ask): Promise<Answer> => {
  service.mustTakeWork();
  const original = service.episodes.get(ask.param('id'));
  const { episode } = original;
  const { value } = await ask.json();
  service.mustTakeWork(); // the body may have taken its time
  const { n, same_random } = checkBody(branchBody, value, () => Object.keys(branchBody.shape));
  ask.onDone(service.limits.take(1));
  const options = { sameRandom: same_random ?? false, signal: ask.signal };
  const copies = await episode.branch(n, options);
  const named = copies.map((copy) => service.episodes.addCopy(original, copy));
  closeUnheard(ask, copies);
  return valueAnswer({ episode_ids: named.map(({ id }) => id) });
};

export const close = async (service: Service, ask: Ask): Promise<Answer> => {
  await service.episodes.close(ask.param('id'));
  return { status: 204, headers: {}, body: undefined };
};
