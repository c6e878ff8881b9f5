/** The same limits when the host is not root: the agent then reads and kills processes of its own user namespace. */
import { spawn } from 'node:child_process';
import { chownSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { AS_OTHER_USER, noOtherUser, OTHER_UID, otherCache, otherPython } from '../helpers/other-user.ts';
import { processesFor, until } from '../helpers/processes.ts';
import { FIXTURES, newFolder } from '../helpers/with-reward.ts';
import type { CaseReport } from './report.ts';

const reason = noOtherUser();

const CALLS = [
  ['holds little in many children', { status: 'memory', error: { type: 'MemoryLimit' } }],
  ['holds memory files', { status: 'memory', error: { type: 'MemoryLimit' } }],
  ['holds files and heap', { status: 'memory', error: { type: 'MemoryLimit' } }],
  ['starts threads', { status: 'timeout', error: { type: 'CpuTime' } }],
  ['opens descriptors', { status: 'raised', error: { type: 'OSError' } }],
  ['nothing', { status: 'ok' }],
] as const;

it.skipIf(reason !== undefined)(
  `memory and CPU time are watched, not as root${reason ? ` (${reason})` : ''}`,
  async () => {
    const python = otherPython() ?? '';
    const folder = newFolder();
    const file = join(folder, 'uses.py');
    copyFileSync(join(FIXTURES, 'uses.py'), file);
    for (const path of [folder, file]) chownSync(path, OTHER_UID, OTHER_UID);
    const [program = '', ...args] = [...AS_OTHER_USER, process.execPath, '--import', 'tsx'];
    const child = spawn(program, [...args, join(import.meta.dirname, 'report.ts')], {
      cwd: join(import.meta.dirname, '../..'),
      env: {
        PATH: process.env.PATH,
        TMPDIR: folder,
        HOME: folder,
        RUNRL_TEST_RUN: process.env.RUNRL_TEST_RUN,
        RUNRL_SANDBOX_CACHE: await otherCache(python),
      },
    });
    const options = { memory: '128MiB', cpuTime: '3s', concurrency: 1, timeout: '30s' };
    const rounds = CALLS.map(([completion]) => [{ completion }]);
    child.stdin.end(JSON.stringify({ it: { file, sandbox: { python }, options, rounds } }));
    const [found, errors] = await Promise.all([json(child.stdout), text(child.stderr)]);
    expect(errors).toBe('');
    const { outcomes, error } = (found as Record<string, CaseReport>).it ?? { outcomes: [] };
    expect(error).toBeUndefined();
    CALLS.forEach(([completion, wanted], index) => {
      expect({ completion, ...outcomes[index]?.[0] }).toMatchObject({ completion, ...wanted });
    });
    await until(
      () => processesFor(folder),
      (left) => left.length === 0,
    );
  },
);
