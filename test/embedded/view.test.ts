/** `sandbox.view`: the page of a program's own calls, and what is left when it ends. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { copyOf, leavingNothing, newFolder } from '../helpers/with-reward.ts';

const REWARD = `def reward_fn(completion, expected, **kwargs):
    return 1.0 if completion == str(expected) else 0.0, {"said": completion}
`;

const filed = (): { folder: string; file: string; prompts: string } => {
  const folder = newFolder();
  const file = join(folder, 'reward.py');
  writeFileSync(file, REWARD);
  const prompts = join(folder, 'prompts.jsonl');
  writeFileSync(prompts, '{"id": 7, "prompt": [{"role": "user", "content": "6*3?"}], "expected": 18.0}\n');
  return { folder, file, prompts };
};

// biome-ignore lint/suspicious/noExplicitAny: what comes back is looked at, not worked with
const get = async (url: string, path: string): Promise<any> => (await fetch(`${url}v1/view/${path}`)).json();

it('counts the calls that carry a step, however they are made, and leaves nothing', async () => {
  const { folder, file, prompts } = filed();
  await leavingNothing(folder, async () => {
    await using sandbox = await createSandbox();
    const reward = await sandbox.loadReward(file);
    await reward.score({ completion: 'before', kwargs: { expected: 1 }, step: 1 }); // nobody watches yet
    const view = await sandbox.view({ data: join(folder, 'data'), prompts });
    const kwargs = { prompt: 'six times three', expected: 18 };
    await reward.score({ completion: '18', kwargs, step: 1 });
    await reward.score({ completion: 'without a step', kwargs });
    const calls = ['18', '17'].map((completion) => ({ completion, kwargs, step: 2 }));
    for await (const _ of reward.scoreAll([...calls, { completion: 'x', kwargs }])) {
      // only counted
    }
    const again = await sandbox.loadReward(file);
    await again.score({ completion: '18', kwargs, step: 3 });

    const { runs, serving } = await get(view.url, 'runs');
    expect(serving).toBe(true);
    expect(runs).toMatchObject([
      { calls: 4, first: 1, latest: 3, modules: [{ name: 'reward' }, { name: 'reward-2' }] },
    ]);
    const step = await get(view.url, 'runs/r0/steps/2?module=reward&key=said');
    expect(step).toMatchObject({ calls: 2, numbers: { '@reward': { mean: 0.5 } } });
    expect(step.samples.highest[0]).toMatchObject({
      prompt: 'six times three',
      completion: '18',
      value: '18',
    });
    expect(await get(view.url, 'runs/r0/prompts')).toMatchObject({
      total: 1,
      rows: [{ line: 1, prompt: '6*3?' }],
    });
    const { modules } = await get(view.url, 'workers');
    expect(modules).toMatchObject([{ module: 'reward', state: 'ready' }, { module: 'reward-2' }]);
    // Tried by hand, it is counted for no step.
    const tried = await fetch(`${view.url}v1/score`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ module: 'reward', completion: '18', kwargs: { expected: 18 } }),
    });
    expect(await tried.json()).toMatchObject({ status: 'ok', reward: 1 });
    expect((await get(view.url, 'runs')).runs[0].calls).toBe(4);

    await expect(sandbox.view()).rejects.toMatchObject({ code: 'RS101' });
    await view.close();
    await view.close();
    await expect(fetch(view.url)).rejects.toThrow();
    await using second = await sandbox.view({ data: join(folder, 'data') });
    expect((await get(second.url, 'runs')).runs).toMatchObject([{ calls: 4, latest: 3 }]);
    await sandbox.close();
    await expect(fetch(second.url)).rejects.toThrow();
    await expect(sandbox.view()).rejects.toMatchObject({ code: 'RS501' });
  });
}, 180_000);

it('makes one page of two that are asked for at once, none of a closed sandbox, and each watches for itself', async () => {
  const { folder, file } = filed();
  await leavingNothing(folder, async () => {
    const sandbox = await createSandbox();
    const reward = await sandbox.loadReward(file);
    const asked = await Promise.allSettled([sandbox.view(), sandbox.view()]);
    expect(asked).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'RS101' } }]);
    const [first] = asked.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
    await first?.close();
    const second = await sandbox.view();
    await first?.close(); // does nothing to the page after it
    await reward.score({ completion: '1', kwargs: { expected: 1 }, step: 1 });
    expect((await get(second.url, 'runs')).runs).toMatchObject([{ calls: 1 }]);
    await second.close();
    const late = sandbox.view();
    late.catch(() => undefined);
    await sandbox.close();
    await late.then(
      ({ url }) => expect(fetch(url)).rejects.toThrow(),
      (error) => expect(error).toMatchObject({ code: 'RS501' }),
    );
  });
}, 180_000);

it('forgets closed modules, and refuses a malformed step', async () => {
  const { folder, file } = filed();
  await leavingNothing(folder, async () => {
    await using sandbox = await createSandbox();
    const early = await sandbox.loadReward(file);
    await early.close();
    await using view = await sandbox.view();
    const names = async (): Promise<string[]> =>
      (await get(view.url, 'workers')).modules.map(({ module }: { module: string }) => module);
    const [one, two] = [await sandbox.loadReward(file), await sandbox.loadReward(file)];
    expect(await names()).toEqual(['reward', 'reward-2']);
    await one.close();
    expect(await names()).toEqual(['reward-2']);
    expect((await fetch(`${view.url}readyz`)).status).toBe(200);
    await sandbox.loadReward(file);
    expect(await names()).toEqual(['reward-2', 'reward']);
    for (const step of [-1, 1.5, Number.NaN, 'x' as unknown as number]) {
      const call = { completion: '1', kwargs: { expected: 1 }, step };
      await expect(two.score(call)).rejects.toMatchObject({ code: 'RS101' });
    }
    const call = { completion: '1', kwargs: { expected: 1 } };
    await expect(Reflect.apply(two.score, two, [call, { signal: null }])).rejects.toThrow(/no options/);
    const first = two.scoreAll([undefined as never])[Symbol.asyncIterator]();
    await expect(first.next()).rejects.toThrow(/call 0 to be an object/);
    expect((await get(view.url, 'runs')).runs).toMatchObject([{ calls: 0 }]);
  });
}, 180_000);

it('shows episodes, with their copies, live and ended', async () => {
  const { folder, file } = copyOf('plays.py');
  await leavingNothing(folder, async () => {
    await using sandbox = await createSandbox();
    const environment = await sandbox.loadEnvironment(file);
    await using view = await sandbox.view();
    const episode = await environment.start({ prompt: 'play' }, { step: 4 });
    await episode.step('one');
    const [copy] = await episode.branch(1);
    await copy?.step('two');
    await episode.close();
    const { episodes } = await get(view.url, 'runs/r0/episodes');
    expect(episodes).toMatchObject([
      { state: 'live', steps: 2, step: 4 },
      { state: 'ended', ended: 'closed', steps: 1, prompt: 'play' },
    ]);
    const one = await get(view.url, `runs/r0/episodes/${episodes[0].episode}`);
    expect(one.timeline.map(({ action }: { action: string }) => action)).toEqual(['one', 'two']);
    expect((await get(view.url, 'runs/r0/steps/4')).calls).toBe(2);
    await copy?.close();
  });
}, 180_000);

it('refuses a port that is taken, unknown options, and files that are not there', async () => {
  const { folder, file } = filed();
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  await leavingNothing(folder, async () => {
    await using sandbox = await createSandbox();
    const { port } = taken.address() as AddressInfo;
    await expect(sandbox.view({ port })).rejects.toMatchObject({ code: 'RS504' });
    await expect(sandbox.view({ prot: 1 } as object)).rejects.toMatchObject({ code: 'RS101' });
    await expect(sandbox.view({ prompts: join(folder, 'none') })).rejects.toMatchObject({ code: 'RS102' });
    await expect(sandbox.view({ data: file })).rejects.toMatchObject({ code: 'RS102' });
    const view = await sandbox.view(); // after all that
    expect(view.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  });
  taken.close();
}, 180_000);

it('does not keep a program alive, also while somebody looks', () => {
  const { file } = filed();
  const program = `
    import { spawn } from 'node:child_process';
    import { once } from 'node:events';
    import { createSandbox } from ${JSON.stringify(join(import.meta.dirname, '../../dist/index.js'))};
    const sandbox = await createSandbox({ level: 'none' });
    const reward = await sandbox.loadReward(${JSON.stringify(file)});
    const view = await sandbox.view();
    const looks = "fetch('" + view.url + "v1/view/events').then(({ status }) => console.log(status))";
    const child = spawn(process.execPath, ['-e', looks], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [status] = await once(child.stdout, 'data');
    child.unref();
    child.stdout.destroy();
    console.log(+status, (await reward.score({ completion: '1', kwargs: { expected: 1 } })).reward);
  `;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect([status, stdout, stderr]).toEqual([0, '200 1\n', '']);
}, 90_000);
