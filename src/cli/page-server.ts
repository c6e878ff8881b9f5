/** A server of the page alone: nothing is scored by it. */
import { Log } from '../server/log.ts';
import { RunningServer } from '../server/server.ts';
import type { ResolvedServer } from '../server/settings.ts';
import type { Source } from '../view/sources/source.ts';
import { ownVersion } from './version.ts';

type Settings = Pick<ResolvedServer, 'port' | 'token' | 'stallMs' | 'limits' | 'basePath' | 'frameAncestors'>;

/** @throws SandboxError RS504 (the address is not available) */
export const servePage = (
  sources: readonly Source[],
  host: string,
  { port, token, stallMs, limits, basePath, frameAncestors }: Settings,
): Promise<RunningServer> =>
  RunningServer.listen({
    version: ownVersion(),
    sandbox: {},
    modules: [],
    limits,
    log: new Log((line) => process.stderr.write(line), 'warn', process.stderr.isTTY ? 'text' : 'json'),
    host,
    port,
    token,
    stallMs,
    basePath,
    frameAncestors,
    watch: false,
    sources,
  });
