/** The flags of the audit → what audits a file. */
import { join } from 'node:path';
import { writeFinding } from '../../audit/finding.ts';
import { RUN } from '../../options/commands.ts';
import { FlagError } from '../../options/flag-error.ts';
import { POLICIES } from '../../options/modules.ts';
import { cacheFolder } from '../../python/cache-folder.ts';
import { FileAudit } from '../../run/file-audit.ts';
import { ownVersion } from '../../server/own-version.ts';
import type { RunDisplay } from '../run/display.ts';
import type { RunFlags } from '../run/flags.ts';
import type { RunSettings } from '../run/settings.ts';
import { checkAgainCommand } from '../shell.ts';
import { auditSample } from './wanted.ts';

/** Flags that are no option of the module, and one that `check` chooses itself. */
const OTHERS = [...Object.keys(RUN), ...Object.keys(POLICIES), 'concurrency'];

/** @throws SandboxError RS101 */
export const makeAudit = (flags: RunFlags, { module }: RunSettings, display: RunDisplay): FileAudit => {
  if (flags.stepField === '') throw new FlagError('step-field', ': expected the name of a field');
  return new FileAudit({
    sample: auditSample(flags.auditSample),
    stepField: flags.stepField,
    onLog: (text) => display.log(`audit: ${text}`),
    command: (example) => {
      const { file, kind, options } = module;
      const level = display.level ?? 'namespaces';
      const of = { file, kind, level, version: ownVersion(), seed: options.seed ?? 0 };
      const { id, path } = writeFinding(join(cacheFolder(), 'audit'), example, of);
      const kept = Object.entries(flags).filter(([name]) => !OTHERS.includes(name));
      const words = { ...Object.fromEntries(kept), replay: id, report: path };
      return checkAgainCommand(process.argv[1] ?? 'runrl-sandbox', [file], words, process.env);
    },
  });
};
