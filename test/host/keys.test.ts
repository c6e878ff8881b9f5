/** Keys of `info` reach the caller and the results as Python gave them, names of JavaScript among them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Reward, Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { outcomeJson } from '../../src/outcome-json.ts';
import { formatRow } from '../../src/run/output/row.ts';
import { InfoStats } from '../../src/run/summary/info-stats.ts';
import { SummaryBuilder } from '../../src/run/summary/summary.ts';
import { key } from '../helpers/any-key.ts';
import { newFolder } from '../helpers/with-reward.ts';

const SOURCE = 'import json\ndef reward_fn(completion, **kwargs):\n    return 1.0, json.loads(completion)\n';

let sandbox: Sandbox;
let reward: Reward;
beforeAll(async () => {
  sandbox = await createSandbox({ level: 'none' });
  const file = join(newFolder(), 'reward.py');
  writeFileSync(file, SOURCE);
  reward = await sandbox.loadReward(file);
});
afterAll(() => sandbox.close());

const value = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string({ maxLength: 20 }));

it('whatever they are called', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, maxLength: 8 }),
      async (pairs) => {
        // Not by JSON.stringify of an object, which would have a prototype.
        const text = `{${pairs.map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`).join()}}`;
        const given = new Map(Object.entries(JSON.parse(text) as object));
        const outcome = await reward.score({ completion: text });
        expect(new Map(Object.entries(outcome.info))).toEqual(given);
        const row = { index: 0, id: null, promptLine: 0, outcome };
        for (const written of [formatRow(row), outcomeJson(outcome)])
          expect(new Map(Object.entries((JSON.parse(written) as { info: object }).info))).toEqual(given);
        const stats = new InfoStats();
        stats.add(row);
        expect(new Set([...stats.numbers().keys(), ...stats.strings().keys()])).toEqual(
          new Set(given.keys()),
        );
        const summary = new SummaryBuilder('reward.py');
        summary.add(row);
        const { info_numbers, info_strings } = summary.build(() => '');
        const written = JSON.parse(JSON.stringify({ ...info_numbers, ...info_strings }));
        expect(new Set(Object.keys(written))).toEqual(new Set(given.keys()));
      },
    ),
    { numRuns: 100 },
  );
});
