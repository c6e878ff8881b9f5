import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Budget } from '../../src/check/budget.ts';
import { findPaidAfterEnd } from '../../src/check/policies/behaviour/beyond.ts';
import { Direct } from '../../src/check/policies/play/direct.ts';
import { replay } from '../../src/check/replay/replay.ts';
import type { CheckRow } from '../../src/check/subject.ts';
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
const asIs = { actions: [], return: 1, how: 'script' as const };

describe('steps after the end', () => {
  const late = async (name: string): Promise<Awaited<ReturnType<typeof findPaidAfterEnd>>> => {
    const path = realpathSync(join(FOLDER, name));
    const source = readFileSync(path, 'utf8');
    const rows = checkRows((index) => ({ word: `sesame${index}` }));
    const budget = new Budget(60_000);
    const seed = 7;
    const direct = await Direct.open({ path, source, className: 'Door', budget, seed });
    try {
      const honest = new Map(
        rows.map((row) => [row, { ...asIs, actions: [String(row.fields.word)] }] as const),
      );
      const calibrated = { honest, answer: null, goldFields: [], floors: new Map() };
      return await findPaidAfterEnd(direct, {
        player: { seed },
        calibrated,
        rows,
        space: { live: [] },
      } as unknown as Parameters<typeof findPaidAfterEnd>[1]);
    } finally {
      await direct.close();
    }
  };

  it('warn with what replays where saying nothing is paid beyond the honest return', async () => {
    const [finding] = await late('pays_when_over.py');
    expect(finding).toMatchObject({ rule: 'F07', severity: 'warning', source: 'probe' });
    const exploit = finding?.exploit;
    expect(exploit?.reward).toBeGreaterThan(1);
    if (exploit === undefined || exploit === null) return;
    const file = join(FOLDER, 'pays_when_over.py');
    const signal = new AbortController().signal;
    const options = {
      file,
      kind: 'environment' as const,
      exploit,
      sandbox: {},
      reward: {},
      environment: {},
      signal,
    };
    expect(await replay(options)).toMatchObject({ holds: true });
    expect(await replay({ ...options, exploit: { ...exploit, reward: 1 } })).toMatchObject({ holds: false });
  });

  it('warn without it where only the answer is paid, and nothing is said where nothing is', async () => {
    expect(await late('pays_after_end.py')).toMatchObject([{ rule: 'F07', severity: 'warning' }]);
    expect(await late('pays_until_end.py')).toEqual([]);
  });
});
