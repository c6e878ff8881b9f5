/**
 * Gives each process that runs tests a temporary folder of its own, so that no test takes for a leftover what another
 * makes at the same time. For each file again: vitest sets the environment back to what its configuration says, also
 * where files share a process. Names are short: socket paths end at 107 bytes.
 */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

process.env.TMPDIR = join(tmpdir(), `w-${process.pid.toString(36)}`);
mkdirSync(process.env.TMPDIR, { recursive: true, mode: 0o755 });
