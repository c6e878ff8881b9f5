/** Validation, cancelling, and what the server tells of itself. */
import { type Answer, valueAnswer } from '../http/answers.ts';
import type { Ask } from '../http/ask.ts';
import { checkBody } from '../http/check-body.ts';
import { DOCS_PAGE } from '../http/docs-page.ts';
import { refuseHeavyLines } from '../http/exact-json.ts';
import { openApi } from '../http/openapi.ts';
import { HttpProblem } from '../http/problem.ts';
import { validateModule as lookAtModule, validatePrompts as lookAtPrompts } from '../http/validate.ts';
import type { Service } from '../service.ts';
import { cancelBody, validateEnvironment, validateModuleBody, validateReward } from './schemas.ts';

export const validatePrompts = async (service: Service, ask: Ask): Promise<Answer> => {
  service.mustTakeWork();
  const bytes = await ask.bytes();
  await refuseHeavyLines(bytes);
  const name = ask.query('module');
  const served = service.modules.all.find(({ setting }) => setting.name === name);
  if (name !== undefined && served === undefined)
    throw new HttpProblem('unknown-module', `There is no module called \`${name.slice(0, 60)}\``);
  const { module, functionName } = served ?? {};
  const taken = module && {
    names: module.reserved,
    required: module.required,
    functionName: functionName ?? '',
  };
  return service.validation(async () => valueAnswer(await lookAtPrompts(bytes, ask.query('key'), taken)));
};

export const validateModule = async (service: Service, ask: Ask): Promise<Answer> => {
  service.mustTakeWork();
  // Any user of this machine may ask then, and would run code as the user of the server.
  if (service.sandbox.level === 'none' && !service.options.hasToken)
    throw new HttpProblem(
      'forbidden',
      'Without a sandbox and a token, a server does not load modules of others',
      {
        help: 'start it with --token-file, or without `--sandbox none`',
      },
    );
  const { env = [], allowNet = [] } = service.options.sandbox;
  // They would be the client's module's, too.
  if (env.length + allowNet.length > 0)
    throw new HttpProblem(
      'forbidden',
      'A server whose modules have secrets or a network does not load modules of others',
      { help: 'ask one without --env and --allow-net' },
    );
  const { value } = await ask.json();
  const { shape } =
    (value as { kind?: unknown } | null)?.kind === 'environment' ? validateEnvironment : validateReward;
  const body = checkBody(validateModuleBody, value, () => Object.keys(shape));
  return service.validation(async () => valueAnswer(await lookAtModule(service.sandbox, body)));
};

export const cancel = async (service: Service, ask: Ask): Promise<Answer> => {
  const { value } = await ask.json();
  const { request_id } = checkBody(cancelBody, value, () => Object.keys(cancelBody.shape));
  return valueAnswer({ cancelled: request_id !== ask.id && service.running.cancel(request_id) });
};

export const stats = async (service: Service): Promise<Answer> => {
  const changed = await Promise.all(service.modules.all.map((served) => served.findChanged()));
  return valueAnswer({
    version: service.options.version,
    state: service.state,
    uptime_ms: Math.round(service.uptimeMs),
    level: service.level,
    queue: { taken: service.limits.taken, limit: service.limits.queue },
    clients: service.countClients(),
    requests: service.requests,
    outcomes: service.outcomes,
    episodes: { live: service.episodes.live, started: service.episodes.started },
    modules: service.modules.all.map((served, at) => ({
      name: served.setting.name,
      kind: served.setting.kind,
      file: served.setting.file,
      ready: served.ready,
      function: served.functionName,
      shape: served.module?.shape ?? null,
      load_ms: served.module?.loadMs ?? null,
      loads: served.loads,
      version: served.module?.version ?? null,
      changed_files: changed[at],
      warnings: served.module?.warnings ?? [],
      error: served.error?.message ?? null,
    })),
  });
};

export const metrics = async ({ metrics: all }: Service): Promise<Answer> => ({
  status: 200,
  headers: { 'content-type': all.contentType },
  body: await all.text(),
});

export const livez = async (): Promise<Answer> => valueAnswer({ alive: true });

export const readyz = async (service: Service): Promise<Answer> => {
  const { state } = service;
  const { queued: taken, queue } = service.limits;
  const checks = [
    { name: 'takes work', ok: state !== 'draining', detail: state },
    ...service.modules.all.map(({ setting, trouble }) => ({
      name: `module ${setting.name}`,
      ok: trouble === undefined,
      detail: trouble ?? 'loaded, and answered a no-op',
    })),
    ...(service.code === undefined
      ? []
      : [{ name: 'run_code', ok: service.code.served.ready, detail: 'the module that runs programs' }]),
    { name: 'queue', ok: taken < queue, detail: `${taken} of ${queue}` },
  ];
  const ready = checks.every(({ ok }) => ok);
  const answer = valueAnswer({ ready, checks }, ready ? 200 : 503);
  return ready ? answer : { ...answer, headers: { ...answer.headers, 'retry-after': '1' } };
};

export const openapi = async (service: Service): Promise<Answer> =>
  valueAnswer(openApi(service.options.version, service.options.hasToken));

/** Nothing from elsewhere, and in nobody's frame. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'";

export const docs = async (): Promise<Answer> => ({
  status: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `${POLICY}; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
  },
  body: DOCS_PAGE,
});
