/**
 * Drives OpenEnv's own clients, its validator, and the OpenEnv taskset of verifiers, all from PyPI, against a server:
 * `npx tsx test/adapters/openenv.ts`. Not part of `npm test`. Needs Python 3.11 or newer (`$PYTHON`, else python3) and
 * PyPI, or stops with what is missing; the virtual environments, about 1 GB, are in a temporary folder that is removed
 * at the end, or in the folder that is named, to be used again: `… openenv.ts FOLDER`.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { Log } from '../../src/server/log.ts';
import { RunningServer } from '../../src/server/server.ts';
import type { ModuleSetting } from '../../src/server/settings/module-setting.ts';

const OPENENV = ['openenv==0.10.0', 'openenv-core==0.3.0'];
/** Its own extra leaves pip to try every version. */
const VERIFIERS = 'verifiers==0.4.0 openenv==0.4.1';
const TOKEN = 'a-token-that-nobody-guesses';

const here = import.meta.dirname;
const modules: ModuleSetting[] = [
  {
    kind: 'environment',
    name: 'plays',
    file: join(here, '../fixtures/plays.py'),
    options: { maxSteps: 1_000 },
  },
  {
    kind: 'environment',
    name: 'guessing',
    file: join(here, '../../examples/number-guessing/environment.py'),
    options: { maxEpisodes: 2 },
  },
];

const serve = async (token: string | undefined): Promise<RunningServer> => {
  const server = await RunningServer.listen({
    version: '0.0.0',
    sandbox: {},
    modules,
    limits: { maxBody: 2 ** 26, queue: 10_000, busyStatus: 503 },
    log: new Log((line) => process.stderr.write(line), 'error'),
    host: '127.0.0.1',
    port: 0,
    token,
    stallMs: 60_000,
    watch: false,
  });
  await server.load();
  return server;
};

/** A virtual environment with packages. @returns the folder of its programs */
const install = async (folder: string, requirement: string): Promise<string> => {
  const venv = join(folder, requirement.replace(/\W+/g, '-'));
  const programs = join(venv, 'bin');
  const ready = join(venv, 'ready');
  if (existsSync(ready)) return programs;
  console.log(`installing ${requirement}`);
  await execa(process.env.PYTHON ?? 'python3', ['-m', 'venv', '--clear', venv], { stdio: 'inherit' });
  await execa(join(programs, 'python'), ['-m', 'pip', 'install', '--quiet', ...requirement.split(' ')], {
    stdio: 'inherit',
  });
  writeFileSync(ready, '');
  return programs;
};

const [given] = process.argv.slice(2);
const folder = given ?? mkdtempSync(join(tmpdir(), 'openenv-'));
const servers: RunningServer[] = [];
try {
  const open = await serve(undefined);
  servers.push(open);
  const closed = await serve(TOKEN);
  servers.push(closed);
  const tokenUrl = closed.url.replace('://', `://any:${TOKEN}@`);
  const shown = { stdio: 'inherit' } as const;
  for (const requirement of OPENENV) {
    const programs = await install(folder, requirement);
    const python = join(programs, 'python');
    await execa(python, [join(here, 'openenv_clients.py'), open.url, tokenUrl], shown);
    console.log(`${requirement}: its clients are content`);
    for (const base of [`${open.url}/openenv/plays`, `${tokenUrl}/openenv/guessing`])
      await execa(join(programs, 'openenv'), ['validate', '--url', base]);
    console.log(`${requirement}: \`openenv validate\` passes`);
  }
  const programs = await install(folder, VERIFIERS);
  await execa(join(programs, 'python'), [join(here, 'openenv_verifiers.py'), open.url], shown);
  console.log(`${VERIFIERS}: its taskset plays`);
  for (const { service } of servers)
    if (service.episodes.live > 0) throw new Error(`${service.episodes.live} episodes were left behind`);
} finally {
  for (const server of servers) await server.close();
  if (given === undefined) rmSync(folder, { recursive: true, force: true });
}
