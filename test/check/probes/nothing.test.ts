import { expect, test } from 'vitest';
import { nothingCheck } from '../../../src/check/probes/compared/nothing.ts';
import { asking, contextOf, type Model, type Shape } from './models.ts';

const numbers: Shape = { rows: [3, 14, 25, 96, 118, 560, 7, 42].map((gold) => ({ prompt: '?', gold })) };
const inside = (text: string): string | undefined => /<answer>(.*?)<\/answer>/s.exec(text)?.[1];
/** Pays for the right answer, a wrong one, and none. */
const paying =
  (right: number, wrong: number, none: number): Model =>
  (text, { gold }) => {
    const answer = inside(text);
    return answer === undefined ? none : answer === String(gold) ? right : wrong;
  };
const told = async (model: Model): Promise<string[]> =>
  (await nothingCheck.run(asking(contextOf(numbers), model))).map(
    ({ rule, severity, source }) => `${severity} ${source} ${rule}`,
  );

test('no answer that is paid more than a wrong one, with an exploit that says nothing', async () => {
  const model = paying(1, 0, 0.3);
  expect(await told(model)).toEqual(['warning probe A09']);
  const [finding] = await nothingCheck.run(asking(contextOf(numbers), model));
  expect(finding?.exploit).toMatchObject({ completion: 'I do not know.', reward: 0.3 });
  expect(finding?.why).toContain('gets 0.3, a wrong answer 0, the right one 1, on 8 of 8 rows');
});

test('a low floor under everything is a statistic, one of half the reward proves it hackable', async () => {
  expect(await told(paying(1, 0.2, 0.2))).toEqual(['warning statistic S09']);
  expect(await told(paying(1, 0.3, 0.3))).toEqual(['warning probe A09']);
  expect(await told(paying(1, 0.6, 0.6))).toEqual(['critical probe A09']);
  expect(await told(paying(1, 0, 0.5))).toEqual(['high probe A09']);
});

test('nothing for nothing, a wrong answer that is punished, and a little are none of that', async () => {
  expect(await told(paying(1, 0, 0))).toEqual([]);
  expect(await told(paying(1, -1, 0))).toEqual([]);
  expect(await told(paying(1, -1, -0.5))).toEqual([]);
  expect(await told(paying(1, 0, 0.05))).toEqual([]);
});

test('of few rows whose answers are known, the others are asked as well', async () => {
  const context = asking(contextOf({ rows: numbers.rows.slice(0, 5) }), paying(1, 0.3, 0.3));
  const levels = context.calibration.levels.map((each, at) => (at < 3 ? each : { ...each, gold: null }));
  const findings = await nothingCheck.run({ ...context, calibration: { ...context.calibration, levels } });
  expect(findings).toMatchObject([{ rule: 'A09', share: { hits: 5, of: 5 } }]);
});

test('where no answer is known, an empty completion that gets the most of all', async () => {
  const unknown = async (floor: number, high: number): Promise<string[]> => {
    const context = asking(contextOf({ ...numbers, goldField: null }), () => floor);
    const levels = context.calibration.levels.map((each) => ({ ...each, floor, top: floor }));
    const calibration = { ...context.calibration, levels, range: { low: 0, high } };
    return (await nothingCheck.run({ ...context, calibration })).map(
      ({ rule, severity }) => `${severity} ${rule}`,
    );
  };
  expect(await unknown(1, 1)).toEqual(['warning A09']);
  expect(await unknown(0.5, 1)).toEqual([]);
  expect(await unknown(0, 0)).toEqual([]);
});
