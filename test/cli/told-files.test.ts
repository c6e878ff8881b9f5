/** What a command was given lies where the module lies, as `init` puts it: a completion that is executed reads none of it. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { byHand, COMMAND } from '../helpers/command-line.ts';
import { noOtherUser } from '../helpers/other-user.ts';
import { folderOf, otherUser, thisUser, type Who } from '../helpers/who.ts';
import { newFolder } from '../helpers/with-reward.ts';

/** Executes the completion, which finds what it can read beside the module. */
const REWARD = `
import json, os
HERE = os.path.dirname(os.path.abspath(__file__))
WORDS = open(os.path.join(HERE, "words.txt")).read().split()
def reward_fn(completion, answer, **kwargs):
    names = {"HERE": HERE}
    exec(completion, names)
    assert WORDS == ["data"]
    return 1.0, {"read": json.dumps(names["read"])}
`;
const READS = `
import os
read = {}
for path, folders, files in os.walk(HERE):
    for name in sorted(folders + files):
        try:
            with open(os.path.join(path, name)) as file:
                read[name] = "SECRET" in file.read()
        except IsADirectoryError:
            pass
        except OSError as error:
            read[name] = type(error).__name__
`;

const project = (who: Who): string => {
  const folder = newFolder();
  writeFileSync(join(folder, 'reward.py'), REWARD);
  writeFileSync(join(folder, 'words.txt'), 'data\n');
  mkdirSync(join(folder, 'data'));
  const rows = [0, 1, 2].map((id) => JSON.stringify({ id, prompt: 'q', answer: `SECRET${id}` }));
  writeFileSync(join(folder, 'data/prompts.jsonl'), `${rows.join('\n')}\n`);
  symlinkSync('data/prompts.jsonl', join(folder, 'prompts.jsonl'));
  const completions = [0, 1, 2].map((id) => JSON.stringify({ id, completion: READS }));
  writeFileSync(join(folder, 'completions.jsonl'), `${completions.join('\n')}\n`);
  if (who.uid !== thisUser.uid) execFileSync('chown', ['-hR', `${who.uid}:${who.uid}`, folder]);
  return folder;
};

const command = async (who: Who, folder: string, ...args: string[]) => {
  const [file = '', ...rest] = [...who.wrap, ...COMMAND, ...args];
  const child = spawn(file, [...rest, '--python', who.python], {
    cwd: folder,
    env: { ...byHand(), HOME: folderOf(who), TMPDIR: folderOf(who), RUNRL_SANDBOX_CACHE: who.cache },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { out, err };
};

const rowsOf = (folder: string) =>
  readFileSync(join(folder, 'out.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { status: string; error: unknown; info: { read: string } });

const FILES = ['--prompts', 'prompts.jsonl', '--completions', 'completions.jsonl', '-o', 'out.jsonl'];
const reason = noOtherUser();
const PEOPLE: [string, () => Promise<Who>][] = [['whoever this is', async () => thisUser]];
if (reason === undefined) PEOPLE.push(['another user', otherUser]);

describe.each(PEOPLE)('as %s', (name, find) => {
  let who: Who;
  beforeAll(async () => {
    who = await find();
  });

  // As root nothing can be lent there to the sandbox's user, where only root can read the interpreter.
  const levels = [
    'namespaces',
    'namespaces --profile strict',
    ...(name === 'another user' ? ['landlock'] : []),
  ];
  it.each(levels)('run at %s', { timeout: 60_000 }, async (level) => {
    const folder = project(who);
    const { err } = await command(
      who,
      folder,
      'run',
      'reward.py',
      ...FILES,
      '--ordered',
      '--sandbox',
      ...level.split(' '),
    );
    const rows = existsSync(join(folder, 'out.jsonl')) ? rowsOf(folder) : [];
    expect({ err, statuses: rows.map(({ status }) => status) }).toMatchObject({
      statuses: ['ok', 'ok', 'ok'],
    });
    for (const { info } of rows) {
      const read = JSON.parse(info.read);
      expect(read).toMatchObject({ 'words.txt': false, 'reward.py': false });
      for (const name of ['prompts.jsonl', 'completions.jsonl', 'out.jsonl'])
        expect(read[name]).toBe('PermissionError');
    }
  });
});

it('audit: its prompts and completions', { timeout: 60_000 }, async () => {
  const folder = project(thisUser);
  // The reward is how many files a completion could read answers from.
  const counts = REWARD.replace(/return .*/, 'return float(sum(v is True for v in names["read"].values()))');
  writeFileSync(join(folder, 'reward.py'), counts);
  const rows = [0, 1, 2].map((id) => JSON.stringify({ id, step: id, completion: READS }));
  writeFileSync(join(folder, 'completions.jsonl'), `${rows.join('\n')}\n`);
  const files = FILES.slice(0, 4);
  const { out } = await command(thisUser, folder, 'audit', '--reward', 'reward.py', ...files, '--json');
  const { state, steps } = JSON.parse(out) as { state: string; steps: { controls: { policy: number } }[] };
  expect([state, ...steps.map(({ controls }) => controls.policy)]).toEqual(['finished', 0, 0, 0]);
});

/** Has a server of the project's reward answer some bodies, one after the other. */
const served = async (who: Who, folder: string, flags: readonly string[], ...bodies: object[]) => {
  const [file = '', ...args] = [...who.wrap, ...COMMAND, 'serve', '--reward', 'reward.py', ...flags];
  const child = spawn(file, [...args, '--http', '127.0.0.1:0', '--json', '--python', who.python], {
    cwd: folder,
    env: { ...byHand(), HOME: folderOf(who), TMPDIR: folderOf(who), RUNRL_SANDBOX_CACHE: who.cache },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [ready] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const outcomes: unknown[] = [];
  for (const body of bodies) {
    const headers = { 'content-type': 'application/json' };
    const { url } = JSON.parse(ready) as { url: string };
    const response = await fetch(`${url}/v1/score`, { method: 'POST', headers, body: JSON.stringify(body) });
    outcomes.push(await response.json());
  }
  child.kill();
  await once(child, 'exit');
  return outcomes;
};
// The files are their owner's, who calls are as well unless that is root.
const owner = () => (reason === undefined ? otherUser() : Promise.resolve(thisUser));

it('serve: its data, and the socket that it listens on', { timeout: 60_000 }, async () => {
  const who = await owner();
  const folder = project(who);
  writeFileSync(
    join(folder, 'reward.py'),
    `import os, socket
HERE = os.path.dirname(os.path.abspath(__file__))
def reward_fn(completion, **kwargs):
    try:
        os.listdir(os.path.join(HERE, "steps"))
    except PermissionError:
        socket.socket(socket.AF_UNIX).connect(os.path.join(HERE, "socket"))
    return 1.0
`,
  );
  const zmq = `ipc://${join(folder, 'socket')}`;
  const [outcome] = await served(who, folder, ['--data', 'steps', '--zmq', zmq], { completion: 'x' });
  expect(outcome).toMatchObject({ status: 'raised', error: { type: 'ConnectionRefusedError' } });
});

it.each([
  ['in the folder of the module', '.', 'data/prompts.jsonl'],
  ['around its prompts', 'data', 'data/prompts.jsonl'],
])('serve: its data %s', { timeout: 60_000 }, async (_, data, prompts) => {
  const who = await owner();
  const folder = project(who);
  rmSync(join(folder, 'completions.jsonl')); // no server is given one
  const call = { completion: READS, kwargs: { prompt: 'q', answer: 'SECRET' }, step: 1 };
  const flags = ['--data', data, '--prompts', prompts];
  const first = await served(who, folder, flags, call, { ...call, step: 2 });
  // What the first server has written is there for the second.
  const outcomes = [...first, ...(await served(who, folder, flags, { ...call, step: 3 }))];
  expect(readFileSync(join(folder, data, 'rows.jsonl'), 'utf8')).toContain('SECRET');
  expect(outcomes).toMatchObject(Array(3).fill({ status: 'ok' }));
  for (const { info } of outcomes as { info: { read: string } }[]) {
    const read = Object.entries(JSON.parse(info.read)).filter(([, found]) => found === true);
    expect(read).toEqual([]);
  }
});

it('shows what is mounted by name, and says so where a module needs it', { timeout: 60_000 }, async () => {
  const folder = project(thisUser);
  const source = `open(__file__.replace("reward.py", "prompts.jsonl"))\n${REWARD}`;
  writeFileSync(join(folder, 'reward.py'), source);
  const refused = await command(thisUser, folder, 'run', 'reward.py', ...FILES);
  expect(refused.err).toMatch(/reward\.py:1:.*PermissionError/);
  expect(refused.err).toMatch(/prompts\.jsonl` is hidden from the module.*`--mount .*data\/prompts\.jsonl`/s);
  expect(existsSync(join(folder, 'out.jsonl'))).toBe(false);
  await command(thisUser, folder, 'run', 'reward.py', ...FILES, '--mount', 'prompts.jsonl');
  expect(rowsOf(folder).map(({ info }) => JSON.parse(info.read))).toMatchObject(
    Array(3).fill({
      'prompts.jsonl': true,
      'completions.jsonl': 'PermissionError',
      'out.jsonl': 'PermissionError',
    }),
  );
});

it('tells the call that was kept from a file why', { timeout: 60_000 }, async () => {
  const folder = project(thisUser);
  writeFileSync(join(folder, 'notes.txt'), 'SECRET');
  const source =
    'def reward_fn(completion, **kwargs):\n    open(__file__.replace("reward.py", "notes.txt"))\n';
  writeFileSync(join(folder, 'reward.py'), source);
  await command(thisUser, folder, 'run', 'reward.py', ...FILES, '--hide', 'notes.txt');
  expect(rowsOf(folder)[0]).toMatchObject({
    status: 'raised',
    error: { type: 'PermissionError' },
    warnings: [expect.stringMatching(/notes\.txt` is hidden from the module/)],
  });
});

it('refuses to hide the module itself', async () => {
  const folder = project(thisUser);
  const { err } = await command(thisUser, folder, 'run', 'reward.py', ...FILES, '--hide', '.');
  expect(err).toMatch(/RS101.*--hide.*the module itself lies in/);
});
