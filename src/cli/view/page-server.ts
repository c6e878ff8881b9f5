/** A server of the page alone. What is scored by it is tried by hand, in a sandbox that is made when somebody does. */

import type { SandboxOptions } from '../../options.ts';
import { DEFAULT_AUDIT } from '../../server/alarms/audits.ts';
import { Log } from '../../server/log.ts';
import { ownVersion } from '../../server/own-version.ts';
import { RunningServer } from '../../server/server.ts';
import { nameOfFile } from '../../server/settings/module-setting.ts';
import type { ResolvedServer } from '../../server/settings/settings.ts';
import type { Source } from '../../view/sources/source.ts';
import type { ModuleChoice } from '../run/settings.ts';

type Settings = Pick<ResolvedServer, 'port' | 'token' | 'stallMs' | 'limits' | 'basePath' | 'frameAncestors'>;

/** A module that can be tried, if one is known. */
export interface Tried {
  module: ModuleChoice;
  sandbox: SandboxOptions;
}

/** @throws SandboxError RS504 (the address is not available) */
export const servePage = (
  sources: readonly Source[],
  host: string,
  { port, token, stallMs, limits, basePath, frameAncestors }: Settings,
  tried?: Tried,
): Promise<RunningServer> =>
  RunningServer.listen({
    version: ownVersion(),
    sandbox: tried?.sandbox ?? {},
    modules: tried === undefined ? [] : [{ ...tried.module, name: nameOfFile(tried.module.file) }],
    loadsLater: true,
    audit: { ...DEFAULT_AUDIT, sample: 0 },
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
