/** Builds the image, starts it in every setting of docs/deploy.md, and compares what comes of it with what is promised. */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { docker, eventually, mustDocker } from './docker.ts';
import { OURS, SETTINGS } from './settings.ts';
import { traceSystemCalls } from './trace.ts';

const ROOT = join(import.meta.dirname, '../..');
const IMAGE = 'runrl-sandbox:rehearsal';
/** More than this is a mistake: something came into the image that nobody needs. */
const LARGEST_MB = 310;

const problems: string[] = [];
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const expectThat = (holds: boolean, what: string): void => {
  say(`  ${holds ? 'ok  ' : 'FAIL'}  ${what}`);
  if (!holds) problems.push(what);
};

const build = async (): Promise<void> => {
  const start = performance.now();
  await mustDocker('build', '--network', 'host', '--tag', IMAGE, ROOT);
  const facts = JSON.parse(await mustDocker('image', 'inspect', IMAGE))[0];
  const megabytes = Math.round(facts.Size / 1e6);
  const seconds = Math.round((performance.now() - start) / 1000);
  expectThat(megabytes <= LARGEST_MB, `built in ${seconds} s; ${megabytes} MB, at most ${LARGEST_MB}`);
  expectThat(facts.Config.User === '10001:10001', `its user is ${facts.Config.User}`);
  const listing = await mustDocker(
    'run',
    '--rm',
    '--network',
    'none',
    '--entrypoint',
    'ls',
    IMAGE,
    '-A',
    '/app',
  );
  expectThat(
    listing === 'LICENSE\nREADME.md\ndist\ndocs\nexamples\nnode_modules\npackage.json\npython-shim\nsandbox',
    `/app has ${listing.split('\n').join(', ')}`,
  );
  const find = ['find', '/app', '/opt', '/modules', '-writable', '!', '-type', 'l', '-print', '-quit'];
  const writable = await mustDocker(
    'run',
    '--rm',
    '--network',
    'none',
    '--entrypoint',
    'env',
    IMAGE,
    ...find,
  );
  expectThat(writable === '', `its user can change nothing of it${writable && `, but ${writable}`}`);
};

const levels = async (): Promise<void> => {
  for (const { name, flags, level } of SETTINGS) {
    const run = ['run', '--rm', '--network', 'none', ...flags, IMAGE, 'doctor', '--json'];
    const { stdout, stderr } = await docker(...run);
    const report = stdout.startsWith('{') ? JSON.parse(stdout) : { checks: [], level: stderr || stdout };
    const call = report.checks.find((check: { name: string }) => check.name === 'a real call');
    const holds = report.level === level && (level === null || call?.status === 'ok');
    expectThat(
      holds,
      `${name}: ${report.level ?? 'refused'}${level === null ? '' : `; a call: ${call?.what}`}`,
    );
  }
  const pinned = await docker(
    'run',
    '--rm',
    '--network',
    'none',
    IMAGE,
    ...['run', '--sandbox', 'namespaces'],
    ...[
      ...[
        '--prompts',
        '/app/examples/gsm8k/prompts.jsonl',
        '--completions',
        '/app/examples/gsm8k/completions.jsonl',
      ],
      ...['--reward', '/app/examples/gsm8k/reward.py', '--quiet'],
    ],
  );
  expectThat(
    pinned.code === 2 && pinned.stderr.includes('RS401'),
    `a level that is asked for by name and cannot be had is refused: exit code ${pinned.code}${pinned.code === 2 ? '' : pinned.stderr}`,
  );
};

/** A folder as Kubernetes mounts a ConfigMap: files are links into a folder that is exchanged as a whole. */
const modulesFolder = (shared: string): string => {
  const folder = join(shared, 'modules');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, '..version-1'), { recursive: true });
  const files = {
    'maths.py': 'examples/gsm8k/reward.py',
    'code.py': 'examples/humaneval/reward.py',
    'walk.py': 'examples/grid-world/environment.py',
  };
  for (const [name, source] of Object.entries(files))
    cpSync(join(ROOT, source), join(folder, '..version-1', name));
  writeFileSync(
    join(folder, '..version-1/slow.py'),
    'import time\n\n\ndef reward_fn(completion, seconds, **kwargs):\n    time.sleep(seconds)\n    return 1.0\n',
  );
  const modules = {
    maths: { reward: 'maths.py' },
    code: { reward: 'code.py', timeout: '30s' },
    slow: { reward: 'slow.py', timeout: '60s' },
    walk: { environment: 'walk.py' },
  };
  writeFileSync(join(folder, '..version-1/runrl-sandbox.json'), JSON.stringify({ modules, grace: '40s' }));
  symlinkSync('..version-1', join(folder, '..data'));
  for (const name of [...Object.keys(files), 'slow.py', 'runrl-sandbox.json'])
    symlinkSync(`..data/${name}`, join(folder, name));
  cpSync(join(import.meta.dirname, 'client.mjs'), join(shared, 'client.mjs'));
  return folder;
};

const serve = async (
  shared: string,
  name: string,
  flags: readonly string[],
  level: string,
): Promise<void> => {
  const container = `runrl-rehearsal-${process.pid}`;
  const modules = `${modulesFolder(shared)}:/modules:ro`;
  const client = [
    '--network',
    `container:${container}`,
    '--volume',
    `${shared}:/shared:ro`,
    '--entrypoint',
    'node',
  ];
  const state = async (): Promise<{ ExitCode: number; Health: { Status: string } }> =>
    JSON.parse(await mustDocker('inspect', '--format', '{{json .State}}', container));
  try {
    const start = performance.now();
    await mustDocker(
      'run',
      '--detach',
      '--name',
      container,
      '--network',
      'none',
      ...flags,
      '-v',
      modules,
      IMAGE,
    );
    const health = await eventually('healthy', 120, async () => {
      const { Status } = (await state()).Health;
      return Status === 'starting' ? undefined : Status;
    });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    expectThat(health === 'healthy', `${name}: ${health} after ${seconds} s, by its HEALTHCHECK`);
    if (health !== 'healthy') say((await docker('logs', container)).stderr);

    const all = JSON.parse(await mustDocker('run', '--rm', ...client, IMAGE, '/shared/client.mjs', 'all'));
    for (const [what, outcome] of Object.entries<Record<string, unknown>>(all)) {
      const { status, reward } = outcome;
      const right = what === 'maths' || what === 'code' ? reward === 1 : true;
      expectThat(
        status === 'ok' && right && outcome.level === level,
        `${name}: ${what}: ${status}, reward ${reward}, level ${outcome.level}`,
      );
    }

    // SIGTERM while a call runs: the call is finished and answered, the server ends by itself and with 0.
    const slow = `${container}-slow`;
    await mustDocker('run', '--detach', '--name', slow, ...client, IMAGE, '/shared/client.mjs', 'slow', '5');
    const stats =
      "fetch('http://127.0.0.1:8000/v1/stats').then((r) => r.json()).then((s) => console.log(JSON.stringify(s)))";
    await eventually('the slow call', 30, async () => {
      const found = JSON.parse(await mustDocker('exec', container, 'node', '-e', stats));
      return found.queue.running + found.queue.waiting > 0 || found.queue.taken > 0 ? true : undefined;
    });
    await mustDocker('stop', '--time', '45', container);
    const { ExitCode } = await state();
    await mustDocker('wait', slow);
    const { outcome } = JSON.parse(await mustDocker('logs', slow));
    await mustDocker('rm', '--force', slow);
    expectThat(
      ExitCode === 0 && outcome?.status === 'ok',
      `${name}: after SIGTERM the call that ran came to \`${outcome?.status}\`, and the exit code is ${ExitCode}`,
    );
  } finally {
    await docker('rm', '--force', container, `${container}-slow`);
  }
};

const refusesWithoutToken = async (): Promise<void> => {
  const args = ['serve', '--reward', '/app/examples/gsm8k/reward.py', '--http', '0.0.0.0:8000'];
  const { code, stderr } = await docker('run', '--rm', '--network', 'none', IMAGE, ...args);
  expectThat(
    code === 2 && stderr.includes('--token-file'),
    `0.0.0.0 without a token is refused: exit code ${code}`,
  );
};

/** The stand-in for a trainer in it is served by the sandbox beside it. */
const compose = async (shared: string): Promise<void> => {
  if ((await docker('compose', 'version')).code !== 0) return say('  --    no `docker compose` here');
  // Here without a network of its own, which not every engine that rehearses can make.
  const override = join(shared, 'compose.override.yaml');
  const services = { sandbox: { image: IMAGE, network_mode: 'none' }, trainer: { image: IMAGE } };
  writeFileSync(override, JSON.stringify({ services }));
  const example = join(shared, 'init');
  cpSync(join(ROOT, 'examples/init'), example, { recursive: true });
  process.env.MODULES = example;
  const files = ['--file', join(ROOT, 'sandbox/container/compose.yaml'), '--file', override];
  const up = await docker('compose', ...files, 'up', '--no-build', '--abort-on-container-exit');
  const logs = await docker('compose', ...files, 'logs', '--no-color', 'trainer');
  await docker('compose', ...files, 'down', '--volumes');
  const line = /\{"outcomes".*/.exec(logs.stdout)?.[0] ?? `${up.stderr}\n${logs.stdout}`;
  expectThat(line.includes('"level":"namespaces"'), `compose.yaml: ${line}`);
};

const shared = process.env.RUNRL_REHEARSAL_SHARED ?? mkdtempSync(join(tmpdir(), 'runrl-rehearsal-'));
chmodSync(shared, 0o755);
try {
  say('The image');
  await build();
  say('Levels');
  await levels();
  say('Serving');
  await serve(shared, 'our profile, read-only', [...OURS, '--read-only', '--tmpfs', '/tmp'], 'namespaces');
  await serve(shared, "Docker's defaults", [], 'landlock');
  await refusesWithoutToken();
  say('System calls');
  for (const [holds, what] of await traceSystemCalls(IMAGE, modulesFolder(shared), shared))
    expectThat(holds, what);
  say('Compose');
  await compose(shared);
} finally {
  if (process.env.RUNRL_REHEARSAL_SHARED === undefined) rmSync(shared, { recursive: true, force: true });
}
say(problems.length === 0 ? 'All as promised.' : `${problems.length} not as promised.`);
process.exitCode = problems.length === 0 ? 0 : 1;
