/** Whether a run audits its file: what that needs is loaded only then. */
import { closeSync, openSync, readSync } from 'node:fs';
import { RUN } from '../../options/commands.ts';
import { AUDIT } from '../../options/server.ts';
import type { RunFlags } from '../run/flags.ts';
import { wholeNumber } from '../settings/flag-values.ts';

/** Of the completions file: enough for the first row of nearly every one. */
const FIRST_BYTES = 2 ** 20;

/** @throws SandboxError RS101 */
export const auditSample = (text: string | undefined): number | undefined =>
  wholeNumber('--audit-sample', text, AUDIT.auditSample.min, AUDIT.auditSample.max);

/** `run` audits files whose rows have a training step, and those that it is told to. @throws SandboxError RS101 */
export const wantsAudit = (flags: RunFlags): boolean => {
  const sample = auditSample(flags.auditSample);
  if (sample === 0) return false;
  return sample !== undefined || flags.stepField !== undefined || firstRowHasStep(flags.completions);
};

const firstRowHasStep = (file: string): boolean => {
  const bytes = Buffer.alloc(FIRST_BYTES);
  const fd = openSync(file, 'r');
  try {
    const [line = ''] = bytes.toString('utf8', 0, readSync(fd, bytes, 0, FIRST_BYTES, 0)).split('\n', 1);
    const step = (JSON.parse(line) as Record<string, unknown>)[RUN.stepField.default];
    return Number.isSafeInteger(step);
  } catch {
    return false; // a pipe, or no row: whoever reads the file tells it
  } finally {
    closeSync(fd);
  }
};
