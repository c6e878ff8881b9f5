/** Where runs come from, and that nothing of them stays. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSandbox, type Reward, type RewardOptions, type SandboxOptions } from '../../src/index.ts';
import { otherPython } from '../helpers/other-user.ts';
import { kill, processesFor, until } from '../helpers/processes.ts';
import { expectOk, leavingNothing, newFolder } from '../helpers/with-reward.ts';
import { realPython } from '../python/interpreters.ts';

const OBEYS = join(import.meta.dirname, 'obeys.py');

/** All processes below the agent of the module in `folder` that call themselves `runrl-code`: supervisors and programs. */
const runsOf = (folder: string): number[] => {
  const parents = new Map<number, { parent: number; code: boolean }>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const [, state, parent] =
        /^\d+ \(.*\) (\w) (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      const code = readFileSync(`/proc/${name}/cmdline`, 'utf8').startsWith('runrl-code');
      if (state !== 'Z') parents.set(Number(name), { parent: Number(parent), code });
    } catch {
      // it ended meanwhile
    }
  }
  const agents = new Set(
    processesFor(folder)
      .filter(({ command }) => command.includes('agent/main.py'))
      .map(({ pid }) => pid),
  );
  const isBelow = (pid: number): boolean => {
    for (let at = pid; at > 1; at = parents.get(at)?.parent ?? 0) if (agents.has(at)) return true;
    return false;
  };
  return [...parents].filter(([pid, { code }]) => code && isBelow(pid)).map(([pid]) => pid);
};

/** Whether a number is still that of a run: it may belong to somebody else by now. */
const isRun = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('runrl-code');
  } catch {
    return false;
  }
};

/** Folders of slots and runs at level `landlock`. */
const temporary = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('runrl-') && name.includes('-tmp-'));

const parentOf = (pid: number): number =>
  Number(/^\d+ \(.*\) \w (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);

const LEVELS: [string, SandboxOptions][] = [
  ['namespaces', { level: 'namespaces' }],
  ['strict', { level: 'namespaces', profile: 'strict' }],
];
const readable = otherPython();
if (readable !== undefined) LEVELS.push(['landlock', { level: 'landlock', python: readable }]);

describe.each(LEVELS)('at level %s', (_, settings) => {
  const withRuns = async (
    options: RewardOptions,
    body: (reward: Reward, folder: string) => Promise<void>,
  ): Promise<void> => {
    const folder = newFolder();
    copyFileSync(OBEYS, join(folder, 'obeys.py'));
    await leavingNothing(folder, async () => {
      await using sandbox = await createSandbox(settings);
      await body(await sandbox.loadReward(join(folder, 'obeys.py'), options), folder);
    });
  };

  it('a run leaves no trace in a worker: it serves the next call', async () => {
    await withRuns({ concurrency: 1, reuse: 'auto' }, async (reward) => {
      const fresh: boolean[] = [];
      for (let call = 0; call < 4; call++) {
        const outcome = await reward.score({ completion: 'runs', kwargs: { count: 2 } });
        expectOk(outcome, 2);
        fresh.push(outcome.fresh);
      }
      expect(fresh).toEqual([true, false, false, false]);
    });
  });

  it('no process of runs exists before the first one, and one waits after it', async () => {
    await withRuns({ concurrency: 1 }, async (reward, folder) => {
      await expect(reward.score({ completion: 'unknown' })).resolves.toMatchObject({ status: 'raised' });
      expect(runsOf(folder)).toEqual([]);
      expectOk(await reward.score({ completion: 'runs' }), 1);
      await until(
        () => runsOf(folder),
        (runs) => runs.length === 1,
      );
    });
  });

  it('a call that is killed takes its run with it, daemons and all', async () => {
    await withRuns({ concurrency: 1, timeout: 6_000 }, async (reward, folder) => {
      expectOk(await reward.score({ completion: 'runs' }), 1);
      const call = reward.score({ completion: 'hangs in a run' });
      await until(
        () => runsOf(folder),
        (runs) => runs.length >= 5, // the one that waits, a supervisor, the program, its daemons
      );
      expect((await call).status).toBe('timeout');
      await until(
        () => runsOf(folder),
        (runs) => runs.length === 1,
      );
      expectOk(await reward.score({ completion: 'runs' }), 1);
    });
  });

  it('closing the sandbox during a run leaves nothing of it, daemons and all', async () => {
    const folder = newFolder();
    copyFileSync(OBEYS, join(folder, 'obeys.py'));
    await leavingNothing(folder, async () => {
      const sandbox = await createSandbox(settings);
      const reward = await sandbox.loadReward(join(folder, 'obeys.py'), { concurrency: 2, timeout: '60s' });
      const calls = [1, 2].map(() => reward.score({ completion: 'hangs in a run' }).catch(() => undefined));
      const runs = await until(
        () => runsOf(folder),
        (found) => found.length >= 11,
      );
      await sandbox.close();
      await Promise.all(calls);
      // Not those below an agent, which is gone: by number.
      await until(
        () => runs.filter((pid) => isRun(pid)),
        (left) => left.length === 0,
      );
      await until(temporary, (left) => left.length === 0);
    });
  });

  it('a supervisor that dies takes its run with it, daemons and all, and the run counts as killed', async () => {
    await withRuns({ concurrency: 1, timeout: '30s' }, async (reward, folder) => {
      expectOk(await reward.score({ completion: 'runs' }), 1);
      const call = reward.score({ completion: 'hangs in a run' });
      const runs = await until(
        () => runsOf(folder),
        (found) => found.length >= 5,
      );
      const programs = runs.filter((pid) => runs.includes(parentOf(pid))).map(parentOf);
      const supervisor = programs.find((pid) => !runs.includes(parentOf(pid)));
      kill(supervisor);
      expectOk(await call, 0);
      await until(
        () => runsOf(folder),
        (found) => found.length === 1,
      );
    });
  });

  it('a code zygote that dies is made anew, and the run that it had is not taken for one that failed', async () => {
    await withRuns({ concurrency: 1, timeout: '30s' }, async (reward, folder) => {
      expectOk(await reward.score({ completion: 'runs' }), 1);
      const call = reward.score({ completion: 'hangs in a run' });
      const runs = await until(
        () => runsOf(folder),
        (found) => found.length >= 5,
      );
      const supervisors = runs.filter((pid) => !runs.includes(parentOf(pid)));
      kill(parentOf(supervisors[0] ?? 0));
      const outcome = await call;
      expect([outcome.status, outcome.error?.type]).toEqual(['raised', 'RunCodeError']);
      // One may still reach what has died before its keeper has heard of it, and is told so.
      let next = await reward.score({ completion: 'runs' });
      while (next.error?.type === 'RunCodeError') next = await reward.score({ completion: 'runs' });
      expectOk(next, 1);
      await until(
        () => runsOf(folder),
        (found) => found.length === 1,
      );
    });
  });

  it('at most four runs for each call that can run are made at a time; the others wait', async () => {
    await withRuns({ concurrency: 1, timeout: '60s' }, async (reward, folder) => {
      const call = reward.score({ completion: 'runs several', kwargs: { count: 20 } });
      let most = 0;
      let done = false;
      void call.then(() => {
        done = true;
      });
      await until(
        () => {
          most = Math.max(most, runsOf(folder).length);
          return done;
        },
        Boolean,
        90_000,
      );
      expectOk(await call, 20);
      expect(most).toBeLessThanOrEqual(8); // supervisor and program of each
      expect(most).toBeGreaterThan(4);
    });
  });

  it('a call that ends the worker in a run is a crash, and the next one is served', async () => {
    await withRuns({ concurrency: 1 }, async (reward) => {
      expect(await reward.score({ completion: 'is killed in a run' })).toMatchObject({ status: 'crashed' });
      expectOk(await reward.score({ completion: 'runs' }), 1);
    });
  });

  it('a reward file in the folder of the interpreter gets a reason, not a run that can read it', async () => {
    const folder = newFolder();
    execFileSync(settings.python ?? realPython(), ['-I', '-m', 'venv', '--without-pip', folder]);
    copyFileSync(OBEYS, join(folder, 'obeys.py'));
    await leavingNothing(folder, async () => {
      await using sandbox = await createSandbox({ ...settings, python: join(folder, 'bin/python') });
      const reward = await sandbox.loadReward(join(folder, 'obeys.py'), { concurrency: 1 });
      const outcome = await reward.score({ completion: 'says why' });
      expect([outcome.status, outcome.reward]).toEqual(['ok', 0]);
      expect(outcome.info.why).toMatch(/holds the reward file and the interpreter/);
    });
  });

  it('a reward file below the folder of the interpreter is hidden by all its names', async () => {
    const folder = newFolder();
    const venv = join(folder, 'venv');
    execFileSync(settings.python ?? realPython(), ['-I', '-m', 'venv', '--without-pip', venv]);
    symlinkSync(venv, join(folder, 'alias'));
    const project = join(venv, 'project');
    mkdirSync(project);
    const look = `
from runrl import run_code
def reward_fn(completion, **kwargs):
    names = ${JSON.stringify(['venv', 'alias'].map((each) => join(folder, each, 'project/look.py')))} + [__file__]
    look = "open(name)" if run_code("pass").level == "landlock" else "os.stat(name)"
    code = """
import os, sys
def found(name):
    try: LOOK; return [name]
    except OSError: return []
print(sys.prefix, sum(map(found, NAMES), []))
"""
    code = code.replace("LOOK", look).replace("NAMES", repr(names))
    results = [run_code(code, packages=packages) for packages in (False, True)]
    assert all(result.ok for result in results), results
    return 1.0, {"names": str(len(names)), "found": "".join(result.stdout for result in results)}
`;
    execFileSync('sh', ['-c', 'cat > "$0"', join(project, 'look.py')], { input: look });
    await leavingNothing(folder, async () => {
      await using sandbox = await createSandbox({ ...settings, python: join(folder, 'alias/bin/python') });
      const reward = await sandbox.loadReward(join(project, 'look.py'), { concurrency: 1 });
      const outcome = await reward.score({ completion: '' });
      expect([outcome.status, outcome.error?.message ?? '']).toEqual(['ok', '']);
      expect(Number(outcome.info.names)).toBeGreaterThan(1);
      expect(outcome.info.found).toMatch(/^.* \[\]\n.* \[\]\n$/);
      expect(realpathSync(project)).toBe(project);
    });
  });
});
