/** Which system calls a server makes in a container, its agent and sandbox included, beside what our profile allows. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { docker, eventually, mustDocker } from './docker.ts';
import { OURS, PROFILE } from './settings.ts';

/** What is tried, and whose refusal is expected: by whom. */
const TRIED: Readonly<Record<string, string>> = {
  bpf: 'the canary',
  cachestat: 'the canary (a number that no policy names)',
  clone3: 'glibc, which then uses clone; the canary',
  io_uring_enter: 'Node.js, which then uses threads',
  io_uring_setup: 'Node.js, which then uses threads; the canary',
  keyctl: 'the launcher, which has no keyring to leave then; the canary',
  process_vm_readv: 'the canary',
  ptrace: 'the canary',
};

const STRACE = ['strace', '-f', '-qq', '-c', '-U', 'name', '-o', '/tmp/trace'];

const dockerfile = (image: string): string =>
  [`FROM ${image}`, 'USER root', 'RUN apt-get update && apt-get install -y strace', 'USER 10001', ''].join(
    '\n',
  );

interface Profile {
  syscalls: { names: string[]; action: string }[];
}
const read = (path: string): Profile => JSON.parse(readFileSync(path, 'utf8'));
const allowed = (profile: Profile): string[] =>
  profile.syscalls.flatMap(({ names, action }) => (action === 'SCMP_ACT_ALLOW' ? names : []));

/**
 * Serves under strace, without a profile, what a client asks.
 * @returns what was compared, and whether it holds
 */
export const traceSystemCalls = async (
  image: string,
  modules: string,
  shared: string,
): Promise<[boolean, string][]> => {
  const traced = `${image}-traced`;
  const container = `runrl-rehearsal-trace-${process.pid}`;
  const flags = OURS.map((flag) => (flag === `seccomp=${PROFILE}` ? 'seccomp=unconfined' : flag));
  try {
    const context = join(shared, 'traced');
    mkdirSync(context, { recursive: true });
    writeFileSync(join(context, 'Dockerfile'), dockerfile(image));
    await mustDocker('build', '--network', 'host', '--tag', traced, context);
    await mustDocker(
      ...[
        'run',
        '--detach',
        '--name',
        container,
        '--network',
        'none',
        ...flags,
        '--volume',
        `${modules}:/modules:ro`,
      ],
      ...['--entrypoint', 'tini', traced, '-g', '--', ...STRACE],
      ...['runrl-sandbox', 'serve', '--sandbox', 'namespaces'],
    );
    const health = ['exec', container, 'node', '/app/sandbox/container/health.mjs', 'ready'];
    await eventually('the traced server', 240, async () =>
      (await docker(...health)).code === 0 ? true : undefined,
    );
    const client = [
      '--network',
      `container:${container}`,
      '--volume',
      `${shared}:/shared:ro`,
      '--entrypoint',
      'node',
    ];
    await mustDocker('run', '--rm', ...client, image, '/shared/client.mjs', 'all');
    await mustDocker('kill', '--signal', 'TERM', container); // tini -g hands it to all; strace keeps it back
    await mustDocker('wait', container);
    await mustDocker('cp', `${container}:/tmp/trace`, join(shared, 'trace'));
  } finally {
    await docker('rm', '--force', container);
    await docker('image', 'rm', '--force', traced);
  }
  const lines = readFileSync(join(shared, 'trace'), 'utf8').split('\n').slice(2);
  const used = lines
    .map((line) => line.trim())
    .filter((name) => /^[a-z_0-9]+$/.test(name) && name !== 'total');
  const profile = allowed(read(PROFILE));
  const additions = allowed(read(join(PROFILE, '../additions.json')));
  const beyond = used.filter((name) => !profile.includes(name) && !(name in TRIED));
  const idle = additions.filter((name) => !used.includes(name));
  return [
    [used.length > 80, `${used.length} system calls were made`],
    [
      beyond.length === 0,
      `the profile allows all that is needed${beyond.length ? `, but ${beyond.join(', ')}` : ''}`,
    ],
    [idle.length === 0, `all that it adds is needed${idle.length ? `, but ${idle.join(', ')}` : ''}`],
  ];
};
