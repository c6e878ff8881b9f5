/** What the tests of venvs share. */
import type { VenvResult } from '../../src/python/venv.ts';

/** Offline, whatever this machine's pip is configured to. */
export const OFFLINE = { ...process.env, PIP_NO_INDEX: '1' };

export const made = (result: VenvResult): { python: string; made: boolean } => {
  if ('failed' in result) throw new Error(`${result.failed}: ${result.tail.join('\n')}`);
  return result;
};
