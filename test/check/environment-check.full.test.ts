import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Budget } from '../../src/check/calls/budget.ts';
import { type NewFinding, SEVERITIES } from '../../src/check/finding.ts';
import { Notes } from '../../src/check/notes.ts';
import { says } from '../../src/check/policies/actions/fields.ts';
import { mineText, noWords } from '../../src/check/policies/actions/words.ts';
import { checkEnvironment } from '../../src/check/policies/check.ts';
import { reduce } from '../../src/check/proof/minimise.ts';
import { Random } from '../../src/check/random.ts';
import { EMPTY_ANALYSIS } from '../../src/check/static/empty.ts';
import type { CheckRow } from '../../src/check/subject/subject.ts';
import { createSandbox, type Sandbox } from '../../src/index.ts';
import { FIXTURES } from '../helpers/with-reward.ts';
import { TWINS } from './fixtures/environments/twins.ts';

const FOLDER = join(FIXTURES, '../check/fixtures/environments');
const ROWS = 4;
/** Milliseconds. Several times what it takes: what is found must not depend on how fast the machine is. */
const LONG_ENOUGH = 40_000;
vi.setConfig({ testTimeout: 120_000 });

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ level: 'auto' });
});
afterAll(() => sandbox.close());

const checkRows = (rows: readonly Record<string, unknown>[]): CheckRow[] =>
  rows.slice(0, ROWS).map((fields, line) => ({
    line,
    prompt: String(fields.prompt),
    fields,
    texts: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)])),
  }));

const checked = async (
  name: string,
  rows: readonly Record<string, unknown>[],
  milliseconds = LONG_ENOUGH,
) => {
  const path = realpathSync(join(FOLDER, name));
  await using environment = await sandbox.loadEnvironment(path, { seed: 7 });
  await using fresh = await sandbox.loadEnvironment(path, { seed: 7, reuse: 'never' });
  const taken = checkRows(rows);
  const actions = new Map(
    taken.flatMap(({ line, fields }) =>
      Array.isArray(fields.actions) ? [[line, fields.actions as string[]] as const] : [],
    ),
  );
  const source = readFileSync(path, 'utf8');
  const notes = new Notes();
  const result = await checkEnvironment({
    notes,
    environment,
    fresh,
    subject: { kind: 'environment', file: name, path, source, rows: taken, completions: new Map(), actions },
    budget: new Budget(milliseconds),
    random: new Random(7),
    analysis: EMPTY_ANALYSIS,
    seed: 7,
    loaded: { sandbox, sandboxOptions: { level: 'auto' }, rewardOptions: {}, functionName: '' },
  });
  return { ...result, notes };
};

describe('of policies', () => {
  it('leaves out the actions that are not needed', async () => {
    const needed = ['a', 'f'];
    const actions = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const holds = async (lists: readonly (readonly string[])[]): Promise<boolean[]> =>
      lists.map((left) => needed.every((each) => left.includes(each)));
    const shortest = await reduce(actions, holds, { tries: 60 });
    expect(shortest).toEqual(needed);
  });

  it('reads actions from texts', () => {
    const words = noWords();
    mineText('Valid actions: north, south or wait. Tools: search(query), {"tool": "look", "at": "x"}', words);
    expect([...words.words]).toEqual(expect.arrayContaining(['north', 'south', 'wait', 'search', 'look']));
    expect([...words.keys]).toEqual(['tool', 'at']);
    expect([...(words.tools.get('search') ?? [])]).toEqual(['query']);
  });

  it('tells a value from a part of another one', () => {
    expect(says('it was 42.', 42)).toBe(true);
    expect(says('it was 142 or 42.5', 42)).toBe(false);
  });
});

const worst = (findings: readonly NewFinding[]): string[] =>
  findings
    .filter(({ severity }) => severity === 'critical' || severity === 'high')
    .map(({ rule, why }) => `${rule}: ${why}`);

// Each shows another mechanism; all of them together would take minutes.
const QUICK = ['leaks_answer.py', 'letters_open.py', 'circles.py', 'contains.py'];
const QUIET = ['letters_covered.py'];
describe('checks of environments', () => {
  for (const { faulty, classes, severity, sound, rows } of TWINS.filter((twins) =>
    QUICK.includes(twins.faulty),
  )) {
    it(`finds ${classes.join(' and ')} in ${faulty}`, async () => {
      const { findings } = await checked(faulty, rows);
      expect(findings.map(({ rule }) => rule)).toEqual(expect.arrayContaining([...classes]));
      for (const { rule, severity: found, exploit } of findings) {
        if (classes.includes(rule))
          expect(SEVERITIES.indexOf(found)).toBeLessThanOrEqual(SEVERITIES.indexOf(severity));
        if (exploit !== undefined && exploit !== null && found === 'critical')
          expect(await replay(faulty, exploit)).toBe(exploit.reward);
      }
    });

    if (!QUIET.includes(sound)) continue;
    it(`finds nothing in ${sound}`, async () => {
      expect(worst((await checked(sound, rows)).findings)).toEqual([]);
    });
  }

  it('says of steps that all fail that nothing can be tested, and where', async () => {
    const { findings, untestable } = await checked('returns_nothing.py', [
      { prompt: 'Play.' },
      { prompt: 'Go.' },
    ]);
    expect(untestable).toMatch(/^every step failed: /);
    const finding = findings.find(({ rule }) => rule === 'K02');
    expect(finding).toMatchObject({
      severity: 'high',
      title: 'step returns no valid step, whatever the action is',
    });
    expect(finding?.place?.line).toBe(5);
    expect(worst(findings)).toHaveLength(1);
  });
});

/** What an exploit gets, played by hand. */
const replay = async (name: string, exploit: NonNullable<NewFinding['exploit']>): Promise<number> => {
  await using environment = await sandbox.loadEnvironment(join(FOLDER, name));
  await using episode = await environment.start(Buffer.from(exploit.fields), { seed: exploit.seed });
  for (const action of exploit.completion) await episode.step(action);
  return episode.return;
};
