/** The files for containers say what docs/deploy.md promises. What they do is for `npm run container:rehearsal`. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { OURS, PROFILE, SETTINGS } from '../../scripts/container/settings.ts';
import { addServeCommand } from '../../src/cli/serve/serve.ts';

const ROOT = join(import.meta.dirname, '../..');
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const FOLDER = 'sandbox/container';
const HEALTH = `${FOLDER}/health.mjs`;

/** Instructions of the Dockerfile, continued lines joined: `['COPY', 'src ./src']`. */
const instructions = textOf('Dockerfile')
  .replace(/^\s*#.*\n/gm, '')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => /^([A-Z]+)\s+(.*)$/.exec(line.trim())?.slice(1) as [string, string]);
const all = (name: string): string[] =>
  instructions.filter(([each]) => each === name).map(([, rest]) => rest);

const serveFlags = (): Set<string | undefined> => {
  const program = new Command();
  addServeCommand(program);
  return new Set(program.commands[0]?.options.map(({ long }) => long));
};

describe('the Dockerfile', () => {
  it('names its images by exact versions', () => {
    for (const image of all('FROM'))
      expect(image).toMatch(/^[a-z]+:\d+\.\d+(\.\d+)?(-[a-z]+)*( AS [a-z]+)?$/);
  });

  it('has a Node.js that package.json permits', () => {
    const [, ...had] = /^node:(\d+)\.(\d+)\.(\d+)-/.exec(all('FROM')[0] ?? '') ?? [];
    const [, ...least] =
      /^>=(\d+)\.(\d+)\.(\d+)$/.exec(JSON.parse(textOf('package.json')).engines.node) ?? [];
    const number = (parts: string[]): number => parts.reduce((sum, part) => sum * 1000 + Number(part), 0);
    expect(had).toHaveLength(3);
    expect(number(had)).toBeGreaterThanOrEqual(number(least));
  });

  it('runs the npm package: every file of it reaches the builder', () => {
    const letThrough = textOf('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const { files } = JSON.parse(textOf('package.json')) as { files: string[] };
    const built = ['dist']; // made by the builder from src/
    for (const file of files.filter((each) => !each.startsWith('!') && !built.includes(each)))
      expect(letThrough, file).toContain(file.split('/')[0]);
    for (const name of letThrough) expect(existsSync(join(ROOT, name)), name).toBe(true);
    expect(all('RUN').join('\n')).toContain('npm pack');
    expect(all('COPY')).toContain('--from=build /app ./');
  });

  it('ends as a user that is a number and not root', () => {
    expect(all('USER').at(-1)).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  it('asks for health by a file that is in the image', () => {
    expect(all('HEALTHCHECK')[0]).toContain(`/app/${HEALTH}`);
    expect(JSON.parse(textOf('package.json')).files).toContain('sandbox');
  });
});

describe('health.mjs', () => {
  const asked: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(status).end('{"ready":true}');
  });
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  const health = (argument: string, at: string): Promise<{ code: number; output: string }> =>
    new Promise((resolve) => {
      const env = { ...process.env, RUNRL_SANDBOX_URL: at };
      execFile(process.execPath, [join(ROOT, HEALTH), argument], { env }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
      );
    });

  it('asks whether it is ready, or alive', async () => {
    status = 200;
    expect(await health('ready', url)).toEqual({ code: 0, output: '{"ready":true}\n' });
    expect((await health('live', url)).code).toBe(0);
    expect(asked.slice(-2)).toEqual(['/readyz', '/livez']);
  });

  it('has the server drain, and waits until it is gone', async () => {
    const server = spawn(process.execPath, [
      '-e',
      "process.on('SIGTERM', () => setTimeout(() => process.exit(0), 300)); setInterval(() => {}, 1e6); console.log('up')",
    ]);
    await once(server.stdout, 'data');
    const gone = once(server, 'exit');
    const code = await new Promise((resolve) => {
      const env = { ...process.env, RUNRL_SANDBOX_PID: String(server.pid) };
      execFile(process.execPath, [join(ROOT, HEALTH), 'drain'], { env }, (error) => resolve(error));
    });
    expect([code, (await gone)[0]]).toEqual([null, 0]);
  });

  it('is 1, and says why, when the answer is no, or there is none', async () => {
    status = 503;
    expect(await health('ready', url)).toEqual({ code: 1, output: '{"ready":true}\n' });
    const nobody = await health('ready', 'http://127.0.0.1:1');
    expect(nobody.code).toBe(1);
    expect(nobody.output).toMatch(/^http:\/\/127\.0\.0\.1:1: .*(ECONNREFUSED|bad port)/);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: what a YAML file holds
type Loose = any;

describe('the Kubernetes manifests', () => {
  const load = (name: string): { config: Loose; pod: Loose; sidecar: Loose } => {
    const [config, job] = parseAllDocuments(textOf(`${FOLDER}/${name}`)).map((document) => document.toJS());
    const pod = job.spec.template.spec;
    return { config, pod, sidecar: pod.initContainers[0] };
  };

  it('start a fleet with flags that there are, and end it by draining', () => {
    const documents: Loose[] = parseAllDocuments(textOf(`${FOLDER}/kubernetes-fleet.yaml`)).map((one) =>
      one.toJS(),
    );
    const one = (kind: string): Loose => documents.find((document) => document.kind === kind);
    const { spec: pod, metadata } = one('Deployment').spec.template;
    const [container] = pod.containers;
    const flags = (container.args as string[]).slice(1).map((each) => each.split('=')[0]);
    for (const flag of flags) expect(serveFlags(), flag).toContain(flag);
    expect(container.lifecycle.preStop.exec.command).toEqual(['node', `/app/${HEALTH}`, 'drain']);
    expect(container.securityContext).toEqual(load('kubernetes.yaml').sidecar.securityContext);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(600);
    expect(container.args).toContain('--grace=10m');
    expect(one('Service').spec).toMatchObject({ clusterIP: 'None', selector: metadata.labels });
    expect(one('ScaledObject').spec.triggers[0].metadata.query).toContain('runrl_sandbox_saturation_ratio');
  });

  describe.each(['kubernetes.yaml', 'kubernetes-restricted.yaml'])('%s', (name) => {
    const { config, pod, sidecar } = load(name);

    it('starts a native sidecar without privileges', () => {
      expect(sidecar.restartPolicy).toBe('Always');
      expect(sidecar.securityContext).toMatchObject({
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
        readOnlyRootFilesystem: true,
      });
      expect(sidecar.securityContext.capabilities).not.toHaveProperty('add');
      expect({ ...pod.securityContext, ...sidecar.securityContext }).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 10001,
        fsGroup: 10001,
      });
      expect(textOf(`${FOLDER}/${name}`)).not.toMatch(
        /privileged: true|hostPath|hostNetwork|hostPID|hostIPC/,
      );
    });

    it('asks for its level by name, with flags that `serve` has', () => {
      const flags = serveFlags();
      const level = name === 'kubernetes.yaml' ? 'namespaces' : 'landlock';
      expect(sidecar.args[0]).toBe('serve');
      expect(sidecar.args).toContain(`--sandbox=${level}`);
      for (const flag of sidecar.args.slice(1)) expect(flags).toContain(flag.split('=')[0]);
    });

    it('has no credentials of the cluster, a /tmp that can be written, and a shared folder for sockets', () => {
      expect(pod.automountServiceAccountToken).toBe(false);
      const mounts = (container: Loose): string[] =>
        container.volumeMounts.map(({ mountPath }: Loose) => mountPath);
      expect(mounts(sidecar)).toEqual(['/modules', '/run/runrl', '/tmp']);
      expect(mounts(pod.containers[0])).toContain('/run/runrl');
      for (const { emptyDir, configMap } of pod.volumes)
        expect(emptyDir?.sizeLimit ?? configMap).toBeDefined();
    });

    it('listens where its probes ask, and in the folder that it shares', () => {
      const address = /'http:\/\/([\d.:]+)'/.exec(textOf(HEALTH))?.[1];
      expect(sidecar.args).toContain(`--http=${address}`);
      expect(sidecar.args).toContain('--zmq=ipc:///run/runrl/sandbox.sock');
    });

    it('probes by the file that is in the image, and gives more time than the server takes to end', () => {
      for (const probe of [sidecar.startupProbe, sidecar.livenessProbe])
        expect(probe.exec.command.slice(0, 2)).toEqual(['node', `/app/${HEALTH}`]);
      const { grace, modules } = JSON.parse(config.data['runrl-sandbox.json']);
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(Number.parseInt(grace, 10));
      for (const { reward } of Object.values<Loose>(modules)) expect(config.data).toHaveProperty([reward]);
    });
  });

  it('ask for what namespaces need, in the one, and for nothing in the other', () => {
    const strongest = load('kubernetes.yaml');
    expect(strongest.pod.hostUsers).toBe(false);
    expect(strongest.sidecar.securityContext).toMatchObject({
      procMount: 'Unmasked',
      seccompProfile: { type: 'Localhost', localhostProfile: 'runrl-sandbox.json' },
    });
    const restricted = load('kubernetes-restricted.yaml');
    expect(restricted.pod.securityContext.seccompProfile).toEqual({ type: 'RuntimeDefault' });
    for (const each of [restricted.sidecar, ...restricted.pod.containers]) {
      const { allowPrivilegeEscalation, capabilities, ...rest } = each.securityContext;
      expect({ allowPrivilegeEscalation, capabilities }).toEqual({
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      });
      expect(Object.keys(rest).filter((key) => key !== 'readOnlyRootFilesystem')).toEqual([]);
    }
  });
});

describe('compose.yaml', () => {
  const { sandbox, trainer } = parse(textOf(`${FOLDER}/compose.yaml`)).services;

  it('gives the sandbox the options that docs/deploy.md names', () => {
    const security = sandbox.security_opt.map((option: string) =>
      option.replace(/:(true)?/, '=').replace(/=$/, ''),
    );
    const flags = [
      '--cap-drop',
      ...sandbox.cap_drop,
      ...security.flatMap((each: string) => ['--security-opt', each]),
    ];
    expect(flags.map((flag) => flag.replace('=seccomp.json', `=${PROFILE}`))).toEqual([...OURS]);
    expect(sandbox.read_only).toBe(true);
    expect(sandbox).not.toHaveProperty('ports');
  });

  it('shares the network of the sandbox with the trainer, once it is healthy', () => {
    expect(trainer).toMatchObject({
      network_mode: 'service:sandbox',
      depends_on: { sandbox: { condition: 'service_healthy' } },
    });
  });
});

describe('docs/deploy.md', () => {
  const text = textOf('docs/deploy.md');

  it('promises the levels that the rehearsal expects', () => {
    for (const { name, level } of SETTINGS)
      expect(text).toContain(`| ${name} | ${level === null ? 'refused' : `\`${level}\``} |`);
  });

  it('names the options for the strongest level in each command for Docker', () => {
    const commands = [...text.matchAll(/docker run (?:[^\n]*\\\n)+[^\n]*/g)].map(([command]) => command);
    expect(commands.length).toBeGreaterThan(1);
    const options =
      OURS.join(' ')
        .replace(PROFILE, `${FOLDER}/seccomp.json`)
        .match(/--\S+ \S+/g) ?? [];
    expect(options).toHaveLength(4);
    for (const command of commands) for (const option of options) expect(command).toContain(option);
  });

  it('names files that exist', () => {
    const named = [...text.matchAll(/sandbox\/(?:container|seccomp)\/[\w.-]+[a-z]/g)].map(([path]) => path);
    expect(named.length).toBeGreaterThan(5);
    for (const path of named) expect(existsSync(join(ROOT, path)), path).toBe(true);
  });

  it('does not recommend, anywhere, what takes the walls down', () => {
    for (const path of ['docs/deploy.md', 'Dockerfile', `${FOLDER}/compose.yaml`])
      expect(textOf(path)).not.toMatch(/--privileged|privileged: true|seccomp[=:]unconfined|SYS_ADMIN"/);
  });
});
