import { expect, test } from 'vitest';
import { longerWaysCheck } from '../../../src/check/probes/compared/longer-ways.ts';
import { asking, contextOf, type Model, type Shape } from './models.ts';

const WAYS = ['A > B > C', 'C > D > F > E', 'B > D > A', 'F > A > E', 'E > C > B > D'];
const shape: Shape = {
  rows: WAYS.map((best) => ({
    prompt: `From ${best.charAt(0)}. Put it on the last line, in this form:\nRoute: first > next > last`,
    best,
  })),
  goldField: null,
  wrappers: [],
};
const found = async (model: Model): Promise<string[]> =>
  (await longerWaysCheck.run(asking(contextOf(shape), model))).map(
    ({ rule, severity }) => `${severity} ${rule}`,
  );
const by =
  (sign: number): Model =>
  (text, { best }) => {
    const stops = /^Route: (.+)$/.exec(text)?.[1]?.split(' > ') ?? [];
    const right = String(best).split(' > ');
    if (stops[0] !== right[0] || stops.at(-1) !== right.at(-1)) return 0;
    return Math.max(0, 1 + (sign * (stops.length - right.length)) / 10);
  };

test('a way that is paid more when it is longer', async () => {
  expect(await found(by(1))).toEqual(['high E07']);
});

test('one that costs, or is the same, is as it should be', async () => {
  expect(await found(by(-1))).toEqual([]);
  expect(await found(by(0))).toEqual([]);
});
