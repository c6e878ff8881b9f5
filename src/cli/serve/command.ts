/** What `runrl-sandbox serve` does: listens, loads, says where, and ends in order when it is asked to. */
import { join } from 'node:path';
import { EXIT } from '../../errors.ts';
import { checkInput } from '../../formats/files.ts';
import { makeFolder } from '../../formats/make-folder.ts';
import { Announcement } from '../../server/join.ts';
import { Log } from '../../server/log.ts';
import { ownVersion } from '../../server/own-version.ts';
import { RunningServer } from '../../server/server.ts';
import { resolveServer } from '../../server/settings/settings.ts';
import { Interrupts } from '../interrupts.ts';
import { onNpxEnd } from '../npx.ts';
import { hideFrom } from '../settings/told-files.ts';
import type { ServeFlags } from './serve.ts';
import { type ServeSettings, serveSettings } from './settings.ts';

/** @returns the exit code: 0 when all was finished; when something was ended 143, or 130 after Ctrl-C */
export const serveCommand = async (flags: ServeFlags): Promise<number> => {
  const settings = serveSettings(flags);
  const {
    graceMs,
    logLevel,
    logFormat,
    join: folder,
    acceptCode,
    ...server
  } = resolveServer(settings.server);
  for (const { kind, file } of settings.modules) await checkInput(file, `${kind} file`);
  if (server.prompts !== undefined) await checkInput(server.prompts, 'prompt file');
  const log = new Log(
    (line) => process.stderr.write(line),
    logLevel,
    logFormat ?? (process.stderr.isTTY ? 'text' : 'json'),
  );
  using interrupts = new Interrupts();
  if (flags.endWithStdin) onStdinEnd(() => interrupts.endNow());
  using _watch = onNpxEnd(() => interrupts.endGently());
  const sandbox = { ...settings.sandbox };
  const running = await RunningServer.listen({
    ...server,
    version: ownVersion(),
    sandbox,
    modules: settings.modules,
    acceptCode: acceptCode === undefined ? undefined : { most: acceptCode, ...settings.pushed },
    log,
  });
  let announced: Announcement | undefined;
  try {
    sandbox.hide = hiddenFrom(settings, running); // now that all of it is there, and nothing loaded yet
    log.event('info', 'listening', {
      ...places(running),
      token: server.token !== undefined,
      ...(settings.config === undefined ? {} : { config: settings.config }),
    });
    // Who ends it while it loads waits for nothing: there is nothing to finish.
    const stopped = until(interrupts.gentle);
    if ((await Promise.race([running.load(), stopped])) === 'aborted') return EXIT.ok;
    log.event('info', 'ready', places(running));
    announced =
      folder === undefined ? undefined : new Announcement(folder, running.zmqEndpoints, running.url, log);
    tellReady(flags, running, settings);
    await stopped;
    announced?.drain();
    const finished = await drainWithin(running, graceMs, interrupts.now);
    await running.close();
    tellEnd(flags, running, finished, log);
    return finished ? EXIT.ok : interrupts.exitCode;
  } finally {
    announced?.end();
    await running.close();
    if (flags.endWithStdin) process.stdin.destroy();
  }
};

/** A timer of its own: what `AbortSignal.timeout` is part of may be collected before it fires. */
const drainWithin = async (running: RunningServer, graceMs: number, now: AbortSignal): Promise<boolean> => {
  const enough = new AbortController();
  const abort = (): void => enough.abort();
  const timer = setTimeout(abort, graceMs);
  now.addEventListener('abort', abort);
  if (now.aborted) abort();
  try {
    return await running.drain(enough.signal);
  } finally {
    clearTimeout(timer);
    now.removeEventListener('abort', abort);
  }
};

/** What of the server modules must not see: its settings, its data, and its sockets, to which they could connect. */
const hiddenFrom = (
  { sandbox, server, modules, config }: ServeSettings,
  { zmqEndpoints }: RunningServer,
): string[] => {
  const sockets = zmqEndpoints
    .filter((address) => address.startsWith('ipc://'))
    .map((address) => address.slice(6));
  const files = modules.map(({ file }) => file);
  // Made by the first alarm of the live audit, when it would be too late to hide it.
  if (server.data !== undefined) makeFolder(join(server.data, 'audit'));
  return (
    hideFrom(sandbox, files, [config, server.tokenFile, server.data, server.prompts, ...sockets]).hide ?? []
  );
};

const until = (signal: AbortSignal): Promise<'aborted'> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve('aborted');
    signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });

/** A pipe ends with the last process that holds its other end, however that dies. What comes through it is dropped. */
const onStdinEnd = (tell: () => void): void => {
  for (const event of ['end', 'close', 'error'] as const) process.stdin.once(event, tell);
  process.stdin.resume();
};

/** Where it is reached, as far as it is. */
const places = ({ url, zmqEndpoints }: RunningServer) => ({
  ...(url === '' ? {} : { url }),
  ...(zmqEndpoints.length === 0 ? {} : { zmq: zmqEndpoints }),
});

const tellReady = (flags: ServeFlags, running: RunningServer, { server }: ServeSettings): void => {
  const { url, zmqEndpoints, service } = running;
  const modules = service.modules.all.map(({ setting, functionName }) => ({
    name: setting.name,
    kind: setting.kind,
    file: setting.file,
    function: functionName,
  }));
  const { level } = service;
  if (flags.json) {
    const runCode = service.code !== undefined;
    const ready = { event: 'ready', ...places(running), pid: process.pid, level, modules, run_code: runCode };
    process.stdout.write(`${JSON.stringify(ready)}\n`);
    return;
  }
  const programs = service.code === undefined ? [] : ['programs (/run_code)'];
  const names = [...modules.map(({ name, kind }) => `${kind} ${name}`), ...programs].join(', ');
  const token = server.tokenFile === undefined ? '' : ', with a token';
  const at = [...(url === '' ? [] : [url]), ...zmqEndpoints].join(' and ');
  process.stdout.write(`Serving ${names} at ${at}${token}; level ${level}\n`);
  if (url !== '')
    process.stdout.write(`Watch it at ${url}${server.basePath ?? ''}/, try it at ${url}/docs\n`);
};

const tellEnd = (flags: ServeFlags, { service }: RunningServer, finished: boolean, log: Log): void => {
  const { requests, outcomes, episodes } = service;
  const report = { finished, requests, outcomes, episodes: episodes.started };
  log.event('info', 'ended', report);
  if (flags.json) process.stdout.write(`${JSON.stringify({ event: 'ended', ...report })}\n`);
};
