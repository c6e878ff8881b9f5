/** What was loaded is what is served: also by workers that import the file themselves, and after the agent has died. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSandbox } from '../../src/host.ts';
import type { SandboxOptions } from '../../src/index.ts';
import { filesOf } from '../../src/module/module-files.ts';
import { otherPython } from '../helpers/other-user.ts';
import { castOf } from '../helpers/processes.ts';
import { leavingNothing, newFolder } from '../helpers/with-reward.ts';

/** A reward, and an environment, of which each part says its version: the file, what it imports and when. */
const reward = (value: number, first = ''): string => `${first}
import importlib, inspect, os
from helper import value
from kit import part
picked = importlib.import_module("pick" + "ed").value

def reward_fn(completion, **kwargs):
    import lazy
    computed = importlib.import_module(f"comp{completion}").value
    beside = open(os.path.join(os.path.dirname(__file__), "data.txt")).read() if completion == "uted" else ""
    said = {"value": value + ${value}, "part": part.value, "picked": picked, "lazy": lazy.value, "computed": computed}
    return float(sum(said.values())), {"source": inspect.getsource(reward_fn), "file": __file__, "beside": beside}
`;
const environment = (value: number): string => `from helper import value
class Env:
    def setup(self, **kwargs): return ""
    def step(self, action):
        import lazy
        return "", float(value + lazy.value + ${value}), False, {}
`;
const THREAD =
  'import threading, time; threading.Thread(target=time.sleep, args=(9999,), daemon=True).start()';
const NAMES = ['helper', 'kit/part', 'picked', 'lazy', 'computed'];

const write = (folder: string, text: string, value: number): void => {
  mkdirSync(join(folder, 'kit'), { recursive: true });
  writeFileSync(join(folder, 'data.txt'), `${value}`);
  writeFileSync(join(folder, 'module.py'), text);
  for (const name of NAMES) writeFileSync(join(folder, `${name}.py`), `value = ${value}\n`);
};

const killAgents = (folder: string): boolean => process.kill(castOf(folder).agent, 'SIGKILL');

const places: [string, SandboxOptions | undefined, string][] = [
  ['at level namespaces', {}, ''],
  ['at level none', { level: 'none' }, ''],
  ['that cannot be forked', {}, THREAD],
  ['under the profile strict', { profile: 'strict' }, ''],
];
const python = otherPython();
if (python !== undefined) places.push(['at level landlock', { level: 'landlock', python }, '']);

it.each(places)('a reward %s', async (_, settings, first) => {
  const folder = newFolder();
  await leavingNothing(folder, async () => {
    write(folder, reward(1, first), 1);
    const file = join(folder, 'module.py');
    await using sandbox = await createSandbox(settings);
    const module = await sandbox.loadReward(file, { reuse: 'never', concurrency: 1 });
    const score = async (completion = 'uted') => {
      const { status, reward: sum, info, version } = await module.score({ completion });
      return { status, sum, version, ...info };
    };
    const loaded = await score();
    expect(loaded).toMatchObject({ status: 'ok', sum: 6, version: module.version, file, beside: '1' });
    expect(loaded).toHaveProperty('source', expect.stringContaining('value + 1'));
    expect(module.version).toMatch(/^[0-9a-f]{16}$/);
    expect(await filesOf(module)?.changed(file)).toEqual([]);
    write(folder, reward(2, first), 2);
    const edited = { ...loaded, beside: '2' }; // data is read when it is read
    expect(await score()).toEqual(edited);
    expect((await filesOf(module)?.changed(file))?.sort()).toEqual(
      ['module.py', ...NAMES.map((name) => `${name}.py`)].sort(),
    );
    killAgents(folder);
    expect(await score()).toEqual(edited);
    writeFileSync(file, 'def reward_fn(\n');
    for (const name of NAMES) rmSync(join(folder, `${name}.py`));
    killAgents(folder);
    expect(await score()).toEqual(edited);
  });
});

it('an environment: a later agent, and its folder gone', async () => {
  const folder = newFolder();
  await leavingNothing(folder, async () => {
    write(folder, environment(1), 1);
    await using sandbox = await createSandbox();
    const module = await sandbox.loadEnvironment(join(folder, 'module.py'), { class: 'Env' });
    const step = async () => {
      const episode = await module.start({});
      const { reward: sum, version, error } = await episode.step('');
      expect([episode.setup.error, error]).toEqual([null, null]);
      await episode.close();
      return [sum, version, episode.setup.version];
    };
    expect(await step()).toEqual([3, module.version, module.version]);
    rmSync(folder, { recursive: true });
    killAgents(folder);
    expect(await step()).toEqual([3, module.version, module.version]);
  });
});

it('of all loads with the same sources there is one version; of others, each has its own', async () => {
  const folder = newFolder();
  await leavingNothing(folder, async () => {
    const file = join(folder, 'module.py');
    const sources = new Map<string, Uint8Array>();
    const load = async (path: string, settings: SandboxOptions) => {
      await using sandbox = await createSandbox(settings);
      await using module = await sandbox.loadReward(path);
      return [(await module.score({ completion: 'uted' })).reward, module.version];
    };
    write(folder, reward(1), 1);
    const first = await load(file, { sources });
    write(folder, reward(2), 2);
    expect(first[0]).toBe(6);
    expect(await load(file, { sources })).toEqual(first);
    const wrapper = join(newFolder(), 'wrapper.py');
    writeFileSync(
      wrapper,
      `import importlib.util, sys
sys.path.append(${JSON.stringify(folder)})
spec = importlib.util.spec_from_file_location("module", ${JSON.stringify(file)})
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
reward_fn = module.reward_fn
`,
    );
    expect((await load(wrapper, { sources, mounts: [folder] }))[0]).toBe(6);
    const second = await load(file, {});
    expect(second[0]).toBe(12);
    expect(second[1]).not.toBe(first[1]);
  });
});
