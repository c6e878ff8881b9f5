import { expect, test } from 'vitest';
import type { NewFinding } from '../../../src/check/finding.ts';
import { floorPartsCheck } from '../../../src/check/probes/compared/floor-parts.ts';
import { asking, contextOf, type Model } from './models.ts';

const rows = ['a', 'b', 'c', 'd', 'e'].map((gold) => ({ prompt: '?', gold }));
const floorOf = (completion: string, reward: number): NewFinding => ({
  rule: 'A09',
  classes: ['A09'],
  source: 'probe',
  severity: 'warning',
  title: '',
  why: '',
  fix: '',
  exploit: {
    row: 0,
    fields: '{}',
    completion,
    seed: 0,
    status: 'ok',
    reward,
    honest: 1,
    floor: 0,
    decoy: reward,
  },
});
const classesOf = async (text: string, model: Model): Promise<readonly string[]> => {
  const context = { ...contextOf({ rows }), findings: [floorOf(text, model(text, rows[0] ?? {}))] };
  const [found] = await floorPartsCheck.run(asking(context, model));
  return found?.classes ?? [];
};

test('tags, labels and keys of which each is paid, steps, and thoughts', async () => {
  const tags: Model = (text) => ['<a>', '<b>', '<c>'].filter((tag) => text.includes(tag)).length / 5;
  expect(await classesOf('<a>x</a><b>x</b><c>x</c>', tags)).toEqual(['A12', 'A08', 'A09', 'E06', 'RH145']);
  const labels: Model = (text) => (Number(/^Plan:/m.test(text)) + Number(/^Result:/m.test(text))) / 5;
  expect(await classesOf('Plan: what we do\nResult: what comes of it', labels)).toEqual([
    'A12',
    'A08',
    'A09',
  ]);
  const keys: Model = (text) => (text.match(/"\w+":/g) ?? []).length / 10;
  expect(await classesOf('{"code": "some words", "why": "and more of them"}', keys)).toContain('A12');
  const steps: Model = (text) => Math.min(0.3, (text.match(/Step \d/g) ?? []).length / 10);
  expect(await classesOf('Step 1: something\nStep 2: something', steps)).toContain('A13');
  const thoughts: Model = (text) => (/<think>.+<\/think>/.test(text) ? 0.2 : 0);
  expect(await classesOf('<think>nothing much</think>', thoughts)).toContain('E10');
});

test('a form that is paid as a whole has no parts', async () => {
  const whole: Model = (text) => (/<a>.*<\/a><b>.*<\/b>/.test(text) ? 0.2 : 0);
  expect(await classesOf('<a>some words</a><b>and more of them</b>', whole)).toEqual([]);
});
