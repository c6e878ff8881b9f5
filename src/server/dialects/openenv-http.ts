/** The routes that OpenEnv has beside the WebSocket. As there, they keep nothing from one request to the next. */
import { type Answer, jsonAnswer, valueAnswer } from '../http/answers.ts';
import type { Ask } from '../http/ask.ts';
import { checkBody } from '../http/check-body.ts';
import { parseBody, parseElement } from '../http/exact-json.ts';
import { openApi } from '../http/openapi.ts';
import type { Service } from '../service.ts';
import {
  actionText,
  resetRequest,
  servedEnvironment,
  standingOf,
  startEpisode,
  stepEpisode,
} from './openenv-episodes.ts';
import { mcpAnswerTo } from './openenv-mcp.ts';
import { resetData, resultJson, SCHEMAS, stepBody } from './openenv-messages.ts';

const nameIn = (service: Service, ask: Ask): string =>
  servedEnvironment(service, ask.param('module') || undefined).setting.name;

/** Without a body, too: OpenEnv's clients may send none. */
const bodyOf = async (ask: Ask) => {
  const bytes = await ask.bytes();
  return parseBody(bytes.length === 0 ? Buffer.from('{}') : bytes);
};

export const openenvReset = async (service: Service, ask: Ask): Promise<Answer> => {
  const name = nameIn(service, ask);
  const body = await bodyOf(ask);
  const data = checkBody(resetData, body.value, () => Object.keys(resetData.shape));
  const request = resetRequest(body, data);
  const { id, episode } = await startEpisode(service, name, request, ask.signal);
  const answer = resultJson(episode.setup, standingOf(request.label ?? id, episode));
  await episode.close();
  return jsonAnswer(answer);
};

export const openenvStep = async (service: Service, ask: Ask): Promise<Answer> => {
  const name = nameIn(service, ask);
  const body = await bodyOf(ask);
  const { action } = checkBody(stepBody, body.value, (path) =>
    path.length === 0 ? ['action'] : ['action', 'metadata'],
  );
  const part = body.fields.get('action');
  const text = part === undefined ? '' : actionText(await parseElement(body.bytes, part), action);
  const named = await startEpisode(service, name, resetRequest(undefined), ask.signal);
  const { id, episode } = named;
  try {
    const outcome =
      episode.ended === undefined ? await stepEpisode(service, named, text, ask.signal) : episode.setup;
    return jsonAnswer(resultJson(outcome, standingOf(id, episode)));
  } finally {
    await episode.close();
  }
};

export const openenvState = async (service: Service, ask: Ask): Promise<Answer> => {
  nameIn(service, ask);
  return valueAnswer({ episode_id: null, step_count: 0, return: 0, ended: null });
};

export const openenvHealth = async ({ state }: Service): Promise<Answer> =>
  state === 'ready' ? valueAnswer({ status: 'healthy' }) : valueAnswer({ status: 'unhealthy' }, 503);

export const openenvMetadata = async (service: Service, ask: Ask): Promise<Answer> => {
  const { setting, functionName, module } = servedEnvironment(service, ask.param('module') || undefined);
  return valueAnswer({
    name: setting.name,
    description: `The environment ${functionName ?? setting.name} of runrl-sandbox; ${module?.shape ?? 'not loaded'}`,
    readme_content: null,
    version: service.options.version,
    author: null,
    documentation_url: null,
  });
};

export const openenvSchema = async (service: Service, ask: Ask): Promise<Answer> => {
  nameIn(service, ask);
  return valueAnswer(SCHEMAS);
};

export const openenvMcp = async (service: Service, ask: Ask): Promise<Answer> => {
  nameIn(service, ask);
  return valueAnswer(mcpAnswerTo(await ask.bytes()));
};

export const openenvOpenapi = async (service: Service, ask: Ask): Promise<Answer> => {
  const { options } = service;
  return valueAnswer(openApi(options.version, options.hasToken, nameIn(service, ask)));
};
