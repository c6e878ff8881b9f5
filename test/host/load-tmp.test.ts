/** While it loads a module may write to /tmp and HOME, and what it leaves there is where each worker begins. */
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { noOtherUser, OTHER_UID } from '../helpers/other-user.ts';
import { processesFor, until } from '../helpers/processes.ts';
import { folderOf, otherUser, report } from '../helpers/who.ts';
import { newFolder } from '../helpers/with-reward.ts';

// As libraries do that keep a cache: it must be there, and be written to, while they are imported.
const SOURCE = `
import os, tempfile
FOLDER = tempfile.mkdtemp(prefix="of-the-import-")
CACHE = os.path.join(os.path.expanduser("~"), ".cache", "fonts")
os.makedirs(CACHE)
FILES = [os.path.join(FOLDER, "a"), os.path.join(CACHE, "fonts.json")]
for name in FILES:
    with open(name, "w") as file:
        file.write("as imported")
os.symlink(FILES[0], os.path.join(FOLDER, "link"))
OPEN = open(FILES[0])

def reward_fn(completion, **kwargs):
    read = [open(name).read() for name in (*FILES, os.path.join(FOLDER, "link"))] + [OPEN.read()]
    if completion == "write":
        for name in FILES:
            with open(name, "r+") as file:
                file.write("OVERWRITTEN")
    elif completion == "remove":
        os.remove(FILES[1])
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"x")
    return float(read == ["as imported"] * 4)
`;

const CLOSES = `
import os, tempfile
FOLDER = tempfile.mkdtemp()
FILE = os.path.join(FOLDER, "closed")
open(FILE, "w").write("kept")
os.chmod(FILE, 0)
os.chmod(FOLDER, 0)
os.mkfifo("/tmp/fifo")
GONE = tempfile.mkdtemp()
os.chdir(GONE)
os.rmdir(GONE)

def reward_fn(completion, **kwargs):
    os.chmod(FOLDER, 0o700)
    os.chmod(FILE, 0o600)
    return float(open(FILE).read() == "kept")
`;

const ENVIRONMENT = `${SOURCE}
class Env:
    def setup(self, **kwargs):
        return "x"
    def step(self, action):
        return {"observation": "x", "reward": reward_fn(action), "done": True}
`;

describe.each(['default', 'strict'] as const)('profile %s', (profile) => {
  it.each(['auto', 'never'] as const)(
    'under %s, whatever calls do to it',
    { timeout: 60_000 },
    async (reuse) => {
      const file = join(newFolder(), 'reward.py');
      writeFileSync(file, SOURCE);
      await using sandbox = await createSandbox({ profile });
      await using reward = await sandbox.loadReward(file, { reuse, concurrency: 1, timeout: '20s' });
      const changes = profile === 'default' ? ['write', 'remove'] : []; // there it can be read, and no more
      const completions = ['x', 'x', ...changes.flatMap((change) => [change, 'x', 'x']), 'x'];
      const outcomes = [];
      for (const completion of completions) outcomes.push(await reward.score({ completion }));
      expect(outcomes.map(({ status, reward: number, error }) => ({ status, number, error }))).toEqual(
        completions.map(() => ({ status: 'ok', number: 1, error: null })),
      );
    },
  );
});

it('for episodes, too', { timeout: 60_000 }, async () => {
  const file = join(newFolder(), 'env.py');
  writeFileSync(file, ENVIRONMENT);
  await using sandbox = await createSandbox();
  await using environment = await sandbox.loadEnvironment(file);
  for (const action of ['write', 'x', 'remove', 'x']) {
    await using episode = await environment.start({});
    expect(await episode.step(action)).toMatchObject({ status: 'ok', reward: 1 });
  }
});

const reason = noOtherUser();

it.skipIf(reason !== undefined)('leaves nothing on the machine, also as another user', async () => {
  const who = await otherUser();
  const folder = join(folderOf(who), 'module');
  const file = join(folder, 'reward.py');
  mkdirSync(folder);
  writeFileSync(file, SOURCE);
  for (const path of [folder, file]) chownSync(path, OTHER_UID, OTHER_UID);
  const completions = ['x', 'write', 'x', 'remove', 'x'];
  const rounds = completions.map((completion) => [{ completion }]);
  const reported = await report(who, {
    it: { file, sandbox: { python: who.python }, options: { concurrency: 1 }, rounds },
  });
  expect(reported.it?.outcomes.map(([outcome]) => outcome?.reward)).toEqual(completions.map(() => 1));
  await until(
    () => processesFor(folder),
    (left) => left.length === 0,
  );
  expect(['/tmp', folderOf(who)].filter((each) => existsSync(join(each, '.cache/fonts')))).toEqual([]);
});

it('a module may close what it leaves, and remove the folder that it stands in', async () => {
  const file = join(newFolder(), 'reward.py');
  writeFileSync(file, CLOSES);
  await using sandbox = await createSandbox();
  await using reward = await sandbox.loadReward(file, { concurrency: 1 });
  expect(await reward.score({ completion: 'x' })).toMatchObject({ status: 'ok', reward: 1 });
});
