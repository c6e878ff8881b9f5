/** What `runrl-sandbox view` does: looks at what is named, and answers the page until it is ended. */
import { EXIT } from '../../errors.ts';
import { checkInput } from '../../formats/files.ts';
import { FlagError } from '../../options/flag-error.ts';
import { serverOptionsSchema } from '../../server/settings/serve-config.ts';
import { readToken, resolveServer } from '../../server/settings/settings.ts';
import { isUrl, openSources } from '../../view/sources/open-source.ts';
import type { ResultsOptions } from '../../view/sources/results-options.ts';
import { Interrupts } from '../interrupts.ts';
import { moduleChoice } from '../run/settings.ts';
import { checkOptions, withoutUndefined } from '../settings/flag-values.ts';
import { sandboxSettings } from '../settings/module-settings.ts';
import { hideFrom } from '../settings/told-files.ts';
import { openBrowser } from './open-browser.ts';
import { servePage, type Tried } from './page-server.ts';
import type { ViewFlags } from './view.ts';

const ANY_PORT = '127.0.0.1:0';

/** @returns the exit code */
export const viewCommand = async (paths: readonly string[], flags: ViewFlags): Promise<number> => {
  const { http = ANY_PORT, tokenFile, basePath, frameAncestors, prompts, completions } = flags;
  const given = withoutUndefined({ http, tokenFile, basePath, frameAncestors });
  checkOptions(serverOptionsSchema, given);
  const settings = resolveServer(given);
  const options = await resultsOptions(flags);
  const files = paths.filter((path) => !isUrl(path));
  const tried = triedModule(flags, [...files, prompts, completions, flags.serverTokenFile]);
  const serverToken = flags.serverTokenFile === undefined ? undefined : readToken(flags.serverTokenFile);
  const sources = openSources(paths, { ...options, token: serverToken });
  using interrupts = new Interrupts();
  const running = await servePage(sources, settings.host ?? '127.0.0.1', settings, tried);
  try {
    const url = `${running.url}${settings.basePath ?? ''}/`;
    const token = settings.token !== undefined;
    if (flags.json)
      process.stdout.write(`${JSON.stringify({ event: 'ready', url, token, pid: process.pid })}\n`);
    else process.stdout.write(`${url}\n`);
    if (flags.open && process.stdout.isTTY) openBrowser(url, process.env);
    await new Promise<void>((resolve) => {
      if (interrupts.gentle.aborted) resolve();
      else interrupts.gentle.addEventListener('abort', () => resolve());
    });
    return EXIT.ok;
  } finally {
    await running.close();
  }
};

/** It sees nothing of what is looked at. @throws SandboxError RS101 */
const triedModule = (flags: ViewFlags, told: readonly (string | undefined)[]): Tried | undefined => {
  if (flags.reward === undefined && flags.environment === undefined) return undefined;
  const module = moduleChoice(flags);
  return { module, sandbox: hideFrom(sandboxSettings(flags), [module.file], told) };
};

/** What is said of result files, looked at. @throws SandboxError RS101, RS102 */
export const resultsOptions = async (
  flags: Pick<
    ViewFlags,
    'prompts' | 'completions' | 'key' | 'stepField' | 'reward' | 'environment' | 'findings'
  >,
): Promise<ResultsOptions> => {
  const { prompts, completions, key, stepField, reward, environment, findings } = flags;
  if (prompts === undefined && completions !== undefined)
    throw new FlagError('completions', ' needs --prompts', {
      help: 'add `--prompts FILE`: it has the prompts of these completions',
    });
  if (reward !== undefined && environment !== undefined)
    throw new FlagError('reward', ' cannot be used with --environment');
  if (prompts !== undefined) await checkInput(prompts, 'prompt file');
  if (completions !== undefined) await checkInput(completions, 'completions file');
  if (findings !== undefined) await checkInput(findings, 'report');
  const file = reward ?? environment;
  if (file !== undefined) await checkInput(file, reward === undefined ? 'environment file' : 'reward file');
  return {
    prompts,
    completions,
    key,
    stepField,
    findings,
    ...(file === undefined
      ? {}
      : { module: { kind: reward === undefined ? 'environment' : 'reward', file } }),
  };
};
