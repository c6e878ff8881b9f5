import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addInitCommand, writeTemplates } from '../../src/cli/init.ts';

const FILES = ['completions.jsonl', 'env.py', 'prompts.jsonl', 'reward.py'];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rs-init-'));
});
afterEach(() => {
  process.exitCode = undefined;
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command and returns what it wrote and its exit code. */
const init = async (...args: string[]): Promise<{ stdout: string; stderr: string; code: unknown }> => {
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += text;
      return true;
    });
  const program = new Command('runrl-sandbox');
  addInitCommand(program);
  await program.parseAsync(['init', ...args], { from: 'user' });
  return { ...written, code: process.exitCode };
};

const python = (code: string): unknown =>
  JSON.parse(execFileSync('python3', ['-c', code], { cwd: folder, encoding: 'utf8' }));

describe('init', () => {
  it('writes the four files into a new folder and says the next commands', async () => {
    const target = join(folder, 'new', 'my rewards');
    const { stdout, code } = await init(target);
    expect(code).toBeUndefined();
    expect(readdirSync(target).sort()).toEqual(FILES);
    expect(stdout.match(/ run --prompts '.*prompts\.jsonl'/g)).toHaveLength(1);
    expect(stdout).toMatch(/ play --environment '.*env\.py' --prompts '.*prompts\.jsonl'/);
  });

  it('prints JSON when asked', async () => {
    const { stdout } = await init(folder, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ folder, files: FILES });
  });

  it('never overwrites: exit 2, the names of the files that exist, and nothing written', async () => {
    writeFileSync(join(folder, 'reward.py'), 'mine');
    writeFileSync(join(folder, 'prompts.jsonl'), 'mine');
    const { stderr, code } = await init(folder);
    expect(code).toBe(2);
    expect(stderr).toContain('RS102');
    expect(stderr).toContain(`${join(folder, 'prompts.jsonl')}, ${join(folder, 'reward.py')} exist already`);
    expect(readFileSync(join(folder, 'reward.py'), 'utf8')).toBe('mine');
    expect(existsSync(join(folder, 'env.py'))).toBe(false);
  });

  it('refuses a file in place of the folder', async () => {
    writeFileSync(join(folder, 'file'), '');
    expect((await init(join(folder, 'file'))).stderr).toContain('is a file');
  });

  it.each(['/proc/rewards', '/proc/my/rewards'])('ends where no folder can be made: %s', async (path) => {
    const { stderr, code } = await init(path);
    expect(code).toBe(2);
    expect(stderr).toContain(`RS102 ${path} cannot be written: \`/proc\` takes no folders`);
  });
});

describe('the files that init writes', () => {
  it('score as they should: four right, one wrong, one without an answer', () => {
    writeTemplates(folder);
    const rewards = python(`
import json
from reward import reward_fn
rows = {row["id"]: row for row in map(json.loads, open("prompts.jsonl"))}
print(json.dumps([reward_fn(row["completion"], **rows[row["id"]])[0] for row in map(json.loads, open("completions.jsonl"))]))
`);
    expect(rewards).toEqual([1, 1, 1, 0, 1, 0]);
  });

  it('hold a reward that cannot be had by listing numbers', () => {
    writeTemplates(folder);
    const code =
      'from reward import reward_fn; print(reward_fn("<answer>1</answer><answer>2</answer>", answer=2)[0])';
    expect(python(code)).toBe(0);
  });

  it('hold an environment in which bisection wins, and that ends after its limit', () => {
    writeTemplates(folder);
    const episodes = python(`
import json
from env import GuessTheNumber

def play(answer, act):
    env, done, observation, steps = GuessTheNumber(), False, None, []
    env.setup(answer=answer, prompt=[])
    while not done:
        step = env.step(act(observation))
        observation, done = step["observation"], step["done"]
        steps.append(step["reward"])
    return steps

def bisection():
    bounds = [1, 100]
    def act(observation):
        middle = sum(bounds) // 2
        if observation == "Higher.": bounds[0] = last[0] + 1
        if observation == "Lower.": bounds[1] = last[0] - 1
        last[0] = sum(bounds) // 2
        return str(last[0])
    last = [0]
    return act

answers = [row["answer"] for row in map(json.loads, open("prompts.jsonl"))]
print(json.dumps({"won": [play(answer, bisection())[-1] > 0 for answer in answers], "lost": len(play(5, lambda _: "no"))}))
`);
    expect(episodes).toEqual({ won: [true, true, true, true, true], lost: 8 });
  });
});
