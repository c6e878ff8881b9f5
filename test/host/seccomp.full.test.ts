/** What the filters refuse and what they leave, inside a real worker: by number, as root and as a user that is not. */
import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cacheFolder } from '../../src/python/cache-folder.ts';
import { AS_OTHER_USER, noOtherUser, OTHER_UID, otherCache, otherPython } from '../helpers/other-user.ts';
import { processesFor, until } from '../helpers/processes.ts';
import { FIXTURES, newFolder, sharedReward } from '../helpers/with-reward.ts';
import { realPython } from '../python/interpreters.ts';
import type { Case, CaseReport } from './report.ts';

const PROJECT = join(import.meta.dirname, '../..');
const FILTERS = join(PROJECT, 'sandbox/seccomp');
const ARCHITECTURE = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
const MINUTES = 60_000;

interface Who {
  uid: number;
  wrap: readonly string[];
  python: string;
  cache: string;
  folder: string;
}

/** Loads and calls in a process of its own, as somebody, perhaps where files are not what they were. */
const report = async (who: Who, cases: Record<string, Case>): Promise<Record<string, CaseReport>> => {
  const program = [process.execPath, '--import', 'tsx', join(import.meta.dirname, 'report.ts')];
  const [file = '', ...args] = [...who.wrap, ...program];
  const { PATH, RUNRL_TEST_RUN } = process.env;
  const env = { PATH, RUNRL_TEST_RUN, TMPDIR: who.folder, HOME: who.folder, RUNRL_SANDBOX_CACHE: who.cache };
  const child = spawn(file, args, { cwd: PROJECT, stdio: 'pipe', env });
  child.stdin.end(JSON.stringify(cases));
  const [found, errors] = await Promise.all([
    json(child.stdout).catch(() => undefined),
    text(child.stderr),
    new Promise((resolve) => child.on('exit', resolve)),
  ]);
  if (found === undefined || errors !== '') throw new Error(`the report failed: ${errors}`);
  return found as Record<string, CaseReport>;
};

const place = (who: Who, fixture: string, name = fixture.replace('.py', '')): string => {
  const folder = join(who.folder, name);
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(FIXTURES, fixture), join(folder, fixture));
  chownSync(folder, who.uid, who.uid);
  return join(folder, fixture);
};

/** A module that cannot be forked: each worker imports it itself. */
const startsThread = (file: string): string => {
  appendFileSync(
    file,
    '\nimport threading\nthreading.Thread(target=threading.Event().wait, daemon=True).start()\n',
  );
  return file;
};

const newWho = (uid: number, wrap: readonly string[], python: string, cache: string): Who => {
  const folder = newFolder();
  chownSync(folder, uid, uid);
  return { uid, wrap, python, cache, folder };
};
const thisUser = (wrap: readonly string[] = []): Who =>
  newWho(process.getuid?.() ?? 0, wrap, realPython(), cacheFolder());
const otherUser = async (): Promise<Who> => {
  const python = otherPython() ?? '';
  return newWho(OTHER_UID, AS_OTHER_USER, python, await otherCache(python));
};

// --- what is tried ---------------------------------------------------------------------------------------

interface Condition {
  index: number;
  value: number;
  valueTwo?: number;
  op: string;
}
interface Group {
  comment: string;
  names: string[];
  action: string;
  errnoRet?: number;
  args?: Condition[];
}

const groups = (policy: string): Group[] =>
  JSON.parse(readFileSync(join(FILTERS, `${policy}.json`), 'utf8')).syscalls;
const ERRORS: Readonly<Record<number, string>> = { 1: 'EPERM', 38: 'ENOSYS' };

type Attempt = [name: string, number: number, ...args: string[]];

const numbers = (): Record<string, number> => {
  const tables = execFileSync('python3', [join(PROJECT, 'scripts/build-seccomp.py'), '--numbers'], {
    encoding: 'utf8',
  });
  return JSON.parse(tables)[ARCHITECTURE];
};
const NUMBERS = numbers();
const number = (name: string): number => NUMBERS[name] ?? Number.NaN;
const here = (name: string): boolean => name in NUMBERS;

/** No descriptor, no pointer and no process: what gets through ends in EBADF, EFAULT, EINVAL or ESRCH. */
const NONSENSE = Array<string>(6).fill('0xffffffffffffffff');

const refusedByName = groups('base').filter(({ errnoRet, args }) => errnoRet !== undefined && !args);
const byName: Attempt[] = refusedByName.flatMap(({ names }) =>
  names.filter(here).map((name): Attempt => [name, number(name), ...NONSENSE]),
);
const wantedByName = Object.fromEntries(
  refusedByName.flatMap(({ names, errnoRet = 0 }) =>
    names.filter(here).map((name) => [name, ERRORS[errnoRet]]),
  ),
);

const CLONE_SIGHAND = 0x800; // without CLONE_VM: EINVAL, so that nothing is made where the filter has a hole
const namespaces = [
  0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000, 0x8000,
].flatMap((bit): Attempt[] =>
  ['0x0', '0xffffffff00000000'].map((high) => [
    `clone ${bit.toString(16)} ${high}`,
    number('clone'),
    `0x${(BigInt(high) | BigInt(bit | CLONE_SIGHAND)).toString(16)}`,
    ...['0', '0', '0', '0'],
  ]),
);
const terminals = [0x5412, 0x541c].flatMap((command): Attempt[] =>
  ['0x0', '0x100000000', '0xffffffff00000000'].map((high) => [
    `ioctl ${command.toString(16)} ${high}`,
    number('ioctl'),
    ...['0', `0x${(BigInt(high) | BigInt(command)).toString(16)}`, '1'],
  ]),
);
const byArguments: Attempt[] = [
  ...namespaces,
  ...terminals,
  ...['1', '2', '0xffffffff'].map(
    (pid): Attempt => [`prlimit64 ${pid}`, number('prlimit64'), pid, '7', '0', '0'],
  ),
  ['F_SETLEASE', number('fcntl'), '0', '1024', '0'],
  ['F_NOTIFY', number('fcntl'), '0', '1026', '0'],
  ['F_NOTIFY, high bits', number('fcntl'), '0', '0x100000402', '0'],
  ['seccomp listener', number('seccomp'), '1', '8', '0'],
  ['SCTP', number('socket'), '2', '1', '132'],
  ['SCTP by its type', number('socket'), '2', '5', '0'],
  ['MPTCP', number('socket'), '10', '1', '262'],
  ['DCCP', number('socket'), '2', '6', '0'],
];
const families = Array.from({ length: 46 }, (_, family) =>
  [1, 2].map((type): Attempt => [`${family} ${type}`, number('socket'), String(family), String(type), '0']),
).flat();
const left: [...Attempt, string][] = [
  ['a plain clone', number('clone'), `0x${CLONE_SIGHAND.toString(16)}`, '0', '0', '0', '0', 'EINVAL'],
  ['its own limits', number('prlimit64'), '0', '7', '0', '0', 'done'],
  ['another ioctl', number('ioctl'), '0', '0x541b', '0', 'ENOTTY'],
  ['another fcntl', number('fcntl'), '0', '1', '0', 'done'],
  ['TCP', number('socket'), '2', '1', '6', 'done'],
  ['an ordinary filter', number('seccomp'), '1', '0', '0', 'EFAULT'],
  ['which personality', number('personality'), '0xffffffff', 'done'],
];
/** cachestat, statmount, listmount, mseal, setxattrat, and some that no kernel has. */
const UNKNOWN = [451, 457, 458, 462, 463, 467, 600, 999].map(
  (each): Attempt => [String(each), each, ...NONSENSE],
);

const PROGRAMS = [
  ...['threads', 'pool fork', 'pool spawn', 'pool forkserver', 'executor', 'subprocesses'],
  ...['subprocess_timeout', 'asyncio_subprocess', 'asyncio_server', 'ssl_context', 'database'],
  ...['temporary_files', 'shared_memory_segment', 'limits', 'sockets', 'localhost', 'randomness'],
  'processors',
];

const found = (reported: CaseReport | undefined, round: number): Record<string, unknown> => {
  const outcome = reported?.outcomes[round]?.[0];
  if (outcome?.status !== 'ok') expect({ reported, outcome }).toMatchObject({ outcome: { status: 'ok' } });
  return JSON.parse(String(outcome?.info.found));
};

const underTheFilters = (name: string, prepare: () => Promise<Who>): void => {
  describe(`a worker of ${name}`, () => {
    let who: Who;
    let reports: Record<string, CaseReport>;
    const tries = (calls: Attempt[]) => [{ completion: 'calls', kwargs: { calls } }];

    beforeAll(async () => {
      who = await prepare();
      const sandbox = { python: who.python };
      reports = await report(who, {
        calls: {
          file: place(who, 'system_calls.py'),
          sandbox,
          options: { concurrency: 1 },
          rounds: [
            tries(byName),
            tries(byArguments),
            tries(families),
            tries(UNKNOWN),
            tries(left.map((each) => each.slice(0, -1) as Attempt)),
            [{ completion: 'filters' }],
            [{ completion: 'i386' }],
            [{ completion: 'x32' }],
          ],
        },
        threaded: {
          file: startsThread(place(who, 'system_calls.py', 'threaded')),
          sandbox,
          options: { concurrency: 1 },
          rounds: [[{ completion: 'filters' }]],
        },
        programs: {
          file: place(who, 'ordinary_programs.py'),
          sandbox,
          options: { concurrency: 1, timeout: 30_000 },
          rounds: PROGRAMS.map((completion) => [{ completion }]),
        },
      });
    }, 2 * MINUTES);

    afterAll(async () => {
      await until(
        () => processesFor(who.folder),
        (all) => all.length === 0,
      );
      rmSync(who.folder, { recursive: true, force: true });
    });

    it('is refused each system call of the refused groups, by number', () => {
      expect(Object.keys(wantedByName).length).toBeGreaterThan(80);
      expect(found(reports.calls, 0)).toEqual(wantedByName);
    });

    it('is refused namespaces, limits of others, terminals, leases, listeners and odd protocols', () => {
      expect(found(reports.calls, 1)).toEqual(
        Object.fromEntries(byArguments.map(([each]) => [each, 'EPERM'])),
      );
    });

    it('has sockets of the families unix, IPv4 and IPv6, and is refused every other', () => {
      const got = found(reports.calls, 2);
      for (const each of ['1 1', '1 2', '2 1', '2 2']) expect(got[each]).toBe('done');
      for (const each of ['10 1', '10 2']) expect(got[each]).toMatch(/done|EAFNOSUPPORT/);
      const others = Object.entries(got).filter(([each]) => !/^(1|2|10) /.test(each));
      expect(others).toHaveLength(86);
      expect(new Set(others.map(([, result]) => result))).toEqual(new Set(['EPERM']));
    });

    it('is told ENOSYS of system calls that the policy does not know', () => {
      expect(found(reports.calls, 3)).toEqual(Object.fromEntries(UNKNOWN.map(([each]) => [each, 'ENOSYS'])));
    });

    it('is left what lies beside what is refused', () => {
      expect(found(reports.calls, 4)).toEqual(Object.fromEntries(left.map((each) => [each[0], each.at(-1)])));
    });

    it('has the filters, and so has the init above it', () => {
      expect(found(reports.calls, 5)).toEqual({ 1: [2, 1], self: [2, 1] });
    });

    it('has them when it imports the module itself, too', () => {
      expect(reports.threaded?.warnings).toEqual([expect.stringContaining('started threads')]);
      expect(found(reports.threaded, 0)).toEqual({ 1: [2, 1], self: [2, 1] });
    });

    it.skipIf(process.arch !== 'x64')('is killed when it calls as i386 or x32', () => {
      for (const round of [6, 7]) {
        const outcome = reports.calls?.outcomes[round]?.[0];
        expect(outcome).toMatchObject({ status: 'crashed', reward: null });
        expect(JSON.stringify(outcome?.error)).toMatch(round === 6 ? /SIGSYS|SIGSEGV/ : /SIGSYS/); // no i386 at all: SEGV
      }
    });

    it.each(PROGRAMS.map((program, round) => [program, round] as const))('still runs: %s', (_, round) => {
      const { status, reward, error, stack } = reports.programs?.outcomes[round]?.[0] ?? {};
      expect({ status, reward, error, stack }).toEqual({
        status: 'ok',
        reward: 1,
        error: null,
        stack: null,
      });
    });
  });
};

underTheFilters(process.getuid?.() === 0 ? 'root' : 'a user that is not root', async () => thisUser());

const reason = noOtherUser();
describe.skipIf(reason !== undefined)(`another user${reason === undefined ? '' : `: ${reason}`}`, () => {
  underTheFilters('a user that is not root', otherUser);
});

describe('packages that are installed for a module', () => {
  const folder = newFolder();
  const requirements = join(folder, 'requirements.txt');
  writeFileSync(requirements, 'numpy\nsympy\n');
  let reported: CaseReport | undefined;

  beforeAll(async () => {
    const who = thisUser();
    const all = await report(who, {
      it: {
        file: place(who, 'ordinary_programs.py'),
        sandbox: { python: who.python },
        options: { requirements, timeout: 60_000 },
        rounds: [[{ completion: 'numpy' }], [{ completion: 'sympy' }]],
      },
    });
    reported = all.it;
    rmSync(who.folder, { recursive: true, force: true });
  }, 5 * MINUTES);

  it.each([
    ['numpy', 0],
    ['sympy', 1],
  ])('%s computes', (_, round) => {
    expect(reported?.error).toBeUndefined();
    expect(reported?.outcomes[round]?.[0]).toMatchObject({ status: 'ok', reward: 1, error: null });
  });
});

describe('a filter that is not as it should be', () => {
  const base = `base.${ARCHITECTURE}.bpf`;
  const other = `base.${ARCHITECTURE === 'x86_64' ? 'aarch64' : 'x86_64'}.bpf`;
  const ALLOW = Buffer.from([6, 0, 0, 0, 0, 0, 0xff, 0x7f]);
  const asksForArchitecture = (file: string): Buffer => readFileSync(file).subarray(0, 16);

  /** Loads a module where sandbox/seccomp is a changed copy: only this process tree sees it. */
  const refusalWith = async (change: (folder: string) => void) => {
    const folder = newFolder();
    cpSync(FILTERS, folder, { recursive: true });
    change(folder);
    const mounted = `mount --bind ${folder} ${FILTERS}; exec "$@"`;
    const who = thisUser([
      ...['unshare', process.getuid?.() === 0 ? '-m' : '-rm'],
      ...['sh', '-c', mounted, 'sh'],
    ]);
    const { it: reported } = await report(who, {
      it: {
        file: place(who, 'system_calls.py'),
        sandbox: { python: who.python },
        rounds: [[{ completion: 'x' }]],
      },
    });
    await until(
      () => processesFor(who.folder),
      (all) => all.length === 0,
    );
    for (const each of [who.folder, folder]) rmSync(each, { recursive: true, force: true });
    expect(reported?.outcomes).toEqual([]);
    return reported?.error;
  };

  it.each<[string, (folder: string) => void, RegExp]>([
    ['is missing', (folder) => rmSync(join(folder, base)), /No such file/],
    ['is empty', (folder) => writeFileSync(join(folder, base), ''), /is empty/],
    ['is cut off', (folder) => truncateSync(join(folder, base), 100), /not a multiple of 8/],
    ['is no filter', (folder) => writeFileSync(join(folder, base), 'x'.repeat(800)), /damaged or no filter/],
    [
      'is for another architecture',
      (folder) => copyFileSync(join(folder, other), join(folder, base)),
      /is for \w+, and this machine is/,
    ],
  ])('%s: RS401, by its name', async (_, change, why) => {
    const error = await refusalWith(change);
    expect(error).toMatchObject({ code: 'RS401', message: expect.stringContaining(base) });
    expect(error?.message).toMatch(why);
    expect(error?.message).not.toContain('Traceback');
    expect(error?.help).toContain('npm run seccomp');
  });

  it('is cut off between two instructions: the kernel does not take it, RS401', async () => {
    const error = await refusalWith((folder) => truncateSync(join(folder, base), 80));
    expect(error).toMatchObject({ code: 'RS401', message: expect.stringContaining('could not be loaded') });
  });

  it('allows everything: the canary finds the holes, RS401', async () => {
    const error = await refusalWith((folder) => {
      for (const name of [base, base.replace('base', 'arguments')]) {
        const file = join(folder, name);
        // The jump leads past the end of what is left: to the allowing instruction instead.
        const start = asksForArchitecture(file);
        start[11] = 0;
        writeFileSync(file, Buffer.concat([start, ALLOW]));
      }
    });
    expect(error).toMatchObject({ code: 'RS401' });
    expect(error?.message).toMatch(/does not hold: .*unshare is refused/);
  });
});

describe('under `never`', () => {
  const stage = sharedReward('system_calls.py', { concurrency: 1, reuse: 'never', restore: 'never' });

  it('every worker has the filters', async () => {
    for (let call = 0; call < 3; call += 1) {
      const outcome = await stage().reward.score({ completion: 'filters' });
      expect(JSON.parse(String(outcome.info.found))).toEqual({ 1: [2, 1], self: [2, 1] });
    }
  });
});
