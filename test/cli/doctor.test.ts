import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  bubblewrapCheck,
  type Check,
  limitsCheck,
  nodeCheck,
  openFilesCheck,
  restoringCheck,
  temporaryCheck,
  userNamespacesCheck,
} from '../../src/cli/doctor/checks.ts';
import { checkLines, examine } from '../../src/cli/doctor/command.ts';
import { type Machine, type Ran, thisMachine } from '../../src/cli/doctor/machine.ts';

interface Fake extends Partial<Omit<Machine, 'read' | 'run' | 'writable' | 'onPath'>> {
  files?: Record<string, string>;
  programs?: string[];
  writable?: string[];
  ran?: Ran;
}

/** A Debian machine with bubblewrap, seen by a plain user, unless said otherwise. */
const machine = ({
  files = {},
  programs = ['apt-get'],
  writable = ['/tmp'],
  ran,
  ...rest
}: Fake = {}): Machine => ({
  env: {},
  program: '/opt/runrl-sandbox',
  version: '1.2.3',
  node: '/usr/bin/node',
  nodeVersion: 'v20.19.0',
  uid: 1000,
  temporary: '/tmp',
  bubblewrap: '/usr/bin/bwrap',
  read: (path) => files[path],
  writable: (path) => writable.includes(path),
  onPath: (name) => (programs.includes(name) ? `/usr/bin/${name}` : undefined),
  run: async () => ran ?? { code: 0, output: '' },
  ...rest,
});

const lacksBubblewrap = { bubblewrap: undefined };

describe('doctor judges', () => {
  it.each([
    ['v20.19.0', 'ok'],
    ['v24.1.0', 'ok'],
    ['v20.18.9', 'fail'],
    ['v18.20.0', 'fail'],
  ])('Node.js %s: %s', (nodeVersion, status) => {
    expect(nodeCheck(machine({ nodeVersion }))).toMatchObject({ status });
  });

  it.each([
    [{ programs: ['apt-get'], uid: 0 }, 'apt-get update && apt-get install -y bubblewrap'],
    [{ programs: ['apt-get'] }, "sudo sh -c 'apt-get update && apt-get install -y bubblewrap'"],
    [{ programs: ['dnf'], uid: 0 }, 'dnf install -y bubblewrap'],
    [{ programs: ['apk'], uid: 0 }, 'apk add bubblewrap'],
    [{ programs: [] }, "install the package `bubblewrap` with this system's package manager"],
  ])('missing bubblewrap, with the command of this system', async (fake, help) => {
    const check = await bubblewrapCheck(machine({ ...fake, ...lacksBubblewrap }));
    expect(check).toMatchObject({ status: 'fail', help });
  });

  it('bubblewrap that does not run', async () => {
    const check = await bubblewrapCheck(machine({ ran: { code: 127, output: 'cannot open libcap.so.2' } }));
    expect(check).toMatchObject({ status: 'fail', what: expect.stringContaining('libcap.so.2') });
  });

  it('user namespaces by trying, whatever the settings say', async () => {
    const files = { '/proc/sys/kernel/apparmor_restrict_unprivileged_userns': '1' };
    expect(await userNamespacesCheck(machine({ files }))).toMatchObject({ status: 'ok' });
  });

  it.each([
    ['/proc/sys/user/max_user_namespaces', '0', 'sysctl -w user.max_user_namespaces=15000'],
    ['/proc/sys/kernel/unprivileged_userns_clone', '0', 'sysctl -w kernel.unprivileged_userns_clone=1'],
    [
      '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
      '1',
      'apparmor_restrict_unprivileged_userns=0',
    ],
    ['/.dockerenv', '', '--security-opt seccomp=sandbox/container/seccomp.json'],
  ])('user namespaces that cannot be made because of %s, with what mends it', async (path, value, help) => {
    const ran = { code: 1, output: 'bwrap: No permissions to create new namespace' };
    const check = await userNamespacesCheck(machine({ files: { [path]: value }, ran }));
    expect(check.status).toBe('fail');
    expect(check.what).toContain('No permissions');
    expect(check.help).toContain(help);
  });

  it('a setting that does not bind root as no hindrance to root', async () => {
    const files = { '/proc/sys/kernel/unprivileged_userns_clone': '0' };
    expect(await userNamespacesCheck(machine({ files, uid: 0, ...lacksBubblewrap }))).toMatchObject({
      status: 'ok',
    });
    expect(await userNamespacesCheck(machine({ files, ...lacksBubblewrap }))).toMatchObject({
      status: 'warn',
    });
  });

  it('whether workers can be restored, and why not', async () => {
    const said = (output: string) =>
      restoringCheck(machine({ ran: { code: 0, output } }), 'python3', 'try.py');
    expect(await said('restored')).toMatchObject({ status: 'ok', what: 'available' });
    expect((await said('Linux is 6.1.0, not 6.10 or later')).what).toMatch(/are forks: Linux is 6\.1\.0/);
  });

  it('whether limits are hard, and what would make them so', async () => {
    const said = (text: string): Ran => ({ code: 0, output: text });
    const hard = said('{"hard": true, "why": "cgroup v2 below /sys/fs/cgroup/a"}');
    expect(await limitsCheck(machine({ ran: hard }), 'python3', 'cgroups.py')).toEqual({
      name: 'limits',
      status: 'ok',
      what: 'hard: cgroup v2 below /sys/fs/cgroup/a',
    });
    const soft = { ran: said('{"hard": false, "why": "cgroup v2 is not mounted"}') };
    const check = await limitsCheck(machine(soft), 'python3', 'cgroups.py');
    expect(check.what).toMatch(/soft \(sampled\).*cgroup v2 is not mounted/);
    expect(check.help).toBeUndefined();
    const withSystemd = { ...soft, programs: ['systemd-run'], env: { XDG_RUNTIME_DIR: '/run/user/1000' } };
    expect((await limitsCheck(machine(withSystemd), 'python3', 'cgroups.py')).help).toContain('Delegate=yes');
  });

  it.each([
    ['1024', 'warn'],
    ['65536', 'ok'],
    ['unlimited', 'ok'],
  ])('a limit of %s open files: %s', (limit, status) => {
    const files = {
      '/proc/self/limits': `Limit   Soft Limit\nMax open files            ${limit}      524288   files`,
    };
    expect(openFilesCheck(machine({ files }))).toMatchObject({ status });
  });

  it('a temporary folder that cannot be written, or is too long for a socket when /tmp is no way out', () => {
    const temporary = join('/tmp', 'x'.repeat(100));
    expect(temporaryCheck(machine()).status).toBe('ok');
    expect(temporaryCheck(machine({ writable: [] })).status).toBe('fail');
    expect(temporaryCheck(machine({ temporary, writable: [temporary] })).status).toBe('fail');
    expect(temporaryCheck(machine({ temporary, writable: [temporary, '/tmp'] })).what).toContain(
      'go to /tmp',
    );
  });
});

describe('doctor prints', () => {
  const check: Check = { name: 'x', status: 'fail', what: 'is missing', help: 'do this\nor that' };

  it('status, name, what and below it what to do', () => {
    expect(checkLines(check, false)).toBe('fail  x: is missing\n        do this\n        or that');
  });

  it('colours only when told to', () => {
    expect(checkLines(check, true)).toContain('\u001b[31m');
  });
});

describe('doctor on this machine', () => {
  afterEach(() => {
    process.exitCode = undefined;
  });

  const examined = (python?: string) => examine(thisMachine(), { python, call: true, onLog: () => {} });

  it('names an interpreter that is missing, and says that all is not well', async () => {
    const report = await examined('/nowhere/python3');
    expect(report.ok).toBe(false);
    expect(report.level).toBeNull();
    expect(report.checks).toContainEqual(
      expect.objectContaining({ name: 'python', status: 'fail', what: expect.stringContaining('RS301') }),
    );
  });

  it('finds the level that a run would take, makes a call at it, and is well when nothing fails', async () => {
    const report = await examined();
    const failures = report.checks.filter(({ status }) => status === 'fail');
    expect(report.ok).toBe(report.level !== null && failures.length === 0);
    expect(report.checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'node',
        'python',
        'agent environment',
        'bubblewrap',
        'user namespaces',
        'level',
      ]),
    );
    const call = report.checks.find(({ name }) => name === 'a real call');
    expect(call?.status).toBe(report.level === null ? undefined : 'ok');
    for (const failure of failures) expect(failure.help, `${failure.name}: ${failure.what}`).toBeTruthy();
  });
});
