/** The flags of the audit → what audits a file. */
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { writeFinding } from '../../audit/finding.ts';
import { RUN } from '../../options/commands.ts';
import { FlagError } from '../../options/flag-error.ts';
import { POLICIES } from '../../options/modules.ts';
import { AUDIT } from '../../options/server.ts';
import { cacheFolder } from '../../python/cache-folder.ts';
import { DEFAULT_STEP_FIELD, FileAudit } from '../../run/file-audit.ts';
import { ownVersion } from '../../server/own-version.ts';
import type { RunDisplay } from '../run/display.ts';
import type { RunFlags } from '../run/flags.ts';
import type { RunSettings } from '../run/settings.ts';
import { wholeNumber } from '../settings/flag-values.ts';
import { checkAgainCommand } from '../shell.ts';

/** Of the completions file: enough for the first row of nearly every one. */
const FIRST_BYTES = 2 ** 20;

/** Flags that are no option of the module, and one that `check` chooses itself. */
const OTHERS = [...Object.keys(RUN), ...Object.keys(POLICIES), 'concurrency'];

/** @throws SandboxError RS101 */
export const auditSample = (text: string | undefined): number | undefined =>
  wholeNumber('--audit-sample', text, AUDIT.auditSample.min, AUDIT.auditSample.max);

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

/** `run` audits files whose rows have a training step, and those that it is told to. */
export const auditOfRun = (
  flags: RunFlags,
  settings: RunSettings,
  display: RunDisplay,
): FileAudit | undefined => {
  const sample = auditSample(flags.auditSample);
  if (sample === 0) return undefined;
  const isAsked = sample !== undefined || flags.stepField !== undefined;
  return isAsked || firstRowHasStep(flags.completions) ? makeAudit(flags, settings, display) : undefined;
};

const firstRowHasStep = (file: string): boolean => {
  const bytes = Buffer.alloc(FIRST_BYTES);
  const fd = openSync(file, 'r');
  try {
    const [line = ''] = bytes.toString('utf8', 0, readSync(fd, bytes, 0, FIRST_BYTES, 0)).split('\n', 1);
    const step = (JSON.parse(line) as Record<string, unknown>)[DEFAULT_STEP_FIELD];
    return Number.isSafeInteger(step);
  } catch {
    return false; // a pipe, or no row: whoever reads the file tells it
  } finally {
    closeSync(fd);
  }
};
