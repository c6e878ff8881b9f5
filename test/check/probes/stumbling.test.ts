import { expect, test } from 'vitest';
import { stumblingCheck } from '../../../src/check/probes/compared/stumbling.ts';
import { asking, contextOf, type Model, type Shape } from './models.ts';

const ROWS = [
  ['salt', 'flour', 'oil'],
  ['milk', 'eggs', 'salt'],
  ['rice', 'oil', 'milk'],
  ['eggs', 'flour', 'rice'],
  ['oil', 'salt', 'eggs'],
  ['flour', 'milk', 'rice'],
].map((names, at) => ({
  prompt: '?',
  gold: names.map((name, next) => `take ${name} ${at + next + 2}`).join('\n'),
}));
const SHAPE: Shape = { rows: ROWS, wrappers: [{ name: 'plan', wrap: (text) => `<plan>\n${text}\n</plan>` }] };
const KNOWN = ['salt', 'flour', 'oil', 'milk', 'eggs', 'rice'];

/** Needs all that the right answer takes, and pays less for more than that; `failed`: for what is not known or too much. */
const kitchen =
  (failed: number): Model =>
  (text, { gold }) => {
    const steps = /^<plan>\n(.*)\n<\/plan>$/s.exec(text)?.[1]?.split('\n') ?? [];
    const amounts = new Map<string, number>();
    for (const step of steps) {
      const [, name = '', count = ''] = /^take (\w+) (\d+)$/.exec(step) ?? [];
      if (name === '') return 0;
      if (!KNOWN.includes(name) || Number(count) > 5000) return failed;
      amounts.set(name, (amounts.get(name) ?? 0) + Number(count));
    }
    const wanted = String(gold)
      .split('\n')
      .map((step) => step.split(' '));
    if (!wanted.every(([, name = '', count]) => (amounts.get(name) ?? 0) >= Number(count))) return 0;
    const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0);
    return sum(wanted.map(([, , count]) => Number(count))) / sum([...amounts.values()]);
  };

const found = async (model: Model): Promise<string[]> =>
  (await stumblingCheck.run(asking(contextOf(SHAPE), model))).map(
    ({ rule, severity, exploit }) => `${severity} ${rule} ${String(exploit?.completion).split('\n')[1]}`,
  );

test('what fails is paid, and what is wrong is not', async () => {
  const [finding = ''] = await found(kitchen(0.5));
  expect(finding).toMatch(/^high B09 take zzqxv \d$/);
});

test('what fails is paid as what is wrong, and parts are paid as parts', async () => {
  expect(await found(kitchen(0))).toEqual([]);
  const part: Model = (text, { gold }) => {
    const wanted = String(gold).split('\n');
    return wanted.filter((step) => text.includes(step)).length / wanted.length;
  };
  expect(await found(part)).toEqual([]);
});
