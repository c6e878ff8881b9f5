/** Files that change while they are served: without `--watch` that is told, with it they are loaded again. */
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { castOf } from '../helpers/processes.ts';
import { answerOf, type Serving, when, withServer } from './serving.ts';

/** What is served, as a client and as an operator see it. */
const looking = ({ url, post, log, folder, server }: Serving) => ({
  module: async () => (await answerOf(await fetch(`${url}/v1/stats`))).json.modules[0],
  score: async () => {
    const { status, json } = await post('/v1/score', { completion: '' });
    return [status, json.reward, json.version];
  },
  logged: (wanted: string) => log.filter(({ event }) => event === wanted),
  killAgent: () => process.kill(castOf(folder).agent, 'SIGKILL'),
  loads: (count: number) => when(() => server.service.modules.all[0]?.loads === count),
});

const text = (value: string): string => `def reward_fn(completion, **kwargs):\n    ${value}\n`;

/** Serves a reward that is a link, beside a file that it imports. */
const serving = (watch: boolean, body: (serving: Serving) => Promise<void>): Promise<void> =>
  withServer((folder) => {
    mkdirSync(join(folder, 'v1'));
    writeFileSync(join(folder, 'v1/helper.py'), 'value = 1.0\n');
    writeFileSync(join(folder, 'v1/reward.py'), text('import helper; return helper.value'));
    symlinkSync('v1/reward.py', join(folder, 'reward.py'));
    return {
      watch,
      modules: [{ kind: 'reward', name: 'r', file: join(folder, 'reward.py'), options: { reuse: 'never' } }],
    };
  }, body);

/** Puts a file in the place of another, as editors do. */
const replace = (folder: string, name: string, content: string): void => {
  writeFileSync(join(folder, '.new'), content);
  renameSync(join(folder, '.new'), join(folder, name));
};

it('without --watch what was loaded is served on, and that it differs is told', async () => {
  await serving(false, async (served) => {
    const { folder } = served;
    const { module, score, logged, killAgent } = looking(served);
    const { version } = await module();
    expect(await module()).toMatchObject({ changed_files: [], loads: 1 });
    expect(logged('module_loaded')).toMatchObject([{ version }]);
    const before = [200, 1, version];
    replace(folder, 'v1/helper.py', 'value = 2.0\n');
    await when(() => logged('file_differs').length === 1); // also when nobody asks
    replace(folder, 'v1/reward.py', 'def half_saved(');
    await vi.waitFor(async () => expect((await module()).changed_files).toHaveLength(2));
    expect(await score()).toEqual(before);
    killAgent();
    expect(await score()).toEqual(before);
    rmSync(join(folder, 'v1'), { recursive: true });
    killAgent();
    expect(await score()).toEqual(before);
    expect(await module()).toMatchObject({ version, changed_files: ['reward.py', 'helper.py'], loads: 1 });
    expect(logged('file_differs')).toMatchObject([{ level: 'warn', module: 'r', served_version: version }]);
  });
});

it('with --watch it is loaded again when it can be; until then the one before serves, also after a death', async () => {
  await serving(true, async (served) => {
    const { folder } = served;
    const { module, score, logged, killAgent, loads } = looking(served);
    const { version } = await module();
    // Its new import is broken, and later only that is mended.
    writeFileSync(join(folder, 'v1/other.py'), 'value = (\n');
    replace(folder, 'v1/reward.py', text('return other.value').replace('def', 'import other\ndef'));
    await when(() => logged('reload_failed').length === 1);
    killAgent();
    expect(await score()).toEqual([200, 1, version]);
    expect(await module()).toMatchObject({ version, changed_files: ['reward.py'], loads: 1 });
    writeFileSync(join(folder, 'v1/other.py'), 'value = 3.0\n');
    await loads(2);
    const [status, reward, second] = await score();
    expect([status, reward]).toEqual([200, 3]);
    expect(second).not.toBe(version);
    expect(await module()).toMatchObject({ version: second, changed_files: [], error: null });
    rmSync(join(folder, 'reward.py'));
    killAgent();
    expect(await score()).toEqual([200, 3, second]);
    expect((await module()).changed_files).toContain('reward.py');
    // As Kubernetes does with a ConfigMap: another folder behind the link; the old one is deleted.
    mkdirSync(join(folder, 'v2'));
    writeFileSync(join(folder, 'v2/reward.py'), text('return 4.0'));
    symlinkSync('v2/reward.py', join(folder, 'link'));
    renameSync(join(folder, 'link'), join(folder, 'reward.py'));
    rmSync(join(folder, 'v1'), { recursive: true });
    await loads(3);
    expect((await score()).slice(0, 2)).toEqual([200, 4]);
  });
});
