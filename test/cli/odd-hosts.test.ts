/** Hosts that lack something: the command works without it, or names what is missing. It never calls it a bug. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../helpers/command-line.ts';
import { noOtherUser, otherCache, otherPython } from '../helpers/other-user.ts';
import { newFolder } from '../helpers/with-reward.ts';

/** Processes are counted by user: nobody else's tests must run as this one. */
const UID = 54_321;
const AS_UID = ['setpriv', '--reuid', String(UID), '--regid', String(UID), '--clear-groups', 'env'];

let folder = '';
beforeAll(() => {
  folder = newFolder();
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'reward.py'), 'def reward_fn(completion, **kwargs):\n    return 1.0\n');
  writeFileSync(join(folder, 'prompts.jsonl'), '{"id": 1, "prompt": [{"role": "user", "content": "?"}]}\n');
  writeFileSync(join(folder, 'completions.jsonl'), '{"id": 1, "completion": "x"}\n');
});

const RUN = [
  ...COMMAND,
  ...['run', '--prompts', 'prompts.jsonl', '--completions', 'completions.jsonl', '--reward', 'reward.py'],
];

/** Runs it with these variables instead of those of the same name; one that is undefined is not set. */
const run = (
  command: readonly string[],
  env: Record<string, string | undefined> = {},
): { code: number | null; said: string } => {
  const [file = '', ...args] = command;
  const { status, stderr } = spawnSync(file, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { code: status, said: stderr.replace(/^Starting reward\.py …\n/, '') };
};

const limited = (limit: string): string[] => ['bash', '-c', `ulimit ${limit}; exec "$@"`, 'bash'];

describe('a temporary folder', () => {
  it('that does not exist is named', () => {
    const { code, said } = run(RUN, { TMPDIR: '/nonexistent' });
    expect(said).toMatch(
      /^RS102 The temporary folder \/nonexistent cannot be used: it does not exist \(ENOENT\)\n/,
    );
    expect(code).toBe(2);
  });

  it.skipIf(process.getuid?.() !== 0)('that is full, or read-only, is named', () => {
    const mounted = (options: string): ReturnType<typeof run> => {
      const script = `mount -t tmpfs -o ${options} none "$TMPDIR" && exec "$@"`;
      const at = newFolder();
      return run(['unshare', '-m', 'bash', '-c', script, 'bash', ...RUN], { TMPDIR: at });
    };
    expect(mounted('nr_inodes=1').said).toMatch(/^RS102 .* cannot be used: no space or no inodes are left/);
    expect(mounted('ro').said).toMatch(/^RS102 .* cannot be used: the file system is read-only/);
  });
});

describe('limits that are too low', () => {
  it.each([64, 100])('of open files (%i) are named', (files) => {
    const { code, said } = run([...limited(`-n ${files}`), ...RUN]);
    expect(said).toMatch(/^RS404 This process may open .*`ulimit -n`.* at least 128/);
    expect(code).toBe(3);
  });
});

// Anybody can run it; that it works as another user needs root to become one.
describe.skipIf(noOtherUser() !== undefined)('another user', () => {
  let temporary = '';
  beforeAll(async () => {
    temporary = newFolder();
    // Where the command looks when the user has no cache folder of its own.
    const cache = join(temporary, `runrl-sandbox-${UID}`);
    mkdirSync(cache, { mode: 0o700 });
    cpSync(await otherCache(otherPython() ?? ''), cache, { recursive: true, verbatimSymlinks: true });
    execFileSync('chown', ['-R', `${UID}:${UID}`, temporary]);
  });
  const asOther = (before: readonly string[], env: Record<string, string | undefined>) =>
    run([...AS_UID, ...before, ...RUN, '--python', otherPython() ?? ''], {
      XDG_CACHE_HOME: undefined,
      RUNRL_SANDBOX_CACHE: undefined,
      TMPDIR: temporary,
      ...env,
    });

  it.each([
    ['may not enter its HOME', '/root'],
    ['has no HOME', undefined],
  ])('%s: it works', (_, HOME) => {
    const { code, said } = asOther([], { HOME });
    expect(said).toContain('100.0 %');
    expect(code).toBe(0);
  });

  it('has too few processes: they are counted', () => {
    const { code, said } = asOther(limited('-u 12'), { HOME: '/' });
    expect(said).toMatch(
      /^RS404 User 54321 may have only 12 processes and threads \(`ulimit -u`\) and has \d+ now/,
    );
    expect(code).toBe(3);
  });
});

describe.skipIf(noOtherUser() !== undefined)('an installation that only root may read', () => {
  const installed = (): { root: string; python: string } => {
    const root = newFolder();
    execFileSync(otherPython() ?? '', ['-m', 'venv', '--without-pip', join(root, 'venv')]);
    chmodSync(root, 0o700);
    return { root, python: join(root, 'venv/bin/python') };
  };

  it('is lent at the level namespaces; at landlock its folder is named, by doctor as by run', () => {
    const { root, python } = installed();
    expect(run([...RUN, '--python', python]).code).toBe(0);
    const { code, said } = run([...RUN, '--python', python, '--sandbox', 'landlock']);
    const why = `cannot be read by the user of modules: ${root} is closed to it`;
    expect(said).toContain('RS401 The sandbox level `landlock` is not available: ');
    expect(said).toContain(`${why}\n  = help: chmod o+x ${root}, or use a Python`);
    expect(code).toBe(2);
    const [file = '', ...args] = [...COMMAND, 'doctor', '--python', python];
    const { stdout } = spawnSync(file, args, { encoding: 'utf8' });
    expect(stdout).toMatch(/^ok +level namespaces: /m);
    expect(stdout).toMatch(/^warn +level landlock: /m);
    expect(stdout).toContain(`${why}\n        chmod o+x ${root}`);
  });

  it('of its own works for another user at landlock, and doctor says so', async () => {
    const { root, python } = installed();
    execFileSync('chown', ['-R', `${UID}:${UID}`, root]);
    const cache = await otherCache(otherPython() ?? '');
    const env = { HOME: root, TMPDIR: root, RUNRL_SANDBOX_CACHE: cache };
    execFileSync('chown', ['-R', `${UID}:${UID}`, cache]);
    const { code, said } = run([...AS_UID, ...RUN, '--python', python, '--sandbox', 'landlock'], env);
    expect(said).not.toContain('RS');
    expect(code).toBe(0);
    const [file = '', ...args] = [...AS_UID, ...COMMAND, 'doctor', '--python', python];
    const { stdout } = spawnSync(file, args, { encoding: 'utf8', env: { ...process.env, ...env } });
    expect(stdout).toMatch(/^ok +level landlock: /m);
  });
});
