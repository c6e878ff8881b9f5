/** Episodes: started, stepped, branched, closed. */
import type { Episode } from '../module/environment.ts';
import { jsonAnswer, valueAnswer } from './answers.ts';
import type { Ask } from './ask.ts';
import { checkBody } from './check-body.ts';
import { bytesOf, fieldsOfBody } from './exact-json.ts';
import { stepJson } from './outcome-json.ts';
import { branchBody, startBody, stepBody } from './schemas.ts';
import { refuseReserved } from './score.ts';
import type { Service } from './service.ts';

export const start = async (service: Service, ask: Ask): Promise<Response> => {
  service.mustTakeWork();
  const body = await ask.json();
  const { module, kwargs, seed } = checkBody(startBody, body.value, () => Object.keys(startBody.shape));
  const { module: environment, name, release, noteError } = service.modules.lease('environment', module);
  ask.onDone(release);
  refuseReserved([Object.keys(kwargs ?? {})], environment.reserved, () => 'kwargs');
  ask.onDone(service.limits.take(1));
  const row = bytesOf(body.text, fieldsOfBody(body).get('kwargs'), '{}');
  try {
    const episode = await environment.start(row, {
      ...(seed === undefined ? {} : { seed }),
      signal: ask.signal,
    });
    service.note('setup', episode.setup);
    if (episode.ended !== undefined) return jsonAnswer(stepJson({ episode_id: null }, episode.setup));
    const { id } = service.episodes.add(name, episode);
    closeUnheard(ask, [episode]);
    return jsonAnswer(stepJson({ episode_id: id }, episode.setup));
  } catch (error) {
    noteError(error);
    throw error;
  }
};

/** Nobody knows the names of episodes whose answer was not taken, so nobody could end them. */
const closeUnheard = (ask: Ask, episodes: readonly Episode[]): void =>
  ask.onDone(() => {
    if (ask.gone) for (const episode of episodes) void episode.close();
  });

export const step = async (service: Service, ask: Ask): Promise<Response> => {
  const { episode } = service.episodes.get(ask.param('id'));
  const { value } = await ask.json();
  const { action } = checkBody(stepBody, value, () => Object.keys(stepBody.shape));
  ask.onDone(service.limits.take(1));
  const outcome = await episode.step(action, { signal: ask.signal });
  service.note('step', outcome);
  const { steps, ended } = episode;
  return jsonAnswer(stepJson({ steps, return: episode.return, ended: ended ?? null }, outcome));
};

export const branch = async (service: Service, ask: Ask): Promise<Response> => {
  service.mustTakeWork();
  const { episode, module } = service.episodes.get(ask.param('id'));
  const { value } = await ask.json();
  const { n, same_random } = checkBody(branchBody, value, () => Object.keys(branchBody.shape));
  ask.onDone(service.limits.take(1));
  const copies = await episode.branch(n, { sameRandom: same_random ?? false, signal: ask.signal });
  const named = copies.map((copy) => service.episodes.add(module, copy));
  closeUnheard(ask, copies);
  return valueAnswer({ episode_ids: named.map(({ id }) => id) });
};

export const close = async (service: Service, ask: Ask): Promise<Response> => {
  await service.episodes.close(ask.param('id'));
  return new Response(null, { status: 204 });
};
