import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Budget } from '../../src/check/calls/budget.ts';
import { learnSpace } from '../../src/check/policies/actions/space.ts';
import { nullAttacks, type Workshop } from '../../src/check/policies/attacks/attacks.ts';
import { Oracle } from '../../src/check/policies/oracle.ts';
import type { Attack } from '../../src/check/policies/play/attack.ts';
import { Player } from '../../src/check/policies/play/player.ts';
import type { Calibrated, Honest } from '../../src/check/policies/ways/honest.ts';
import { isShown } from '../../src/check/proof/levels.ts';
import { Random } from '../../src/check/random.ts';
import { EMPTY_ANALYSIS } from '../../src/check/static/empty.ts';
import type { CheckRow } from '../../src/check/subject/subject.ts';
import { createSandbox, type Sandbox } from '../../src/index.ts';
import { FIXTURES } from '../helpers/with-reward.ts';

const FOLDER = join(FIXTURES, '../check/fixtures/environments');
vi.setConfig({ testTimeout: 120_000 });

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ level: 'auto' });
});
afterAll(() => sandbox.close());

type Row = Record<string, unknown>;
type Make = (index: number) => Row;

const checkRows = (make: Make): CheckRow[] =>
  [0, 1, 2, 3].map((line) => {
    const fields = { prompt: 'Play.', ...make(line) };
    const texts = Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]);
    return { line, prompt: 'Play.', fields, texts: Object.fromEntries(texts) };
  });

type Family = (workshop: Workshop) => Attack[];

/** The first attack of a family that wins, as what it does; null: none does. */
const firstWin = async (name: string, make: Make, family: Family, won?: Honest): Promise<string | null> => {
  const path = realpathSync(join(FOLDER, name));
  await using environment = await sandbox.loadEnvironment(path, { seed: 7 });
  const source = readFileSync(path, 'utf8');
  const rows = checkRows(make);
  const random = new Random(7);
  const player = new Player({ environment, fresh: environment, budget: new Budget(60_000), seed: 7 });
  const subject = {
    kind: 'environment' as const,
    file: name,
    path,
    source,
    rows,
    completions: new Map(),
    actions: new Map(),
  };
  const space = await learnSpace(player, { subject, analysis: EMPTY_ANALYSIS, random });
  const calibrated: Calibrated = {
    honest: new Map(won === undefined ? [] : rows.map((row) => [row, won])),
    answer: null,
    goldFields: [],
    floors: new Map(),
  };
  const workshop = { space, calibrated, rows, random };
  const oracle = new Oracle({ player, calibrated, rows, random });
  for (const attack of family(workshop)) {
    const { win, share } = await oracle.judge({ ...attack, isStructural: true });
    if (win !== null && isShown(share)) return attack.rule;
  }
  return null;
};

const desk: Make = (index) => ({
  customer: `Customer ${index}`,
  need: ['refund', 'replace', 'cancel_plan', 'send_manual'][index],
});
const asIs = { actions: [], return: 1, how: 'script' as const };

const PAIRS: [string, string, string, Make, Family, Honest?][] = [
  [
    'F12',
    'desk_patient.py',
    'desk_tires.py',
    desk,
    (workshop) => nullAttacks(workshop).filter(({ rule }) => rule === 'F12'),
    asIs,
  ],
];

describe('policies that wait', () => {
  for (const [rule, faulty, sound, make, family, won] of PAIRS) {
    it(`wins as ${rule} in ${faulty}, and not in ${sound}`, async () => {
      expect(await firstWin(faulty, make, family, won)).toBe(rule);
      expect(await firstWin(sound, make, family, won)).toBeNull();
    });
  }
});
