/** Keys of users reach their function, and come back, as they were sent: names of JavaScript among them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { key } from '../helpers/any-key.ts';
import { withServer } from './serving.ts';

const ECHO = `import json
def reward_fn(completion, **kwargs):
    return 1.0, {"sent": json.dumps(kwargs), **{name: 2.5 for name in kwargs}}
`;

/** Not by JSON.stringify of an object, which would have a prototype. */
const objectText = (pairs: readonly (readonly [string, unknown])[]): string =>
  `{${pairs.map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`).join()}}`;

const pairsOf = (text: string): [string, unknown][] => Object.entries(JSON.parse(text));

const fields = fc.uniqueArray(fc.tuple(key, fc.oneof(fc.integer(), fc.string({ maxLength: 8 }))), {
  selector: ([name]) => name,
  maxLength: 8,
});

it('as fields of a row in one call and in a batch, and in the steps', async () => {
  const withEcho = (folder: string) => {
    writeFileSync(join(folder, 'echo.py'), ECHO);
    return {
      modules: [{ kind: 'reward' as const, name: 'echo', file: join(folder, 'echo.py'), options: {} }],
    };
  };
  await withServer(withEcho, async ({ url, post }) => {
    let step = 0;
    await fc.assert(
      fc.asyncProperty(fields, async (given) => {
        step++;
        const call = `{"completion":"x","step":${step},"kwargs":${objectText(given)}}`;
        const one = await post('/v1/score', `{"module":"echo",${call.slice(1)}`);
        const many = await post('/v1/score', `{"module":"echo","calls":[${call},${call}]}`);
        for (const { info } of [one.json, ...many.json.outcomes]) {
          expect(new Map(pairsOf(info.sent))).toEqual(new Map(given));
          expect(new Set(Object.keys(info))).toEqual(new Set(['sent', ...given.map(([name]) => name)]));
        }
        const answer = await (await fetch(`${url}/v1/steps/${step}?module=echo`)).json();
        const { info_numbers: numbers } =
          (answer as { modules: { info_numbers: object }[] }).modules[0] ?? {};
        expect(new Map(Object.entries(numbers ?? {}))).toEqual(
          new Map(given.map(([name]) => [name, { n: 3, mean: 2.5, min: 2.5, max: 2.5, sd: 0 }])),
        );
      }),
      { numRuns: 60 },
    );
  });
});
