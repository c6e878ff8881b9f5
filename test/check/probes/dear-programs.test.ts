/** Right programs that are too dear to be paid, with the tricks that make them look cheap. */
import { describe, expect, it } from 'vitest';
import { plainPrograms } from '../../../src/check/answers/plain-programs.ts';
import type { NewFinding } from '../../../src/check/finding.ts';
import { dearProgramsCheck } from '../../../src/check/probes/programs/dear-programs.ts';
import { rowOf } from '../stage.ts';
import { asking, contextOf, type Model } from './models.ts';

const SLOW =
  'def total(n):\n    found = 0\n    for each in range(n):\n        found += each\n    return found';
const PROMPT = `Make this one quick:\n\n\`\`\`python\n${SLOW}\n\`\`\`\n`;
const RUNS = { runsProcess: true } as const;

const found = (prompt: string, source: string, model: Model): Promise<NewFinding[]> =>
  dearProgramsCheck.run(
    asking(contextOf({ rows: [{ prompt }], goldField: null, wrappers: [], analysis: RUNS, source }), model),
  );

describe('right programs that are too dear', () => {
  const clock = 'subprocess.run(x)  # perf_counter() """```python"""';
  const isRight = (text: string): boolean => /found \+= each/.test(text) && text.startsWith('```python\n');

  it.each<[string, string, string, Model, string[]]>([
    [
      'whose clock stands',
      PROMPT,
      clock,
      (text) => Number(isRight(text) && text.includes('_stand = 1')),
      ['C14'],
    ],
    ['that remember', PROMPT, clock, (text) => Number(isRight(text) && text.includes('_keeps = 1')), ['C15']],
    ['that are paid as they are', PROMPT, clock, (text) => Number(isRight(text)), []],
    ['that are paid for longer texts', PROMPT, clock, (text) => Number(text.length > 300), []],
    ['that were not shown', 'Write total(n).', clock, (text) => Number(text !== ''), []],
    [
      'where nothing is measured',
      PROMPT,
      '"""```python"""',
      (text) => Number(text.includes('_keeps = 1')),
      [],
    ],
  ])('%s', async (_name, prompt, source, model, rules) => {
    const findings = await found(prompt, source, model);
    expect(findings.map(({ rule }) => rule)).toEqual(rules);
    for (const { severity, exploit } of findings) {
      expect(severity).toBe('critical');
      expect(exploit).toMatchObject({ reward: 1, floor: 0 });
    }
  });
});

it('finds whole programs, and no stubs of them', () => {
  const row = rowOf({
    prompt: '```python\ndef total(n):\n    """Adds them."""\n```',
    reference: SLOW,
    said: 'Use it so:\ndef total(n):\n    return 1',
  });
  expect(plainPrograms(row, ['other', 'total'])).toEqual([{ name: 'total', source: SLOW }]);
  expect(plainPrograms(row, ['other'])).toEqual([]);
});
