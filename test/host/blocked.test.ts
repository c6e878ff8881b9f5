/** What the sandbox keeps from a call is told with the option that would allow it, also where the call swallows it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Reward, type Sandbox } from '../../src/index.ts';
import { newFolder } from '../helpers/with-reward.ts';

const SOURCE = `
import http.client, os, socket, subprocess, sys, urllib.request
FOLDER = os.path.dirname(__file__)
def a_judge():
    return urllib.request.urlopen("https://api.openai.com/v1/chat").read()
def a_connection():
    http.client.HTTPConnection("192.0.2.1", 9).request("GET", "/")
def a_name():
    socket.gethostbyname("metadata.internal")
def a_file():
    return open("/data/answers.json").read()
def a_program():
    subprocess.run(["nonexistent-compiler", "x.c"])
def an_own_file():
    return open(os.path.join(FOLDER, "none.txt")).read()
def loopback():
    socket.create_connection(("127.0.0.1", 1))
def through():
    urllib.request.urlopen("http://localhost:9/")
def a_cache():
    return open("/tmp/none").read(), open("/etc/none").read()
def a_program_of_its_own():
    subprocess.run([sys.executable, "-c", "pass"], check=True)
def reward_fn(completion, **kwargs):
    try:
        globals()[completion]()
    except Exception:
        return 0.0
    return 1.0
`;

const TOLD: [string, RegExp][] = [
  ['a_judge', /^the sandbox has no network: `--allow-net api\.openai\.com` lets it reach that host$/],
  ['a_connection', /`--allow-net 192\.0\.2\.1`/],
  ['a_name', /`--allow-net metadata\.internal`/],
  ['a_file', /^the file `\/data\/answers\.json` was not found: .* what --mount PATH names$/],
  ['a_program', /^the program `nonexistent-compiler` was not found: .*--mount PATH/],
];
const BEHIND_PROXY: Record<string, RegExp[]> = {
  a_judge: [/^api\.openai\.com:443 is not allowed: add --allow-net api\.openai\.com$/],
  a_name: [/^`metadata\.internal` cannot be reached directly: .* HTTPS_PROXY/],
};
const QUIET = ['an_own_file', 'loopback', 'a_cache', 'a_program_of_its_own'];

describe.each(['default', 'strict'] as const)('profile %s', (profile) => {
  let sandbox: Sandbox;
  let reward: Reward;
  beforeAll(async () => {
    const file = join(newFolder(), 'reward.py');
    writeFileSync(file, SOURCE);
    sandbox = await createSandbox({ profile });
    reward = await sandbox.loadReward(file, { timeout: '20s' });
  });
  afterAll(() => sandbox.close());

  it.each(TOLD)('%s is told', async (completion, text) => {
    const { status, reward: number, warnings } = await reward.score({ completion });
    expect({ status, number, warnings }).toEqual({
      status: 'ok',
      number: 0,
      warnings: [expect.stringMatching(text)],
    });
  });

  it.each(QUIET)('%s is not', async (completion) => {
    expect(await reward.score({ completion })).toMatchObject({ status: 'ok', warnings: [] });
  });
});

const told = (name: string): string =>
  `the variable ${name} is set here and hidden from the module: --env ${name} passes it`;

it('a variable that is hidden, and a package that is missing in a call, come with the option', async () => {
  const file = join(newFolder(), 'reward.py');
  writeFileSync(
    file,
    `import os
def reward_fn(completion, **kwargs):
    if completion == "variable":
        return len(os.environ["OPENAI_API_KEY"])
    import torch_that_is_not_there
`,
  );
  await using sandbox = await createSandbox();
  await using reward = await sandbox.loadReward(file);
  expect((await reward.score({ completion: 'variable' })).warnings.join()).toMatch(/--env OPENAI_API_KEY/);
  expect((await reward.score({ completion: 'x' })).warnings.join()).toMatch(
    /torch_that_is_not_there.*--root/s,
  );
});

it('a variable that is set here and not inside is told, whatever the lookup gives, and no other', async () => {
  const folder = newFolder();
  const file = join(folder, 'reward.py');
  writeFileSync(join(folder, 'settings.py'), 'import os\nTHEIRS = os.environ.get("SET_HERE", "default")\n');
  writeFileSync(
    file,
    `import os, shutil, tempfile, settings
shutil.get_terminal_size()  # looks for COLUMNS
AT_IMPORT = os.getenv("SET_AT_IMPORT"), os.getenv("DEBUG_OF_NOBODY")
class OpenAIError(Exception): pass
def client():
    if tempfile._os.environ.get("SET_FOR_CLIENT") is None:
        raise OpenAIError("set api_key or the SET_FOR_CLIENT environment variable")
def reward_fn(completion, **kwargs):
    if completion == "client":
        client()
    return 1.0 if ("SET_IN_CALL" in os.environ) or os.getenv("DEBUG_OF_NOBODY") else 0.0
`,
  );
  const names = ['SET_HERE', 'SET_AT_IMPORT', 'SET_IN_CALL', 'SET_FOR_CLIENT', 'COLUMNS'];
  for (const name of names) process.env[name] = 'a secret value';
  try {
    await using sandbox = await createSandbox();
    for (const reuse of ['auto', 'shared', 'never'] as const) {
      await using reward = await sandbox.loadReward(file, { reuse });
      expect(reward.warnings).toEqual(expect.arrayContaining([told('SET_HERE'), told('SET_AT_IMPORT')]));
      expect(reward.warnings).not.toContain(told('COLUMNS'));
      expect(await reward.score({ completion: 'x' })).toMatchObject({
        status: 'ok',
        reward: 0,
        warnings: [told('SET_IN_CALL')],
      });
      expect((await reward.score({ completion: 'client' })).warnings).toEqual([
        expect.stringContaining('--env SET_FOR_CLIENT (env)'),
      ]);
    }
    await using open = await createSandbox({ env: ['SET_IN_CALL'] });
    await using reward = await open.loadReward(file);
    expect(await reward.score({ completion: 'x' })).toMatchObject({ reward: 1, warnings: [] });
  } finally {
    for (const name of names) delete process.env[name];
  }
});

it('modules of the project around it are found with --root, and named without', async () => {
  const folder = newFolder();
  const file = join(folder, 'rewards/reward.py');
  for (const [name, text] of Object.entries({
    'helpers/score.py': 'def score(text):\n    return float(len(text))\n',
    'rewards/reward.py':
      'from helpers.score import score\ndef reward_fn(completion, **kwargs):\n    return score(completion)\n',
  })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  await using without = await createSandbox();
  const refused = await without.loadReward(file).catch((error: Error) => error);
  expect(String((refused as Error).message)).toContain(
    `= help: \`helpers\` is in ${folder}: --root ${folder}`,
  );
  expect(String((refused as Error).message)).not.toContain('dependencies');
  await using sandbox = await createSandbox({ root: folder });
  await using reward = await sandbox.loadReward(file);
  expect(await reward.score({ completion: 'four' })).toMatchObject({ status: 'ok', reward: 4 });
});

it('a file that hides a module of Python is named', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'statistics.py'), 'x = 1\n');
  writeFileSync(
    join(folder, 'reward.py'),
    'import statistics\nMEAN = statistics.mean([1])\ndef reward_fn(completion, **kwargs):\n    return 1.0\n',
  );
  await using sandbox = await createSandbox();
  await expect(sandbox.loadReward(join(folder, 'reward.py'))).rejects.toThrow(
    /`statistics\.py` beside the file hides Python's own module `statistics`: rename it/,
  );
});

describe.each(['default', 'strict'] as const)('behind the proxy of --allow-net, profile %s', (profile) => {
  it.each(['auto', 'shared'] as const)(
    'reuse %s: each call is told what it was refused, and no other',
    async (reuse) => {
      const file = join(newFolder(), 'reward.py');
      writeFileSync(file, SOURCE);
      await using sandbox = await createSandbox({ profile, allowNet: ['localhost:9'] });
      await using reward = await sandbox.loadReward(file, { timeout: '20s', concurrency: 4, reuse });
      const calls = ['a_judge', 'through', 'a_judge', 'an_own_file', 'through', 'a_name', 'a_judge'];
      const outcomes = await Promise.all(calls.map((completion) => reward.score({ completion })));
      expect(outcomes.map(({ status, warnings }) => ({ status, warnings }))).toEqual(
        calls.map((completion) => ({
          status: 'ok',
          warnings: (BEHIND_PROXY[completion] ?? []).map((text) => expect.stringMatching(text)),
        })),
      );
    },
  );
});
