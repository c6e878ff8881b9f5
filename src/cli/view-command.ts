/** What `runrl-sandbox view` does: looks at what is named, and answers the page until it is ended. */
import { EXIT, SandboxError } from '../errors.ts';
import { checkInput } from '../formats/files.ts';
import { serverOptionsSchema } from '../server/config.ts';
import { resolveServer } from '../server/settings.ts';
import { openSource } from '../view/sources/open-source.ts';
import type { ResultsOptions } from '../view/sources/results-options.ts';
import { checkOptions, withoutUndefined } from './flag-values.ts';
import { Interrupts } from './interrupts.ts';
import { openBrowser } from './open-browser.ts';
import { servePage } from './page-server.ts';
import type { ViewFlags } from './view.ts';

const ANY_PORT = '127.0.0.1:0';

/** @returns the exit code */
export const viewCommand = async (paths: readonly string[], flags: ViewFlags): Promise<number> => {
  const { http = ANY_PORT, tokenFile, basePath, frameAncestors } = flags;
  const given = withoutUndefined({ http, tokenFile, basePath, frameAncestors });
  checkOptions(serverOptionsSchema, given);
  const settings = resolveServer(given);
  const options = await resultsOptions(flags);
  const sources = paths.map((path) => openSource(path, options));
  using interrupts = new Interrupts();
  const running = await servePage(sources, settings.host ?? '127.0.0.1', settings);
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

/** What is said of result files, looked at. @throws SandboxError RS101, RS102 */
export const resultsOptions = async (
  flags: Pick<
    ViewFlags,
    'prompts' | 'completions' | 'key' | 'stepField' | 'reward' | 'environment' | 'findings'
  >,
): Promise<ResultsOptions> => {
  const { prompts, completions, key, stepField, reward, environment, findings } = flags;
  if ((prompts === undefined) !== (completions === undefined))
    throw new SandboxError('RS101', '--prompts and --completions go together', {
      help: 'the one says what the other was asked: name both',
    });
  if (reward !== undefined && environment !== undefined)
    throw new SandboxError('RS101', '--reward and --environment exclude each other');
  if (prompts !== undefined) await checkInput(prompts, 'prompt file');
  if (completions !== undefined) await checkInput(completions, 'completions file');
  if (findings !== undefined) await checkInput(findings, 'report');
  const file = reward ?? environment;
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
