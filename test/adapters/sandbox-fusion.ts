/**
 * Drives SandboxFusion's own Python client, from PyPI, against `serve --run-code`: `npx tsx test/adapters/sandbox-fusion.ts`.
 * Installs it into a virtual environment in a temporary folder, which is removed at the end. Not part of `npm test`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { codeOptionsSchema } from '../../src/server/dialects/code-runs.ts';
import { Log } from '../../src/server/log.ts';
import { RunningServer } from '../../src/server/server.ts';

const CLIENT = 'sandbox-fusion==0.3.7';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-fusion-'));
const server = await RunningServer.listen({
  version: '0.0.0',
  sandbox: {},
  modules: [],
  runCode: codeOptionsSchema.parse({}),
  limits: { maxBody: 2 ** 26, queue: 10_000, busyStatus: 503 },
  log: new Log((line) => process.stderr.write(line), 'warn'),
  host: '127.0.0.1',
  port: 0,
  token: undefined,
  watch: false,
  stallMs: 60_000,
});
try {
  await server.load();
  const shown = { stdio: 'inherit' } as const;
  await execa('python3', ['-m', 'venv', folder], shown);
  const python = join(folder, 'bin/python');
  await execa(python, ['-m', 'pip', 'install', '--quiet', CLIENT], shown);
  await execa(python, [join(import.meta.dirname, 'sandbox_fusion_client.py'), server.url], shown);
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
