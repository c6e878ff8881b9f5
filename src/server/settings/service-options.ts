/** What a service is made of. */
import type { Sandbox } from '../../host.ts';
import type { SandboxOptions } from '../../options.ts';
import type { EpisodeFile } from '../../view/episodes/episode-file.ts';
import type { Source } from '../../view/sources/source.ts';
import type { Steps } from '../../view/store/steps.ts';
import type { AuditOptions } from '../alarms/audits.ts';
import type { CodeOptions } from '../dialects/code-runs.ts';
import type { CapOptions } from '../leases/lease-client.ts';
import type { Log } from '../log.ts';
import type { CodeSettings } from '../pushed/pushed-code.ts';
import type { LimitOptions } from '../queue-limits.ts';
import type { ModuleSetting } from './module-setting.ts';

export interface ServiceOptions {
  version: string;
  sandbox: SandboxOptions;
  modules: readonly ModuleSetting[];
  limits: LimitOptions;
  /** Label of its metrics. */
  hostName?: string | undefined;
  /** Calls that may run on all hosts of a fleet together. */
  fleet?: CapOptions | undefined;
  /** Whether it grants other hosts their shares of that. */
  grantLeases?: boolean | undefined;
  /** Modules that clients may send; undefined: none. */
  acceptCode?: CodeSettings | undefined;
  /** Whether and how `POST /run_code` runs programs. */
  runCode?: CodeOptions | undefined;
  /** Whether clients need a token. */
  hasToken: boolean;
  steps: Steps;
  /** What keeps episodes, where something does. */
  episodeFile?: EpisodeFile | undefined;
  /** Folder of the steps; undefined: in memory only. */
  data?: string | undefined;
  /** What is shown in place of its own steps. */
  sources?: readonly Source[] | undefined;
  /** Modules are loaded when somebody first asks for one, not by `load`. @default false */
  loadsLater?: boolean | undefined;
  /** A sandbox of somebody else, whose modules are adopted: nothing is loaded, and nothing closed. */
  sandboxGiven?: Sandbox | undefined;
  /** File whose rows can be chosen from in the page. */
  prompts?: string | undefined;
  /** Where the page's files are. @default those of this package */
  pageFolder?: string | undefined;
  /** Origins whose pages may show the page in a frame. */
  frameAncestors?: readonly string[] | undefined;
  /** @default 16 calls of each step; an alarm is told in the log */
  audit?: AuditOptions | undefined;
  log: Log;
}
