/** Integers that a 64-bit float does not hold keep their digits wherever a value is passed on. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Environment, Outcome, Reward, Sandbox } from '../../src/index.ts';
import { createSandbox } from '../../src/index.ts';
import { outcomeJson } from '../../src/outcome-json.ts';
import { jsonEvent } from '../../src/play/json-event.ts';
import { formatStep } from '../../src/run/output/episode-row.ts';
import { formatRow } from '../../src/run/output/row.ts';
import { resultJson } from '../../src/server/dialects/openenv-messages.ts';
import { stepJson } from '../../src/server/routes/handle-episodes.ts';
import { jsonOf } from '../../src/server/zmq/wire.ts';
import { newFolder } from '../helpers/with-reward.ts';

const REWARD = `import json
def reward_fn(completion, **kwargs):
    reward, info = json.loads(completion)
    return reward, info
`;
const ENVIRONMENT = `import json
class Numbers:
    def setup(self, **kwargs):
        return None
    def step(self, action):
        reward, info = json.loads(action)
        return {"observation": "seen", "reward": reward, "done": False, "reward_info_dict": info}
`;

let sandbox: Sandbox;
let reward: Reward;
let environment: Environment;
beforeAll(async () => {
  sandbox = await createSandbox({ level: 'none' });
  const folder = newFolder();
  writeFileSync(join(folder, 'reward.py'), REWARD);
  writeFileSync(join(folder, 'env.py'), ENVIRONMENT);
  reward = await sandbox.loadReward(join(folder, 'reward.py'));
  environment = await sandbox.loadEnvironment(join(folder, 'env.py'));
});
afterAll(() => sandbox.close());

const large = fc
  .bigInt({ min: -(10n ** 300n), max: 10n ** 300n })
  .map(String)
  .chain((text) =>
    fc.constantFrom(text, text.slice(0, 17), String(2n ** 63n), String(2n ** 53n + (BigInt(text) % 3n))),
  );
const float = fc.double({ noNaN: true, noDefaultInfinity: true });
const written = fc.oneof(
  large,
  float.filter((value) => Number.isFinite(value)).map((value) => `${value.toExponential()}`),
);

/** What stands at `"name":` in a text, as it is written. */
const numberAt = (text: string, name: string): string | undefined =>
  new RegExp(`"${name}":(-?[0-9][^,}\\]]*)`).exec(text)?.[1];

/** Whether Python reads the same number, of the same size: digits as digits, and floats as that float. */
const same = (given: string, found: string | undefined): boolean => {
  if (found === undefined) return false;
  const isLarge = (text: string) => /^-?\d+$/.test(text) && Math.abs(Number(text)) >= 2 ** 53;
  if (isLarge(given)) return found === String(BigInt(given));
  return !isLarge(found) && Number(found) === Number(given);
};

const digitsKept = (given: readonly [string, string], texts: Readonly<Record<string, string>>): void => {
  for (const [surface, text] of Object.entries(texts)) {
    expect(() => JSON.parse(text), text).not.toThrow();
    const found = [numberAt(text, 'reward'), numberAt(text, 'big')];
    expect([surface, ...found, same(given[0], found[0]), same(given[1], found[1])]).toEqual([
      surface,
      ...found,
      true,
      true,
    ]);
  }
};

const zmqText = (outcome: Outcome): string => {
  const text = jsonOf(outcome);
  return text.includes('"reward":') ? text : `{"reward":${outcome.reward},${text.slice(1)}`;
};

describe('large integers', () => {
  it('of a reward', async () => {
    await fc.assert(
      fc.asyncProperty(written, written, async (value, info) => {
        const outcome = await reward.score({ completion: `[${value},{"big":${info},"name":"text"}]` });
        expect(outcome.status, JSON.stringify(outcome)).toBe('ok');
        expect([outcome.reward, outcome.info.big]).toEqual([Number(value), Number(info)]);
        const row = { index: 0, id: null, promptLine: 0, outcome };
        digitsKept([value, info], {
          results: formatRow(row),
          http: outcomeJson(outcome),
          client: zmqText(outcome),
          play: jsonEvent({ event: 'outcome', outcome } as never),
        });
      }),
      { numRuns: 200 },
    );
  });

  it('of a step', async () => {
    const episode = await environment.start({});
    const standing = { episode_id: 'e', steps: 1, return: 0, ended: null };
    await fc.assert(
      fc.asyncProperty(written, written, async (value, info) => {
        const outcome = await episode.step(`[${value},{"big":${info}}]`);
        expect(outcome.status, JSON.stringify(outcome)).toBe('ok');
        digitsKept([value, info], {
          results: formatStep({ index: 0, id: null }, 0, outcome),
          http: stepJson({ steps: 1 }, outcome),
          client: zmqText(outcome),
          openenv: resultJson(outcome, standing),
          play: jsonEvent({
            event: 'step',
            step: 0,
            line: 'main',
            action: '',
            outcome,
            return: 0,
            ended: null,
          }),
        });
      }),
      { numRuns: 100 },
    );
    await episode.close();
  });

  it.each([
    ['one that a float does not hold', '9007199254740993', '9007199254740993'],
    ['the last that it does', '9007199254740991', undefined],
  ])('%s', async (_name, value, digits) => {
    const outcome = await reward.score({ completion: `[${value},{}]` });
    expect(outcome.digits?.reward).toBe(digits);
    expect(outcomeJson(outcome)).toContain(`"reward":${value},`);
  });
});
